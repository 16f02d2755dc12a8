import type { Outline } from '../core/outline/outline.ts';
import type { OutlineRun } from '../core/outline/outlineRun.ts';
import { PageWindow } from '../core/outline/pageWindow.ts';
import type { Subagent } from '../sessions/subagents/find.ts';
import type { EntryNode, ListKey, NodeStore, RootNode, SubagentNode, TreeNode } from './nodes.ts';
import { agentsIn, isAgents, listOfAgent, type AgentList, type SubagentRows } from './subagentRows.ts';

/** More islands than this go into one item, so that the conversation is not pushed out of sight. */
const ISLANDS_SHOWN = 3;

/** The parts of a session's lists that are shown; outlives the outline. */
export class Pages {
  readonly #windows = new Map<ListKey, PageWindow>();

  get(list: ListKey): PageWindow {
    let window = this.#windows.get(list);
    if (!window)
      this.#windows.set(list, (window = new PageWindow(list.startsWith('run:') ? 'end' : 'start')));
    return window;
  }

  clear(): void {
    this.#windows.clear();
  }
}

/** Where an entry is shown, and the nodes whose children changed so that it is. */
export interface Located {
  readonly node: EntryNode;
  readonly changed: readonly TreeNode[];
}

/** A session's subagents as the view has them. */
export interface SubagentNodes {
  readonly rows: SubagentRows;
  node(subagent: Subagent): SubagentNode;
  /** What is said below the group: how many files were not looked into. */
  notices(): TreeNode[];
}

/** An outline as nodes of the view: children and parents, with long lists shown in part. */
export class Layout {
  readonly outline: Outline;
  readonly #session: RootNode;
  readonly #store: NodeStore;
  readonly #pages: Pages;
  readonly #subagents: SubagentNodes | undefined;

  constructor(
    outline: Outline,
    session: RootNode,
    store: NodeStore,
    pages: Pages,
    subagents?: SubagentNodes,
  ) {
    this.#subagents = subagents;
    this.outline = outline;
    this.#session = session;
    this.#store = store;
    this.#pages = pages;
  }

