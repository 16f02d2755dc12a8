import type { Entry } from '../core/entry.ts';
import type { ForkPlan } from '../core/fork/forkPlan.ts';
import { hex } from '../core/text/hex.ts';
import type { ForkSource, ForkStream, ForkWriter } from '../formats/fork/writer.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import { createNewFile, type NewFile, type NewFileIo } from '../store/newFile.ts';
import { folderFor, numbered, writeBesides } from './forkFolder.ts';
import { CHANGED, ForkReadError, readPathStrictly } from './strictPath.ts';
import { WaitingCalls } from './waitingCalls.ts';

/** Where and when a fork is written; injected, so that tests repeat. */
export interface ForkPlace {
  readonly io: NewFileIo;
  /** The source's folder, as `io` names it. */
  readonly folder: string;
  readonly source: ForkSource;
  /** Unix ms. */
  readonly now: number;
  readonly random: (length: number) => Uint8Array;
  /** A folder and a name that the user chose, in the place of the agent's own. */
  readonly chosen?: { readonly folder: string; readonly name: string };
}

/** What else the user decided. */
export interface ForkWishes {
  /** Calls that wait for their results get results that say there is none. */
  readonly closing?: boolean;
}

/** A new session file. */
export interface ForkFile extends NewFile {
  /** The new session's own id, where its format gives it one. */
  readonly sessionId?: string;
  /** Paths of the files that its agent expects beside it. */
  readonly besides: readonly string[];
  /** Whether it stands in a folder that the format named and that may be its own. */
  readonly inOwnFolder: boolean;
  /** Files of that kind that could not be written, in words. */
  readonly missing: readonly string[];
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
  wishes: ForkWishes = {},
): Promise<ForkFile> {
  const labels = await labelEntries(session, snapshot);
  for await (const line of readPathStrictly(session, snapshot, plan.rows)) void line;
  const { source, now, random, io, chosen } = place;
  const { header, table, title } = snapshot;
  const rowOfRecord = (record: number) => table.rowOfRecord(record);
  const request = { header, labels, rowOfRecord, source, now, random, ...(title !== undefined && { title }) };
  const stream = writer.begin(request);
  const folder = chosen?.folder ?? (await folderFor(io, place.folder, stream.folder));
  const file = await createNewFile(io, {
    folder,
    name: chosen ? (attempt) => numbered(chosen.name, attempt) : (attempt) => stream.name(attempt),
    temporaryName: `.${hex(random(8))}.session-tree.tmp`,
    lines: forkLines(session, snapshot, stream, plan, wishes),
  });
  const side = await writeBesides(io, folder, stream.besides?.(file.name) ?? [], random);
  const inOwnFolder = !chosen && stream.folder !== undefined;
  return {
    ...file,
    ...side,
    inOwnFolder,
    ...(stream.sessionId !== undefined && { sessionId: stream.sessionId }),
  };
}

async function* forkLines(
  session: Pick<Session, 'bytes'>,
  snapshot: SessionSnapshot,
  stream: ForkStream,
  plan: ForkPlan,
  { closing = false }: ForkWishes,
): AsyncGenerator<Uint8Array, void, undefined> {
  const waiting = new WaitingCalls(closing ? plan.openCalls : []);
  yield* stream.head();
  for await (const line of readPathStrictly(session, snapshot, plan.rows)) {
    waiting.take(line);
    const written = stream.line(line);
    if (written) yield written;
  }
  if (closing) yield* stream.standIns?.(waiting.calls) ?? [];
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
