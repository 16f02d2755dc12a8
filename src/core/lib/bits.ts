/** A set of numbers from 0 on, one bit each, with room for those below a size. */
export class Bits {
  #bytes: Uint8Array;

  /** @param bytes the {@link bytes} of another one, to go on with */
  constructor(size: number, bytes: Uint8Array = new Uint8Array(bytesFor(size))) {
    this.#bytes = bytes;
  }

  has(index: number): boolean {
    return ((this.#bytes[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  /** @returns false where it was there already */
  add(index: number): boolean {
    const byte = this.#bytes[index >>> 3] ?? 0;
    const bit = 1 << (index & 7);
    this.#bytes[index >>> 3] = byte | bit;
    return (byte & bit) === 0;
  }

  /** Room for numbers below `size`. */
  reserve(size: number): void {
    const length = bytesFor(size);
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, Math.ceil(this.#bytes.length * 1.5)));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  /** All of it, shared. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

function bytesFor(size: number): number {
  return (size + 7) >>> 3;
}
