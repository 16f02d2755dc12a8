import type { FileStat } from '../core/files.ts';
import { isJsonObject, own, type JsonValue } from '../core/json.ts';
import type { Slicer } from '../core/lib/scheduler.ts';
import { SEVERITIES } from '../core/problem.ts';
import type { SessionOrigin, SessionSummary, SubagentMark } from '../sessions/library.ts';

/** What is kept of one file. Without a summary it holds no session. */
export interface CachedFile extends FileStat {
  /** Hash of its beginning. */
  readonly head: string;
  readonly summary?: SessionSummary;
}

/** Of the text below; beside it the extension's own version has to be the same. */
const LAYOUT = 4;
const LF = 0x0a;
/** Lengths of a file's line: without a summary, and with one. */
const BARE = 4;
const WHOLE = 13;

/** A line with the layout, then one for each file: its values in a fixed order, so that keys cost nothing. */
export function printCache(files: ReadonlyMap<string, CachedFile>, version: string): Uint8Array {
  const lines = [JSON.stringify({ layout: LAYOUT, version })];
  for (const [uri, file] of files) lines.push(JSON.stringify(valuesOf(uri, file)));
  return new TextEncoder().encode(lines.join('\n'));
}

function valuesOf(uri: string, { size, mtime, head, summary }: CachedFile): unknown[] {
  if (!summary) return [uri, size, mtime, head];
  const { title, formatTitle, messageCount, branchCount, problemCount } = summary;
  const { worstSeverity = null, lastActivity, origin, subagent } = summary;
  const from = origin ? [origin.id ?? null, origin.parent ?? null, origin.beginning ?? null] : null;
  return [
    ...[uri, size, mtime, head, title, formatTitle],
    ...[messageCount, branchCount, problemCount, worstSeverity, lastActivity, from],
    subagent ? [subagent.of, subagent.id ?? null] : null,
  ];
}

/**
 * Reads line by line, in slices: a text of several MB would hold the thread, and a line in ASCII is decoded many times
 * as fast as one that has another letter somewhere.
 * @returns undefined when anything at all is not as it should be
 */
export async function parseCache(
  bytes: Uint8Array,
  version: string,
  slicer: Slicer,
): Promise<Map<string, CachedFile> | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const files = new Map<string, CachedFile>();
  let isFirst = true;
  for (const line of linesOf(bytes)) {
    if (slicer.due()) await slicer.pause();
    const value = valueOf(() => decoder.decode(line));
    if (isFirst) {
      if (!isHeader(value, version)) return undefined;
    } else {
      const file = Array.isArray(value) ? fileOf(value) : undefined;
      if (!file) return undefined;
      files.set(...file);
    }
    isFirst = false;
  }
  return files;
}

/** At least one. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
    yield bytes.subarray(from, end);
    from = end + 1;
  }
  yield bytes.subarray(from);
}

/** Undefined for what is no JSON, or no UTF-8. */
function valueOf(text: () => string): JsonValue | undefined {
  try {
    return JSON.parse(text()) as JsonValue;
  } catch {
    return undefined;
  }
}

function isHeader(value: JsonValue | undefined, version: string): boolean {
  return isJsonObject(value) && own(value, 'layout') === LAYOUT && own(value, 'version') === version;
}

function fileOf(values: readonly JsonValue[]): [uri: string, CachedFile] | undefined {
  const [uri, size, mtime, head] = values;
  if (typeof uri !== 'string' || typeof head !== 'string') return undefined;
  if (typeof size !== 'number' || typeof mtime !== 'number') return undefined;
  if (values.length === BARE) return [uri, { size, mtime, head }];
  const summary = values.length === WHOLE ? summaryOf(values) : undefined;
  return summary && [uri, { size, mtime, head, summary }];
}

function summaryOf(values: readonly JsonValue[]): SessionSummary | undefined {
  const [title, formatTitle, messageCount, branchCount, problemCount, severity, lastActivity, from, helper] =
    values.slice(BARE);
  if (typeof title !== 'string' || typeof formatTitle !== 'string') return undefined;
  if (!isCount(messageCount) || !isCount(branchCount) || !isCount(problemCount)) return undefined;
  if (lastActivity !== null && typeof lastActivity !== 'number') return undefined;
  const worstSeverity = SEVERITIES.find((known) => known === severity);
  const origin = Array.isArray(from) ? originOf(from) : undefined;
  const subagent = Array.isArray(helper) ? markOf(helper) : undefined;
  return {
    ...{ title, formatTitle, messageCount, branchCount, problemCount },
    ...(worstSeverity && { worstSeverity }),
    lastActivity,
    ...(origin && { origin }),
    ...(subagent && { subagent }),
  };
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function originOf([id, parent, beginning]: readonly JsonValue[]): SessionOrigin {
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof parent === 'string' && { parent }),
    ...(typeof beginning === 'string' && { beginning }),
  };
}

function markOf([of, id]: readonly JsonValue[]): SubagentMark | undefined {
  return typeof of === 'string' ? { of, ...(typeof id === 'string' && { id }) } : undefined;
}
