import { callKey } from './callColumn.ts';
import { trimmed, withRoom } from './columns.ts';
import type { HashedEntry } from './hashedEntry.ts';
import { hashId, type IdHash } from './idHash.ts';
import { IdIndex, type IdIndexData } from './idIndex.ts';
import { EMPTY_CALL, MISSING_PARENT, NO_PARENT } from './table.ts';

/** An entry whose parent is in no record read so far. */
export interface MissingParent {
  readonly row: number;
  readonly id: string;
  readonly parentId: string;
}

/** All ids and links, as they are sent to another thread. */
export interface IdLinksData {
  readonly parent: Int32Array;
  readonly ids: IdIndexData;
  readonly waiting: ReadonlyMap<string, MissingParent[]>;
  readonly lateLinks: number;
  readonly lastId: string | undefined;
  readonly lastRow: number;
}

/**
 * The ids of all rows, as hashes, and each row's parent as a row. A link to a parent that comes later in the file is set
 * when that parent arrives.
 */
export class IdLinks {
  readonly #hash: IdHash;
  readonly #scratch = new Int32Array(2);
  readonly #ids: IdIndex;
  #parent: Int32Array;
  /** By the parent's id: the only ids that are kept as texts, but for the last one. */
  readonly #waiting: Map<string, MissingParent[]>;
  /** Keys of the hashes of ids that entries wait for, as parents and as what they follow, and of some that they waited for. */
  readonly #awaited = new Set<number>();
  /** The entry before, which is nearly always the parent of the next one (perf.md §4.6). */
  #lastId: string | undefined;
  #lastRow: number;
  /** The hash of its id, once there is one. */
  #hasLast = false;
  #lastLow = 0;
  #lastHigh = 0;
  #lateLinks: number;

  constructor(hash: IdHash, data?: IdLinksData) {
    this.#hash = hash;
    this.#ids = new IdIndex(data?.ids);
    this.#parent = data?.parent ?? new Int32Array(0);
    this.#waiting = new Map(data?.waiting);
    for (const id of this.#waiting.keys()) this.awaitId(id);
    this.#lastId = data?.lastId;
    this.#lastRow = data?.lastRow ?? -1;
    this.#lateLinks = data?.lateLinks ?? 0;
  }

  pack(size: number): IdLinksData {
    return {
      parent: trimmed(this.#parent, size),
      ids: this.#ids.pack(size),
      waiting: this.#waiting,
      lateLinks: this.#lateLinks,
      lastId: this.#lastId,
      lastRow: this.#lastRow,
    };
  }

  /** Links to the same row or a later one, set so far: such links may close loops. */
  get lateLinks(): number {
    return this.#lateLinks;
  }

  /** Room for so many rows. */
  reserve(rows: number): void {
    this.#ids.reserve(rows);
    this.#parent = withRoom(this.#parent, rows);
  }

  get byteLength(): number {
    return this.#ids.byteLength + this.#parent.byteLength;
  }

  /** Sets the id and the link of the next row, and the links of rows that waited for it. @returns the row that holds its id */
  add(row: number, id: string, parentId: string | null): number {
    this.#hash(id, this.#scratch);
    // Looking for the parent needs the same memory.
    const low = this.#scratch[0] ?? 0;
    const high = this.#scratch[1] ?? 0;
    const first = this.#ids.add(row, low, high);
    if (row >= this.#parent.length) this.#parent = withRoom(this.#parent, row + 1);
    if (parentId === null) this.#parent[row] = NO_PARENT;
    else this.#link(row, id, parentId, first !== row);
    this.#setLast(id, first, low, high);
    if (this.#waiting.size > 0) this.#arrive(id, row);
    return first;
  }

  /** The same by hashes. @returns -1, and nothing is set, where ids are needed as texts: see TableBuilder.appendHashed */
  addHashed(row: number, { idLow, idHigh, hasParent, parentLow, parentHigh }: HashedEntry): number {
    if (this.#hash !== hashId || this.#isAwaited(idLow, idHigh)) return -1;
    const parent = hasParent ? this.#rowOfHash(parentLow, parentHigh) : NO_PARENT;
    if (hasParent && parent < 0) return -1;
    const first = this.#ids.add(row, idLow, idHigh);
    if (row >= this.#parent.length) this.#parent = withRoom(this.#parent, row + 1);
    this.#parent[row] = parent;
    this.#setLast(undefined, first, idLow, idHigh);
    return first;
  }

  /** As {@link EntryTable.parentLink}. */
  parent(row: number): number {
    return this.#parent[row] ?? NO_PARENT;
  }
  /** The links of all rows, where they are just what a tree keeps: see {@link GrowingTable.parents}. */
  treeParents(size: number): Int32Array | undefined {
    const isPlain = this.#ids.count === size && this.#waiting.size === 0 && this.#lateLinks === 0;
    return isPlain ? this.#parent.subarray(0, size) : undefined;
  }
  parents(from: number, to: number): Int32Array {
    return this.#parent.subarray(from, to);
  }
  /** The first row with this id, or -1. */
  rowOf(id: string): number {
    this.#hash(id, this.#scratch);
    return this.#ids.find(this.#scratch[0] ?? 0, this.#scratch[1] ?? 0);
  }
  firstOf(row: number): number {
    return this.#ids.firstOf(row);
  }
  idKey(row: number): string {
    return this.#ids.key(row);
  }

  /** The key of a call id, by the table's own hash. */
  keyOf(id: string): number {
    return id === '' ? EMPTY_CALL : this.#key(id);
  }

  /** Notes that an entry waits for this id: the entry that has it must be added with its id as a text. */
  awaitId(id: string): void {
    this.#awaited.add(this.#key(id));
  }

  /** Entries whose parent has not been read, in file order. */
  missing(): MissingParent[] {
    if (this.#waiting.size === 0) return [];
    return [...this.#waiting.values()].flat().sort((a, b) => a.row - b.row);
  }

  #key(id: string): number {
    this.#hash(id, this.#scratch);
    return callKey((this.#scratch[0] ?? 0) >>> 0, this.#scratch[1] ?? 0);
  }

  #setLast(id: string | undefined, row: number, low: number, high: number): void {
    this.#lastId = id;
    this.#lastRow = row;
    this.#hasLast = true;
    this.#lastLow = low;
    this.#lastHigh = high;
  }

  #link(row: number, id: string, parentId: string, isRepeat: boolean): void {
    const parent = parentId === this.#lastId ? this.#lastRow : this.rowOf(parentId);
    this.#parent[row] = parent < 0 ? MISSING_PARENT : parent;
    if (parent === row) this.#lateLinks += 1;
    // A repeat is no part of the tree: nobody misses its parent.
    if (parent >= 0 || isRepeat) return;
    this.awaitId(parentId);
    const waiting = this.#waiting.get(parentId);
    if (waiting) waiting.push({ row, id, parentId });
    else this.#waiting.set(parentId, [{ row, id, parentId }]);
  }

  /** Entries that waited for this id get their parent. */
  #arrive(id: string, row: number): void {
    for (const child of this.#waiting.get(id) ?? []) {
      this.#parent[child.row] = row;
      this.#lateLinks += 1;
    }
    this.#waiting.delete(id);
  }

  #rowOfHash(low: number, high: number): number {
    const isLast = this.#hasLast && low === this.#lastLow && high === this.#lastHigh;
    return isLast ? this.#lastRow : this.#ids.find(low, high);
  }

  #isAwaited(low: number, high: number): boolean {
    return this.#awaited.size > 0 && this.#awaited.has(callKey(low >>> 0, high));
  }
}
