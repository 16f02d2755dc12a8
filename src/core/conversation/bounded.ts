import type { Bounded } from './items.ts';

/** UTF-16 units shown at first of what a program printed, and of what people and models wrote. */
export const OUTPUT_LIMIT = 8_192;
export const TEXT_LIMIT = 65_536;
/** Of one member of a call's arguments; of an id. */
export const FIELD_LIMIT = 4_096;
export const ID_LIMIT = 200;

/** The beginning of a text, with the size of the whole where something was cut. Never cuts a character in two. */
export function bounded(text: string, limit: number): Bounded {
  if (text.length <= limit) return { text };
  return { text: text.slice(0, wholeCharacters(text, limit)), total: text.length };
}

/** `at`, or one less where `at` lies inside a surrogate pair. */
function wholeCharacters(text: string, at: number): number {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

/** An id as the page gets it: ids are data of any length. */
export function shortId(id: string): string {
  return bounded(id, ID_LIMIT).text;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
