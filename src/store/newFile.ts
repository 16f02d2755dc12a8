/**
 * Writes a new file and never half of one: all lines go into a temporary file in the same folder, which is synced to
 * the disk and only then gets its name, never that of an existing file (design: Writing).
 */

/** How a new file reaches its folder: node:fs, a VS Code file system, or a fake that fails at any step. */
export interface NewFileIo {
  /** Creates a file that nobody else may read (0600); rejects with code EEXIST when there is one. */
  create(path: string): Promise<NewFileHandle>;
  /** Gives the file at `from` the name `to` as well, or moves it there; rejects with EEXIST when that name is taken. */
  link(from: string, to: string): Promise<void>;
  /**
   * Moves a file over `to`, which is always an empty file that we created ourselves. For file systems without hard
   * links; absent where `create` cannot promise that nobody else was there first.
   */
  readonly rename?: (from: string, to: string) => Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Makes a folder that nobody else may read (0700), and those above it that lack; one that is there is no error. */
  makeFolder(folder: string): Promise<void>;
  /** Makes names in the folder last over a power failure, where the system can. Failing is no error. */
  syncFolder(folder: string): Promise<void>;
  join(folder: string, name: string): string;
}

export interface NewFileHandle {
  /** Appends all of `bytes`. */
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface NewFileRequest {
  readonly folder: string;
  /** A bare name for the `attempt`-th try, from 1. */
  readonly name: (attempt: number) => string;
  /** A bare name that nobody uses, for the temporary file; must not look like a session file. */
  readonly temporaryName: string;
  /** Lines without terminators. An error that they throw reaches the caller as it is. */
  readonly lines: AsyncIterable<Uint8Array>;
}

export interface NewFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

export type NewFileCode = 'exists' | 'no-permission' | 'read-only' | 'no-space' | 'not-found' | 'io';

/** A new file could not be written. No file was left and none was changed; the message says why, for people. */
export class NewFileError extends Error {
  override readonly name = 'NewFileError';
  readonly code: NewFileCode;

  constructor(code: NewFileCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const MAX_ATTEMPTS = 1000;
/** Bytes that are gathered before one write. */
const WRITE_BYTES = 1 << 18;

/**
 * Writes `lines`, each ended by LF, into a new file of `folder`, under the first name that is free.
 * @throws NewFileError; whatever `lines` throws. In both cases no file is left.
 */
export async function createNewFile(io: NewFileIo, request: NewFileRequest): Promise<NewFile> {
  const { folder } = request;
  const temporary = io.join(folder, request.temporaryName);
  const guard = guardFor(folder);
  const handle = await guard(io.create(temporary));
  try {
    let bytes: number;
    try {
      bytes = await writeLines(request.lines, (part) => guard(handle.write(part)));
      await guard(handle.sync());
    } catch (error) {
      await quietly(handle.close());
      throw error;
    }
    await guard(handle.close());
    const name = await publish(io, request, temporary);
    return { path: io.join(folder, name), name, bytes };
  } finally {
    await quietly(io.remove(temporary));
    await quietly(io.syncFolder(folder));
  }
}

/** A folder for new files, and those above it. @throws NewFileError */
export async function makeFolder(io: NewFileIo, folder: string): Promise<void> {
  await guardFor(folder)(io.makeFolder(folder));
}

async function writeLines(
  lines: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let total = 0;
  let parts: Uint8Array[] = [];
  let gathered = 0;
  const flush = async () => {
    const buffer = new Uint8Array(gathered);
    let at = 0;
    for (const part of parts) {
      buffer.set(part, at);
      at += part.length;
      buffer[at++] = 0x0a;
    }
    total += gathered;
    parts = [];
    gathered = 0;
    await write(buffer);
  };
  for await (const line of lines) {
    parts.push(line);
    gathered += line.length + 1;
    if (gathered >= WRITE_BYTES) await flush();
  }
  if (gathered > 0) await flush();
  return total;
}

/** Gives the finished file the first free name. @returns that name */
async function publish(io: NewFileIo, { folder, name }: NewFileRequest, temporary: string): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const candidate = name(attempt);
    try {
      await publishAs(io, temporary, io.join(folder, candidate));
      return candidate;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw newFileError(folder, error);
    }
  }
  throw newFileError(
    folder,
    Object.assign(new Error(`${MAX_ATTEMPTS} names were tried`), { code: 'EEXIST' }),
  );
}

async function publishAs(io: NewFileIo, temporary: string, target: string): Promise<void> {
  try {
    await io.link(temporary, target);
    return;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || !io.rename) throw error;
    // This file system has no hard links (FAT, some network drives): the name is claimed by an empty file of our
    // own, so that the rename cannot land on somebody else's.
  }
  const claim = await io.create(target);
  try {
    await claim.close();
    await io.rename(temporary, target);
  } catch (error) {
    await quietly(io.remove(target));
    throw error;
  }
}

type Guard = <T>(step: Promise<T>) => Promise<T>;

/** Turns a step's system error into a {@link NewFileError}. */
function guardFor(folder: string): Guard {
  return async (step) => {
    try {
      return await step;
    } catch (error) {
      throw newFileError(folder, error);
    }
  };
}

const CODES: ReadonlyMap<string, NewFileCode> = new Map([
  ['EEXIST', 'exists'],
  ['EACCES', 'no-permission'],
  ['EPERM', 'no-permission'],
  ['EROFS', 'read-only'],
  ['ENOSPC', 'no-space'],
  ['EDQUOT', 'no-space'],
  ['EFBIG', 'no-space'],
  ['ENOENT', 'not-found'],
  ['ENOTDIR', 'not-found'],
]);

function newFileError(folder: string, error: unknown): NewFileError {
  const code = CODES.get(codeOf(error)) ?? 'io';
  const detail = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
  const text: Record<NewFileCode, string> = {
    exists: `No free file name was found in ${folder}${detail}.`,
    'no-permission': `This user may not create files in ${folder}. Nothing was written.`,
    'read-only': `${folder} is on a read-only file system. Nothing was written.`,
    'no-space': `There is no space left for a new file in ${folder}. Nothing was kept of it.`,
    'not-found': `The folder ${folder} is not there any more. Nothing was written.`,
    io: `A new file could not be written in ${folder}${detail}. Nothing was kept of it.`,
  };
  return new NewFileError(code, text[code], { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** For steps whose failure changes nothing for the user: the file is written, or another error is on its way. */
async function quietly(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch {
    // Nothing to tell: see above.
  }
}
