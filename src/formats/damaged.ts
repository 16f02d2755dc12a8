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
}

/**
 * Takes a line apart that is not one JSON value: whole records of the format, fragments, NULs. Only what is surely a
 * record of the format counts, nothing is invented out of a fragment. Linear time.
 */
export function takeApart(line: Uint8Array, format: Format): DamagedLine {
  const records: FoundRecord[] = [];
  let end = 0;
  for (const range of findObjects(line)) {
    // Two readings of one stretch: the one that begins first and is a record stands.
    if (range.start < end) continue;
    const value = parseObject(line.subarray(range.start, range.end));
    if (!value || format.vote(value) === 0) continue;
    records.push({ ...range, value });
    end = range.end;
  }
  return { records, ...between(line, records) };
}

function between(line: Uint8Array, records: readonly FoundRecord[]): Omit<DamagedLine, 'records'> {
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
