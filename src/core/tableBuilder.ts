import { ListColumn, withRoom } from './columns.ts';
import type { EntryKind, Role } from './entry.ts';
import { RecordNumbers } from './recordNumbers.ts';
import type { RecordRange, RowFacts } from './rowFacts.ts';
import { EMPTY_CALL, MISSING_PARENT, NO_PARENT, type CallKey, type EntryTable } from './table.ts';
import { TableView } from './tableView.ts';

const KINDS: readonly EntryKind[] = [
  ...([
    'message',
    'customMessage',
    'compaction',
    'branchSummary',
    'modelChange',
    'thinkingLevelChange',
  ] as const),
  ...(['label', 'sessionName', 'contextEdit', 'usage', 'custom', 'metadata', 'unknown'] as const),
];
const ROLES: readonly Role[] = ['user', 'assistant', 'toolResult', 'system', 'bash', 'custom', 'other'];
const NO_ROLE = 255;

const CONVERSATION = 1;
const HAS_TEXT = 2;
const REPEAT = 4;
const RECOVERED = 8;

/** An entry whose parent is in no record read so far. */
export interface MissingParent {
  readonly row: number;
  readonly id: string;
  readonly parentId: string;
}

/**
 * The index under construction: typed-array columns that only grow, so that every {@link view} stays true. A link to
 * a parent that comes later in the file is set when that parent arrives.
 */
export class TableBuilder implements EntryTable {
  #size = 0;
  #line = new Uint32Array(0);
  #offset = new Float64Array(0);
  #length = new Uint32Array(0);
  #timestamp = new Float64Array(0);
  #kind = new Uint8Array(0);
  #role = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #parent = new Int32Array(0);
  readonly #calls = new ListColumn();
  readonly #results = new ListColumn();
  /** Rows by id, first ones only: its keys are the only ids that are kept. */
  readonly #rows = new Map<string, number>();
  readonly #callKeys = new Map<string, number>();
  /** For repeats only. */
  readonly #first = new Map<number, number>();
  /** For records in damaged lines only; the second for all but the first of a line. */
  readonly #startInLine = new Map<number, number>();
  readonly #part = new Map<number, number>();
  readonly #waiting = new Map<string, MissingParent[]>();
  /** The entry before, which is nearly always the parent of the next one (perf.md §4.6). */
  #lastId = '';
  #lastRow = -1;
  readonly #records = new RecordNumbers();

  get size(): number {
    return this.#size;
  }

