import { trimmed, withRoom } from './columns.ts';

/** Slots that may be full before the table doubles, in parts of all. */
const LOAD = 0.8;
const FIRST_SLOTS = 64;

export interface IdIndexData {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly slots: Int32Array;
  readonly count: number;
}

/**
 * Rows by the 64-bit hashes of their ids: two columns with the hash of every row, and a hash table with open addressing
 * of the rows that hold an id. No string is kept.
 */
export class IdIndex {
  #low: Uint32Array;
  #high: Uint32Array;
  /** Row + 1, 0 for a free slot. Nothing is ever taken out. */
  #slots: Int32Array;
  #count: number;

  constructor(data?: IdIndexData) {
    this.#low = data?.low ?? new Uint32Array(0);
    this.#high = data?.high ?? new Uint32Array(0);
    this.#slots = data?.slots ?? new Int32Array(FIRST_SLOTS);
    this.#count = data?.count ?? 0;
  }

  /** The row that holds the id with this hash, or -1. */
  find(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      if (this.#low[row] === low && this.#high[row] === high) return row;
    }
  }

  /** The row that holds the same id as `row`: itself unless it is a repeat. */
  firstOf(row: number): number {
    return this.find(this.#low[row] ?? 0, this.#high[row] ?? 0);
  }

  /** Sets the hash of the next row. It holds the id unless an earlier one does. @returns the row that holds it */
  add(row: number, low: number, high: number): number {
    this.#low = withRoom(this.#low, row + 1);
    this.#high = withRoom(this.#high, row + 1);
    this.#low[row] = low;
    this.#high[row] = high;
    const first = this.find(low, high);
    if (first >= 0) return first;
    this.#count += 1;
    if (this.#count > this.#slots.length * LOAD) this.#double(row);
    this.#put(row);
    return row;
  }

  pack(size: number): IdIndexData {
    return {
      low: trimmed(this.#low, size),
      high: trimmed(this.#high, size),
      slots: this.#slots,
      count: this.#count,
    };
  }

  get byteLength(): number {
    return this.#low.byteLength + this.#high.byteLength + this.#slots.byteLength;
  }

  #put(row: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#low[row] ?? 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
  }

  #double(rows: number): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let row = 0; row < rows; row++) if (this.firstOf(row) < 0) this.#put(row);
  }
}
