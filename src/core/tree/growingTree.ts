import { buildTree } from './buildTree.ts';
import { trimmed, withRoom } from '../index/columns.ts';
import { LinkedTree } from './linkedTree.ts';
import { treeLink, type EntryTable } from '../index/table.ts';
import type { SessionTree } from './tree.ts';

/** A table that grows, as the tree needs it. */
export interface GrowingTable extends EntryTable {
  /** Changes when a link to the same row or a later one was set. */
  readonly lateLinks: number;
  view(): EntryTable;
}

/** The tree as it is sent to another thread. */
export interface GrowingTreeData {
  readonly size: number;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly carries: Uint8Array;
  readonly goesOn: Uint8Array;
  readonly roots: Int32Array;
  readonly rootCount: number;
  readonly lastChild: ReadonlyMap<number, number>;
  readonly cycles: readonly Int32Array[];
  readonly branches: number;
  readonly lastTalk: number;
  readonly lastRow: number;
  readonly lateLinks: number;
}

/**
 * The tree over a growing table. A row below rows that are there already costs O(1), whatever the file holds. Where a
 * parent stands behind its child in the file, which may close a loop, the whole tree is built anew.
 */
export class GrowingTree {
  #size = 0;
  #parent: Int32Array = new Int32Array(0);
  #firstChild: Int32Array = new Int32Array(0);
  #nextSibling: Int32Array = new Int32Array(0);
  #carries: Uint8Array = new Uint8Array(0);
  /** 1 where a child carries conversation: the next one that does is a branch more. */
  #goesOn: Uint8Array = new Uint8Array(0);
  #roots: Int32Array = new Int32Array(0);
  #rootCount = 0;
  /** For rows with two children or more. */
  #lastChild = new Map<number, number>();
  #cycles: readonly Int32Array[] = [];
  #branches = 0;
  #lastTalk = -1;
  #lastRow = -1;
  #lateLinks = 0;
  #view: LinkedTree | undefined;

  constructor(data?: GrowingTreeData) {
    if (!data) return;
    this.#size = data.size;
    this.#parent = data.parent;
    this.#firstChild = data.firstChild;
    this.#nextSibling = data.nextSibling;
    this.#carries = data.carries;
    this.#goesOn = data.goesOn;
    this.#roots = data.roots;
    this.#rootCount = data.rootCount;
    this.#lastChild = new Map(data.lastChild);
    this.#cycles = data.cycles;
    this.#branches = data.branches;
    this.#lastTalk = data.lastTalk;
    this.#lastRow = data.lastRow;
    this.#lateLinks = data.lateLinks;
  }

