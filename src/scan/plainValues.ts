import { BYTE } from './jsonSkip.ts';
import { MAX_ID } from './records.ts';

/**
 * Whether a JSON text, valid and without its quotes, holds anything but white space as `/\S/` sees it. Looks at it up
 * to the first character that is none, which is nearly always the first one.
 */
export function visible(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end;) {
    const length = spaceLength(bytes, at);
    if (length === 0) return true;
    at += length;
  }
  return false;
}

/** Bytes of the white space that stands here, escaped or not; 0 for every other character. */
function spaceLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === BYTE.space) return 1;
  if (byte === BYTE.backslash) return escapedSpaceLength(bytes, at);
  const second = bytes[at + 1] ?? 0;
  if (byte === 0xc2) return second === 0xa0 ? 2 : 0;
  if (byte < 0xe1 || (byte > 0xe3 && byte !== 0xef)) return 0;
  return isSpace(((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f)) ? 3 : 0;
}

function escapedSpaceLength(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1];
  if (letter !== 0x75)
    return letter === 0x6e || letter === 0x72 || letter === 0x74 || letter === 0x66 ? 2 : 0;
  let unit = 0;
  for (let digit = at + 2; digit < at + 6; digit++) {
    const byte = bytes[digit] ?? 0;
    unit = (unit << 4) | ((byte & 0x0f) + (byte > 0x39 ? 9 : 0));
  }
  return isSpace(unit) ? 6 : 0;
}

/** White space and line ends of JavaScript. */
function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return SPACES.has(unit);
}

const SPACES: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
]);

/** Whether a text is ASCII, and not so long that it hardly is an id. */
export function isShortAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let bits = 0;
  if (end - start > MAX_ID) return false;
  for (let at = start; at < end; at++) bits |= bytes[at] ?? 0;
  return bits < 0x80;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Unix ms of `YYYY-MM-DDTHH:MM:SS.mmmZ`, with or without the fraction, where the date is in the calendar (29 February
 * excepted); NaN for everything else, good or not: formats/time.ts reads that.
 */
export function plainIsoTime(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const hasFraction = length === 24;
  if ((!hasFraction && length !== 20) || bytes[end - 1] !== 0x5a) return Number.NaN;
  if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d || bytes[start + 10] !== 0x54) return Number.NaN;
  if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return Number.NaN;
  if (hasFraction && bytes[start + 19] !== 0x2e) return Number.NaN;
  const year = digits(bytes, start, 4);
  const month = digits(bytes, start + 5, 2);
  const day = digits(bytes, start + 8, 2);
  const hour = digits(bytes, start + 11, 2);
  const minute = digits(bytes, start + 14, 2);
  const second = digits(bytes, start + 17, 2);
  const fraction = hasFraction ? digits(bytes, start + 20, 3) : 0;
  // A comparison with NaN is false. Date.UTC takes a year below 100 for one of the last century.
  const isPlain = year >= 1000 && day >= 1 && day <= (DAYS[month - 1] ?? 0) && hour <= 23 && minute <= 59;
  return isPlain && second <= 59
    ? Date.UTC(year, month - 1, day, hour, minute, second, fraction)
    : Number.NaN;
}

/** Digits of a number that a double holds exactly, whatever they are. */
const MAX_DIGITS = 15;

/** A number of at most 15 digits and nothing else; NaN for every other one. */
export function plainNumber(bytes: Uint8Array, start: number, end: number): number {
  return end - start <= MAX_DIGITS ? digits(bytes, start, end - start) : Number.NaN;
}

function digits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
