import { RareColumn } from './rareColumn.ts';
import type { RecordRange, RowFacts } from './rowFacts.ts';
import type { RenamedId } from './table.ts';

/** What few rows have, as it is sent to another thread. */
export interface RareData {
  readonly startInLine: ReadonlyMap<number, number>;
  readonly part: Uint32Array;
  readonly nth: Uint32Array;
  readonly renamed: ReadonlyMap<number, RenamedId>;
}

/** What is to be known of few rows only, and costs nothing for the others. */
export class RareFacts {
  /** For records in damaged lines only. */
  readonly #startInLine: Map<number, number>;
  /** How many entries stand before it in its line, and in its record. */
  readonly #part: RareColumn;
  readonly #nth: RareColumn;
  readonly #renamed: Map<number, RenamedId>;

  constructor(data?: RareData) {
    this.#startInLine = new Map(data?.startInLine);
    this.#part = new RareColumn(data?.part);
    this.#nth = new RareColumn(data?.nth);
    this.#renamed = new Map(data?.renamed);
  }

  /** @param part as {@link EntryTable.part}, from 0 */
  set(row: number, { id, ownId }: RowFacts, { startInLine, nth = 0 }: RecordRange, part: number): void {
    if (startInLine > 0) this.#startInLine.set(row, startInLine);
    this.#part.set(row, part);
    this.#nth.set(row, nth);
    if (ownId !== undefined) this.#renamed.set(row, { id, own: ownId });
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

  pack(size: number): RareData {
    return {
      startInLine: this.#startInLine,
      part: this.#part.pack(size),
      nth: this.#nth.pack(size),
      renamed: this.#renamed,
    };
  }

  get byteLength(): number {
    return this.#part.byteLength + this.#nth.byteLength;
  }
}
