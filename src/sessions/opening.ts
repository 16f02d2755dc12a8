import { Cancelled, createSlicer } from '../core/lib/scheduler.ts';
import { FileReading, readFile, type ReadingSource } from './fileReading.ts';
import type { RemoteReader } from './worker/readClient.ts';

/** How far a reading is. */
export interface ReadProgress {
  /** Bytes read, and bytes to read. */
  readonly read: number;
  readonly size: number;
  /** Time until the end at the speed so far, in ms. */
  readonly msLeft: number;
}

export interface WholeOptions {
  readonly source: ReadingSource;
  /** Reads files in another thread; absent where there is none. */
  readonly remote?: RemoteReader | undefined;
  readonly isCancelled: () => boolean;
  /** Told of readings that take longer than {@link PATIENCE_MS}. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** What there is of a large file so far; rows and what is known of them stay as they are. */
  readonly onPartial?: ((reading: FileReading, size: number) => void) | undefined;
}

/** Smaller files are read here: handing them over takes longer (measured: test/bench/reading.ts). */
const REMOTE_BYTES = 256 * 1024;
/** A reading that takes longer, in ms, is told of. */
const PATIENCE_MS = 500;

/**
 * Reads a whole file: in the other thread, small ones here, in slices. Bytes of files that the thread cannot open
 * come through this one.
 * @returns undefined when the other thread found no session
 * @throws FileAccessError, Cancelled
 */
export async function readWhole(options: WholeOptions): Promise<FileReading | undefined> {
  const { source, remote, isCancelled } = options;
  const progress = progressOf(options);
  if (remote) {
    const { size } = await source.files.stat(source.uri);
    if (isCancelled()) throw new Cancelled();
    if (size >= REMOTE_BYTES) {
      const answer = await readRemotely(options, remote, progress);
      if (answer !== 'declined') return answer;
    }
  }
  const slicer = createSlicer(source.scheduler, isCancelled);
  return readFile(source, slicer, (reading, size) => {
    progress(reading.reader.size, size);
  });
}

async function readRemotely(
  { source, isCancelled, onPartial }: WholeOptions,
  remote: RemoteReader,
  onProgress: (read: number, size: number) => void,
): Promise<FileReading | undefined | 'declined'> {
  const outcome = await remote.read(source.uri, {
    isCancelled,
    onProgress,
    onPartial(data, size) {
      const reading = onPartial && FileReading.unpack(source, data);
      if (reading) onPartial(reading, size);
    },
  });
  if (outcome.type !== 'done') return outcome.type === 'none' ? undefined : 'declined';
  return FileReading.unpack(source, outcome.data) ?? 'declined';
}

function progressOf({ source, onProgress }: WholeOptions): (read: number, size: number) => void {
  const { scheduler } = source;
  const begin = scheduler.elapsed();
  return (read, size) => {
    const took = scheduler.elapsed() - begin;
    if (onProgress && took >= PATIENCE_MS)
      onProgress({ read, size, msLeft: (took * (size - read)) / Math.max(read, 1) });
  };
}
