import type { Entry } from '../core/entry.ts';
import { FileAccessError, type FileAccess } from '../core/files.ts';
import type { JsonObject } from '../core/json.ts';
import { createLru } from '../core/lib/lru.ts';
import { RawValues } from '../core/conversation/rawValues.ts';
import { MISSING_PARENT, type EntryTable } from '../core/index/table.ts';
import { parseObject } from '../scan/readLine.ts';
import { createRowDecoder, type RowDecoder, type RowSource } from './decodeRow.ts';
import { spans, type ByteRange } from './ranges.ts';

/** Bytes of records whose decoded entries are kept for the next time, per session. */
const CACHE_BYTES = 8 * 1024 * 1024;
/** A record of several entries that is longer is let go at once: decoded it takes several times its bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Reads the bodies of a table's rows from its file. */
export interface Bodies {
  /** Decoded records in the order asked for, null where the file no longer holds what the table saw. */
  entries(rows: readonly number[]): Promise<readonly (Entry | null)[]>;
  /** The records' own bytes, without terminators, null likewise. */
  bytes(rows: readonly number[]): Promise<readonly (Uint8Array | null)[]>;
}

export interface BodySource extends RowSource {
  readonly files: FileAccess;
  readonly uri: string;
}

/** Bodies of `source`'s table, with a small cache of what was decoded. Every row that is asked for must be in it. */
export function createBodies(source: BodySource): Bodies {
  const { table } = source;
  const cache = createLru<number, Entry>(CACHE_BYTES);
  const records = createRecords(source);

  /** Entries as their records alone tell them: right but for the links of formats that link by order. */
  const alone = async (rows: readonly number[]): Promise<(Entry | null)[]> => {
    const found = rows.map((row) => cache.get(row) ?? records.known(row));
    const lacking = rows.flatMap((row, index) => (found[index] ? [] : [{ row, index }]));
    await records.read(lacking, ({ index }, entry) => {
      found[index] = entry;
    });
    return found;
  };

  return {
    async entries(rows) {
      const found = await alone(rows);
      const others = rows.flatMap((row, index) => {
        const parent = otherParent(source, row, found[index]);
        return parent === undefined ? [] : [{ index, parent }];
      });
      const parents = await alone(others.map(({ parent }) => parent).filter((parent) => parent >= 0));
      let next = 0;
      for (const { index, parent } of others) {
        const parentId = parent < 0 ? null : parents[next++]?.id;
        const entry = found[index];
        found[index] = entry && parentId !== undefined ? { ...entry, parentId } : null;
      }
      rows.forEach((row, index) => {
        const entry = belowGap(source, row, found[index]);
        if (!entry) return;
        found[index] = entry;
        cache.set(row, entry, table.length(row));
      });
      return found;
    },
    async bytes(rows) {
      const found: (Uint8Array | null)[] = rows.map(() => null);
      const wanted = rows.map((row, index) => ({ row, index }));
      const partOf = createParts();
      await records.read(wanted, ({ index }, entry, bytes, record) => {
        // A copy: a view would keep the whole span alive for as long as the caller keeps one record.
        found[index] = entry.record === record ? new Uint8Array(bytes) : partOf(entry.record, record, bytes);
      });
      return found;
    },
  };
}

interface Wanted {
  readonly row: number;
  readonly index: number;
}

type OnFound = (wanted: Wanted, entry: Entry, bytes: Uint8Array, record: JsonObject) => void;

/**
 * Reads and decodes the records of rows. The last record that holds several entries is kept, so that they do not cost a
 * reading each.
 */
function createRecords(source: BodySource) {
  const { files, uri, table } = source;
  let kept: { readonly record: JsonObject; readonly offset: number; readonly decode: RowDecoder } | undefined;
  const recordAt = (row: number, bytes: Uint8Array): typeof kept => {
    const offset = table.offset(row);
    if (kept?.offset === offset) return kept;
    const record = bytes.length === table.length(row) ? parseObject(bytes) : undefined;
    return (kept = record && { record, offset, decode: createRowDecoder(source) });
  };
  return {
    /** The entry where its record was the last one, else null. */
    known(row: number): Entry | null {
      return kept?.offset === table.offset(row) ? kept.decode(row, kept.record) : null;
    },
    /** Reads rows in as few reads as pay, and hands out those that still are what the table says. */
    async read(wanted: readonly Wanted[], found: OnFound): Promise<void> {
      if (wanted.length === 0) return;
      const ranges = wanted.map(({ row }) => ({ offset: table.offset(row), length: table.length(row) }));
      // The bytes are looked at anew.
      kept = undefined;
      for (const span of spans(ranges)) {
        const read = await readSpan(files, uri, span);
        for (const member of span.members) {
          const one = wanted[member];
          if (!one) continue;
          const start = table.offset(one.row) - span.offset;
          const bytes = read.subarray(start, start + table.length(one.row));
          const at = recordAt(one.row, bytes);
          const entry = at && at.decode(one.row, at.record);
          if (at && entry) found(one, entry, bytes, at.record);
          if (!holdsSeveral(table, one.row)) kept = undefined;
        }
        const last = wanted[span.members.at(-1) ?? -1];
        if (last && table.length(last.row) > KEPT_BYTES) kept = undefined;
      }
    },
  };
}

/** Whether the row shares its record with others. */
function holdsSeveral(table: EntryTable, row: number): boolean {
  const offset = table.offset(row);
  const isAt = (other: number): boolean => other >= 0 && other < table.size && table.offset(other) === offset;
  return isAt(row - 1) || isAt(row + 1);
}

/** The texts of parts of records, as they stand in the file. */
function createParts(): (part: JsonObject, record: JsonObject, bytes: Uint8Array) => Uint8Array {
  let last: { readonly record: JsonObject; readonly values: RawValues } | undefined;
  return (part, record, bytes) => {
    if (last?.record !== record) {
      last = { record, values: new RawValues() };
      last.values.add(record, new TextDecoder().decode(bytes));
    }
    return new TextEncoder().encode(last.values.write(part));
  };
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

/** The first entry of a session whose beginning is missing: below the session that this one went on with. */
function belowGap(
  source: BodySource,
  row: number,
  entry: Entry | null | undefined,
): Entry | null | undefined {
  if (!entry || entry.parentId !== null || source.table.parentLink(row) !== MISSING_PARENT) return entry;
  const base = source.header()?.base;
  return base ? { ...entry, parentId: base.id } : entry;
}

/**
 * The row below which the table links this one, where its record names no parent or another one; -1 for none, undefined
 * where the record is right.
 */
function otherParent(source: BodySource, row: number, entry: Entry | null | undefined): number | undefined {
  const { table, format } = source;
  const parent = table.parentLink(row);
  if (!entry || parent === MISSING_PARENT) return undefined;
  if (entry.parentId === null) return parent >= 0 ? parent : undefined;
  // Only a linker gives other parents than the record's.
  return format.begin && table.rowOf(entry.parentId) !== parent ? parent : undefined;
}
