import type { JsonValue } from '../core/json.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Unix ms of a record's time: a finite number as it is, or an ISO 8601 text with date and time; else null. */
export function readTime(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  // Date.parse takes much that is no ISO time, and reads it as local time (perf.md §6.12).
  if (typeof value !== 'string' || !ISO.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
