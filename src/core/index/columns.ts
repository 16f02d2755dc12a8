/** Numbers in a typed array that grows when it is full. */
export type NumberArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

/**
 * `array` itself if it holds `length` numbers; else all of the memory behind it where that is enough, as behind what was
 * {@link trimmed} and moved here; else a copy with half as much room again: memory while growing stays within half as
 * much as is used.
 */
export function withRoom<T extends NumberArray>(array: T, length: number): T {
  if (length <= array.length) return array;
  const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = array;
  if (byteOffset === 0 && length * size <= buffer.byteLength)
    return new (array.constructor as new (buffer: ArrayBufferLike, at: number, length: number) => T)(
      ...[buffer, 0, Math.floor(buffer.byteLength / size)],
    );
  const room = Math.max(length, Math.ceil(array.length * 1.5), 64);
  const grown = new (array.constructor as new (length: number) => T)(room);
  grown.set(array as never);
  return grown;
}

/**
 * The first `length` numbers, in the same memory: for messages, which copy or move it. Only one of both may grow then:
 * the room behind is the same.
 */
export function trimmed<T extends NumberArray>(array: T, length: number): T {
  return array.subarray(0, length) as T;
}

/** Numbers of any size up to 2⁵³ that seldom step over a multiple of 2³²: four bytes each and the steps. */
export class OffsetColumn {
  #low: Uint32Array;
  /** From each row on, the number's high word. */
  readonly #steps: { readonly row: number; readonly high: number }[];
  /** The least number with the high word of the last row. */
  #lowest: number;

  constructor(data: OffsetData = { low: new Uint32Array(0), steps: [] }) {
    this.#low = data.low;
    this.#steps = [...data.steps];
    this.#lowest = (this.#steps.at(-1)?.high ?? 0) * 0x1_0000_0000;
  }

  /** Rows are set in rising order. */
  set(row: number, value: number): void {
    if (row >= this.#low.length) this.reserve(row + 1);
    this.#low[row] = value; // modulo 2³²
    if (value >= this.#lowest && value - this.#lowest < 0x1_0000_0000) return;
    const high = Math.floor(value / 0x1_0000_0000);
    if ((this.#steps.at(-1)?.high ?? 0) !== high) this.#steps.push({ row, high });
    this.#lowest = high * 0x1_0000_0000;
  }

  /** Room for so many rows. */
  reserve(rows: number): void {
    this.#low = withRoom(this.#low, rows);
  }

  get(row: number): number {
    const low = this.#low[row] ?? 0;
    if (this.#steps.length === 0) return low;
    const step = this.#steps.findLast((each) => each.row <= row);
    return (step?.high ?? 0) * 0x1_0000_0000 + low;
  }

  pack(size: number): OffsetData {
    return { low: trimmed(this.#low, size), steps: [...this.#steps] };
  }

  get byteLength(): number {
    return this.#low.byteLength;
  }
}

export interface OffsetData {
  readonly low: Uint32Array;
  readonly steps: readonly { readonly row: number; readonly high: number }[];
}
