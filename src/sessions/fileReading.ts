import { fileAccessError, type FileAccess, type FileStat } from '../core/files.ts';
import type { Scheduler, Slicer } from '../core/scheduler.ts';
import { SessionReader } from '../formats/reader.ts';
import type { Seen } from './verdict.ts';
import { createWitness } from './witness.ts';

/** Bytes of one read. */
const CHUNK_BYTES = 1024 * 1024;
/** Bytes that are taken in between two looks at the clock: a few ms of work. */
const PORTION_BYTES = 64 * 1024;

/** A file became shorter while it was read: what was read is of two files. */
export class FileShrank extends Error {
  override readonly name = 'FileShrank';
}

/** How often a file that shrinks under the reader is begun anew before that is an error. */
const ATTEMPTS = 5;

/**
 * Reads a file from its first byte to the end that it has when the reading begins.
 * @throws FileAccessError, Cancelled
 */
export async function readFile(
  files: FileAccess,
  uri: string,
  scheduler: Scheduler,
  slicer: Slicer,
): Promise<FileReading> {
  for (let attempt = 1; ; attempt++) {
    const reading = new FileReading(files, uri, scheduler);
    try {
      await reading.readTo(await files.stat(uri), slicer);
      return reading;
    } catch (error) {
      if (!(error instanceof FileShrank)) throw error;
      if (attempt === ATTEMPTS)
        throw fileAccessError('io', uri, new Error('it keeps changing while it is read'));
    }
  }
}

/** One reading of a file from its first byte on, which can go on when the file has grown. */
export class FileReading implements Seen {
  readonly reader = new SessionReader();
  readonly witness = createWitness();
  mtime = 0;
  readAt = 0;
  readonly #files: FileAccess;
  readonly #uri: string;
  readonly #scheduler: Scheduler;

  constructor(files: FileAccess, uri: string, scheduler: Scheduler) {
    this.#files = files;
    this.#uri = uri;
    this.#scheduler = scheduler;
  }

  /**
   * Reads from where the last reading ended up to `stat.size` and no further, so that size and time of change belong
   * together. The thread is given back every few ms. Stops early in a file that holds no session.
   * @throws FileAccessError, FileShrank, Cancelled
   */
  async readTo(stat: FileStat, slicer: Slicer): Promise<void> {
    this.readAt = this.#scheduler.now();
    while (this.witness.size < stat.size && !this.reader.isForeign) {
      const offset = this.witness.size;
      const chunk = await this.#files.read(this.#uri, offset, Math.min(CHUNK_BYTES, stat.size - offset));
      if (chunk.length === 0) throw new FileShrank();
      for (let at = 0; at < chunk.length; at += PORTION_BYTES) {
        this.#take(chunk.subarray(at, at + PORTION_BYTES));
        if (slicer.due()) await slicer.pause();
      }
    }
    this.mtime = stat.mtime;
  }

  #take(portion: Uint8Array): void {
    this.witness.take(portion);
    this.reader.push(portion);
  }
}
