import type { EntryTable } from '../core/index/table.ts';
import type { SessionListItem } from '../sessions/library.ts';
import type { Subagent } from '../sessions/subagents/find.ts';

interface NodeBase {
  /** Unique in the view, stable over reloads: made of the file's URI and line numbers, never of ids from the file. */
  readonly id: string;
  /** The session file's URI in string form. */
  readonly uri: string;
  /** Names the session's part of the view: one file may be listed, and hang in another session too. */
  readonly view: string;
}

/** One item of the view. The same object stands for the same thing as long as its row keeps its meaning. */
export type TreeNode =
  | SessionNode
  | GroupNode
  | SubagentNode
  | SubagentsNode
  | EntryNode
  | BranchNode
  | OnwardNode
  | IslandsNode
  | GapNode
  | MoreNode
  | NoticeNode;

/** What a session's tree hangs at. */
export type RootNode = SessionNode | SubagentNode;

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  /** The newest state of the list's item. */
  item: SessionListItem;
}

/** Sessions that agents keep in folders of their own: of one agent, of one project, or all projects. Belongs to no file. */
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  /** As in the model. */
  readonly key: string;
  /** What its row said when it was last looked at. */
  text: string;
}

/** A subagent's session, below the entry with the call that started it, else in its parent's group of them. */
export interface SubagentNode extends NodeBase {
  readonly kind: 'subagent';
  /** The newest that is known of it. */
  subagent: Subagent;
}

/** Holds the subagents of a session whose call was not found. */
export interface SubagentsNode extends NodeBase {
  readonly kind: 'subagents';
}

/** An entry on a run. Collapsible where branches hang at it. */
export interface EntryNode extends NodeBase {
  readonly kind: 'entry';
  readonly row: number;
}

/** A run beside the one that it left (`row` is its head), or an island: a run that begins at another root. */
export interface BranchNode extends NodeBase {
  readonly kind: 'branch';
  readonly row: number;
}

/** First child of a fork: the run goes on below. `row` is the fork point. */
export interface OnwardNode extends NodeBase {
  readonly kind: 'onward';
  readonly row: number;
}

/** Holds the islands where there are many. */
export interface IslandsNode extends NodeBase {
  readonly kind: 'islands';
}

/** Begins a run whose root (`row`) names a parent that the file does not hold. */
export interface GapNode extends NodeBase {
  readonly kind: 'gap';
  readonly row: number;
}

/** Stands for the rest of a long list, on one side of what is shown. */
export interface MoreNode extends NodeBase {
  readonly kind: 'more';
  readonly list: ListKey;
  readonly side: 'before' | 'after';
  /** How many items are hidden on this side. */
  hidden: number;
}

/** Something to be said in place of content: why a file cannot be read. */
export interface NoticeNode extends NodeBase {
  readonly kind: 'notice';
  text: string;
}

/** A list that is shown in part: the sessions, or one of a session's runs, branch lists, islands. */
export type ListKey =
  'sessions' | `group:${string}` | 'islands' | 'subagents' | `${'subagents' | 'run' | 'branches'}:${number}`;

export type RowNode = EntryNode | BranchNode | OnwardNode | GapNode;

export function hasRow(node: TreeNode): node is RowNode {
  return 'row' in node;
}

/** The nodes of one session, made when they are first shown. */
export class NodeStore {
  readonly #uri: string;
  readonly #view: string;
  readonly #nodes = new Map<string, TreeNode>();

  /** @param view as in the nodes; begins their ids */
  constructor(uri: string, view: string) {
    this.#uri = uri;
    this.#view = view;
  }

  row<K extends RowNode['kind']>(kind: K, row: number, table: EntryTable): RowNode & { kind: K } {
    return this.#get(`${kind}:${row}`, () => {
      const part = table.part(row);
      const place = `${table.line(row)}${part > 1 ? `.${part}` : ''}`;
      return { ...this.#base(`${kind}:${place}`), kind, row } as RowNode;
    }) as RowNode & { kind: K };
  }

  islands(): IslandsNode {
    return this.#get('islands', () => ({ ...this.#base('islands'), kind: 'islands' })) as IslandsNode;
  }

  subagents(): SubagentsNode {
    return this.#get('subagents', () => ({ ...this.#base('subagents'), kind: 'subagents' })) as SubagentsNode;
  }

  more(list: ListKey, side: 'before' | 'after', hidden: number): MoreNode {
    const key = `more:${list}:${side}`;
    const node = this.#get(key, () => {
      return { ...this.#base(key), kind: 'more', list, side, hidden };
    }) as MoreNode;
    node.hidden = hidden;
    return node;
  }

  /** @param about what it is about, where there may be several */
  notice(text: string, about = ''): NoticeNode {
    const key = `notice${about}`;
    const node = this.#get(key, () => ({ ...this.#base(key), kind: 'notice', text })) as NoticeNode;
    node.text = text;
    return node;
  }

  /** Rows lost their meaning. */
  clear(): void {
    this.#nodes.clear();
  }

  #base(key: string): NodeBase {
    return { id: `${this.#view}#${key}`, uri: this.#uri, view: this.#view };
  }

  #get(key: string, make: () => TreeNode): TreeNode {
    let node = this.#nodes.get(key);
    if (!node) this.#nodes.set(key, (node = make()));
    return node;
  }
}
