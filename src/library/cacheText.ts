import { isJsonObject, own, ownString, type JsonObject } from '../core/json.ts';
import type { FileStat } from '../core/files.ts';
import { SEVERITIES } from '../core/problem.ts';
import type { SessionOrigin, SessionSummary } from '../sessions/library.ts';

/** What is kept of one file. Without a summary it holds no session. */
export interface CachedFile extends FileStat {
  /** Hash of its beginning. */
  readonly head: string;
  readonly summary?: SessionSummary;
}

/** Of the text below; beside it the extension's own version has to be the same. */
const LAYOUT = 2;

export function printCache(files: ReadonlyMap<string, CachedFile>, version: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ layout: LAYOUT, version, files: [...files] }));
}

/** @returns undefined when anything at all is not as it should be */
export function parseCache(bytes: Uint8Array, version: string): Map<string, CachedFile> | undefined {
  const text = parse(bytes);
  if (!text || own(text, 'layout') !== LAYOUT || own(text, 'version') !== version) return undefined;
  const list = own(text, 'files');
  if (!Array.isArray(list)) return undefined;
  const files = new Map<string, CachedFile>();
  for (const item of list) {
    const [uri, value] = Array.isArray(item) ? item : [];
    const file = isJsonObject(value) ? fileOf(value) : undefined;
    if (typeof uri !== 'string' || !file) return undefined;
    files.set(uri, file);
  }
  return files;
}

function parse(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(value: JsonObject): CachedFile | undefined {
  const [size, mtime] = [own(value, 'size'), own(value, 'mtime')];
  const head = ownString(value, 'head');
  if (typeof size !== 'number' || typeof mtime !== 'number' || head === undefined) return undefined;
  const summary = own(value, 'summary');
  if (summary === undefined) return { size, mtime, head };
  const read = isJsonObject(summary) ? summaryOf(summary) : undefined;
  return read && { size, mtime, head, summary: read };
}

function summaryOf(value: JsonObject): SessionSummary | undefined {
  const [title, formatTitle] = [ownString(value, 'title'), ownString(value, 'formatTitle')];
  const count = (key: string): number => {
    const number = own(value, key);
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : -1;
  };
  const counts = {
    messageCount: count('messageCount'),
    branchCount: count('branchCount'),
    problemCount: count('problemCount'),
  };
  const lastActivity = own(value, 'lastActivity');
  const isTime = lastActivity === null || typeof lastActivity === 'number';
  if (title === undefined || formatTitle === undefined || !isTime || Object.values(counts).includes(-1))
    return undefined;
  const worstSeverity = SEVERITIES.find((severity) => severity === own(value, 'worstSeverity'));
  const origin = own(value, 'origin');
  return {
    ...{ title, formatTitle, ...counts, lastActivity },
    ...(worstSeverity && { worstSeverity }),
    ...(isJsonObject(origin) && { origin: originOf(origin) }),
  };
}

function originOf(value: JsonObject): SessionOrigin {
  const [id, parent, beginning] = ['id', 'parent', 'beginning'].map((key) => ownString(value, key));
  return {
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
    ...(beginning !== undefined && { beginning }),
  };
}
