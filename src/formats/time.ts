import type { JsonValue } from '../core/json.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Unix ms of a record's time: a finite number as it is, or an ISO 8601 text with date and time; else null. */
export function readTime(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const plain = typeof value === 'string' ? usualTime(value) : Number.NaN;
  if (!Number.isNaN(plain)) return plain;
  // Date.parse takes much that is no ISO time, and reads it as local time (perf.md §6.12).
  if (typeof value !== 'string' || !ISO.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAY_MS = 86_400_000;

/** Unix ms of `2026-05-04T10:20:30.123Z` from 1970 to 2099, as agents write it in nearly every record; NaN of others. */
function usualTime(text: string): number {
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a) return Number.NaN;
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return Number.NaN;
  if (text[13] !== ':' || text[16] !== ':' || text[19] !== '.') return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  // Days that not every month has are for Date.parse to judge. A comparison with NaN is false.
  const isPlain = year >= 1970 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!isPlain || !(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN;
  const leaps = Math.floor((year - 1969) / 4) + (year % 4 === 0 && month > 2 ? 1 : 0);
  const days = (year - 1970) * 365 + leaps + (DAYS_BEFORE[month - 1] ?? 0) + day - 1;
  return days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + digits(text, 20, 23);
}

function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
