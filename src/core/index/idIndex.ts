import { trimmed, withRoom } from './columns.ts';

/** Slots that may be full before the table doubles, in parts of all. */
const LOAD = 0.8;
const FIRST_SLOTS = 64;

export interface IdIndexData {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly slots: Int32Array;
  readonly count: number;
}

/**
 * Rows by the 64-bit hashes of their ids: two columns with the hash of every row, and a hash table with open addressing
 * of the rows that hold an id. No string is kept. Both words of a hash are signed: numbers that need no memory.
 */
export class IdIndex {
  #low: Int32Array;
  #high: Int32Array;
  /** Row + 1, 0 for a free slot. Nothing is ever taken out. */
  #slots: Int32Array;
  #count: number;

  constructor(data?: IdIndexData) {
    this.#low = data?.low ?? new Int32Array(0);
    this.#high = data?.high ?? new Int32Array(0);
    this.#slots = data?.slots ?? new Int32Array(FIRST_SLOTS);
    this.#count = data?.count ?? 0;
  }

  /** The row that holds the id with this hash, or -1. */
  find(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      if (this.#low[row] === low && this.#high[row] === high) return row;
    }
  }

  /** How many different ids the rows have. */
  get count(): number {
    return this.#count;
  }

  /** Room for so many rows: nothing is copied until there are more. */
  reserve(rows: number): void {
    this.#low = withRoom(this.#low, rows);
    this.#high = withRoom(this.#high, rows);
    let slots = this.#slots.length;
    while (rows > slots * LOAD) slots *= 2;
    if (slots > this.#slots.length) this.#resize(slots);
  }

  /** The row that holds the same id as `row`: itself unless it is a repeat. */
  firstOf(row: number): number {
    return this.find(this.#low[row] ?? 0, this.#high[row] ?? 0);
  }

  /** The row's hash as a text: equal ones are taken for equal ids, in other indexes too. */
  key(row: number): string {
    return [this.#low[row] ?? 0, this.#high[row] ?? 0]
      .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
      .join('');
  }

  /** Sets the hash of the next row. It holds the id unless an earlier one does. @returns the row that holds it */
  add(row: number, low: number, high: number): number {
    if (row >= this.#low.length) {
      this.#low = withRoom(this.#low, row + 1);
      this.#high = withRoom(this.#high, row + 1);
    }
    this.#low[row] = low;
    this.#high[row] = high;
    if (this.#count + 1 > this.#slots.length * LOAD) this.#resize(this.#slots.length * 2);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = low & mask;
    for (let held = slots[slot] ?? 0; held !== 0; held = slots[slot] ?? 0) {
      if (this.#low[held - 1] === low && this.#high[held - 1] === high) return held - 1;
      slot = (slot + 1) & mask;
    }
    slots[slot] = row + 1;
    this.#count += 1;
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

  /** More slots: whoever held one holds one again. */
  #resize(length: number): void {
    const slots = new Int32Array(length);
    const mask = length - 1;
    for (const held of this.#slots) {
      if (held === 0) continue;
      let slot = (this.#low[held - 1] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = held;
    }
    this.#slots = slots;
  }
}
