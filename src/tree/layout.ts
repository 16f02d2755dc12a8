import type { Outline } from '../core/outline/outline.ts';
import type { OutlineRun } from '../core/outline/outlineRun.ts';
import { PageWindow } from '../core/outline/pageWindow.ts';
import type { EntryNode, ListKey, NodeStore, SessionNode, TreeNode } from './nodes.ts';

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

/** An outline as nodes of the view: children and parents, with long lists shown in part. */
export class Layout {
  readonly outline: Outline;
  readonly #session: SessionNode;
  readonly #store: NodeStore;
  readonly #pages: Pages;

  constructor(outline: Outline, session: SessionNode, store: NodeStore, pages: Pages) {
    this.outline = outline;
    this.#session = session;
    this.#store = store;
    this.#pages = pages;
  }

  children(node: TreeNode): TreeNode[] {
    switch (node.kind) {
      case 'session': {
        const { islands, mainHead } = this.outline;
        const first = islands.length > ISLANDS_SHOWN ? [this.#store.islands()] : this.#islands();
        return mainHead < 0 ? first : [...first, ...this.#run(mainHead)];
      }
      case 'islands':
        return this.#islands();
      case 'branch':
        return this.#run(node.row);
      case 'entry':
        return this.outline.branchCount(node.row) > 0 ? this.#fork(node) : [];
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
      case 'notice':
        return this.#session;
      case 'session':
        return undefined;
    }
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
    if (list === 'sessions') return this.#session;
    const row = rowOf(list);
    if (list.startsWith('run:')) return this.#owner(row);
    // Branches above a run whose root is hidden belong to the run itself.
    return this.outline.isVisible(row) ? this.#node('entry', row) : this.#owner(row);
  }

  #total(list: ListKey): number {
    if (list === 'islands') return this.outline.islands.length;
    if (list === 'sessions') return 0;
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

function rowOf(list: `run:${number}` | `branches:${number}`): number {
  return Number(list.slice(list.indexOf(':') + 1));
}
