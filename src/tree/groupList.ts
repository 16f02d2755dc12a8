import type { AgentSessions, SessionGroup } from '../sessions/agentSessions.ts';
import type { SessionListItem } from '../sessions/library.ts';
import { Pages } from './layout.ts';
import { NodeStore, type GroupNode, type MoreNode, type TreeNode } from './nodes.ts';
import type { SessionList } from './sessionList.ts';

/** The key of the group that holds all projects. */
export const PROJECTS = 'projects';

/** The session's row for a URI, if it is listed. */
type RowOf = (uri: string) => TreeNode | undefined;

/**
 * The groups below the workspace's own sessions: one an agent, and one for all other projects. What is in them is read
 * from the model each time; the nodes stay the same.
 */
export class GroupList {
  readonly #agents: AgentSessions;
  readonly #list: SessionList;
  readonly #pages = new Pages();
  readonly #nodes = new Map<string, GroupNode>();
  readonly #stores = new Map<string, NodeStore>();
  /** What each group showed when its children were last asked for. */
  readonly #shown = new Map<string, string>();

  constructor(agents: AgentSessions, list: SessionList) {
    this.#agents = agents;
    this.#list = list;
  }

  /** What stands at the top level. */
  roots(): TreeNode[] {
    const { groups, projects, notices } = this.#agents;
    const nodes: TreeNode[] = groups.map((group) => this.#node(group.key, group));
    if (projects.length > 0) nodes.push(this.#node(PROJECTS));
    return [...nodes, ...notices.map(({ key, text }) => this.#store(PROJECTS).notice(text, key))];
  }

  /** The top level as a text to compare. */
  shape(): string {
    const { groups, projects, notices } = this.#agents;
    const keys = [...groups.map(({ key }) => key), ...(projects.length > 0 ? [PROJECTS] : [])];
    return [...keys, ...notices.map(({ key, text }) => `${key} ${text}`)].join('\n');
  }

  /** Lists a project's sessions first, where that was not done. */
  async children(node: GroupNode, rowOf: RowOf): Promise<TreeNode[]> {
    if (node.key !== PROJECTS && !this.#isOfWorkspace(node.key)) await this.#agents.open(node.key);
    this.#shown.set(node.key, this.#rows(node.key));
    if (node.key === PROJECTS) {
      const { projects } = this.#agents;
      return this.#page(node.key, projects.length, (start, end) =>
        projects.slice(start, end).map((project) => this.#node(project.key, project)),
      );
    }
    const items = this.#items(node.key);
    return this.#page(node.key, items.length, (start, end) =>
      items.slice(start, end).flatMap(({ uri }) => rowOf(uri) ?? []),
    );
  }

  /** The group that a session is listed in. */
  parentOf(uri: string): GroupNode | undefined {
    const group = this.#agents.groupOf(uri);
    return group && this.#node(group.key, group);
  }

  parent(node: GroupNode): GroupNode | undefined {
    return node.key === PROJECTS || this.#isOfWorkspace(node.key) ? undefined : this.#node(PROJECTS);
  }

  /** The newest state of a group; undefined for the one of all projects. */
  group(node: GroupNode): SessionGroup | undefined {
    const all = node.key === PROJECTS ? [] : [...this.#agents.groups, ...this.#agents.projects];
    return all.find(({ key }) => key === node.key);
  }

  get projectCount(): number {
    return this.#agents.projects.length;
  }

  /** Makes the session's row one of those shown; tells the groups whose children changed so that it is. */
  async include(uri: string): Promise<readonly GroupNode[]> {
    const group = this.#agents.groupOf(uri);
    if (!group) return [];
    const node = this.#node(group.key, group);
    const above = this.parent(node);
    if (above) {
      await this.#agents.open(group.key);
      const { projects } = this.#agents;
      this.#pages.get(listKey(PROJECTS)).include(
        projects.findIndex(({ key }) => key === group.key),
        projects.length,
      );
    }
    const items = this.#items(group.key);
    this.#pages.get(listKey(group.key)).include(
      items.findIndex((item) => item.uri === uri),
      items.length,
    );
    return [...(above ? [above] : []), node].filter(({ key }) => this.#rows(key) !== this.#shown.get(key));
  }

  more(node: MoreNode): GroupNode | undefined {
    const key = groupKey(node.list);
    const group = key === undefined ? undefined : this.#nodes.get(key);
    if (key === undefined || !group) return undefined;
    const total = key === PROJECTS ? this.#agents.projects.length : this.#items(key).length;
    this.#pages.get(listKey(key)).more(node.side, total);
    return group;
  }

  /** The group of a row that stands for the rest of its list. */
  ownerOf({ list }: MoreNode): GroupNode | undefined {
    const key = groupKey(list);
    return key === undefined ? undefined : this.#nodes.get(key);
  }

  /** Groups whose row or whose children are not any more what the view shows. */
  changed(): GroupNode[] {
    return [...this.#nodes.values()].filter((node) => {
      const before = node.text;
      const now = this.#text(node);
      node.text = now;
      const shown = this.#shown.get(node.key);
      return before !== now || (shown !== undefined && shown !== this.#rows(node.key));
    });
  }

  #items(key: string): readonly SessionListItem[] {
    const all = [...this.#agents.groups, ...this.#agents.projects];
    return this.#list.ordered(all.find((group) => group.key === key)?.items ?? NONE);
  }

  #isOfWorkspace(key: string): boolean {
    return key.startsWith('agent:');
  }

  /** A list's rows as a text to compare. */
  #rows(key: string): string {
    const keys =
      key === PROJECTS ? this.#agents.projects.map((one) => one.key) : this.#items(key).map(({ uri }) => uri);
    const { start, end } = this.#pages.get(listKey(key)).span(keys.length);
    return [keys.length, ...keys.slice(start, end)].join('\n');
  }

  /** What a group's row says, as a text to compare. */
  #text(node: GroupNode): string {
    if (node.key === PROJECTS) return String(this.projectCount);
    const group = this.group(node);
    return group ? `${group.count} ${group.newest}` : '';
  }

  #page(key: string, total: number, rows: (start: number, end: number) => TreeNode[]): TreeNode[] {
    const list = listKey(key);
    const { start, end } = this.#pages.get(list).span(total);
    const nodes = rows(start, end);
    if (start > 0) nodes.unshift(this.#store(key).more(list, 'before', start));
    if (end < total) nodes.push(this.#store(key).more(list, 'after', total - end));
    return nodes;
  }

  #node(key: string, group?: SessionGroup): GroupNode {
    let node = this.#nodes.get(key);
    if (!node) {
      node = { kind: 'group', id: `#group:${key}`, uri: '', view: '', key, text: '' };
      this.#nodes.set(key, node);
      node.text = group ? `${group.count} ${group.newest}` : this.#text(node);
    }
    return node;
  }

  /** Nodes of a group's own: the rest of its list, notices. */
  #store(key: string): NodeStore {
    let store = this.#stores.get(key);
    if (!store) this.#stores.set(key, (store = new NodeStore('', `#group:${key}`)));
    return store;
  }
}

const NONE: readonly SessionListItem[] = [];
const GROUP = 'group:';

function listKey(key: string): `group:${string}` {
  return `${GROUP}${key}`;
}

function groupKey(list: string): string | undefined {
  return list.startsWith(GROUP) ? list.slice(GROUP.length) : undefined;
}
