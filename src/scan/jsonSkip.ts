import { MAX_DEPTH } from './records.ts';

/** Answers of the functions below instead of a position: no JSON, or nothing that they can tell. */
export const BAD = -1;
export const ODD = -2;

/** Bytes behind an area's content that may be looked at. */
export const PADDING = 64;

export const BYTE = {
  ...{ tab: 0x09, lf: 0x0a, cr: 0x0d, space: 0x20, quote: 0x22, comma: 0x2c, colon: 0x3a, backslash: 0x5c },
  ...{ openArray: 0x5b, closeArray: 0x5d, openObject: 0x7b, closeObject: 0x7d },
} as const;

/** A larger area is given up when a smaller one will do. */
const KEPT_ROOM = 2 * 1024 * 1024;
/** Reads into memory at this offset are 3 to 4 times as fast as at that of a plain buffer (perf.md §6.5). */
const ALIGNED = 48;

/** 1 for the bytes at which the run of plain bytes in a text ends. */
const STOP = table((byte) => byte < 0x20 || byte === BYTE.quote || byte === BYTE.backslash);
const ESCAPE = table((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));
const HEX = table((byte) => /[0-9a-fA-F]/.test(String.fromCharCode(byte)));
const DIGIT = table((byte) => byte >= 0x30 && byte <= 0x39);

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

/**
 * Steps over JSON in bytes, as strictly as JSON.parse, without making anything. The bytes must be followed by an LF
 * and lie in an area with room for one more word behind it: no function ever steps over an LF, so none needs an end.
 * (LF is white space in JSON but never inside a line.)
 */
export class JsonSkipper {
  bytes = new Uint8Array(0);
  /** The same area as words: texts are skipped four bytes at a time. */
  words = new Int32Array(0);
  /** Set when the last text had an escape; cleared by whoever wants to know. */
  escaped = false;
  readonly #closers = new Uint8Array(MAX_DEPTH);

  /** The area, with room for `length` bytes and the padding. What it held is lost where it has to grow. */
  room(length: number): Uint8Array {
    const needed = length + PADDING;
    const held = this.bytes.length;
    if (needed <= held && (held <= KEPT_ROOM || needed > KEPT_ROOM)) return this.bytes;
    // Small areas grow by doubling, so that they need not be made anew for every length.
    const room =
      needed > KEPT_ROOM ? (needed + 7) & ~7 : Math.min(KEPT_ROOM, 2 ** Math.ceil(Math.log2(needed)));
    const buffer = new ArrayBuffer(ALIGNED + room);
    this.bytes = new Uint8Array(buffer, ALIGNED);
    this.words = new Int32Array(buffer, ALIGNED);
    return this.bytes;
  }

  /** The first byte from `at` on that is no space, tab or CR. */
  space(at: number): number {
    const { bytes } = this;
    let byte = bytes[at];
    while (byte === BYTE.space || byte === BYTE.tab || byte === BYTE.cr) byte = bytes[++at];
    return at;
  }

  /** From a text's first byte to its closing quote. */
  text(at: number): number {
    const { bytes, words } = this;
    for (;;) {
      while ((at & 3) !== 0 && STOP[bytes[at] ?? 0] === 0) at += 1;
      if ((at & 3) === 0) {
        let index = at >> 2;
        while (!hasStop(words[index] ?? 0)) index += 1;
        at = index << 2;
        while (STOP[bytes[at] ?? 0] === 0) at += 1;
      }
      if (bytes[at] === BYTE.quote) return at;
      if (bytes[at] !== BYTE.backslash) return BAD;
      const length = this.#escape(at);
      if (length === 0) return BAD;
      this.escaped = true;
      at += length;
    }
  }

  /** From an object's key to its value. */
  key(at: number): number {
    const { bytes } = this;
    if (bytes[at] !== BYTE.quote) return BAD;
    const end = this.text(at + 1);
    return end < 0 ? BAD : this.colon(end + 1);
  }

