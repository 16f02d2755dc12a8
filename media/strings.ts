import { PAGE_STRINGS, type PageStrings, type StringKey } from '../src/core/conversation/strings.ts';
import { createTelling, regionOf } from '../src/core/text/telling.ts';

let table: PageStrings = PAGE_STRINGS;
let telling = createTelling({ language: 'en', hours: 'h12' });

/** Takes the host's translations, and how it tells numbers and times; what is missing or damaged stays English. */
export function loadStrings({ strings, hours }: DOMStringMap, language: string): void {
  telling = createTelling({ ...regionOf(language), hours: hours === 'h23' ? 'h23' : 'h12' });
  try {
    const given: unknown = JSON.parse(strings ?? '{}');
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

/** A number with its groups. */
export const formatNumber = (value: number): string => telling.number(value);
/** `12.3K`: a number for people who want to know how much, not how many. */
export const formatCompact = (value: number): string => telling.about(value);
/** US dollars. */
export const formatCost = (cost: number): string => telling.dollars(cost);
/** `1.2 MB`: bytes for people. */
export const formatSize = (bytes: number): string => telling.bytes(bytes);
/** A time as a clock shows it, with its day unless `before` is of the same one. */
export const formatTime = (time: number, before: number | null): string => telling.clock(time, before);
/** A time with everything that is known of it. */
export const formatFullTime = (time: number): string => telling.moment(time);

/** `850 ms`, `12 s`, `3 min`: how long something took. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${telling.number(Math.round(ms / 100) / 10)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

function fill(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    if (value === undefined) return place;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}
