import { fileAccessError, type FileAccess, type FileStat } from '../core/files.ts';
import type { Scheduler, Slicer } from '../core/lib/scheduler.ts';
import { SessionReader, type ReaderData, type ReaderOptions } from '../formats/reader.ts';
import { bytesOf, type BeginningPart } from './beginning/joinedFiles.ts';
import type { SessionPart } from './parts.ts';
import { LF } from '../scan/lines.ts';
import type { Seen } from './verdict.ts';
import { createWitness, type Witness, type WitnessData } from './witness.ts';

/** Bytes of one read. */
const CHUNK_BYTES = 1024 * 1024;
/** Bytes that are taken in between two looks at the clock: a few ms of work. */
const PORTION_BYTES = 64 * 1024;
/** Bytes that are read and taken in at once where nothing else waits: with their index they stay in the CPU's cache. */
const BLOCK_BYTES = 512 * 1024;

/** When so much of a file is read, its beginning tells how many entries there will be. */
const SAMPLE_BYTES = 4 * 1024 * 1024;

/** A file became shorter while it was read: what was read is of two files. */
export class FileShrank extends Error {
  override readonly name = 'FileShrank';
}

/** The next line is longer than the reader was to take: it stands before it, and can go on. */
export class LongLine extends Error {
  override readonly name = 'LongLine';
}

/** What is known of the bytes that {@link FileReading.readTo} is to read. */
export interface ReadOptions {
  /** The first of them, where they are read already. */
  readonly first?: Uint8Array;
  /** Bytes of the longest line that may be taken here. */
  readonly longest?: number;
}

/** How often a file that shrinks under the reader is begun anew before that is an error. */
const ATTEMPTS = 5;

/** Where a file's bytes come from and how they are read. */
export interface ReadingSource {
  readonly files: FileAccess;
  readonly uri: string;
  readonly scheduler: Scheduler;
  readonly reader?: ReaderOptions;
  /** Parts of other files with which the bytes begin. */
  readonly parts?: readonly BeginningPart[];
}

/** Told after each chunk: what was read by now, and up to where it will be read. */
export type OnChunk = (reading: FileReading, size: number) => void;

/**
 * Reads a file from its first byte to the end that it has when the reading begins.
 * @throws FileAccessError, Cancelled
 */
export async function readFile(
  source: ReadingSource,
  slicer: Slicer,
  onChunk?: OnChunk,
): Promise<FileReading> {
  const { files, uri } = source;
  for (let attempt = 1; ; attempt++) {
    const reading = new FileReading(source);
    reading.attempt = attempt;
    try {
      await reading.readTo(await files.stat(uri), slicer, onChunk);
      return reading;
    } catch (error) {
      if (!(error instanceof FileShrank)) throw error;
      if (attempt === ATTEMPTS)
        throw fileAccessError('io', uri, new Error('it keeps changing while it is read'));
    }
  }
}

/** A reading as it is sent to another thread. */
export interface ReadingData {
  readonly reader: ReaderData;
  readonly witness: WitnessData;
  readonly mtime: number;
  readonly readAt: number;
  readonly attempt: number;
}

/** One reading of a file from its first byte on, which can go on when the file has grown. */
export class FileReading implements Seen {
  readonly reader: SessionReader;
  readonly witness: Witness;
  mtime = 0;
  readAt = 0;
  /** Which reading of the file it is, from 1: one that shrinks meanwhile is begun anew. */
  attempt = 1;
  readonly #source: ReadingSource;
  #expects = false;
  /** Lines before each part that was begun, the first one left out. */
  readonly #partLines: number[] = [];

  constructor(source: ReadingSource, reader = new SessionReader(source.reader), witness = createWitness()) {
    this.#source = source;
    this.reader = reader;
    this.witness = witness;
  }

  /** Where the bytes come from: offsets of what was read are offsets in these. */
  get files(): FileAccess {
    return this.#source.files;
  }

