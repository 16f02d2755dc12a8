/** A list of 32-bit numbers in one typed array: for paths of a million rows, where a plain array costs ten times as much. */
export class IntList {
  #items: Int32Array;
  #length = 0;

  /** @param room for so many without copying */
  constructor(room = 64) {
    this.#items = new Int32Array(room);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#grow(this.#length + 1);
    this.#items[this.#length++] = value;
  }

  /** Makes the list longer by `count` and answers the new part, to be filled before the list is used again. */
  extend(count: number): Int32Array {
    const begin = this.#length;
    this.#length += count;
    if (this.#length > this.#items.length) this.#grow(this.#length);
    return this.#items.subarray(begin, this.#length);
  }

  /** The last one, or -1. */
  last(): number {
    return this.#length === 0 ? -1 : (this.#items[this.#length - 1] ?? -1);
  }

  /** The list as it is; it must not be changed any more. */
  toArray(): Int32Array {
    const { length } = this.#items;
    // Half as much again is not kept for as long as the list is.
    return length > this.#length * 1.5
      ? this.#items.slice(0, this.#length)
      : this.#items.subarray(0, this.#length);
  }

  #grow(least: number): void {
    const grown = new Int32Array(Math.max(least, this.#items.length * 2, 64));
    grown.set(this.#items);
    this.#items = grown;
  }
}
