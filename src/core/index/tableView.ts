import type { EntryKind, Role } from '../entry.ts';
import { MISSING_PARENT, treeLink, type CallKey, type EntryTable, type RenamedId } from './table.ts';
import { treeLinks, treeMarks } from './treeColumns.ts';

/** The first `size` rows of a table that goes on growing. Links to rows beyond are missing parents as yet. */
export class TableView implements EntryTable {
  readonly size: number;
  readonly newestTime: number | undefined;
  readonly #table: EntryTable;

  constructor(table: EntryTable, size: number) {
    this.#table = table;
    this.size = size;
    this.newestTime = table.newestTime;
  }

  parentLink(row: number): number {
    const parent = this.#table.parentLink(row);
    return parent >= this.size ? MISSING_PARENT : parent;
  }
  treeLink(row: number): number {
    return this.#within(treeLink(this.#table, row));
  }
  marks(from: number, to: number): Uint8Array {
    return treeMarks(this.#table, from, to);
  }
  links(from: number, to: number): Int32Array {
    return treeLinks(this.#table, from, to).map((row) => this.#within(row));
  }
  idKey(row: number): string {
    return this.#table.idKey?.(row) ?? '';
  }
  startsSide(row: number): boolean {
    return this.#table.startsSide?.(row) ?? false;
  }
  rowOf(id: string): number {
    return this.#within(this.#table.rowOf(id));
  }
  rowOfRecord(record: number): number {
    return this.#within(this.#table.rowOfRecord(record));
  }
  line(row: number): number {
    return this.#table.line(row);
  }
  offset(row: number): number {
    return this.#table.offset(row);
  }
  length(row: number): number {
    return this.#table.length(row);
  }
  kind(row: number): EntryKind {
    return this.#table.kind(row);
  }
  role(row: number): Role | null {
    return this.#table.role(row);
  }
  timestamp(row: number): number {
    return this.#table.timestamp(row);
  }
  isConversation(row: number): boolean {
    return this.#table.isConversation(row);
  }
  hasText(row: number): boolean {
    return this.#table.hasText(row);
  }
  isRepeat(row: number): boolean {
    return this.#table.isRepeat(row);
  }
  firstOf(row: number): number {
    return this.#table.firstOf(row);
  }
  isRecovered(row: number): boolean {
    return this.#table.isRecovered(row);
  }
  calls(row: number): readonly CallKey[] {
    return this.#table.calls(row);
  }
  results(row: number): readonly CallKey[] {
    return this.#table.results(row);
  }
  emptyCallIds(row: number): number {
    return this.#table.emptyCallIds(row);
  }
  startInLine(row: number): number {
    return this.#table.startInLine(row);
  }
  part(row: number): number {
    return this.#table.part(row);
  }
  nth(row: number): number {
    return this.#table.nth(row);
  }
  renamed(row: number): RenamedId | undefined {
    return this.#table.renamed?.(row);
  }
  isSuperseded(row: number): boolean {
    return this.#table.isSuperseded?.(row) ?? false;
  }
  standsFor(row: number): number {
    return this.#table.standsFor?.(row) ?? row;
  }

  #within(row: number): number {
    return row < this.size ? row : -1;
  }
}
