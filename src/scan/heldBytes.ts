const NOTHING = new Uint8Array(0);
/** First room for an unfinished line; a larger one than the second is given up when nothing comes for a while. */
const FIRST_BYTES = 4096;
const KEPT_BYTES = 64 * 1024;

/** So much lies in one piece of memory: what is longer is held in blocks of this size, so that no growth copies more. */
export const BLOCK_BYTES = 1024 * 1024;

/**
 * The bytes of an unfinished line, however long it is and in whatever pieces it comes: each is copied once, and once more
 * when a line of more than one block is wanted whole. No piece costs more than itself and a block.
 */
export class HeldBytes {
  /** All of them full but the last one. */
  #blocks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Copies a piece behind what is held. */
  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length;) {
      const block = this.#lastBlock(piece.length - from);
      const used = this.#lastUsed;
      const part = piece.subarray(from, from + block.length - used);
      block.set(part, used);
      this.#length += part.length;
      from += part.length;
    }
  }

  /**
   * All of it in one piece, with `end` behind, which is held too afterwards where that costs no more. A view that is good
   * until bytes are added again, or a copy.
   */
  whole(end: Uint8Array = NOTHING): Uint8Array {
    const length = this.#length + end.length;
    if (length <= BLOCK_BYTES) {
      this.add(end);
      return this.first(length);
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const block of this.#views()) {
      bytes.set(block, at);
      at += block.length;
    }
    bytes.set(end, at);
    return bytes;
  }

  /** The first bytes of it, fewer than `count` where there are no more or the first block ends: a view. */
  first(count: number): Uint8Array {
    return (this.#blocks[0] ?? NOTHING).subarray(0, Math.min(count, this.#length));
  }

  /** Copies, to be sent. */
  pieces(): Uint8Array[] {
    return this.#views().map((block) => new Uint8Array(block));
  }

  /** Holds nothing any more, but its first block. */
  clear(): void {
    this.#length = 0;
    this.#blocks.length = Math.min(1, this.#blocks.length);
  }

  /** For who will not add for a while: gives up room that is not needed. */
  rest(): void {
    const last = this.#blocks.at(-1);
    const used = this.#lastUsed;
    if (last && last.length > Math.max(KEPT_BYTES, used * 2))
      this.#blocks[this.#blocks.length - 1] = last.slice(0, used);
  }

  #views(): Uint8Array[] {
    return this.#blocks.flatMap((block, at) => {
      const used = Math.min(block.length, this.#length - at * BLOCK_BYTES);
      return used > 0 ? [block.subarray(0, used)] : [];
    });
  }

  /** Bytes in the last block. */
  get #lastUsed(): number {
    return this.#length - BLOCK_BYTES * Math.max(0, this.#blocks.length - 1);
  }

  /** The block to go on with: it has room for `more` bytes if it can, else for as many as it can. */
  #lastBlock(more: number): Uint8Array {
    const last = this.#blocks.at(-1);
    const used = this.#lastUsed;
    if (last && used < BLOCK_BYTES) return used + more <= last.length ? last : this.#grow(last, used, more);
    const block = new Uint8Array(last ? BLOCK_BYTES : Math.min(BLOCK_BYTES, Math.max(more, FIRST_BYTES)));
    this.#blocks.push(block);
    return block;
  }

  #grow(last: Uint8Array, used: number, more: number): Uint8Array {
    if (last.length === BLOCK_BYTES) return last;
    const length = used === 0 ? more : Math.ceil((used + more) * 1.5);
    const grown = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(length, FIRST_BYTES)));
    grown.set(last.subarray(0, used));
    this.#blocks[this.#blocks.length - 1] = grown;
    return grown;
  }
}
