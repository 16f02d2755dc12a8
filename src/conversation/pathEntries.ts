import type { Entry } from '../core/entry.ts';
import type { Slicer } from '../core/lib/scheduler.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Format } from '../formats/format.ts';
import type { ContextOf } from '../core/context/contextView.ts';
import type { Session } from '../sessions/session.ts';
import { nextBatch, type BatchSize } from './batch.ts';

/** Entries read at a time: little enough that reading can be left in between. */
const BATCH: BatchSize = { rows: 500, bytes: 4_000_000 };

/** A path's entries as far as they could be read. */
export interface PathEntries {
  readonly rows: readonly number[];
  readonly entries: readonly Entry[];
}

/**
 * Reads the entries of a path, in batches with pauses between.
 * @param known entries of the path's beginning that were read before
 * @param onRead told how many there are so far
 * @returns undefined when the file was changed meanwhile
 * @throws Cancelled out of the slicer
 */
export async function readPathEntries(
  session: Session,
  path: ArrayLike<number>,
  slicer: Slicer,
  known: PathEntries = { rows: [], entries: [] },
  onRead: (count: number) => void = () => undefined,
): Promise<PathEntries | undefined> {
  const rows = Array.from(path);
  const isKnown = known.rows.length <= rows.length && known.rows.every((row, index) => rows[index] === row);
  const entries: Entry[] = isKnown ? [...known.entries] : [];
  const { table } = session.snapshot;
  while (entries.length < rows.length) {
    onRead(entries.length);
    await slicer.pause();
    const batch = nextBatch(table, rows, entries.length, BATCH);
    for (const entry of await session.entries(batch)) {
      if (!entry) return undefined;
      entries.push(entry);
    }
  }
  return { rows, entries };
}

/** The format's view of a path, with what it asks of the file's order; undefined where it has none. */
export function contextOfFormat(
  { context }: Format,
  table: EntryTable,
  { rows, entries }: PathEntries,
): ContextOf | undefined {
  if (!context) return undefined;
  const ids = new Map(rows.map((row, index) => [row, entries[index]?.id]));
  return (path) => context(path, (record) => ids.get(table.rowOfRecord(record)));
}
