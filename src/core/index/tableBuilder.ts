import { CallColumn, type CallData } from './callColumn.ts';
import type { EntryKind, Role } from '../entry.ts';
import { GrowingTree, type GrowingTreeData } from '../tree/growingTree.ts';
import type { HashedEntry } from './hashedEntry.ts';
import { hashId, type IdHash } from './idHash.ts';
import { IdLinks, type IdLinksData, type MissingParent } from './idLinks.ts';
import { Placement } from '../tree/placement.ts';
import { placedFacts, placedHashed } from '../tree/placedFacts.ts';
import type { PlacementData } from '../tree/placementData.ts';
import { RareFacts, type RareData } from './rareFacts.ts';
import { RecordNumbers, type RecordStep } from './recordNumbers.ts';
import {
  CONVERSATION,
  HAS_CALLS,
  HAS_RESULTS,
  HAS_TEXT,
  RECOVERED,
  REPEAT,
  RowColumns,
  type RowData,
} from './rowColumns.ts';
import type { RecordRange, RowFacts } from './rowFacts.ts';
import type { CallKey, EntryTable, RenamedId } from './table.ts';
import { TableView } from './tableView.ts';
import type { SessionTree } from '../tree/tree.ts';

/** A whole table, as it is sent to another thread. */
export interface TableData {
  readonly size: number;
  readonly rows: RowData;
  readonly links: IdLinksData;
  readonly calls: CallData;
  readonly rare: RareData;
  readonly records: readonly RecordStep[];
  readonly moved: number;
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

/**
 * The index under construction: typed-array columns that only grow, so that every {@link view} stays true. Ids are
 * kept as hashes. A link to a parent that comes later in the file is set when that parent arrives.
 */
export class TableBuilder implements EntryTable {
  #size: number;
  readonly #rows: RowColumns;
  readonly #links: IdLinks;
  readonly #calls: CallColumn;
  readonly #rare: RareFacts;
  /** How often rows of before were moved by what came later. */
  #moved: number;
  readonly #records: RecordNumbers;
  readonly #tree: GrowingTree;
  /** Where entries stand in the tree, where their parent ids do not say it. */
  readonly places: Placement | undefined;

  constructor({ hash = hashId, data, hasPlaces = data?.places !== undefined }: TableOptions = {}) {
    this.#size = data?.size ?? 0;
    this.#rows = new RowColumns(data?.rows);
    this.#links = new IdLinks(hash, data?.links);
    this.#calls = new CallColumn(data?.calls);
    this.#rare = new RareFacts(data?.rare);
    for (const id of data?.places?.waiting.keys() ?? []) this.#links.awaitId(id);
    this.#moved = data?.moved ?? 0;
    this.#records = new RecordNumbers(data?.records);
    this.#tree = new GrowingTree(data?.tree);
    this.places = hasPlaces ? new Placement(data?.places) : undefined;
  }

  get size(): number {
    return this.#size;
  }
  /** Changes whenever a link to the same row or a later one was set: such links may close loops. */
  get lateLinks(): number {
    return this.#links.lateLinks + this.#moved;
  }
  get newestTime(): number {
    return this.#rows.newestTime;
  }

  /** Adds one entry below the others and returns its row. */
  append(facts: RowFacts, range: RecordRange): number {
    const row = this.#size;
    this.#size = row + 1;
    const isSameLine = row > 0 && this.line(row - 1) === range.line;
    this.#rare.set(row, facts, range, isSameLine ? this.part(row - 1) : 0);
    if (range.record >= 0 && (range.nth ?? 0) === 0) this.#records.set(row, range.record);
    for (const id of facts.calls) this.#calls.push(row, false, this.#links.keyOf(id));
    for (const id of facts.results) this.#calls.push(row, true, this.#links.keyOf(id));
    const isFirst = this.#links.add(row, facts.id, facts.parentId) === row;
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
    const { callCount, resultCount } = entry;
    const first = this.#links.addHashed(row, entry);
    if (first < 0) return -1;
    this.#size = row + 1;
    this.#records.set(row, record);
    for (let call = 0; call < callCount; call++) this.#calls.push(row, false, entry.calls[call] ?? 0);
    for (let call = 0; call < resultCount; call++) this.#calls.push(row, true, entry.results[call] ?? 0);
    const flags =
      entry.flags |
      (callCount > 0 ? HAS_CALLS : 0) |
      (resultCount > 0 ? HAS_RESULTS : 0) |
      (first === row ? 0 : REPEAT);
    this.#rows.setCodes(row, entry, line, offset, length, flags);
    if (this.places?.add(row, placedHashed(entry), this, first !== row)) this.#moved += 1;
    return row;
  }

  /** Room for so many rows, where that can be told beforehand: nothing is copied until there are more. */
  reserve(rows: number): void {
    const calls = Math.ceil((this.#calls.size / Math.max(1, this.#size)) * rows);
    this.#rows.reserve(rows);
    this.#links.reserve(rows);
    this.#calls.reserve(calls);
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
    return this.#links.missing();
  }

  /** All that is known, to be sent: {@link TableOptions.data} in another thread. It shares this table's memory. */
  pack(): TableData {
    return {
      size: this.#size,
      rows: this.#rows.pack(this.#size),
      links: this.#links.pack(this.#size),
      calls: this.#calls.pack(),
      rare: this.#rare.pack(this.#size),
      records: this.#records.steps,
      moved: this.#moved,
      tree: this.#tree.pack(),
      places: this.places?.pack(this.#size),
    };
  }

  /** Bytes that the columns hold, room for growth among them; those of the tree apart. */
  get byteLength(): { readonly columns: number; readonly tree: number } {
    const parts = [this.#rows, this.#links, this.#calls, this.#rare];
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
    return this.isRepeat(row) ? this.#links.firstOf(row) : row;
  }
  isRecovered(row: number): boolean {
    return this.#rows.has(row, RECOVERED);
  }
  parentLink(row: number): number {
    return this.#links.parent(row);
  }
  treeLink(row: number): number {
    return this.places ? this.places.link(row) : this.parentLink(row);
  }
  marks(from: number, to: number): Uint8Array {
    const flags = this.#rows.flags(from, to);
    return this.places ? this.places.marks(flags, from) : flags;
  }
  parents(): Int32Array | undefined {
    return this.places ? undefined : this.#links.treeParents(this.#size);
  }
  links(from: number, to: number): Int32Array {
    return this.places ? this.places.links(from, to) : this.#links.parents(from, to);
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
    return this.#links.rowOf(id);
  }
  idKey(row: number): string {
    return this.#links.idKey(row);
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
    return this.#rare.startInLine(row);
  }
  part(row: number): number {
    return this.#rare.part(row);
  }
  nth(row: number): number {
    return this.#rare.nth(row);
  }
  renamed(row: number): RenamedId | undefined {
    return this.#rare.renamed(row);
  }
  rowOfRecord(record: number): number {
    const row = this.#records.rowOf(record);
    return row < this.#size && !this.isRecovered(row) ? row : -1;
  }

  /** The key that {@link calls} and {@link results} give for this call id. */
  keyOf(id: string): CallKey {
    return this.#links.keyOf(id);
  }

  #place(places: Placement, row: number, facts: RowFacts, isRepeat: boolean): void {
    const after = facts.place?.after;
    if (after && this.rowOf(after) < 0) this.#links.awaitId(after);
    if (places.add(row, placedFacts(facts), this, isRepeat)) this.#moved += 1;
    if (!isRepeat && places.arrive(facts.id, row, this)) this.#moved += 1;
  }
}

const NONE: readonly CallKey[] = [];