  /** The files that were read one after the other; undefined where it is one. */
  get parts(): readonly SessionPart[] | undefined {
    const { parts, uri } = this.#source;
    if (!parts) return undefined;
    let offset = 0;
    return [...parts, { uri, bytes: 0 }].map((part, at) => {
      const placed = { uri: part.uri, line: at === 0 ? 0 : (this.#partLines[at - 1] ?? 0), offset };
      offset += part.bytes;
      return placed;
    });
  }

  /** Goes on where a reading in another thread stood. @returns undefined where its format is not known here */
  static unpack(source: ReadingSource, data: ReadingData): FileReading | undefined {
    const reader = SessionReader.unpack(data.reader, source.reader);
    if (!reader) return undefined;
    const reading = new FileReading(source, reader, createWitness(data.witness));
    reading.mtime = data.mtime;
    reading.readAt = data.readAt;
    reading.attempt = data.attempt;
    return reading;
  }

  /** What was read so far, to be sent; undefined while the format is not known. */
  pack(): ReadingData | undefined {
    const reader = this.reader.pack();
    const { mtime, readAt, attempt } = this;
    return reader && { reader, witness: this.witness.pack(), mtime, readAt, attempt };
  }

  /**
   * Reads from where the last reading ended up to `stat.size` and no further, so that size and time of change belong
   * together. The thread is given back every few ms. Stops early in a file that holds no session.
   * @throws FileAccessError, FileShrank, LongLine, Cancelled
   */
  async readTo(stat: FileStat, slicer: Slicer, onChunk?: OnChunk, options: ReadOptions = {}): Promise<void> {
    const { files, uri, scheduler } = this.#source;
    const { first, longest = Infinity } = options;
    const begin = this.witness.size;
    this.readAt = scheduler.now();
    while (this.witness.size < stat.size && !this.reader.isForeign) {
      const offset = this.witness.size;
      if (this.#takeNow(stat.size - offset)) {
        if (slicer.due()) await slicer.pause();
        onChunk?.(this, stat.size);
        continue;
      }
      const end = Math.min(stat.size, this.#partEnd());
      const known = offset === begin ? first : undefined;
      const chunk = known ?? (await files.read(uri, offset, Math.min(CHUNK_BYTES, end - offset)));
      if (chunk.length === 0) throw new FileShrank();
      for (let at = 0; at < chunk.length; at += PORTION_BYTES) {
        const portion = chunk.subarray(at, at + PORTION_BYTES);
        if (this.#ends(portion) > longest) throw new LongLine();
        this.#take(portion);
        if (slicer.due()) await slicer.pause();
      }
      if (this.witness.size === this.#partEnd()) this.#endPart();
      onChunk?.(this, stat.size);
    }
    this.mtime = stat.mtime;
    this.reader.lines.rest();
  }

  /** Bytes of the line that began before `portion` and ends in it; 0 where none does. */
  #ends(portion: Uint8Array): number {
    const held = this.reader.lines.tail?.length ?? 0;
    const end = held === 0 ? -1 : portion.indexOf(LF);
    return end < 0 ? 0 : held + end;
  }

  /** Where the part that is read ends; never for the session's own file. */
  #partEnd(): number {
    const { parts } = this.#source;
    return parts && this.#partLines.length < parts.length
      ? bytesOf(parts.slice(0, this.#partLines.length + 1))
      : Infinity;
  }

  /** The next part begins with a line of its own. What the session is called is for its own file to say, if it does. */
  #endPart(): void {
    this.#partLines.push(this.reader.lines.committed);
    if (this.#partLines.length === this.#source.parts?.length) this.reader.intake?.beginOwn();
  }

  /** Reads the next of `rest` bytes to where the reader wants them. False where that cannot be. */
  #takeNow(rest: number): boolean {
    const { files, uri } = this.#source;
    const room = files.readNow && this.reader.room(Math.min(BLOCK_BYTES, rest));
    const count = room && files.readNow?.(uri, this.witness.size, room);
    if (!room || count === undefined) return false;
    if (count === 0) throw new FileShrank();
    this.#take(room.subarray(0, count));
    if (!this.#expects && this.witness.size >= SAMPLE_BYTES) {
      this.#expects = true;
      this.reader.expect(this.witness.size - count + rest);
    }
    return true;
  }

  #take(portion: Uint8Array): void {
    this.witness.take(portion);
    this.reader.push(portion);
  }
}
