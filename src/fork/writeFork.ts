import type { Entry } from '../core/entry.ts';
import type { ForkPlan } from '../core/fork/forkPlan.ts';
import { hex } from '../core/text/hex.ts';
import type { ForkSource, ForkStream, ForkWriter } from '../formats/format.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import { createNewFile, type NewFile, type NewFileIo } from '../store/newFile.ts';
import { CHANGED, ForkReadError, readPathStrictly } from './strictPath.ts';

/** Where and when a fork is written; injected, so that tests repeat. */
export interface ForkPlace {
  readonly io: NewFileIo;
  /** The source's folder, as `io` names it. */
  readonly folder: string;
  readonly source: ForkSource;
  /** Unix ms. */
  readonly now: number;
  readonly random: (length: number) => Uint8Array;
}

/**
 * Writes the planned path as a new session file beside its source, which is only read. The whole path is read
 * strictly before anything is written, and again while it is: so a path of any length is never held at once.
 * @throws ForkReadError, NewFileError; no file is left in either case.
 */
export async function writeFork(
  session: Pick<Session, 'bytes' | 'entries'>,
  snapshot: SessionSnapshot,
  writer: ForkWriter,
  plan: ForkPlan,
  place: ForkPlace,
): Promise<NewFile> {
  const labels = await labelEntries(session, snapshot);
  for await (const line of readPathStrictly(session, snapshot, plan.rows)) void line;
  const { source, now, random } = place;
  const { header, table } = snapshot;
  const rowOfRecord = (record: number) => table.rowOfRecord(record);
  const stream = writer.begin({ header, labels, rowOfRecord, source, now, random });
  return createNewFile(place.io, {
    folder: place.folder,
    name: (attempt) => stream.name(attempt),
    temporaryName: `.${hex(random(8))}.session-tree.tmp`,
    lines: forkLines(session, snapshot, stream, plan),
  });
}

async function* forkLines(
  session: Pick<Session, 'bytes'>,
  snapshot: SessionSnapshot,
  stream: ForkStream,
  plan: ForkPlan,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* stream.head();
  for await (const line of readPathStrictly(session, snapshot, plan.rows)) {
    const written = stream.line(line);
    if (written) yield written;
  }
  yield* stream.tail();
}

/** Labels stand anywhere in the file, on any branch; there are few of them. */
async function labelEntries(session: Pick<Session, 'entries'>, { table }: SessionSnapshot): Promise<Entry[]> {
  const rows: number[] = [];
  for (let row = 0; row < table.size; row++) if (table.kind(row) === 'label') rows.push(row);
  const entries = rows.length > 0 ? await session.entries(rows) : [];
  return rows.map((row, index) => {
    const entry = entries[index];
    if (!entry) throw new ForkReadError(table.line(row), CHANGED);
    return entry;
  });
}
