import type { Entry } from '../core/entry.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { JsonObject } from '../core/json.ts';
import type { Decoded, Format, SessionHeader } from '../formats/format.ts';

/** What it takes to decode a table's rows again. */
export interface RowSource {
  readonly table: EntryTable;
  readonly format: Format;
  /** The file's header as far as it is known. */
  header(): SessionHeader | null;
}

/**
 * Decodes a record as it was when the table saw it.
 * @returns the row's entry with the id that it has in its file, null when the record is not what the table saw there
 */
export function decodeRow(source: RowSource, row: number, record: JsonObject): Entry | null {
  return createRowDecoder(source)(row, record);
}

/** {@link decodeRow} for many rows: a record that holds several entries is decoded once, as long as it is the last. */
export type RowDecoder = (row: number, record: JsonObject) => Entry | null;

export function createRowDecoder(source: RowSource): RowDecoder {
  const { table, format } = source;
  let last: { readonly record: JsonObject; readonly decoded: Decoded } | undefined;
  const decode = (row: number, record: JsonObject, header: SessionHeader | null): Entry | null => {
    const part = table.part(row) - table.nth(row);
    const decoded = format.decode(record, { line: table.line(row), part, header, previousId: null });
    last = { record, decoded };
    return entryOf(source, row, decoded);
  };
  return (row, record) => {
    const known = last?.record === record ? entryOf(source, row, last.decoded) : null;
    // A record that stands before the header was decoded without one.
    return known ?? decode(row, record, source.header()) ?? decode(row, record, null);
  };
}

/** The row's entry in what its record was decoded to, null when it is not what the table saw in this row. */
export function entryOf(
  { table, format }: Omit<RowSource, 'header'>,
  row: number,
  decoded: Decoded,
): Entry | null {
  const told =
    decoded.type === 'entry'
      ? decoded.entry
      : decoded.type === 'entries'
        ? decoded.entries[table.nth(row)]
        : undefined;
  if (!told || !Object.is(table.timestamp(row), told.timestamp ?? NaN)) return null;
  // A message that is told a second time is a note there.
  const found = table.kind(row) === told.kind ? told : format.again?.(told);
  if (table.kind(row) !== found?.kind) return null;
  const names = table.renamed?.(row);
  if (names) return names.own === found.id ? { ...found, id: names.id } : null;
  // The id is the proof: another file has others in its place.
  return table.rowOf(found.id) === table.firstOf(row) ? found : null;
}
