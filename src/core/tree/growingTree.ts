import { buildTree } from './buildTree.ts';
import { trimmed, withRoom } from '../index/columns.ts';
import { LinkedTree, type TreeArrays } from './linkedTree.ts';
import { laterTalk, lastOwn, lastTalk } from './defaultLeaf.ts';
import { Bits } from '../lib/bits.ts';
import type { EntryTable } from '../index/table.ts';
import { REPEATS, TALK, treeLinks, treeMarks } from '../index/treeColumns.ts';
import type { SessionTree } from './tree.ts';

/** A table that grows, as the tree needs it. */
export interface GrowingTable extends EntryTable {
  /** Changes when a link to the same row or a later one was set. */
  readonly lateLinks: number;
  /**
   * The links of all rows where they are what a tree keeps as parents: nothing is missing or repeated, no link is late, and
   * none that is there will change. The tree need not keep its own then.
   */
  parents(): Int32Array | undefined;
  view(): EntryTable;
}

/** The tree as it is sent to another thread. */
export interface GrowingTreeData {
  readonly size: number;
  /** Absent where the table's own links are the parents. */
  readonly parent: Int32Array | undefined;
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
 *
 * It takes as little memory as it can: memory that was never used is what a tree of a million rows takes most time for.
 */
export class GrowingTree {
  #size = 0;
  /** The parents are the table's own links, to the last row of the newest snapshot. */
  #sharesLinks = true;
  #parent: Int32Array = new Int32Array(0);
  #firstChild: Int32Array = new Int32Array(0);
  #nextSibling: Int32Array = new Int32Array(0);
  #carries: Uint8Array = new Uint8Array(0);
  /** Rows of which a child carries conversation: the next one that does is a branch more. */
  #goesOn = new Bits(0);
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
    this.#sharesLinks = data.parent === undefined;
    if (data.parent) this.#parent = data.parent;
    this.#firstChild = data.firstChild;
    this.#nextSibling = data.nextSibling;
    this.#carries = data.carries;
    this.#goesOn = new Bits(data.size, data.goesOn);
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
      parent: this.#sharesLinks ? undefined : trimmed(this.#parent, this.#size),
      firstChild: trimmed(this.#firstChild, this.#size),
      nextSibling: trimmed(this.#nextSibling, this.#size),
      carries: trimmed(this.#carries, this.#size),
      goesOn: this.#goesOn.bytes,
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
    this.#add(table);
    const view: LinkedTree = new LinkedTree(this.#arrays(), table.view(), () => this.#view === view);
    this.#view = view;
    return view;
  }

  get byteLength(): number {
    const columns = [this.#firstChild, this.#nextSibling, this.#carries, this.#goesOn.bytes, this.#roots];
    if (!this.#sharesLinks) columns.push(this.#parent);
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  #arrays(): TreeArrays {
    return {
      size: this.#size,
      parent: this.#parent.subarray(0, this.#size),
      firstChild: this.#firstChild.subarray(0, this.#size),
      nextSibling: this.#nextSibling.subarray(0, this.#size),
      carries: this.#carries.subarray(0, this.#size),
      roots: this.#roots.subarray(0, this.#rootCount),
      cycles: this.#cycles,
      branches: this.#branches,
      isInOrder: this.#lateLinks === 0,
      defaultLeaf: this.#lastTalk >= 0 ? this.#lastTalk : this.#lastRow,
    };
  }

  /** Room for so many rows. */
  reserve(size: number): void {
    if (!this.#sharesLinks) this.#parent = withRoom(this.#parent, size);
    this.#firstChild = withRoom(this.#firstChild, size);
    this.#nextSibling = withRoom(this.#nextSibling, size);
    this.#carries = withRoom(this.#carries, size);
    this.#goesOn.reserve(size);
  }

  /** Takes the rows from the size on: all their parents stand before them. */
  #add(table: GrowingTable): void {
    const from = this.#size;
    const marks = treeMarks(table, from);
    this.#setParents(table, marks, from);
    this.reserve(table.size);
    this.#link(marks, from);
    this.#carry(marks, from);
    this.#talk(table, marks, from);
    this.#size = table.size;
  }

  #setParents(table: GrowingTable, marks: Uint8Array, from: number): void {
    const shared = this.#sharesLinks ? table.parents() : undefined;
    if (shared) {
      this.#parent = shared;
      return;
    }
    // A copy: the memory behind a view of the table's is for the table to grow into.
    if (this.#sharesLinks) this.#parent = treeLinks(table, 0, from).slice();
    this.#sharesLinks = false;
    this.#parent = withRoom(this.#parent, table.size);
    const links = treeLinks(table, from);
    for (let at = 0; at < links.length; at++) {
      const isRepeat = ((marks[at] ?? 0) & REPEATS) !== 0;
      this.#parent[from + at] = isRepeat ? -1 : Math.max(-1, links[at] ?? -1);
    }
  }

  #link(marks: Uint8Array, from: number): void {
    const parent = this.#parent;
    const firstChild = this.#firstChild.fill(-1, from, from + marks.length);
    this.#nextSibling.fill(-1, from, from + marks.length);
    for (let at = 0; at < marks.length; at++) {
      const row = from + at;
      const above = parent[row] ?? -1;
      if (above < 0) {
        if (((marks[at] ?? 0) & REPEATS) === 0) this.#addRoot(row);
      } else if ((firstChild[above] ?? -1) < 0) firstChild[above] = row;
      else this.#addSibling(above, row);
    }
  }

  #addRoot(row: number): void {
    this.#roots = withRoom(this.#roots, this.#rootCount + 1);
    this.#roots[this.#rootCount] = row;
    this.#rootCount += 1;
  }

  #addSibling(above: number, row: number): void {
    this.#nextSibling[this.#lastChild.get(above) ?? this.#firstChild[above] ?? -1] = row;
    this.#lastChild.set(above, row);
  }

  /** Rows of talk and all above them carry conversation now. Each row is walked over once in its life. */
  #carry(marks: Uint8Array, from: number): void {
    const parent = this.#parent;
    const carries = this.#carries;
    for (let at = 0; at < marks.length; at++) {
      if (((marks[at] ?? 0) & TALK) === 0) continue;
      for (let row = from + at; row >= 0 && carries[row] === 0; row = parent[row] ?? -1) {
        carries[row] = 1;
        this.#countBranch(parent[row] ?? -1);
      }
    }
  }

  /** A child of `above` carries conversation now. */
  #countBranch(above: number): void {
    if (above >= 0 && !this.#goesOn.add(above)) this.#branches += 1;
  }

  /** Where a reader starts, now that there are these rows. */
  #talk(table: EntryTable, marks: Uint8Array, from: number): void {
    this.#lastTalk = laterTalk(table, lastTalk(table, marks, from), this.#lastTalk);
    this.#lastRow = Math.max(this.#lastRow, lastOwn(marks, from));
  }

  /** Takes over a tree that was built whole, in arrays of its own: views of before keep theirs. */
  #rebuild(table: GrowingTable): void {
    const tree = buildTree(table);
    const { size, parent, firstChild, nextSibling, carries, roots } = tree;
    this.#size = size;
    this.#sharesLinks = false;
    this.#parent = parent;
    this.#firstChild = firstChild;
    this.#nextSibling = nextSibling;
    this.#carries = carries;
    this.#roots = roots;
    this.#rootCount = roots.length;
    this.#cycles = tree.cycles;
    this.#lateLinks = table.lateLinks;
    this.#lastChild = new Map();
    this.#goesOn = new Bits(size);
    this.#branches = 0;
    this.#lastTalk = this.#lastRow = -1;
    this.#talk(table, treeMarks(table), 0);
    for (let row = 0; row < size; row++) {
      const above = parent[row] ?? -1;
      if (above < 0) continue;
      if (firstChild[above] !== row) this.#lastChild.set(above, row);
      if (carries[row] !== 0) this.#countBranch(above);
    }
  }
}
