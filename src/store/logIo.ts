/** How the stores reach an append-only file: node:fs, or a fake that fails at any step. Paths as the system has them. */
export interface LogIo {
  /** Opens a file for reading; undefined when there is none. Every other failure is the system's own error. */
  openRead(path: string): Promise<LogReader | undefined>;
  /**
   * Opens a file for appending only (O_APPEND), so that every write lands at what is then the end of the file. Creates
   * it with mode 0600 when there is none; with `mustBeNew` it fails with EEXIST when there is one.
   */
  openAppend(path: string, mustBeNew: boolean): Promise<LogWriter>;
  /** Makes the folder of a file, and those above it, where they are missing. */
  makeFolderOf(path: string): Promise<void>;
  /** Makes a new file's name last over a power failure, where the system can. Failing is no error. */
  syncFolderOf(path: string): Promise<void>;
  /** Cuts a file to its first `size` bytes and syncs it. Only for a repair that the user asked for. */
  truncate(path: string, size: number): Promise<void>;
}

export interface LogReader {
  size(): Promise<number>;
  /** `length` bytes from `offset`; fewer only at the file's end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface LogWriter {
  size(): Promise<number>;
  /** One write. @returns how many of the bytes the system took, which may be fewer */
  write(bytes: Uint8Array): Promise<number>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What {@link appendBytes} demands besides the write itself. */
export interface AppendOptions {
  /** Sync the file to the disk before the append counts as done. */
  readonly sync: boolean;
  /** Size that the file must have before the write: another size means that somebody else writes to it. */
  readonly expectedSize?: number;
  readonly mustBeNew?: boolean;
}

/** The system took only a part of a record. The file now ends in the middle of it. */
export class ShortWriteError extends Error {
  override readonly name = 'ShortWriteError';
  readonly code = 'ESHORTWRITE';

  constructor(path: string, written: number, wanted: number) {
    super(`Only ${written} of ${wanted} bytes were written to ${path}. Its last line is now incomplete.`);
  }
}

/** Somebody else changed the file since this store last looked at it. Nothing was written. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
  readonly code = 'ECHANGED';

  constructor(path: string, size: number, expected: number) {
    super(
      `${path} has ${size} bytes, not ${expected}: another program changed it. Nothing was written; open it again.`,
    );
  }
}

/**
 * Appends bytes with one write.
 * @returns the file's size afterwards
 * @throws ShortWriteError, FileChangedError, or the system's own error. After any of them but FileChangedError nobody
 *   knows how much of the bytes the file holds.
 */
export async function appendBytes(
  io: LogIo,
  path: string,
  bytes: Uint8Array,
  options: AppendOptions,
): Promise<number> {
  const writer = await io.openAppend(path, options.mustBeNew ?? false);
  let size: number;
  try {
    size = await writer.size();
    const expected = options.expectedSize;
    if (expected !== undefined && size !== expected) throw new FileChangedError(path, size, expected);
    const written = await writer.write(bytes);
    if (written !== bytes.length) throw new ShortWriteError(path, written, bytes.length);
    if (options.sync) await writer.sync();
  } catch (error) {
    // The first failure is the one to tell.
    await writer.close().catch(() => undefined);
    throw error;
  }
  await writer.close();
  if (size === 0 && options.sync) await io.syncFolderOf(path).catch(() => undefined);
  return size + bytes.length;
}
