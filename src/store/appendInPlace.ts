import { appendBytes, FileChangedError, type LogIo } from './logIo.ts';
import { createNewFile, type NewFileIo } from './newFile.ts';

/**
 * One record more at the end of a file that somebody else writes: after a copy of the file was put beside it, and only
 * while nobody seems to be writing (design: Writing).
 */

/** How the file is reached: node:fs, or a fake that fails at any step. */
export interface InPlaceIo {
  readonly log: LogIo;
  readonly files: NewFileIo;
  /** Bytes, and the time of the last change in Unix ms. */
  stat(path: string): Promise<{ readonly size: number; readonly mtime: number }>;
}

export interface InPlaceAppend {
  readonly path: string;
  /** The file's folder, for the copy, and the copy's bare name for the `attempt`-th try: that of no session. */
  readonly folder: string;
  readonly backupName: (attempt: number) => string;
  readonly temporaryName: string;
  /** Bytes of the file that the record was made for. */
  readonly size: number;
  /** Without a terminator. */
  readonly record: Uint8Array;
  /** Unix ms. */
  readonly now: number;
}

/** What was appended, to be taken back. */
export interface InPlaceAppended {
  readonly path: string;
  /** Bytes of the file before. */
  readonly size: number;
  /** What was appended, with its LF. */
  readonly bytes: Uint8Array;
  /** Path of the copy. */
  readonly backup: string;
}

export type InPlaceCode = 'changed' | 'busy' | 'unterminated' | 'failed' | 'mixed';

/** Nothing was appended, or (`mixed`) something else was too; the message says what the file is now, for people. */
export class InPlaceError extends Error {
  override readonly name = 'InPlaceError';
  readonly code: InPlaceCode;

  constructor(code: InPlaceCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file that changed within this time may be in the middle of being written, in ms. */
export const QUIET_MS = 5_000;
const COPY_BYTES = 4 << 20;
const LF = 0x0a;

/** @throws InPlaceError; NewFileError where the copy cannot be written. Nothing was appended then, but for `mixed`. */
export async function appendInPlace(io: InPlaceIo, wanted: InPlaceAppend): Promise<InPlaceAppended> {
  const { path, size } = wanted;
  const before = await io.stat(path);
  if (before.size !== size) throw changed(path);
  // A time that is still to come says as little as a new one.
  if (wanted.now - before.mtime < QUIET_MS) {
    throw new InPlaceError(
      'busy',
      `${path} was written to a moment ago: another program may have it open. Nothing was changed; close the session there and try again.`,
    );
  }
  await demandEnd(io, path, size);
  const backup = await copy(io, wanted);
  try {
    const after = await io.stat(path);
    if (after.size !== size || after.mtime !== before.mtime) throw changed(path);
    return await append(io, wanted, backup);
  } catch (error) {
    const isAsBefore = !(error instanceof InPlaceError) || error.code === 'changed';
    if (isAsBefore) await io.files.remove(backup).catch(() => undefined);
    throw error;
  }
}

/**
 * Cuts off what was appended, if nothing came after it.
 * @throws InPlaceError; the file is as it was found
 */
export async function undoInPlace(io: InPlaceIo, { path, size, bytes }: InPlaceAppended): Promise<void> {
  const end = await readFrom(io, path, size, bytes.length + 1);
  if (!end || !isSame(end, bytes)) {
    throw new InPlaceError(
      'changed',
      `${path} was written to since the branch was begun. Nothing was taken back.`,
    );
  }
  await io.log.truncate(path, size);
}

async function append(io: InPlaceIo, wanted: InPlaceAppend, backup: string): Promise<InPlaceAppended> {
  const { path, size, record } = wanted;
  const bytes = new Uint8Array(record.length + 1);
  bytes.set(record);
  bytes[record.length] = LF;
  try {
    await appendBytes(io.log, path, bytes, { sync: true, expectedSize: size });
  } catch (error) {
    if (error instanceof FileChangedError) throw changed(path);
    await takeBack(io, path, size, bytes, backup, error);
  }
  const written = await readFrom(io, path, size, bytes.length);
  if (written && isSame(written, bytes)) return { path, size, bytes, backup };
  throw new InPlaceError(
    'mixed',
    `Another program wrote to ${path} in the same moment. Look at its last lines; the file as it was before is ${backup}.`,
  );
}

/** After a write that failed: what there is of it is cut off, unless somebody wrote behind it. @throws InPlaceError */
async function takeBack(
  io: InPlaceIo,
  path: string,
  size: number,
  bytes: Uint8Array,
  backup: string,
  cause: unknown,
): Promise<never> {
  const why = cause instanceof Error ? cause.message : String(cause);
  try {
    const end = await readFrom(io, path, size, bytes.length + 1);
    const isOurs = end && end.length <= bytes.length && isSame(end, bytes.subarray(0, end.length));
    if (isOurs && end.length > 0) await io.log.truncate(path, size);
    if (isOurs) {
      const text = `Nothing was added to ${path} (${why}). The file is as it was; a copy of it is ${backup}.`;
      throw new InPlaceError('failed', text, { cause });
    }
  } catch (error) {
    if (error instanceof InPlaceError) throw error;
  }
  const text = `Writing to ${path} failed (${why}), and its end could not be put right. The file as it was before is ${backup}.`;
  throw new InPlaceError('mixed', text, { cause });
}

/** @throws InPlaceError where the file does not end with a whole line */
async function demandEnd(io: InPlaceIo, path: string, size: number): Promise<void> {
  const end = size === 0 ? undefined : await readFrom(io, path, size - 1, 1);
  if (end?.[0] === LF) return;
  throw new InPlaceError(
    'unterminated',
    `The last line of ${path} has no end: a record after it would be glued to it. Nothing was changed; fork into a new file.`,
  );
}

/** @returns the copy's path. @throws NewFileError, InPlaceError */
async function copy(
  io: InPlaceIo,
  { path, folder, backupName, temporaryName, size }: InPlaceAppend,
): Promise<string> {
  const reader = await io.log.openRead(path);
  if (!reader) throw changed(path);
  try {
    const lines = pieces((from, length) => reader.read(from, length), path, size);
    const made = await createNewFile(io.files, { folder, name: backupName, temporaryName, lines });
    return made.path;
  } finally {
    await reader.close();
  }
}

/** A file that ends with LF, in pieces that each end before one. */
async function* pieces(
  read: (from: number, length: number) => Promise<Uint8Array>,
  path: string,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Uint8Array[] = [];
  for (let from = 0; from < size;) {
    const chunk = await read(from, Math.min(COPY_BYTES, size - from));
    if (chunk.length === 0) throw changed(path);
    from += chunk.length;
    const end = chunk.lastIndexOf(LF);
    if (end >= 0) {
      yield joined([...rest, chunk.subarray(0, end)]);
      rest = [];
    }
    if (end + 1 < chunk.length) rest.push(chunk.subarray(end + 1));
  }
  if (rest.length > 0) throw changed(path);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Up to `length` bytes; undefined where the file is gone. */
async function readFrom(
  io: InPlaceIo,
  path: string,
  from: number,
  length: number,
): Promise<Uint8Array | undefined> {
  const reader = await io.log.openRead(path);
  if (!reader) return undefined;
  try {
    return await reader.read(from, length);
  } finally {
    await reader.close();
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function changed(path: string): InPlaceError {
  const text = `${path} was changed by another program since it was read. Nothing was changed here; look at it again and retry.`;
  return new InPlaceError('changed', text);
}
