import type { Entry } from '../core/entry.ts';
import type { FileAccess } from '../core/files.ts';
import { createLru } from '../core/lru.ts';
import type { EntryTable } from '../core/table.ts';
import { spans } from './ranges.ts';

/** Bytes of records whose decoded entries are kept for the next time, per session. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Stands for "the entry before this one in the file" where a format links records by their order. */
export const PREVIOUS_ID = '\u0000previous';

/** Reads the bodies of a table's rows from its file. */
export interface Bodies {
  /** Decoded records in the order asked for, null where the file no longer holds what the table saw. */
  entries(rows: readonly number[]): Promise<readonly (Entry | null)[]>;
  /** The records' own bytes, without terminators, null likewise. */
  bytes(rows: readonly number[]): Promise<readonly (Uint8Array | null)[]>;
}

export interface BodySource {
  readonly files: FileAccess;
  readonly uri: string;
  readonly table: EntryTable;
  /** Decodes one record's bytes with {@link PREVIOUS_ID} as the id before it; null when they are no entry. */
  decode(row: number, bytes: Uint8Array): Entry | null;
}

/** Bodies of `source`'s table, with a small cache of what was decoded. */
export function createBodies(source: BodySource): Bodies {
  const cache = createLru<number, Entry>(CACHE_BYTES);

  const entries = async (rows: readonly number[]): Promise<readonly (Entry | null)[]> => {
    const found = rows.map((row) => cache.get(row) ?? null);
    const lacking = rows.flatMap((row, index) => (found[index] ? [] : [{ row, index }]));
    await readRows(
      source,
      lacking.map(({ row }) => row),
      (position, entry, length) => {
        const { row, index } = lacking[position] as { row: number; index: number };
        found[index] = entry;
        cache.set(row, entry, length);
      },
    );
    return found;
  };

  return {
    async entries(rows) {
      const found = await entries(rows);
      const linked = rows.filter((_, i) => found[i]?.parentId === PREVIOUS_ID);
      if (linked.length === 0) return found;
      const before = await entries(linked.map((row) => Math.max(row - 1, 0)));
      const parents = new Map(linked.map((row, i) => [row, row === 0 ? null : (before[i]?.id ?? null)]));
      return rows.map((row, i) => {
        const entry = found[i] ?? null;
        return entry?.parentId === PREVIOUS_ID ? { ...entry, parentId: parents.get(row) ?? null } : entry;
      });
    },
    async bytes(rows) {
      const found: (Uint8Array | null)[] = rows.map(() => null);
      await readRows(source, rows, (position, _entry, _length, bytes) => {
        // A copy: a view would keep the whole span alive for as long as the caller keeps one record.
        found[position] = bytes.slice();
      });
      return found;
    },
  };
}

type Found = (position: number, entry: Entry, length: number, bytes: Uint8Array) => void;

/** Reads the rows in as few reads as pay, and hands out those that still are what the table says. */
async function readRows(source: BodySource, rows: readonly number[], found: Found): Promise<void> {
  const { files, uri, table } = source;
  const ranges = rows.map((row) => ({ offset: table.offset(row), length: table.length(row) }));
  for (const span of spans(ranges)) {
    const read = await files.read(uri, span.offset, span.length);
    for (const position of span.members) {
      const row = rows[position] as number;
      const start = table.offset(row) - span.offset;
      const bytes = read.subarray(start, start + table.length(row));
      const entry = bytes.length === table.length(row) ? source.decode(row, bytes) : null;
      if (entry && isRow(table, row, entry)) found(position, entry, bytes.length, bytes);
    }
  }
}

/** Whether `entry` is what the table saw in this row. The id is the proof: another file has others in its place. */
function isRow(table: EntryTable, row: number, entry: Entry): boolean {
  const sameTime = Object.is(table.timestamp(row), entry.timestamp ?? NaN);
  return sameTime && table.kind(row) === entry.kind && table.rowOf(entry.id) === table.firstOf(row);
}