  /** From behind a key to its value. */
  colon(at: number): number {
    const { bytes } = this;
    if (bytes[at] !== BYTE.colon) {
      at = this.space(at);
      if (bytes[at] !== BYTE.colon) return BAD;
    }
    return (bytes[at + 1] ?? 0) > BYTE.space ? at + 1 : this.space(at + 1);
  }

  /** From a value's first byte to what follows it. A loop with a stack of its own. */
  value(at: number): number {
    const closers = this.#closers;
    const { bytes } = this;
    let depth = 0;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte === BYTE.quote) at = this.text(at + 1) + 1;
      else if (byte === BYTE.openObject || byte === BYTE.openArray) {
        const closer = byte + 2;
        at = this.space(at + 1);
        if (bytes[at] !== closer) {
          if (depth === MAX_DEPTH) return ODD;
          closers[depth++] = closer;
          if (closer === BYTE.closeObject) at = this.key(at);
          if (at < 0) return BAD;
          continue;
        }
        at += 1;
      } else at = this.scalar(at);
      // `text` answers one less than 0 where it fails.
      if (at <= 0) return BAD;
      for (;;) {
        if (depth === 0) return at;
        if ((bytes[at] ?? 0) <= BYTE.space) at = this.space(at);
        const closer = closers[depth - 1];
        if (bytes[at] === BYTE.comma) {
          at = this.space(at + 1);
          if (closer === BYTE.closeObject) at = this.key(at);
          if (at < 0) return BAD;
          break;
        }
        if (bytes[at] !== closer) return BAD;
        depth -= 1;
        at += 1;
      }
    }
  }

  /** From the first byte of a number, true, false or null to what follows it. */
  scalar(at: number): number {
    const byte = this.bytes[at] ?? 0;
    if (byte === 0x2d || DIGIT[byte] === 1) return this.#number(at);
    if (byte === 0x74) return this.#word(at, 'true');
    if (byte === 0x66) return this.#word(at, 'false');
    return byte === 0x6e ? this.#word(at, 'null') : BAD;
  }

  /** Bytes of the escape that begins here, 0 when there is no such escape. */
  #escape(at: number): number {
    const { bytes } = this;
    const letter = bytes[at + 1] ?? 0;
    if (ESCAPE[letter] === 1) return 2;
    if (letter !== 0x75) return 0;
    for (let digit = at + 2; digit < at + 6; digit++) if (HEX[bytes[digit] ?? 0] === 0) return 0;
    return 6;
  }

  #word(at: number, word: string): number {
    for (let index = 1; index < word.length; index++) {
      if (this.bytes[at + index] !== word.charCodeAt(index)) return BAD;
    }
    return at + word.length;
  }

  #number(at: number): number {
    const { bytes } = this;
    if (bytes[at] === 0x2d) at += 1;
    if (bytes[at] === 0x30) at += 1;
    else if ((at = this.#digits(at)) < 0) return BAD;
    if (bytes[at] === 0x2e && (at = this.#digits(at + 1)) < 0) return BAD;
    if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at;
    const sign = bytes[at + 1];
    return this.#digits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
  }

  /** One digit or more. */
  #digits(at: number): number {
    const { bytes } = this;
    if (DIGIT[bytes[at] ?? 0] === 0) return BAD;
    do at += 1;
    while (DIGIT[bytes[at] ?? 0] === 1);
    return at;
  }
}

/**
 * Whether a stop may be among four bytes: never misses one; now and then it takes a byte behind a stop for another.
 * The tests for a quote, a backslash and a byte below 0x20 all set the high bit, and share that it was not set before.
 */
function hasStop(word: number): boolean {
  const quotes = (word ^ 0x22222222) - 0x01010101;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  const controls = word - 0x20202020;
  return ((quotes | backslashes | controls) & ~word & 0x80808080) !== 0;
}
