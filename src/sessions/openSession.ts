import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { createEmitter } from '../core/lib/emitter.ts';
import type { Entry } from '../core/entry.ts';
import { fileName } from '../core/text/fileName.ts';
import { FileAccessError, type FileAccess, type FileStat } from '../core/files.ts';
import { Cancelled, createSlicer, type Scheduler, type Slicer } from '../core/lib/scheduler.ts';
import { coalesce } from '../core/lib/serial.ts';
import type { SessionHeader } from '../formats/format.ts';
import type { Beginnings } from './beginning/beginnings.ts';
import { readWithBeginning } from './beginning/readWithBeginning.ts';
import { createBodies, type Bodies } from './bodies.ts';
import { FileShrank, LongLine, readFile, type FileReading } from './fileReading.ts';
import { readWhole, type ReadProgress } from './opening.ts';
import { hasPendingTail } from './pendingTail.ts';
import { readPreviews } from './previews.ts';
import type { ClosableSession } from './registry.ts';
import type { Preview, SessionChange, SessionSnapshot } from './session.ts';
import { emptyState, FRESH_MS, takeSnapshot, type Circumstances, type Taken } from './snapshot.ts';
import { judge, type Verdict } from './verdict.ts';
import type { RemoteReader } from './worker/readClient.ts';

export interface OpenOptions {
  readonly files: FileAccess;
  readonly scheduler: Scheduler;
  /** Finds the files in which sessions begin that hold only what is new; absent: those sessions begin below a gap. */
  readonly beginnings?: Beginnings | undefined;
  /** Reads files in another thread; absent where there is none. */
  readonly remote?: RemoteReader | undefined;
  /** Told of failures that nobody waits for: the look at a tail that was fresh. */
  readonly onError: (uri: string, error: unknown) => void;
  /** How far long readings are; undefined when one is over, whatever became of it. */
  readonly onProgress?: (uri: string, progress: ReadProgress | undefined) => void;
}

/**
 * Opens a session file: reads it once and follows it when it is told to look. A large file's session may be there
 * before the whole of it was read: see {@link Session.whole}.
 * @returns undefined when the file holds no session
 * @throws FileAccessError, Cancelled
 */