  children(node: TreeNode): TreeNode[] {
    switch (node.kind) {
      case 'session':
      case 'subagent': {
        const { islands, mainHead } = this.outline;
        const first = islands.length > ISLANDS_SHOWN ? [this.#store.islands()] : this.#islands();
        const top = [...this.#group(), ...first];
        return mainHead < 0 ? top : [...top, ...this.#run(mainHead)];
      }
      case 'subagents':
        return [...this.#agents('subagents'), ...(this.#subagents?.notices() ?? [])];
      case 'islands':
        return this.#islands();
      case 'branch':
        return this.#run(node.row);
      case 'entry': {
        const branches = this.outline.branchCount(node.row) > 0 ? this.#fork(node) : [];
        return [...this.#agents(`subagents:${node.row}`), ...branches];
      }
      default:
        return [];
    }
  }

  /** The parent of a node below the session. */
  parent(node: TreeNode): TreeNode | undefined {
    switch (node.kind) {
      case 'entry': {
        const place = this.outline.place(node.row);
        return place && this.#owner(place.head);
      }
      case 'branch':
        return this.#branchParent(node.row);
      case 'onward':
        return this.#node('entry', node.row);
      case 'gap':
        return this.#owner(node.row);
      case 'more':
        return this.#listOwner(node.list);
      case 'islands':
      case 'subagents':
      case 'notice':
        return this.#session;
      case 'session':
      case 'subagent':
      case 'group':
        return undefined;
    }
  }

  /** The entry that is shown right above another one in the same list; -1 for the first of those that are shown. */
  above(row: number): number {
    const place = this.outline.place(row);
    if (!place) return -1;
    const { rows } = this.outline.run(place.head);
    const { start } = this.#pages.get(`run:${place.head}`).span(rows.length);
    return place.index > start ? (rows[place.index - 1] ?? -1) : -1;
  }

  /** How many subagents hang at an entry. */
  subagentCount(row: number): number {
    return this.#subagents?.rows.at.get(row)?.length ?? 0;
  }

  /** How many subagents are in the group of those whose calls were not found. */
  get looseCount(): number {
    return this.#subagents?.rows.group.length ?? 0;
  }

  /** The node below which a subagent is shown; undefined where it is none of this session's. */
  hostOf(subagent: SubagentNode): TreeNode | undefined {
    const list = listOfAgent(this.#subagents?.rows, subagent.uri);
    return list && this.#listOwner(list);
  }

  /** Makes a subagent part of what is shown; tells whose children changed. */
  showSubagent(subagent: SubagentNode): readonly TreeNode[] {
    const list = listOfAgent(this.#subagents?.rows, subagent.uri);
    if (!list) return [];
    const changed = [...(list === 'subagents' ? [] : (this.locate(rowOf(list))?.changed ?? []))];
    const all = agentsIn(this.#subagents?.rows, list);
    const index = all.findIndex(({ uri }) => uri === subagent.uri);
    this.#show(list, index, all.length, changed);
    return changed;
  }

  /** Makes `row`, or the nearest visible ancestor in its place, part of what is shown. */
  locate(row: number): Located | undefined {
    const place = this.outline.place(row);
    if (!place) return undefined;
    const changed: TreeNode[] = [];
    const node = this.#node('entry', place.row);
    this.#show(`run:${place.head}`, place.index, this.outline.run(place.head).rows.length, changed);
    for (let head = place.head; head !== this.outline.mainHead;) {
      const host = this.outline.host(head);
      this.#showBranch(head, host, changed);
      if (host < 0) {
        const root = this.outline.rootOf(head);
        if (root === head) break;
        head = root;
        continue;
      }
      const above = this.outline.place(host);
      if (!above) break;
      this.#show(`run:${above.head}`, above.index, this.outline.run(above.head).rows.length, changed);
      head = above.head;
    }
    return { node, changed };
  }

  /** Shows another page of a list; tells whose children changed. */
  more(list: ListKey, side: 'before' | 'after'): TreeNode {
    this.#pages.get(list).more(side, this.#total(list));
    return this.#listOwner(list);
  }

  /** The entry at which a fork's own run goes on, or -1. */
  onwardRow(fork: number): number {
    const place = this.outline.place(fork);
    if (!place) return -1;
    const run = this.outline.run(place.head);
    return run.rows[this.outline.onward(run, place.index)] ?? -1;
  }

  #group(): TreeNode[] {
    const { rows } = this.#subagents ?? {};
    return rows && rows.group.length + rows.found.unlisted > 0 ? [this.#store.subagents()] : [];
  }

  #agents(list: AgentList): TreeNode[] {
    const agents = agentsIn(this.#subagents?.rows, list);
    if (agents.length === 0) return [];
    return this.#page(
      list,
      Int32Array.from(agents, (_, index) => index),
      (index) => this.#subagents?.node(agents[index] as Subagent) as SubagentNode,
    );
  }

  #run(head: number): TreeNode[] {
    const run = this.outline.run(head);
    const gap =
      this.outline.isCutOff(head) && head === this.outline.mainHead ? [this.#node('gap', head)] : [];
    const above = run.forksAbove ? this.#branches(head) : [];
    return [...gap, ...above, ...this.#rows(run)];
  }

  #rows(run: OutlineRun): TreeNode[] {
    return this.#page(`run:${run.head}`, run.rows, (row) => this.#node('entry', row));
  }

  #fork(node: EntryNode): TreeNode[] {
    const onward = this.onwardRow(node.row) >= 0 ? [this.#node('onward', node.row)] : [];
    return [...onward, ...this.#branches(node.row)];
  }

  #branches(row: number): TreeNode[] {
    return this.#page(`branches:${row}`, this.outline.branches(row), (head) => this.#node('branch', head));
  }

  #islands(): TreeNode[] {
    return this.#page('islands', this.outline.islands, (head) => this.#node('branch', head));
  }

  #page(list: ListKey, rows: Int32Array, node: (row: number) => TreeNode): TreeNode[] {
    const { start, end } = this.#pages.get(list).span(rows.length);
    const nodes = Array.from(rows.subarray(start, end), node);
    if (start > 0) nodes.unshift(this.#store.more(list, 'before', start));
    if (end < rows.length) nodes.push(this.#store.more(list, 'after', rows.length - end));
    return nodes;
  }

  #show(list: ListKey, index: number, total: number, changed: TreeNode[]): void {
    const pages = this.#pages.get(list);
    const before = pages.span(total);
    pages.include(index, total);
    const after = pages.span(total);
    if (after.start !== before.start || after.end !== before.end) changed.push(this.#listOwner(list));
  }

  #showBranch(head: number, host: number, changed: TreeNode[]): void {
    const { islands } = this.outline;
    const island = islands.indexOf(head);
    if (island >= 0) {
      this.#show('islands', island, islands.length, changed);
      return;
    }
    const owner = host >= 0 ? host : this.outline.rootOf(head);
    const heads = this.outline.branches(owner);
    this.#show(`branches:${owner}`, heads.indexOf(head), heads.length, changed);
  }

  /** The node whose children are the run of `head`. */
  #owner(head: number): TreeNode {
    return head === this.outline.mainHead ? this.#session : this.#node('branch', head);
  }

  #branchParent(head: number): TreeNode {
    const host = this.outline.host(head);
    if (host >= 0) return this.#node('entry', host);
    const root = this.outline.rootOf(head);
    if (root !== head) return this.#owner(root);
    return this.outline.islands.length > ISLANDS_SHOWN ? this.#store.islands() : this.#session;
  }

  #listOwner(list: ListKey): TreeNode {
    if (list === 'islands') {
      return this.outline.islands.length > ISLANDS_SHOWN ? this.#store.islands() : this.#session;
    }
    if (list === 'sessions' || isGroup(list)) return this.#session;
    if (list === 'subagents') return this.#store.subagents();
    const row = rowOf(list);
    if (list.startsWith('subagents:')) return this.#node('entry', row);
    if (list.startsWith('run:')) return this.#owner(row);
    // Branches above a run whose root is hidden belong to the run itself.
    return this.outline.isVisible(row) ? this.#node('entry', row) : this.#owner(row);
  }

  #total(list: ListKey): number {
    if (list === 'islands') return this.outline.islands.length;
    if (list === 'sessions' || isGroup(list)) return 0;
    if (isAgents(list)) return agentsIn(this.#subagents?.rows, list).length;
    const row = rowOf(list);
    return list.startsWith('run:') ? this.outline.run(row).rows.length : this.outline.branches(row).length;
  }

  #node<K extends 'entry' | 'branch' | 'onward' | 'gap'>(
    kind: K,
    row: number,
  ): ReturnType<NodeStore['row']> & { kind: K } {
    return this.#store.row(kind, row, this.outline.source.table) as ReturnType<NodeStore['row']> & {
      kind: K;
    };
  }
}

/** Lists of the view's top levels, which are no session's. */
function isGroup(list: ListKey): list is `group:${string}` {
  return list.startsWith('group:');
}

function rowOf(list: `${string}:${number}`): number {
  return Number(list.slice(list.indexOf(':') + 1));
}
