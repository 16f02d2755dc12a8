// Single values, as src/scan/plainValues.ts and jsonSkip.ts read them. Positions are addresses.
import { CHARS, CODES, HEADS, MAX_ID, NEXT } from './layout';

/** From a number, true, false or null to behind it; 0 when it is none, or more follows it. */
export function scalarEnd(p: usize): usize {
  const byte = <u32>load<u8>(p);
  if (byte == 0x2d || isDigit(byte)) p = numberEnd(p);
  else if (load<u32>(p) == 0x65757274) p += 4;
  else if (load<u32>(p) == 0x6c6c756e) p += 4;
  else if (load<u32>(p) == 0x736c6166 && load<u8>(p, 4) == 0x65) p += 5;
  else return 0;
  return p != 0 && isEnd(load<u8>(p)) ? p : 0;
}

function numberEnd(p: usize): usize {
  if (load<u8>(p) == 0x2d) p += 1;
  if (load<u8>(p) == 0x30) p += 1;
  else p = digitsEnd(p);
  if (p != 0 && load<u8>(p) == 0x2e) p = digitsEnd(p + 1);
  if (p == 0 || (load<u8>(p) | 0x20) != 0x65) return p;
  const sign = load<u8>(p, 1);
  return digitsEnd(sign == 0x2b || sign == 0x2d ? p + 2 : p + 1);
}

/** One digit or more; 0 for none. */
function digitsEnd(p: usize): usize {
  if (!isDigit(load<u8>(p))) return 0;
  do p += 1;
  while (isDigit(load<u8>(p)));
  return p;
}

function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

/** Whether a token ends before this byte: , : { } [ ] or white space. */
function isEnd(byte: u32): bool {
  if (byte <= 0x20) return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09;
  return byte == 0x2c || byte == 0x3a || (byte | 0x20) == 0x7b || (byte | 0x20) == 0x7d;
}

/** The code of the word of this place that stands here, 0 for every other one. The area goes on behind each word. */
export function wordCode(place: u32, start: usize, end: usize): u32 {
  const length = end - start;
  if (length >= 32) return 0;
  for (
    let word = <u32>load<u8>(HEADS + (((<usize>place) << 5) + length));
    word != 0;
    word = load<u8>(NEXT + word)
  ) {
    const chars = CHARS + (word << 5);
    let at: usize = 0;
    while (at + 8 <= length && load<u64>(chars + at) == load<u64>(start + at)) at += 8;
    if (at + 8 > length) {
      const rest = (length - at) << 3;
      const bits: u64 = rest == 0 ? 0 : ~(<u64>0) >> (64 - rest);
      if ((load<u64>(start + at) & bits) == load<u64>(chars + at)) return load<u8>(CODES + word);
    }
  }
  return 0;
}

export function hasBackslash(start: usize, end: usize): bool {
  for (let p = start; p < end; p++) if (load<u8>(p) == 0x5c) return true;
  return false;
}

/** Whether a text shows anything. */
export function visible(start: usize, end: usize): bool {
  for (let p = start; p < end;) {
    const length = spaceLength(p);
    if (length == 0) return true;
    p += length;
  }
  return false;
}

/** Bytes of the white space that stands here, escaped or not; 0 for every other character. */
function spaceLength(p: usize): usize {
  const byte = <u32>load<u8>(p);
  if (byte == 0x20) return 1;
  if (byte == 0x5c) return escapedSpaceLength(p);
  const second = <u32>load<u8>(p, 1);
  if (byte == 0xc2) return second == 0xa0 ? 2 : 0;
  if (byte < 0xe1 || (byte > 0xe3 && byte != 0xef)) return 0;
  const unit = ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | ((<u32>load<u8>(p, 2)) & 0x3f);
  return isSpace(unit) ? 3 : 0;
}

function escapedSpaceLength(p: usize): usize {
  const letter = <u32>load<u8>(p, 1);
  if (letter != 0x75) return letter == 0x6e || letter == 0x72 || letter == 0x74 || letter == 0x66 ? 2 : 0;
  let unit: u32 = 0;
  for (let digit = p + 2; digit < p + 6; digit++) {
    const byte = <u32>load<u8>(digit);
    unit = (unit << 4) | ((byte & 0x0f) + (byte > 0x39 ? 9 : 0));
  }
  return isSpace(unit) ? 6 : 0;
}

