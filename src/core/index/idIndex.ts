import { trimmed, withRoom } from './columns.ts';

/** Slots that may be full before the table doubles, in parts of all. */
const LOAD = 0.8;
const FIRST_SLOTS = 64;

export interface IdIndexData {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly slots: Int32Array;
  readonly tags: Uint8Array;
  readonly count: number;
}

/**
 * Rows by the 64-bit hashes of their ids: two columns with the hash of every row, and a hash table with open addressing
 * of the rows that hold an id. No string is kept. Both words of a hash are signed: numbers that need no memory.
 */
export class IdIndex {
  #low: Int32Array;
  #high: Int32Array;
  /** Rows. Nothing is ever taken out. */
  #slots: Int32Array;
  /**
   * Eight bits of the hash in each slot, 0 for a free one: most slots on the way are passed by without a look at their
   * row's hash, which lies anywhere in memory.
   */
  #tags: Uint8Array;
  #count: number;

  constructor(data?: IdIndexData) {
    this.#low = data?.low ?? new Int32Array(0);
    this.#high = data?.high ?? new Int32Array(0);
    this.#slots = data?.slots ?? new Int32Array(FIRST_SLOTS);
    this.#tags = data?.tags ?? new Uint8Array(FIRST_SLOTS);
    this.#count = data?.count ?? 0;
  }

  /** The row that holds the id with this hash, or -1. */
  find(low: number, high: number): number {
    const slot = this.#slotOf(low, high);
    return this.#tags[slot] === 0 ? -1 : (this.#slots[slot] ?? -1);
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
    const slot = this.#slotOf(low, high);
    if (this.#tags[slot] !== 0) return this.#slots[slot] ?? row;
    this.#hold(slot, row, high);
    this.#count += 1;
    return row;
  }

  pack(size: number): IdIndexData {
    return {
      low: trimmed(this.#low, size),
      high: trimmed(this.#high, size),
      slots: this.#slots,
      tags: this.#tags,
      count: this.#count,
    };
  }

  get byteLength(): number {
    return this.#low.byteLength + this.#high.byteLength + this.#slots.byteLength + this.#tags.byteLength;
  }

  /** The slot of the row that holds the id with this hash, else the free one that it would get. */
  #slotOf(low: number, high: number): number {
    const tags = this.#tags;
    const tag = tagOf(high);
    const mask = tags.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      if (tags[slot] === 0) return slot;
      if (tags[slot] !== tag) continue;
      const row = this.#slots[slot] ?? 0;
      if (this.#low[row] === low && this.#high[row] === high) return slot;
    }
  }

  #hold(slot: number, row: number, high: number): void {
    this.#slots[slot] = row;
    this.#tags[slot] = tagOf(high);
  }

  /** More slots: whoever held one holds one again. */
  #resize(length: number): void {
    const slots = this.#slots;
    const tags = this.#tags;
    this.#slots = new Int32Array(length);
    this.#tags = new Uint8Array(length);
    for (let slot = 0; slot < slots.length; slot++) {
      if (tags[slot] === 0) continue;
      const row = slots[slot] ?? 0;
      this.#hold(this.#freeSlot(this.#low[row] ?? 0), row, this.#high[row] ?? 0);
    }
  }

  #freeSlot(low: number): number {
    const tags = this.#tags;
    const mask = tags.length - 1;
    let slot = low & mask;
    while (tags[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }
}

/** Never 0, and of other bits of the hash than the slot. */
function tagOf(high: number): number {
  return high & 0xff || 1;
}
