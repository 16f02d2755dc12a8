import { cut } from '../text/oneLine.ts';
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
  return { text: cut(text, limit), total: text.length };
}

/** An id as the page gets it: ids are data of any length. */
export function shortId(id: string): string {
  return bounded(id, ID_LIMIT).text;
}
