import { BYTE } from './jsonSkip.ts';

/** Whether a text shows anything; `unknown` where only its decoded form can tell. */
export const VISIBLE = { no: 0, yes: 1, unknown: 2 } as const;

/**
 * Whether a JSON text, valid and without its quotes, holds anything but white space as `/\S/` sees it. Looks at it up
 * to the first byte that settles the question, which is nearly always the first one.
 */
export function visible(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BYTE.space) continue;
    if (byte !== BYTE.backslash) return byte < 0x80 || !mayBeSpace(byte) ? VISIBLE.yes : VISIBLE.unknown;
    at += 1;
    const letter = bytes[at];
    if (letter === 0x75) return VISIBLE.unknown;
    if (letter !== 0x6e && letter !== 0x72 && letter !== 0x74 && letter !== 0x66) return VISIBLE.yes;
  }
  return VISIBLE.no;
}

/** Lead bytes of U+00A0, U+1680, U+2000 to U+205F, U+3000 and U+FEFF, and so of many others. */
function mayBeSpace(lead: number): boolean {
  return lead === 0xc2 || (lead >= 0xe1 && lead <= 0xe3) || lead === 0xef;
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