  /** What was built so far, to be sent. */
  pack(): GrowingTreeData {
    return {
      size: this.#size,
      parent: trimmed(this.#parent, this.#size),
      firstChild: trimmed(this.#firstChild, this.#size),
      nextSibling: trimmed(this.#nextSibling, this.#size),
      carries: trimmed(this.#carries, this.#size),
      goesOn: trimmed(this.#goesOn, this.#size),
      roots: trimmed(this.#roots, this.#rootCount),
      rootCount: this.#rootCount,
      lastChild: this.#lastChild,
      cycles: this.#cycles,
      branches: this.#branches,
      lastTalk: this.#lastTalk,
      lastRow: this.#lastRow,
      lateLinks: this.#lateLinks,
    };
  }

  /** The tree of the table's rows as they are now. */
  snapshot(table: GrowingTable): SessionTree {
    const isSame = this.#size === table.size && this.#lateLinks === table.lateLinks;
    if (this.#view && isSame) return this.#view;
    if (this.#lateLinks !== table.lateLinks) this.#rebuild(table);
    this.reserve(table.size);
    for (let row = this.#size; row < table.size; row++) this.#add(table, row);
    this.#size = table.size;
    const view: LinkedTree = new LinkedTree(this.#arrays(), table.view(), () => this.#view === view);
    this.#view = view;
    return view;
  }

  get byteLength(): number {
    const columns = [this.#parent, this.#firstChild, this.#nextSibling, this.#carries, this.#goesOn];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.#roots.byteLength);
  }

  #arrays() {
    return {
      size: this.#size,
      parent: this.#parent.subarray(0, this.#size),
      firstChild: this.#firstChild.subarray(0, this.#size),
      nextSibling: this.#nextSibling.subarray(0, this.#size),
      carries: this.#carries.subarray(0, this.#size),
      roots: this.#roots.subarray(0, this.#rootCount),
      cycles: this.#cycles,
      branches: this.#branches,
      defaultLeaf: this.#lastTalk >= 0 ? this.#lastTalk : this.#lastRow,
    };
  }

  /** Room for so many rows. */
  reserve(size: number): void {
    this.#parent = withRoom(this.#parent, size);
    this.#firstChild = withRoom(this.#firstChild, size);
    this.#nextSibling = withRoom(this.#nextSibling, size);
    this.#carries = withRoom(this.#carries, size);
    this.#goesOn = withRoom(this.#goesOn, size);
  }

  #add(table: EntryTable, row: number): void {
    this.#parent[row] = this.#firstChild[row] = this.#nextSibling[row] = -1;
    if (table.isRepeat(row)) {
      this.#carries[row] = table.isConversation(row) ? 1 : 0;
      return;
    }
    const above = Math.max(-1, treeLink(table, row));
    this.#parent[row] = above;
    if (above < 0) this.#addRoot(row);
    else this.#addChild(above, row);
    this.#lastRow = row;
    if (!table.isConversation(row)) return;
    this.#talk(table, row);
    this.#carry(row);
  }

  /** The last talk of the file, where a newer version of an older entry stands where that one stood. */
  #talk(table: EntryTable, row: number): void {
    const last = this.#lastTalk;
    if (last < 0 || placeInFile(table, row) >= placeInFile(table, last)) this.#lastTalk = row;
  }

  #addRoot(row: number): void {
    this.#roots = withRoom(this.#roots, this.#rootCount + 1);
    this.#roots[this.#rootCount] = row;
    this.#rootCount += 1;
  }

  #addChild(above: number, row: number): void {
    const first = this.#firstChild[above] ?? -1;
    if (first < 0) {
      this.#firstChild[above] = row;
      return;
    }
    this.#nextSibling[this.#lastChild.get(above) ?? first] = row;
    this.#lastChild.set(above, row);
  }

  /** The row and all above it carry conversation now. Each row is walked over once in its life. */
  #carry(from: number): void {
    for (let row = from; row >= 0 && this.#carries[row] === 0; row = this.#parent[row] ?? -1) {
      this.#carries[row] = 1;
      const above = this.#parent[row] ?? -1;
      if (above < 0) return;
      if (this.#goesOn[above]) this.#branches += 1;
      else this.#goesOn[above] = 1;
    }
  }

  /** Takes over a tree that was built whole, in arrays of its own: views of before keep theirs. */
  #rebuild(table: GrowingTable): void {
    const tree = buildTree(table);
    const { size, parent, firstChild, nextSibling, carries, roots } = tree;
    this.#size = size;
    this.#parent = parent;
    this.#firstChild = firstChild;
    this.#nextSibling = nextSibling;
    this.#carries = carries;
    this.#roots = roots;
    this.#rootCount = roots.length;
    this.#cycles = tree.cycles;
    this.#lateLinks = table.lateLinks;
    this.#lastChild = new Map();
    this.#goesOn = new Uint8Array(size);
    this.#branches = 0;
    this.#lastTalk = this.#lastRow = -1;
    for (let row = 0; row < size; row++) if (!table.isRepeat(row)) this.#recount(table, row);
  }

  /** What is known of a row beside its links, for a tree that was built whole. */
  #recount(table: EntryTable, row: number): void {
    this.#lastRow = row;
    if (table.isConversation(row)) this.#talk(table, row);
    const above = this.#parent[row] ?? -1;
    if (above < 0) return;
    if (this.#firstChild[above] !== row) this.#lastChild.set(above, row);
    if (this.#carries[row] === 0) return;
    if (this.#goesOn[above]) this.#branches += 1;
    else this.#goesOn[above] = 1;
  }
}

function placeInFile(table: EntryTable, row: number): number {
  return table.standsFor?.(row) ?? row;
}