  /** Adds one entry below the others and returns its row. */
  append(facts: RowFacts, range: RecordRange): number {
    const row = this.#size;
    this.#grow(row + 1);
    this.#size = row + 1;
    this.#line[row] = range.line;
    this.#offset[row] = range.offset;
    this.#length[row] = range.length;
    this.#timestamp[row] = facts.timestamp;
    this.#kind[row] = KINDS.indexOf(facts.kind);
    this.#role[row] = facts.role === null ? NO_ROLE : ROLES.indexOf(facts.role);
    this.#calls.push(this.#keys(facts.calls));
    this.#results.push(this.#keys(facts.results));
    if (range.startInLine > 0) this.#startInLine.set(row, range.startInLine);
    if (row > 0 && this.line(row - 1) === range.line) this.#part.set(row, this.part(row - 1) + 1);
    if (range.record >= 0) this.#records.set(row, range.record);
    this.#flags[row] =
      (facts.isConversation ? CONVERSATION : 0) |
      (facts.hasText ? HAS_TEXT : 0) |
      (range.recovered ? RECOVERED : 0) |
      (this.#identify(row, facts) ? 0 : REPEAT);
    return row;
  }

  /** The table as it is now; stays true while this one grows. */
  view(): EntryTable {
    return new TableView(this, this.#size);
  }

  /** Entries whose parent has not been read, in file order. */
  missingParents(): MissingParent[] {
    return [...this.#waiting.values()].flat().sort((a, b) => a.row - b.row);
  }

  /** The id of every row; a repeat has that of its first row. Made anew on each call. */
  ids(): string[] {
    const ids = new Array<string>(this.#size).fill('');
    for (const [id, row] of this.#rows) ids[row] = id;
    for (const [row, first] of this.#first) ids[row] = ids[first] ?? '';
    return ids;
  }

  /** Call ids by key. Made anew on each call. */
  callIds(): string[] {
    return ['', ...this.#callKeys.keys()];
  }

  line(row: number): number {
    return this.#line[row] ?? 0;
  }
  offset(row: number): number {
    return this.#offset[row] ?? 0;
  }
  length(row: number): number {
    return this.#length[row] ?? 0;
  }
  kind(row: number): EntryKind {
    return KINDS[this.#kind[row] ?? -1] ?? 'unknown';
  }
  role(row: number): Role | null {
    return ROLES[this.#role[row] ?? NO_ROLE] ?? null;
  }
  timestamp(row: number): number {
    return this.#timestamp[row] ?? Number.NaN;
  }
  isConversation(row: number): boolean {
    return this.#has(row, CONVERSATION);
  }
  hasText(row: number): boolean {
    return this.#has(row, HAS_TEXT);
  }
  isRepeat(row: number): boolean {
    return this.#has(row, REPEAT);
  }
  firstOf(row: number): number {
    return this.#first.get(row) ?? row;
  }
  isRecovered(row: number): boolean {
    return this.#has(row, RECOVERED);
  }
  parentLink(row: number): number {
    return this.#parent[row] ?? NO_PARENT;
  }
  rowOf(id: string): number {
    return this.#rows.get(id) ?? -1;
  }
  calls(row: number): readonly CallKey[] {
    return this.#calls.get(row);
  }
  results(row: number): readonly CallKey[] {
    return this.#results.get(row);
  }
  emptyCallIds(row: number): number {
    const isEmpty = (key: CallKey): boolean => key === EMPTY_CALL;
    return this.calls(row).filter(isEmpty).length + this.results(row).filter(isEmpty).length;
  }
  startInLine(row: number): number {
    return this.#startInLine.get(row) ?? 0;
  }
  part(row: number): number {
    return this.#part.get(row) ?? 1;
  }
  rowOfRecord(record: number): number {
    const row = this.#records.rowOf(record);
    return row < this.#size && !this.isRecovered(row) ? row : -1;
  }

  #has(row: number, flag: number): boolean {
    return ((this.#flags[row] ?? 0) & flag) !== 0;
  }

  #grow(size: number): void {
    this.#line = withRoom(this.#line, size);
    this.#offset = withRoom(this.#offset, size);
    this.#length = withRoom(this.#length, size);
    this.#timestamp = withRoom(this.#timestamp, size);
    this.#kind = withRoom(this.#kind, size);
    this.#role = withRoom(this.#role, size);
    this.#flags = withRoom(this.#flags, size);
    this.#parent = withRoom(this.#parent, size);
  }

  /** Sets the row's link, and those of rows that waited for its id. Returns false for a repeated id. */
  #identify(row: number, { id, parentId }: RowFacts): boolean {
    const first = this.#rows.get(id);
    if (first === undefined) this.#rows.set(id, row);
    else this.#first.set(row, first);
    if (parentId === null) this.#parent[row] = NO_PARENT;
    else this.#link(row, id, parentId, first !== undefined);
    this.#lastId = id;
    this.#lastRow = first ?? row;
    if (this.#waiting.size > 0) this.#arrive(id, row);
    return first === undefined;
  }

  #link(row: number, id: string, parentId: string, isRepeat: boolean): void {
    const parent = parentId === this.#lastId ? this.#lastRow : this.#rows.get(parentId);
    this.#parent[row] = parent ?? MISSING_PARENT;
    // A repeat is no part of the tree: nobody misses its parent.
    if (parent !== undefined || isRepeat) return;
    const waiting = this.#waiting.get(parentId);
    if (waiting) waiting.push({ row, id, parentId });
    else this.#waiting.set(parentId, [{ row, id, parentId }]);
  }

  /** Entries that waited for this id get their parent. */
  #arrive(id: string, row: number): void {
    for (const child of this.#waiting.get(id) ?? []) this.#parent[child.row] = row;
    this.#waiting.delete(id);
  }

  #keys(ids: readonly string[]): number[] {
    return ids.map((id) => {
      if (id === '') return EMPTY_CALL;
      let key = this.#callKeys.get(id);
      if (key === undefined) this.#callKeys.set(id, (key = this.#callKeys.size + 1));
      return key;
    });
  }
}
