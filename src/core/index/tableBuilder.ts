import { CallColumn, callKey, keyOfCall, type CallData } from './callColumn.ts';
import { trimmed, withRoom } from './columns.ts';
import type { EntryKind, Role } from '../entry.ts';
import { GrowingTree, type GrowingTreeData } from '../tree/growingTree.ts';
import type { HashedEntry } from './hashedEntry.ts';
import { hashId, type IdHash } from './idHash.ts';
import { IdIndex, type IdIndexData } from './idIndex.ts';
import { Placement, type PlacedFacts } from '../tree/placement.ts';
import type { PlacementData } from '../tree/placementData.ts';
import { RareColumn } from './rareColumn.ts';
import { RecordNumbers, type RecordStep } from './recordNumbers.ts';
import {
  CONVERSATION,
  HAS_CALLS,
  HAS_RESULTS,
  HAS_TEXT,
  RECOVERED,
  REPEAT,
  roleCode,
  RowColumns,
  type RowData,
} from './rowColumns.ts';
import type { RecordRange, RowFacts } from './rowFacts.ts';
import { EMPTY_CALL, MISSING_PARENT, NO_PARENT } from './table.ts';
import type { CallKey, EntryTable, RenamedId } from './table.ts';
import { TableView } from './tableView.ts';
import type { SessionTree } from '../tree/tree.ts';

/** An entry whose parent is in no record read so far. */
export interface MissingParent {
  readonly row: number;
  readonly id: string;
  readonly parentId: string;
}

/** A whole table, as it is sent to another thread. */
export interface TableData {
  readonly size: number;
  readonly rows: RowData;
  readonly parent: Int32Array;
  readonly ids: IdIndexData;
  readonly calls: CallData;
  readonly startInLine: ReadonlyMap<number, number>;
  readonly part: Uint32Array;
  readonly nth: Uint32Array;
  readonly renamed: ReadonlyMap<number, RenamedId>;
  readonly records: readonly RecordStep[];
  readonly waiting: ReadonlyMap<string, MissingParent[]>;
  readonly lateLinks: number;
  readonly lastId: string | undefined;
  readonly lastRow: number;
  readonly tree: GrowingTreeData;
  readonly places: PlacementData | undefined;
}

export interface TableOptions {
  /** Another hash, for tests. */
  readonly hash?: IdHash;
  /** A table to go on with. */
  readonly data?: TableData;
  /** Entries stand in the tree where their places say it, not where their parent ids do. */
  readonly hasPlaces?: boolean;
}

const scratch = new Uint32Array(2);

/**
 * The index under construction: typed-array columns that only grow, so that every {@link view} stays true. Ids are
 * kept as hashes. A link to a parent that comes later in the file is set when that parent arrives.
 */
export class TableBuilder implements EntryTable {
  readonly #hash: IdHash;
  #size: number;
  readonly #rows: RowColumns;
  #parent: Int32Array;
  readonly #ids: IdIndex;
  readonly #calls: CallColumn;
  /** For records in damaged lines only. */
  readonly #startInLine: Map<number, number>;
  /** How many entries stand before it in its line, and in its record. */
  readonly #part: RareColumn;
  readonly #nth: RareColumn;
  readonly #renamed: Map<number, RenamedId>;
  /** By the parent's id: the only ids that are kept as texts, but for the last one. */
  readonly #waiting: Map<string, MissingParent[]>;
  /** The entry before, which is nearly always the parent of the next one (perf.md §4.6). */
  #lastId: string | undefined;
  #lastRow: number;
  /** The hash of its id, once there is one. */
  #hasLast = false;
  #lastLow = 0;
  #lastHigh = 0;
  /** Keys of the hashes of ids that entries wait for, as parents and as what they follow, and of some that they waited for. */
  readonly #awaited = new Set<number>();
  /** Links to the same row or a later one, set so far. */
  #lateLinks: number;
  readonly #records: RecordNumbers;
  readonly #tree: GrowingTree;
  /** Where entries stand in the tree, where their parent ids do not say it. */
  readonly places: Placement | undefined;