/** White space and line ends of JavaScript. */
function isSpace(unit: u32): bool {
  if (unit < 0x80) return unit == 0x20 || unit - 0x09 < 5;
  if (unit - 0x2000 <= 10) return true;
  if (unit == 0xa0 || unit == 0x1680 || unit == 0x2028 || unit == 0x2029) return true;
  return unit == 0x202f || unit == 0x205f || unit == 0x3000 || unit == 0xfeff;
}

/**
 * Stores the hash of an id as src/core/index/idHash.ts works it out: two lanes of multiply and rotate over its bytes, four
 * at a time. False where it is not ASCII, or too long. The area goes on behind each id.
 */
export function storeHash(place: usize, start: usize, end: usize): bool {
  if (end - start > MAX_ID) return false;
  let low: u32 = 0x9747b28c;
  let high: u32 = 0x3c6ef372;
  let bits: u32 = 0;
  for (let p = start; p < end; p += 4) {
    let word = load<u32>(p);
    const rest = end - p;
    if (rest < 4) word &= (1 << ((<u32>rest) << 3)) - 1;
    bits |= word;
    word = rotl<u32>(word * 0xcc9e2d51, 15) * 0x1b873593;
    low = rotl<u32>((low ^ word) * 0x9e3779b1, 13);
    high = rotl<u32>((high ^ word) * 0x85ebca77, 17);
  }
  store<u32>(place, spread(low ^ (<u32>(end - start))));
  store<u32>(place, spread(high + low * 5), 4);
  return (bits & 0x80808080) == 0;
}

function spread(word: u32): u32 {
  let bits = word ^ (word >> 16);
  bits *= 0x85ebca6b;
  bits ^= bits >> 13;
  bits *= 0xc2b2ae35;
  return bits ^ (bits >> 16);
}

export function isoTime(p: usize, length: u32): f64 {
  const hasFraction = length == 24;
  if ((!hasFraction && length != 20) || load<u8>(p + length - 1) != 0x5a) return NaN;
  if (load<u8>(p, 4) != 0x2d || load<u8>(p, 7) != 0x2d || load<u8>(p, 10) != 0x54) return NaN;
  if (load<u8>(p, 13) != 0x3a || load<u8>(p, 16) != 0x3a || (hasFraction && load<u8>(p, 19) != 0x2e))
    return NaN;
  const year = digits(p, 4);
  const month = digits(p + 5, 2);
  const day = digits(p + 8, 2);
  const hour = digits(p + 11, 2);
  const minute = digits(p + 14, 2);
  const second = digits(p + 17, 2);
  const fraction = hasFraction ? digits(p + 20, 3) : 0;
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysIn(month)) return NaN;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || fraction < 0)
    return NaN;
  const seconds = daysSince1970(year, month, day) * 86400 + <i64>(hour * 3600 + minute * 60 + second);
  return <f64>(seconds * 1000 + <i64>fraction);
}

/** February has 28: its 29th is left to others. */
function daysIn(month: i32): i32 {
  return month == 2 ? 28 : 30 + ((month + (month >> 3)) & 1);
}

/** Years that begin in March end with the leap day; 400 of them have 146,097 days. */
function daysSince1970(year: i32, month: i32, day: i32): i64 {
  const y = month <= 2 ? year - 1 : year;
  const era = y / 400;
  const yearOfEra = y - era * 400;
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return <i64>(era * 146097 + dayOfEra - 719468);
}

/** A number of at most 15 digits and nothing else; NaN for every other one. */
export function plainNumber(start: usize, end: usize): f64 {
  if (end - start > 15) return NaN;
  let value: f64 = 0;
  for (let p = start; p < end; p++) {
    if (!isDigit(load<u8>(p))) return NaN;
    value = value * 10 + <f64>(<i32>load<u8>(p) - 0x30);
  }
  return value;
}

/** -1 when one of them is no digit. */
function digits(p: usize, count: u32): i32 {
  let value = 0;
  for (let end = p + count; p < end; p++) {
    if (!isDigit(load<u8>(p))) return -1;
    value = value * 10 + <i32>load<u8>(p) - 0x30;
  }
  return value;
}
