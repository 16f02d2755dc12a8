/** Numbers in a typed array that doubles when it is full. */
export type NumberArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** `array` itself if it holds `length` numbers, else a copy with at least twice the room. */
export function withRoom<T extends NumberArray>(array: T, length: number): T {
  if (length <= array.length) return array;
  const room = Math.max(length, array.length * 2, 64);
  const grown = new (array.constructor as new (length: number) => T)(room);
  grown.set(array as never);
  return grown;
}

/** Lists of numbers, one list a row, packed into one array. Appended to in row order. */
export class ListColumn {
  #ends = new Uint32Array(0);
  #values = new Int32Array(0);
  #rows = 0;
  #used = 0;

  push(list: readonly number[]): void {
    this.#values = withRoom(this.#values, this.#used + list.length);
    this.#values.set(list, this.#used);
    this.#used += list.length;
    this.#ends = withRoom(this.#ends, this.#rows + 1);
    this.#ends[this.#rows] = this.#used;
    this.#rows += 1;
  }

  get(row: number): readonly number[] {
    const start = row === 0 ? 0 : (this.#ends[row - 1] ?? 0);
    const end = this.#ends[row] ?? 0;
    return start === end ? NONE : Array.from(this.#values.subarray(start, end));
  }
}

const NONE: readonly number[] = [];
