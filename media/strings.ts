import { PAGE_STRINGS, type PageStrings, type StringKey } from '../src/core/conversation/strings.ts';

let table: PageStrings = PAGE_STRINGS;
let language = 'en';
let numbers = new Intl.NumberFormat(language);

/** Takes the host's translations from `data-strings`; what is missing or damaged stays English. */
export function loadStrings(json: string | undefined, lang: string): void {
  language = lang || 'en';
  try {
    numbers = new Intl.NumberFormat(language);
    const given: unknown = JSON.parse(json ?? '{}');
    if (typeof given === 'object' && given !== null)
      table = { ...PAGE_STRINGS, ...(given as Partial<PageStrings>) };
  } catch {
    table = PAGE_STRINGS;
  }
}

/** A text of the page with its places filled. */
export function t(key: StringKey, ...values: readonly (string | number)[]): string {
  return fill(table[key], values);
}

/** A text about a number: before the bar for one, after it for any other. */
export function count(key: StringKey, number: number): string {
  const [one = '', many = one] = table[key].split('|');
  return fill(number === 1 ? one : many, [number]);
}

export function formatNumber(number: number): string {
  return numbers.format(number);
}

/** `1.2 MB`: bytes for people. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let unit = 0;
  let value = bytes;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${units[unit] ?? ''}`;
}

/** `850 ms`, `12 s`, `3 min`: how long something took. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** A time as a clock shows it, with its date unless `before` is of the same day. */
export function formatTime(time: number, before: number | null): string {
  const date = new Date(time);
  const sameDay = before !== null && new Date(before).toDateString() === date.toDateString();
  const options: Intl.DateTimeFormatOptions = sameDay
    ? { timeStyle: 'short' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language, options).format(date);
}

/** A time with everything that is known of it. */
export function formatFullTime(time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(time));
}

function fill(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    if (value === undefined) return place;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}
