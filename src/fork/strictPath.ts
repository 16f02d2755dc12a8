import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Format, SessionHeader } from '../formats/format.ts';
import type { ForkLine } from '../formats/fork/writer.ts';
import { readLine } from '../scan/readLine.ts';
import { createRowDecoder, type RowDecoder } from '../sessions/decodeRow.ts';
import type { Session } from '../sessions/session.ts';

/** A line of the path is not what a fork may copy. Nothing was written; the message names the line. */
export class ForkReadError extends Error {
  override readonly name = 'ForkReadError';
  /** Physical line, from 1. */
  readonly line: number;

  constructor(line: number, why: string, options?: ErrorOptions) {
    super(`Line ${line} ${why}. Nothing was written.`, options);
    this.line = line;
  }
}

/** What a line is that is not what the tree was built from. */
export const CHANGED = 'has changed since the session was read; look at it again and retry';

/** The part of a snapshot that the rows belong to. */
export interface PathSource {
  readonly format: Format;
  readonly header: SessionHeader | null;
  readonly table: EntryTable;
}

/** Bytes and rows that are read in one go. */
const READ_BYTES = 4 << 20;
const READ_ROWS = 500;

/**
 * Reads the rows of a path again from the file, strictly: UTF-8, JSON, an entry with the same id below the same
 * parent as when the tree was built. Root first; some megabytes are held at a time.
 * @throws ForkReadError at the first line that fails, or when the file has changed under the path.
 */
export async function* readPathStrictly(
  session: Pick<Session, 'bytes'>,
  source: PathSource,
  rows: readonly number[],
): AsyncGenerator<ForkLine, void, undefined> {
  const decode = createRowDecoder({ ...source, header: () => source.header });
  let isTop = true;
  for (const chunk of chunks(source.table, rows)) {
    const records = await session.bytes(chunk);
    for (const [index, row] of chunk.entries()) {
      const bytes = records[index] ?? null;
      if (!bytes) throw new ForkReadError(source.table.line(row), CHANGED);
      const entry = decodeStrictly(bytes, row, source, decode);
      if (!isTop && !source.format.begin) checkPlace(entry, row, source.table);
      isTop = false;
      yield { row, entry, bytes };
    }
  }
}

function* chunks(table: EntryTable, rows: readonly number[]): Generator<number[]> {
  let chunk: number[] = [];
  let size = 0;
  for (const row of rows) {
    chunk.push(row);
    size += table.length(row);
    if (size < READ_BYTES && chunk.length < READ_ROWS) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** The row's entry, with the id that it has in its file. @throws ForkReadError */
function decodeStrictly(bytes: Uint8Array, row: number, source: PathSource, decode: RowDecoder): Entry {
  const { format, header, table } = source;
  const line = table.line(row);
  const record = parseObject(bytes, line);
  const entry = decode(row, record);
  if (entry) return entry;
  const decoded = format.decode(record, { line, part: table.part(row), header, previousId: null });
  const why = decoded.type === 'bad' ? `: ${decoded.message} (${decoded.path})` : '';
  const isOther = decoded.type === 'entry' || decoded.type === 'entries';
  throw new ForkReadError(line, isOther ? CHANGED : `is no entry of a ${format.title} session${why}`);
}

function parseObject(bytes: Uint8Array, line: number): JsonObject {
  const content = readLine(bytes);
  if (content.type === 'object') return content.value;
  throw new ForkReadError(line, content.type === 'bad' ? `is damaged: ${content.reason}` : 'is blank');
}

/**
 * The record must stand where the tree has it. What the top's parent is was asked before: it may be missing. Where the
 * order of the lines is the chain, a record alone does not say it; nor where a linker gives the parents.
 */
function checkPlace(entry: Entry, row: number, table: EntryTable): void {
  if (entry.parentId === null) return;
  const parent = table.rowOf(entry.parentId);
  const link = table.parentLink(row);
  // Below a gap there is no link, and the gap was named before.
  if (parent < 0 ? link >= 0 : parent !== link) throw new ForkReadError(table.line(row), CHANGED);
}