  constructor({ hash = hashId, data, hasPlaces = data?.places !== undefined }: TableOptions = {}) {
    this.#hash = hash;
    this.#size = data?.size ?? 0;
    this.#rows = new RowColumns(data?.rows);
    this.#parent = data?.parent ?? new Int32Array(0);
    this.#ids = new IdIndex(data?.ids);
    this.#calls = new CallColumn(data?.calls);
    this.#startInLine = new Map(data?.startInLine);
    this.#part = new RareColumn(data?.part);
    this.#nth = new RareColumn(data?.nth);
    this.#renamed = new Map(data?.renamed);
    this.#waiting = new Map(data?.waiting);
    for (const id of [...this.#waiting.keys(), ...(data?.places?.waiting.keys() ?? [])]) this.#await(id);
    this.#lastId = data?.lastId;
    this.#lastRow = data?.lastRow ?? -1;
    this.#lateLinks = data?.lateLinks ?? 0;
    this.#records = new RecordNumbers(data?.records);
    this.#tree = new GrowingTree(data?.tree);
    this.places = hasPlaces ? new Placement(data?.places) : undefined;
  }

  get size(): number {
    return this.#size;
  }
  /** Changes whenever a link to the same row or a later one was set: such links may close loops. */
  get lateLinks(): number {
    return this.#lateLinks;
  }
  get newestTime(): number {
    return this.#rows.newestTime;
  }

  /** Adds one entry below the others and returns its row. */
  append(facts: RowFacts, range: RecordRange): number {
    const row = this.#size;
    this.#size = row + 1;
    if (range.startInLine > 0) this.#startInLine.set(row, range.startInLine);
    if (row > 0 && this.line(row - 1) === range.line) this.#part.set(row, this.part(row - 1));
    const { nth = 0 } = range;
    this.#nth.set(row, nth);
    if (range.record >= 0 && nth === 0) this.#records.set(row, range.record);
    if (facts.ownId !== undefined) this.#renamed.set(row, { id: facts.id, own: facts.ownId });
    for (const id of facts.calls) this.#calls.push(row, false, this.#keyOf(id));
    for (const id of facts.results) this.#calls.push(row, true, this.#keyOf(id));
    const isFirst = this.#identify(row, facts);
    const flags =
      (facts.isConversation ? CONVERSATION : 0) |
      (facts.hasText ? HAS_TEXT : 0) |
      (range.recovered ? RECOVERED : 0) |
      (facts.calls.length > 0 ? HAS_CALLS : 0) |
      (facts.results.length > 0 ? HAS_RESULTS : 0) |
      (isFirst ? 0 : REPEAT);
    this.#rows.set(row, facts, range, flags);
    if (this.places) this.#place(this.places, row, facts, !isFirst);
    return row;
  }

  /**
   * Adds one entry that is known by hashes.
   * @returns its row, or -1, and nothing is added, where its ids are needed as texts: below a parent that has not been
   * read, and where an entry waits for it
   */
  appendHashed(entry: HashedEntry, line: number, offset: number, length: number, record: number): number {
    const row = this.#size;
    const { idLow, idHigh, callCount, resultCount } = entry;
    if (this.#hash !== hashId || this.#isAwaited(idLow, idHigh)) return -1;
    const parent = entry.hasParent ? this.#rowOfHash(entry.parentLow, entry.parentHigh) : NO_PARENT;
    if (entry.hasParent && parent < 0) return -1;
    this.#size = row + 1;
    const first = this.#ids.add(row, idLow, idHigh);
    if (row >= this.#parent.length) this.#parent = withRoom(this.#parent, row + 1);
    this.#parent[row] = parent;
    this.#lastId = undefined;
    this.#lastRow = first;
    this.#hasLast = true;
    this.#lastLow = idLow;
    this.#lastHigh = idHigh;
    this.#records.set(row, record);
    for (let call = 0; call < callCount; call++) this.#calls.push(row, false, entry.calls[call] ?? 0);
    for (let call = 0; call < resultCount; call++) this.#calls.push(row, true, entry.results[call] ?? 0);
    const flags =
      entry.flags |
      (callCount > 0 ? HAS_CALLS : 0) |
      (resultCount > 0 ? HAS_RESULTS : 0) |
      (first === row ? 0 : REPEAT);
    this.#rows.setCodes(row, entry, line, offset, length, flags);
    if (this.places?.add(row, placedHashed(entry), this, first !== row)) this.#lateLinks += 1;
    return row;
  }

  /** Room for so many rows, where that can be told beforehand: nothing is copied until there are more. */
  reserve(rows: number): void {
    const calls = Math.ceil((this.#calls.size / Math.max(1, this.#size)) * rows);
    this.#rows.reserve(rows);
    this.#ids.reserve(rows);
    this.#calls.reserve(calls);
    this.#parent = withRoom(this.#parent, rows);
    this.#tree.reserve(rows);
    this.places?.reserve(rows);
  }

  /** The table as it is now; stays true while this one grows. */
  view(): EntryTable {
    return new TableView(this, this.#size);
  }

  /** The tree over the rows as they are now, at the cost of those that are new; stays true while this one grows. */
  tree(): SessionTree {
    return this.#tree.snapshot(this);
  }

  /** Entries whose parent has not been read, in file order. */
  missingParents(): MissingParent[] {
    if (this.#waiting.size === 0) return [];
    return [...this.#waiting.values()].flat().sort((a, b) => a.row - b.row);
  }

  /** All that is known, to be sent: {@link TableOptions.data} in another thread. It shares this table's memory. */
  pack(): TableData {
    return {
      size: this.#size,
      rows: this.#rows.pack(this.#size),
      parent: trimmed(this.#parent, this.#size),
      ids: this.#ids.pack(this.#size),
      calls: this.#calls.pack(),
      startInLine: this.#startInLine,
      part: this.#part.pack(this.#size),
      nth: this.#nth.pack(this.#size),
      renamed: this.#renamed,
      records: this.#records.steps,
      waiting: this.#waiting,
      lateLinks: this.#lateLinks,
      lastId: this.#lastId,
      lastRow: this.#lastRow,
      tree: this.#tree.pack(),
      places: this.places?.pack(this.#size),
    };
  }

  /** Bytes that the columns hold, room for growth among them; those of the tree apart. */
  get byteLength(): { readonly columns: number; readonly tree: number } {
    const parts = [this.#rows, this.#parent, this.#ids, this.#calls, this.#part, this.#nth];
    const columns = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { columns, tree: this.#tree.byteLength };
  }

  line(row: number): number {
    return this.#rows.line(row);
  }
  offset(row: number): number {
    return this.#rows.offset(row);
  }
  length(row: number): number {
    return this.#rows.length(row);
  }
  kind(row: number): EntryKind {
    return this.#rows.kind(row);
  }
  role(row: number): Role | null {
    return this.#rows.role(row);
  }
  timestamp(row: number): number {
    return this.#rows.timestamp(row);
  }
  isConversation(row: number): boolean {
    return this.#rows.has(row, CONVERSATION) && this.places?.isAside(row) !== true;
  }
  hasText(row: number): boolean {
    return this.#rows.has(row, HAS_TEXT);
  }
  isRepeat(row: number): boolean {
    return this.#rows.has(row, REPEAT);
  }
  firstOf(row: number): number {
    return this.isRepeat(row) ? this.#ids.firstOf(row) : row;
  }
  isRecovered(row: number): boolean {
    return this.#rows.has(row, RECOVERED);
  }
  parentLink(row: number): number {
    return this.#parent[row] ?? NO_PARENT;
  }
  treeLink(row: number): number {
    return this.places ? this.places.link(row) : this.parentLink(row);
  }
  startsSide(row: number): boolean {
    return this.places?.startsSide(row) ?? false;
  }
  isSuperseded(row: number): boolean {
    return this.places?.isSuperseded(row) ?? false;
  }
  standsFor(row: number): number {
    return this.places?.standsFor(row) ?? row;
  }
  rowOf(id: string): number {
    this.#hash(id, scratch);
    return this.#ids.find((scratch[0] ?? 0) | 0, (scratch[1] ?? 0) | 0);
  }
  idKey(row: number): string {
    return this.#ids.key(row);
  }
  calls(row: number): readonly CallKey[] {
    return this.#rows.has(row, HAS_CALLS) ? this.#calls.get(row, false) : NONE;
  }
  results(row: number): readonly CallKey[] {
    return this.#rows.has(row, HAS_RESULTS) ? this.#calls.get(row, true) : NONE;
  }
  emptyCallIds(row: number): number {
    return this.#rows.has(row, HAS_CALLS | HAS_RESULTS) ? this.#calls.empty(row) : 0;
  }
  startInLine(row: number): number {
    return this.#startInLine.get(row) ?? 0;
  }
  part(row: number): number {
    return this.#part.get(row) + 1;
  }
  nth(row: number): number {
    return this.#nth.get(row);
  }
  renamed(row: number): RenamedId | undefined {
    return this.#renamed.get(row);
  }
  rowOfRecord(record: number): number {
    const row = this.#records.rowOf(record);
    return row < this.#size && !this.isRecovered(row) ? row : -1;
  }

  /** The key that {@link calls} and {@link results} give for this call id. */
  keyOf(id: string): CallKey {
    return this.#keyOf(id);
  }

  #place(places: Placement, row: number, facts: RowFacts, isRepeat: boolean): void {
    const after = facts.place?.after;
    if (after && this.rowOf(after) < 0) this.#await(after);
    if (places.add(row, placedFacts(facts), this, isRepeat)) this.#lateLinks += 1;
    if (!isRepeat && places.arrive(facts.id, row, this)) this.#lateLinks += 1;
  }

  /** Sets the row's link, and those of rows that waited for its id. Returns false for a repeated id. */
  #identify(row: number, { id, parentId }: RowFacts): boolean {
    this.#hash(id, scratch);
    // Looking for the parent needs the same memory.
    const low = (scratch[0] ?? 0) | 0;
    const high = (scratch[1] ?? 0) | 0;
    const first = this.#ids.add(row, low, high);
    this.#parent = withRoom(this.#parent, row + 1);
    if (parentId === null) this.#parent[row] = NO_PARENT;
    else this.#link(row, id, parentId, first !== row);
    this.#lastId = id;
    this.#lastRow = first;
    this.#hasLast = true;
    this.#lastLow = low;
    this.#lastHigh = high;
    if (this.#waiting.size > 0) this.#arrive(id, row);
    return first === row;
  }

  #link(row: number, id: string, parentId: string, isRepeat: boolean): void {
    const parent = parentId === this.#lastId ? this.#lastRow : this.rowOf(parentId);
    this.#parent[row] = parent < 0 ? MISSING_PARENT : parent;
    if (parent === row) this.#lateLinks += 1;
    // A repeat is no part of the tree: nobody misses its parent.
    if (parent >= 0 || isRepeat) return;
    this.#await(parentId);
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

  /** Notes that an entry waits for this id. */
  #await(id: string): void {
    this.#hash(id, scratch);
    this.#awaited.add(callKey(scratch[0] ?? 0, scratch[1] ?? 0));
  }

  #keyOf(id: string): number {
    if (id === '') return EMPTY_CALL;
    this.#hash(id, scratch);
    return callKey(scratch[0] ?? 0, scratch[1] ?? 0);
  }
}

const NONE: readonly CallKey[] = [];
const ASSISTANT = roleCode('assistant');

function placedFacts({ parentId, role, results, place }: RowFacts): PlacedFacts {
  const message = place?.message === undefined ? 0 : keyOfCall(place.message);
  return { parentId, isAssistant: role === 'assistant', answers: results.length > 0, place, message };
}

/** The same of an entry whose parent is there and for whom nobody waits. */
function placedHashed({ role, resultCount, place, message }: HashedEntry): PlacedFacts {
  return { parentId: null, isAssistant: role === ASSISTANT, answers: resultCount > 0, place, message };
}
