// Records without the bulk of their long texts, one behind the other as the items of a JSON array: what is left is
// parsed in a fraction of the time. src/scan/shortText.ts says what becomes of a text; the tests hold both together.
import {
  AREA,
  R_END,
  R_SHORT,
  R_START,
  R_STATUS,
  R_TOKEN,
  RECORDS,
  RECORD_BYTES,
  SHORT,
  SHORT_END,
  S_OK,
} from './layout';
import { at, byteAt, closingQuote, QUOTE } from './list';
import { isCanonical, isPlain, shortHash } from './textHash';
import { visible } from './values';

/** Longer texts are shortened, to so many of their bytes at most and a mark (shortText.ts). */
const LONG: usize = 112;
const KEPT: usize = 48;
const MARK: usize = 17;
const COLON: u32 = 0x3a;

/** What became of a record (records.ts). */
const LEFT_OUT: u32 = 0;
const WHOLE: u32 = 1;
const SHORTENED: u32 = 2;

/** Behind the last byte that was written. */
let end: usize = SHORT;
/** Whether texts are to be held against each other, or only shortened. */
let hashes: bool = false;

/** Begins a new array. */
export function beginShort(withHashes: bool): void {
  hashes = withHashes;
  store<u8>(SHORT, 0x5b);
  end = SHORT + 1;
}

/** Closes the array and answers how many bytes it has. */
export function shortLength(): usize {
  if (end == SHORT + 1) end += 1;
  store<u8>(end - 1, 0x5d);
  return end - SHORT;
}

/**
 * Adds the n-th line of those that were scanned last. One that is no good record, or cannot be shortened, is left out: 0
 * stands in its place. False where the array has no room for it.
 */
export function shorten(line: u32): bool {
  const record = RECORDS + <usize>line * RECORD_BYTES;
  const start = end;
  let use = LEFT_OUT;
  // The number that stands for what is left out, and a comma.
  if (end + 2 > SHORT_END) return false;
  if (load<u32>(record, R_STATUS) == S_OK) {
    use = copyLine(record);
    if (use == NO_ROOM) {
      end = start;
      if (start > SHORT + 1) return false;
      use = LEFT_OUT;
    }
  }
  if (use == LEFT_OUT) {
    end = start;
    store<u8>(end, 0x30);
    end += 1;
  }
  store<u8>(end, 0x2c);
  end += 1;
  store<u32>(record, use, R_SHORT);
  return true;
}

const NO_ROOM: u32 = 3;

function copyLine(record: usize): u32 {
  const last = AREA + load<u32>(record, R_END);
  let from = AREA + load<u32>(record, R_START);
  let use = WHOLE;
  let k = <i32>load<u32>(record, R_TOKEN);
  for (let p = AREA + at(k); p < last;) {
    k += 1;
    const next = AREA + at(k);
    if (next - p > LONG && load<u8>(p) == QUOTE) {
      const close = closingQuote(k);
      if (close - p - 1 > LONG) {
        const keep = byteAt(k) == COLON ? 0 : keptEnd(p + 1);
        if (keep == 0 || (hashes && !isCanonical(p + 1, close))) return LEFT_OUT;
        if (!copy(from, keep) || !mark(p + 1, close)) return NO_ROOM;
        from = close;
        use = SHORTENED;
      }
    }
    p = next;
  }
  return copy(from, last) ? use : NO_ROOM;
}

/** Where the part of a long text ends that is kept: a whole character that shows something; 0 where none does. */
function keptEnd(start: usize): usize {
  let p = start;
  if (isPlain(start, start + KEPT)) return visible(start, start + KEPT) ? start + KEPT : 0;
  while (true) {
    const byte = <u32>load<u8>(p);
    let length: usize = 1;
    if (byte == 0x5c) length = load<u8>(p, 1) == 0x75 ? 6 : 2;
    else if (byte >= 0xf0) length = 4;
    else if (byte >= 0xe0) length = 3;
    else if (byte >= 0xc0) length = 2;
    if (p + length > start + KEPT) break;
    p += length;
  }
  return visible(start, p) ? p : 0;
}

/** Adds these bytes, ASCII as it stands and every other character escaped: ASCII becomes a text many times as fast. */
function copy(from: usize, to: usize): bool {
  while (from < to) {
    // Room for what closes the array is left.
    if (end + to - from + 2 > SHORT_END) return false;
    const plain = asciiEnd(from, to);
    memory.copy(end, from, plain - from);
    end += plain - from;
    from = plain;
    while (from < to && load<u8>(from) >= 0x80) {
      if (end + 14 > SHORT_END) return false;
      from = escapeCharacter(from);
    }
  }
  return true;
}

/** The first byte that is no ASCII, or `to`. */
function asciiEnd(from: usize, to: usize): usize {
  for (; from < to; from += 16) {
    const mask = <u32>i8x16.bitmask(v128.load(from));
    if (mask == 0) continue;
    const found = from + <usize>ctz(mask);
    return found < to ? found : to;
  }
  return to;
}

/** Adds the character of several bytes that stands here, and answers where it ends. */
function escapeCharacter(p: usize): usize {
  const byte = <u32>load<u8>(p);
  const second = (<u32>load<u8>(p, 1)) & 0x3f;
  if (byte < 0xe0) {
    escapeUnit(((byte & 0x1f) << 6) | second);
    return p + 2;
  }
  const third = (<u32>load<u8>(p, 2)) & 0x3f;
  if (byte < 0xf0) {
    escapeUnit(((byte & 0x0f) << 12) | (second << 6) | third);
    return p + 3;
  }
  const point = ((byte & 0x07) << 18) | (second << 12) | (third << 6) | ((<u32>load<u8>(p, 3)) & 0x3f);
  escapeUnit(0xd7c0 + (point >> 10));
  escapeUnit(0xdc00 | (point & 0x3ff));
  return p + 4;
}

function escapeUnit(unit: u32): void {
  store<u16>(end, 0x755c);
  for (let digit: usize = 0; digit < 4; digit++)
    store<u8>(end + 2 + digit, hexDigit(unit >> (12 - 4 * <u32>digit)));
  end += 6;
}

function hexDigit(value: u32): u32 {
  const digit = value & 15;
  return digit < 10 ? 0x30 + digit : 0x57 + digit;
}

/** Adds what stands for the rest of a text: a byte that hardly occurs, and the hash of all of it. */
function mark(start: usize, close: usize): bool {
  if (end + MARK + 2 > SHORT_END) return false;
  const hash = hashes ? shortHash(start, close) : 0;
  store<u8>(end, 0x7f);
  for (let digit: usize = 0; digit < 16; digit++) {
    store<u8>(end + 1 + digit, hexDigit(<u32>(hash >> (<u64>(60 - 4 * digit)))));
  }
  end += MARK;
  return true;
}
