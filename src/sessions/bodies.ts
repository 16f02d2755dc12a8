import type { Entry } from '../core/entry.ts';
import { FileAccessError, type FileAccess } from '../core/files.ts';
import type { JsonObject } from '../core/json.ts';
import { createLru } from '../core/lib/lru.ts';
import { NO_PARENT, type EntryTable } from '../core/index/table.ts';
import type { Format, SessionHeader } from '../formats/format.ts';
import { parseObject } from '../scan/readLine.ts';
import { spans, type ByteRange } from './ranges.ts';

/** Bytes of records whose decoded entries are kept for the next time, per session. */
const CACHE_BYTES = 8 * 1024 * 1024;

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
  /** Every row that is asked for must be in it. */
  readonly table: EntryTable;
  readonly format: Format;
  /** The file's header as far as it is known. */
  header(): SessionHeader | null;
}

/** Bodies of `source`'s table, with a small cache of what was decoded. */
export function createBodies(source: BodySource): Bodies {
  const { table } = source;
  const cache = createLru<number, Entry>(CACHE_BYTES);

  /** Entries as their records alone tell them: right but for the links of formats that link by order. */
  const alone = async (rows: readonly number[]): Promise<(Entry | null)[]> => {
    const found = rows.map((row) => cache.get(row) ?? null);
    const lacking = rows.flatMap((row, index) => (found[index] ? [] : [{ row, index }]));
    await readRows(source, lacking, ({ index }, entry) => {
      found[index] = entry;
    });
    return found;
  };

  return {
    async entries(rows) {
      const found = await alone(rows);
      const byOrder = rows.flatMap((row, index) =>
        isLinkedByOrder(table, row, found[index]) ? [{ row, index }] : [],
      );
      const before = await alone(byOrder.map(({ row }) => row - 1));
      byOrder.forEach(({ row, index }, i) => {
        const [entry, previous] = [found[index], before[i]];
        found[index] = entry && previous ? decodeRow(source, row, entry.record, previous.id) : null;
      });
      rows.forEach((row, index) => {
        const entry = found[index];
        if (entry) cache.set(row, entry, table.length(row));
      });
      return found;
    },
    async bytes(rows) {
      const found: (Uint8Array | null)[] = rows.map(() => null);
      await readRows(
        source,
        rows.map((row, index) => ({ row, index })),
        ({ index }, _entry, bytes) => {
          // A copy: a view would keep the whole span alive for as long as the caller keeps one record.
          found[index] = new Uint8Array(bytes);
        },
      );
      return found;
    },
  };
}

interface Wanted {
  readonly row: number;
  readonly index: number;
}

/** Reads rows in as few reads as pay, and hands out those that still are what the table says. */
async function readRows(
  source: BodySource,
  wanted: readonly Wanted[],
  found: (wanted: Wanted, entry: Entry, bytes: Uint8Array) => void,
): Promise<void> {
  const { files, uri, table } = source;
  const ranges = wanted.map(({ row }) => ({ offset: table.offset(row), length: table.length(row) }));
  for (const span of spans(ranges)) {
    const read = await readSpan(files, uri, span);
    for (const member of span.members) {
      const one = wanted[member];
      if (!one) continue;
      const start = table.offset(one.row) - span.offset;
      const bytes = read.subarray(start, start + table.length(one.row));
      const record = bytes.length === table.length(one.row) ? parseObject(bytes) : undefined;
      const entry = record ? decodeRow(source, one.row, record, null) : null;
      if (entry) found(one, entry, bytes);
    }
  }
}

/** A span's bytes; none when the file is gone, which is one way of not being what the table saw. */
async function readSpan(files: FileAccess, uri: string, { offset, length }: ByteRange): Promise<Uint8Array> {
  try {
    return await files.read(uri, offset, length);
  } catch (error) {
    if (error instanceof FileAccessError && error.code === 'not-found') return new Uint8Array(0);
    throw error;
  }
}

/** Decodes a record as it was when the table saw it; null when it is not what the table saw in this row. */
export function decodeRow(
  source: Pick<BodySource, 'table' | 'format' | 'header'>,
  row: number,
  record: JsonObject,
  previousId: string | null,
): Entry | null {
  const { table, format } = source;
  // A record that stands before the header was decoded without one.
  for (const header of [source.header(), null]) {
    const decoded = format.decode(record, {
      line: table.line(row),
      part: table.part(row),
      header,
      previousId,
    });
    if (decoded.type === 'entry' && isRow(table, row, decoded.entry)) return decoded.entry;
  }
  return null;
}

/** Whether `entry` is what the table saw in this row. The id is the proof: another file has others in its place. */
function isRow(table: EntryTable, row: number, entry: Entry): boolean {
  const sameTime = Object.is(table.timestamp(row), entry.timestamp ?? NaN);
  return sameTime && table.kind(row) === entry.kind && table.rowOf(entry.id) === table.firstOf(row);
}

/** Whether the table links the row to a parent that its record does not name: the one before it in the file. */
function isLinkedByOrder(table: EntryTable, row: number, entry: Entry | null | undefined): boolean {
  return row > 0 && entry?.parentId === null && table.parentLink(row) !== NO_PARENT;
}