export function openSession(
  uri: string,
  options: OpenOptions,
  isCancelled: () => boolean = () => false,
): Promise<ClosableSession | undefined> {
  return new Promise((resolve, reject) => {
    let session: OpenSession | undefined;
    const onPartial = (reading: FileReading, size: number): void => {
      const taken = takeSnapshot(reading.reader, partialCircumstances(uri, session, reading, size));
      if (taken && session) session.goOn(reading, taken);
      else if (taken) resolve((session = new OpenSession(uri, options, reading, taken, whole)));
    };
    const whole = readAll(uri, options, isCancelled, onPartial).then(async (reading) => {
      if (session) await session.complete(reading);
      else resolve(reading && firstSession(uri, options, reading));
    });
    whole.catch((error: unknown) => {
      // Whoever has the session is told by its `whole`.
      if (!session) reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

async function readAll(
  uri: string,
  options: OpenOptions,
  isCancelled: () => boolean,
  onPartial?: (reading: FileReading, size: number) => void,
): Promise<FileReading | undefined> {
  const { files, scheduler, remote, onProgress } = options;
  const source = { files, uri, scheduler };
  const tell = (progress: ReadProgress): void => onProgress?.(uri, progress);
  try {
    const reading = await readWhole({ source, remote, isCancelled, onProgress: tell, onPartial });
    return reading && (await readWithBeginning(reading, source, options.beginnings, isCancelled));
  } finally {
    onProgress?.(uri, undefined);
  }
}

function firstSession(uri: string, options: OpenOptions, reading: FileReading): OpenSession | undefined {
  const taken = takeSnapshot(reading.reader, {
    revision: 1,
    mtime: reading.mtime,
    isSettled: settledAt(reading) <= options.scheduler.now(),
    fileName: fileName(uri),
    parts: reading.parts,
  });
  return taken && new OpenSession(uri, options, reading, taken);
}

function partialCircumstances(
  uri: string,
  session: OpenSession | undefined,
  { mtime, reader }: FileReading,
  size: number,
): Circumstances {
  const revision = (session?.snapshot.revision ?? 0) + 1;
  const partial = { read: reader.size, size };
  return { revision, mtime, isSettled: false, fileName: fileName(uri), partial };
}

/** When a tail in this file was left alone for long enough. A clock ahead of ours must not make it fresh for ever. */
function settledAt({ mtime, readAt }: FileReading): number {
  return Math.min(mtime, readAt) + FRESH_MS;
}

/** A longer line is not taken in this thread, in bytes: decoding it takes 50 ms or more. */
const LONG_LINE = 4 * 1024 * 1024;

class OpenSession implements ClosableSession {
  readonly uri: string;
  readonly #options: OpenOptions;
  readonly #own = createDisposableStore();
  readonly #changes = this.#own.add(createEmitter<SessionChange>());
  readonly onDidChange = this.#changes.event;
  readonly refresh = coalesce(() => this.#look());
  /** What was read of the file that is there now; another one after it was replaced. */
  #reading: FileReading;
  #taken: Taken;
  #bodies: Bodies;
  #isDeleted = false;
  #tailTimer: Disposable | undefined;
  /** Settles when the first reading is over; the session does not look at its file before. */
  readonly whole: Promise<void>;

  constructor(
    uri: string,
    options: OpenOptions,
    reading: FileReading,
    taken: Taken,
    whole = Promise.resolve(),
  ) {
    this.uri = uri;
    this.whole = whole;
    this.#options = options;
    this.#reading = reading;
    this.#taken = taken;
    this.#bodies = this.#bodiesOf(taken);
    this.#waitForTail();
  }

  get snapshot(): SessionSnapshot {
    return this.#taken.snapshot;
  }

  entries(rows: readonly number[]): Promise<readonly (Entry | null)[]> {
    return this.#bodies.entries(rows);
  }

  bytes(rows: readonly number[]): Promise<readonly (Uint8Array | null)[]> {
    return this.#bodies.bytes(rows);
  }

  previews(rows: readonly number[]): Promise<readonly Preview[]> {
    return readPreviews(this.snapshot, this.#bodies, rows);
  }

  dispose(): void {
    this.#own.dispose();
    this.#tailTimer?.dispose();
  }

  /** Takes over a longer part of the file that is still being read. */
  goOn(reading: FileReading, taken: Taken): void {
    if (this.#own.disposed) return;
    const kind = this.#isSameFormat(taken) ? this.#kindOf(reading) : 'replaced';
    this.#reading = reading;
    this.#taken = taken;
    this.#bodies = this.#bodiesOf(taken);
    this.#changes.fire({ kind, snapshot: this.snapshot });
  }

  /** Records that looked like nothing known may have shown what they are: then rows mean something else. */
  #isSameFormat({ snapshot }: Taken): boolean {
    return snapshot.format === this.snapshot.format;
  }

  /** Takes over the whole file. @param reading undefined where the file was replaced by one without a session */
  async complete(reading: FileReading | undefined): Promise<void> {
    if (!reading) {
      await this.#readAnew();
      return;
    }
    const kind = this.#kindOf(reading);
    this.#reading = reading;
    this.#publish(kind);
    this.#waitForTail();
  }

  /** A file that shrank while it was read was begun anew: its rows have no meaning any more. */
  #kindOf({ attempt, reader }: FileReading): 'grown' | 'replaced' {
    const isLonger = reader.size >= this.#reading.reader.size;
    return isLonger && attempt === this.#reading.attempt ? 'grown' : 'replaced';
  }

  /** One look at the file; `refresh` sees to it that there are never two at a time. */
  async #look(): Promise<void> {
    await this.whole;
    if (this.#own.disposed) return;
    try {
      await this.#act(await this.#judge());
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof FileAccessError && error.code === 'not-found') this.#deleted();
      else throw error;
    }
    this.#waitForTail();
  }

  async #judge(): Promise<Verdict> {
    const { files } = this.#reading;
    if (this.#isDeleted) return { what: 'replaced', stat: await files.stat(this.uri) };
    return judge(files, this.uri, this.#reading);
  }

  async #act(verdict: Verdict): Promise<void> {
    if (verdict.what === 'grown') await this.#grow(verdict.stat, verdict.first);
    else if (verdict.what === 'replaced') await this.#readAnew();
    else if (hasPendingTail(this.snapshot) && this.#isSettled()) this.#publish('grown');
  }

  async #grow(stat: FileStat, first: Uint8Array): Promise<void> {
    if (this.#reading.reader.isForeign) return;
    try {
      const longest = this.#options.remote ? LONG_LINE : Infinity;
      await this.#reading.readTo(stat, this.#slicer(), undefined, { first, longest });
    } catch (error) {
      if (error instanceof LongLine) await this.#growRemotely();
      else if (error instanceof FileShrank) await this.#readAnew();
      else throw error;
      return;
    }
    this.#publish('grown');
  }

  /** A line that would hold this thread up: the other one reads the file once more, which gives the same rows and new ones. */
  async #growRemotely(): Promise<void> {
    const before = this.#reading;
    const reading = await readAll(this.uri, this.#options, () => this.#own.disposed);
    const isGrown = reading && (await before.witness.holds(this.#options.files, this.uri));
    if (!isGrown || reading.reader.size < before.reader.size) {
      await this.#readAnew();
      return;
    }
    this.#reading = reading;
    this.#publish('grown');
  }

  async #readAnew(): Promise<void> {
    const { files, scheduler } = this.#options;
    const source = { files, uri: this.uri, scheduler };
    const reading = await readAll(this.uri, this.#options, () => this.#own.disposed);
    this.#reading = reading ?? (await readFile(source, this.#slicer()));
    this.#isDeleted = false;
    this.#publish('replaced');
  }

  #deleted(): void {
    if (this.#isDeleted || this.#own.disposed) return;
    this.#isDeleted = true;
    const snapshot = { ...this.snapshot, revision: this.snapshot.revision + 1 };
    this.#taken = { ...this.#taken, snapshot };
    this.#changes.fire({ kind: 'deleted', snapshot });
  }

  #publish(kind: 'grown' | 'replaced'): void {
    if (this.#own.disposed) return;
    const before = this.#taken;
    const circumstances = {
      revision: before.snapshot.revision + 1,
      mtime: this.#reading.mtime,
      isSettled: this.#isSettled(),
      fileName: fileName(this.uri),
      parts: this.#reading.parts,
    };
    const taken =
      takeSnapshot(this.#reading.reader, circumstances, before) ??
      // No session any more, as when a writer empties the file to write it anew: what it was, with nothing in it.
      emptyState(before.snapshot.format, circumstances);
    const isSame = this.#isSameFormat(taken);
    this.#taken = taken;
    if (taken.reader !== before.reader || !isSame) this.#bodies = this.#bodiesOf(taken);
    this.#changes.fire({ kind: isSame ? kind : 'replaced', snapshot: this.snapshot });
  }

  #bodiesOf({ reader, snapshot }: Taken): Bodies {
    const { files } = this.#reading;
    // The growing table, not the snapshot's: bodies serve the rows to come too.
    const table = reader.intake?.table ?? snapshot.table;
    const header = (): SessionHeader | null => reader.intake?.header ?? null;
    return createBodies({ files, uri: this.uri, table, format: snapshot.format, header });
  }

  #slicer(): Slicer {
    return createSlicer(this.#options.scheduler, () => this.#own.disposed);
  }

  #isSettled(): boolean {
    return settledAt(this.#reading) <= this.#options.scheduler.now();
  }

  /** Looks again when a tail that may still be written to has become old, so that its problem appears by itself. */
  #waitForTail(): void {
    this.#tailTimer?.dispose();
    this.#tailTimer = undefined;
    if (this.#own.disposed || this.#isDeleted || this.snapshot.partial || !hasPendingTail(this.snapshot))
      return;
    const { scheduler, onError } = this.#options;
    this.#tailTimer = scheduler.after(Math.max(0, settledAt(this.#reading) - scheduler.now()), () => {
      this.refresh().catch((error: unknown) => {
        onError(this.uri, error);
      });
    });
  }
}
