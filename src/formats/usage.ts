import type { EntryKind, Role } from '../core/entry.ts';
import { own, type JsonObject } from '../core/json.ts';
import type { Usage } from '../core/usage/usage.ts';

export type { UsageReader } from '../core/usage/usage.ts';

/** The number at `key`; undefined for what is none, or below 0. */
export function tokens(from: JsonObject, key: string): number | undefined {
  const value = own(from, key);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Of these numbers those that are there, added up; undefined where none is. */
export function sumOf(...numbers: readonly (number | undefined)[]): number | undefined {
  const told = numbers.filter((number) => number !== undefined);
  return told.length > 0 ? told.reduce((sum, number) => sum + number, 0) : undefined;
}

/** Answers are told by what the model said itself. */
export function byAssistant(_kind: EntryKind, role: Role | null): boolean {
  return role === 'assistant';
}

/** In one line, for an entry that tells nothing else. */
export function usageText({ input, cacheRead, output }: Usage): string {
  return `${input ?? 0}${cacheRead === undefined ? '' : ` (${cacheRead} cached)`} in, ${output ?? 0} out`;
}
