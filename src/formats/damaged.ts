import type { JsonObject } from '../core/json.ts';
import { findObjects, isFiller, type ByteRange } from '../scan/objects.ts';
import { parseObject } from '../scan/readLine.ts';
import type { Format } from './format.ts';

/** A whole record got out of a damaged line, with its own byte range in that line. */
export interface FoundRecord extends ByteRange {
  readonly value: JsonObject;
}

/** What a damaged line is made of. */
export interface DamagedLine {
  readonly records: readonly FoundRecord[];
  /** Stretches that belong to no record, without the space and the NULs around them. */
  readonly fragments: readonly ByteRange[];
  /** The first run of NULs outside of records and fragments, and the number of NULs there in the whole line. */
  readonly nuls: ByteRange | null;
  readonly nulCount: number;
  /** There were more objects than are looked for: `rest`, behind the last of them, was not taken apart. */
  readonly isCut: boolean;
  readonly rest?: ByteRange;
}

/** Objects that are looked for in one line. */
const LIMIT = 1_000_000;

/**
 * Takes a line apart that is not one JSON value: whole records of the format, fragments, NULs. Only what is surely a
 * record of the format counts, nothing is invented out of a fragment. Linear time.
 */
export function takeApart(line: Uint8Array, format: Format, limit = LIMIT): DamagedLine {
  const records: FoundRecord[] = [];
  let end = 0;
  const objects = findObjects(line, limit);
  for (const range of objects) {
    // Two readings of one stretch: the one that begins first and is JSON stands, a record or not.
    if (range.start < end) continue;
    const value = parseObject(line.subarray(range.start, range.end));
    if (!value) continue;
    if (format.vote(value) > 0) records.push({ ...range, value });
    end = range.end;
  }
  const looked =
    objects.length < limit ? line.length : objects.reduce((last, one) => Math.max(last, one.end), 0);
  const rest = trim(line, looked, line.length);
  return {
    records,
    ...between(rest ? line.subarray(0, looked) : line, records),
    isCut: rest !== null,
    ...(rest && { rest }),
  };
}

/** The first whole objects in a damaged line, whatever they are. */
export function objectsIn(line: Uint8Array, limit: number): JsonObject[] {
  const objects: JsonObject[] = [];
  let end = 0;
  for (const range of findObjects(line, limit)) {
    const value = range.start < end ? undefined : parseObject(line.subarray(range.start, range.end));
    if (!value) continue;
    objects.push(value);
    end = range.end;
  }
  return objects;
}

type Between = Pick<DamagedLine, 'fragments' | 'nuls' | 'nulCount'>;

function between(line: Uint8Array, records: readonly FoundRecord[]): Between {
  const fragments: ByteRange[] = [];
  let nuls: ByteRange | null = null;
  let nulCount = 0;
  let from = 0;
  for (const record of [...records, { start: line.length, end: line.length }]) {
    const fragment = trim(line, from, record.start);
    if (fragment) fragments.push(fragment);
    for (const filler of around({ start: from, end: record.start }, fragment)) {
      for (let at = filler.start; at < filler.end; at++) {
        if (line[at] !== 0) continue;
        nulCount += 1;
        nuls ??= nulRun(line, at);
      }
    }
    from = record.end;
  }
  return { fragments, nuls, nulCount };
}

function around(gap: ByteRange, fragment: ByteRange | null): ByteRange[] {
  if (!fragment) return [gap];
  return [
    { start: gap.start, end: fragment.start },
    { start: fragment.end, end: gap.end },
  ];
}

/** The range without the space and NULs at its ends, or null when nothing else is in it. */
function trim(line: Uint8Array, from: number, to: number): ByteRange | null {
  let start = from;
  let end = to;
  while (start < end && isFiller(line[start] ?? 0)) start += 1;
  while (end > start && isFiller(line[end - 1] ?? 0)) end -= 1;
  return start < end ? { start, end } : null;
}

function nulRun(line: Uint8Array, start: number): ByteRange {
  let end = start;
  while (line[end] === 0) end += 1;
  return { start, end };
}

/** Bytes of a fragment's beginning in which its id is looked for. */
const ID_WITHIN = 300;
const ID = /"(?:id|uuid)"\s*:\s*"([^"\\]{1,100})"/;

/** The id that a fragment seems to have had: a hint where a missing parent may have stood, nothing more. */
export function lostId(line: Uint8Array, { start, end }: ByteRange): string | undefined {
  const text = new TextDecoder().decode(line.subarray(start, Math.min(end, start + ID_WITHIN)));
  return ID.exec(text)?.[1];
}
