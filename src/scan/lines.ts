import { BLOCK_BYTES, HeldBytes } from './heldBytes.ts';

export const LF = 0x0a;
export const CR = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
/** Bytes of a byte order mark. */
const MARK_BYTES = 3;
/** A line of which more is held when its end comes is not put before a block: it comes alone. */
const MAX_HEAD = BLOCK_BYTES;

/** One committed line: what stands before a line feed, without the CR that may precede it. */
export interface RawLine {
  /** Physical line, from 1. */
  readonly number: number;
  /** Where `bytes` begin in the file. A byte order mark before line 1 is not part of them. */
  readonly offset: number;
  /** A view that is good only until the caller gets control back: the chunk below it may be reused. */
  readonly bytes: Uint8Array;
}

/** Whole lines one behind the other, each with its LF; never a file's first line. */
export interface LineBlock {
  /** Physical line of the first one, from 1. */
  readonly number: number;
  /** Where the first line begins in the file. */
  readonly offset: number;
  /** What came of the first line in earlier chunks. This and `bytes` are good only until the caller gets control back. */
  readonly head: Uint8Array;
  /** The rest of it and the lines that follow, as they lie in the chunk. */
  readonly bytes: Uint8Array;
}

/** What stands after the last line feed. Never an entry, even if it is whole JSON (design: Lines). */
export interface Tail {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** Nothing but spaces, tabs and carriage returns. */
  readonly blank: boolean;
}

/** Where a splitter stands, as it is sent to another thread. */
export interface SplitterData {
  readonly committed: number;
  readonly offset: number;
  readonly pieces: readonly Uint8Array[];
  readonly blank: boolean;
  readonly bom: boolean;
}

/**
 * Cuts bytes that arrive in chunks into physical lines, at byte 0x0A and nowhere else (design: Lines). The file is
 * never one buffer: only the unfinished line is kept, in blocks. Every byte is looked at once and copied twice at most, so a
 * long line that arrives in small pieces costs linear time (perf.md §3.6), and no piece of it costs more than others.
 */
export class LineSplitter {
  #committed = 0;
  /** Where the unfinished line begins in the file, and its bytes. */
  #offset = 0;
  readonly #held = new HeldBytes();
  #blank = true;
  #bom = false;

  /** @param data to go on where another one stood */
  constructor(data?: SplitterData) {
    if (!data) return;
    this.#committed = data.committed;
    this.#offset = data.offset;
    for (const piece of data.pieces) this.#held.add(piece);
    this.#blank = data.blank;
    this.#bom = data.bom;
  }

  /** All that is known, to go on in another thread. */
  pack(): SplitterData {
    return {
      committed: this.#committed,
      offset: this.#offset,
      pieces: this.#held.pieces(),
      blank: this.#blank,
      bom: this.#bom,
    };
  }

  /** Number of line feeds so far. */
  get committed(): number {
    return this.#committed;
  }

  /** Whether the file begins with a UTF-8 byte order mark. */
  get bom(): boolean {
    return this.#bom || this.#markLength() > 0;
  }

  /** Number of bytes taken so far. */
  get size(): number {
    return this.#offset + this.#held.length;
  }

  /** The unfinished line, or null when nothing follows the last line feed. */
  get tail(): Tail | null {
    const mark = this.#markLength();
    const length = this.#held.length - mark;
    if (length === 0) return null;
    return { line: this.#committed + 1, offset: this.#offset + mark, length, blank: this.#blank };
  }

  /** The unfinished line's bytes, as they are now: good until the next push. A copy where there are many. */
  tailBytes(): Uint8Array {
    return this.#held.whole().subarray(this.#markLength());
  }

  /** Takes the next bytes of the file. `onLine` is called for every line that they complete, in order. */
  push(chunk: Uint8Array, onLine: (line: RawLine) => void): void {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.#emit(chunk.subarray(from, end), onLine);
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  /**
   * The same, for who can take many lines at once: only the file's first line, and one that is very long, come alone.
   * @param onBlock answers how many lines the block has
   * @param lastLineFeed where the last line feed stands, -1 for none: hosts have faster ways than {@link findLastLineFeed}
   */
  pushBlocks(
    chunk: Uint8Array,
    onLine: (line: RawLine) => void,
    onBlock: (block: LineBlock) => number,
    lastLineFeed = findLastLineFeed,
  ): void {
    const end = lastLineFeed(chunk) + 1;
    let from = 0;
    if (end > 0 && (this.#offset === 0 || this.#held.length > MAX_HEAD)) {
      from = chunk.indexOf(LF) + 1;
      this.#emit(chunk.subarray(0, from - 1), onLine);
    }
    if (end > from) {
      const head = this.#held.whole();
      const bytes = chunk.subarray(from, end);
      this.#committed += onBlock({ number: this.#committed + 1, offset: this.#offset, head, bytes });
      this.#offset += head.length + bytes.length;
      this.#letGo();
    }
    if (end < chunk.length) this.#hold(chunk.subarray(end));
  }

  /** Bytes of the unfinished line, if it would come in a block; undefined where the next line comes alone. */
  get headLength(): number | undefined {
    return this.#offset === 0 || this.#held.length > MAX_HEAD ? undefined : this.#held.length;
  }

  #emit(end: Uint8Array, onLine: (line: RawLine) => void): void {
    let bytes = this.#held.length > 0 ? this.#held.whole(end) : end;
    const whole = bytes.length;
    let offset = this.#offset;
    if (offset === 0 && startsWithMark(bytes)) {
      this.#bom = true;
      bytes = bytes.subarray(MARK_BYTES);
      offset = MARK_BYTES;
    }
    if (bytes[bytes.length - 1] === CR) bytes = bytes.subarray(0, -1);
    this.#committed += 1;
    this.#offset += whole + 1;
    this.#letGo();
    onLine({ number: this.#committed, offset, bytes });
  }

  /** For who will not push for a while: gives up room that the unfinished line does not need. */
  rest(): void {
    this.#held.rest();
  }

  #letGo(): void {
    this.#held.clear();
    this.#blank = true;
  }

  #hold(end: Uint8Array): void {
    const markMayEnd = this.#offset === 0 && this.#held.length < MARK_BYTES;
    this.#held.add(end);
    if (markMayEnd) this.#blank = isBlank(this.tailBytes());
    else if (this.#blank) this.#blank = isBlank(end);
  }

  /** Bytes of a byte order mark at the beginning of what is held. */
  #markLength(): number {
    return this.#offset === 0 && startsWithMark(this.#held.first(MARK_BYTES)) ? MARK_BYTES : 0;
  }
}

/** Where the last line feed of `bytes` stands, or -1. */
export type LineFeedSearch = (bytes: Uint8Array) => number;

/** The search that works everywhere. */
export const findLastLineFeed: LineFeedSearch = (bytes) => bytes.lastIndexOf(LF);

/** Whether a line holds only spaces, tabs and carriage returns. A NUL is not blank. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB || byte === CR);
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
