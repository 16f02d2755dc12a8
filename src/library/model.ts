import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { createEmitter, type Emitter } from '../core/lib/emitter.ts';
import type { FileGlance } from '../core/fileHead.ts';
import { FileAccessError, type FileStat } from '../core/files.ts';
import { mapLimit } from '../core/lib/mapLimit.ts';
import { Cancelled, type Scheduler } from '../core/lib/scheduler.ts';
import { coalesce } from '../core/lib/serial.ts';
import { createThrottle } from '../core/lib/throttle.ts';
import { inEnglish, type Translate } from '../core/translate.ts';
import type { Glances } from '../sessions/glances.ts';
import type { SessionLibrary, SessionListItem, SessionReading } from '../sessions/library.ts';
import type { LongReadings } from '../sessions/longReadings.ts';
import type { Probe } from '../sessions/probe.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import { hasPendingTail } from '../sessions/pendingTail.ts';
import { Candidate, newestFirst } from './candidate.ts';
import { createReads } from './reads.ts';
import type { FileEvent, FileSource } from './source.ts';
import type { SummaryCache } from './summaryCache.ts';
import { summaryOf } from './summary.ts';

/** Times in ms: between two `onDidChange`; two looks at one file; two listings after new files. */
export const CHANGE_MS = 200;
export const LOOK_MS = 500;
export const RESCAN_MS = 2_000;
/** A file over this is read whole only once its row is seen (`summarize`) or somebody opens it. */
export const AUTO_READ_BYTES = 64 * 1024 * 1024;

const PARALLEL_PROBES = 8;

export interface LibraryOptions {
  readonly source: FileSource;
  readonly glance: Glances;
  readonly registry: ObservableRegistry;
  readonly scheduler: Scheduler;
  /** Reads a file's head; undefined when it holds no session. @throws FileAccessError */
  readonly probe: (uri: string, stat: FileStat) => Promise<Probe | undefined>;
  /** Leaves out files that belong to others among them. */
  readonly choose?: (uris: readonly string[]) => Promise<readonly string[]>;
  /** Told of failures that nobody waits for. */
  readonly onError: (error: unknown) => void;
  /** What was known of the files at an earlier start. */
  readonly cache?: SummaryCache | undefined;
  /** Up to this size a file is read whole unasked; 0: once its row is seen, and not before. */
  readonly autoReadBytes?: number;
  /** Words of the user's language for what is being done; English where absent. */
  readonly t?: Translate;
  /** Readings that take long, of listed files or not. */
  readonly longReadings?: LongReadings;
}

/**
 * @param owned ends with the library
 * @returns a library that has read nothing yet
 */
export function createLibrary(options: LibraryOptions, ...owned: readonly Disposable[]): SessionLibrary {
  return new Library(options, owned);
}

class Library implements SessionLibrary {
  readonly #options: LibraryOptions;
  readonly #own = createDisposableStore();
  readonly #candidates = new Map<string, Candidate>();
  readonly #changed: Emitter<void> = this.#own.add(createEmitter());
  readonly #read = this.#own.add(createEmitter<SessionReading>());
  readonly #removed = this.#own.add(createEmitter<string>());
  readonly #reads;
  readonly #changes;
  readonly #looks;
  readonly #rescans;
  #watching = false;
  #listing = false;
  #wasListed = false;
  #items: readonly SessionListItem[] | undefined;

  readonly onDidChange = this.#changed.event;
  readonly onDidRead = this.#read.event;
  readonly onDidRemove = this.#removed.event;
  readonly rescan = coalesce(() => this.#list());

  constructor(options: LibraryOptions, owned: readonly Disposable[]) {
    this.#options = options;
    for (const item of owned) this.#own.add(item);
    const { scheduler, registry, t = inEnglish } = options;
    const throttle = <K>(ms: number, run: (key: K) => void) =>
      this.#own.add(createThrottle(scheduler, ms, run));
    this.#changes = throttle<'all'>(CHANGE_MS, () => {
      this.#changed.fire();
    });
    this.#looks = throttle<string>(LOOK_MS, (uri) => void this.#look(uri));
    this.#rescans = throttle<'all'>(RESCAN_MS, () => void this.rescan().catch(options.onError));
    this.#reads = this.#own.add(
      createReads({
        registry,
        scheduler,
        t,
        // Opening has told the summary already, by `#follow`; a session that was open before may have more to say.
        onRead: (uri, snapshot) => this.#take(uri, snapshot),
        onNoSession: (uri) => this.#noSession(uri),
        onError: (uri, error) => this.#failed(uri, error),
        onProgress: () => this.#update(),
      }),
    );
    const onProgress = options.longReadings?.onDidChange(() => {
      this.#changes.poke('all');
    });
    if (onProgress) this.#own.add(onProgress);
    this.#own.add(
      registry.onDidOpen((session) => {
        this.#follow(session);
      }),
    );
  }

  get items(): readonly SessionListItem[] {
    this.#items ??= newestFirst(this.#candidates.values());
    return this.#items;
  }

  get busy(): string | undefined {
    const { t = inEnglish, longReadings } = this.#options;
    // Until it was done once: nobody asked for most of the later ones, and a message moves the rows.
    return this.#listing && !this.#wasListed ? t('listing') : (longReadings?.text ?? this.#reads.busy);
  }

  summarize(uri: string): void {
    const candidate = this.#candidates.get(uri);
    if (!candidate || candidate.wanted) return;
    candidate.wanted = true;
    this.#wish(candidate);
  }

  dispose(): void {
    this.#own.dispose();
    this.#candidates.clear();
  }

  /** Finds the files, then looks into them newest first; each session is listed as soon as it is known to be one. */
  async #list(): Promise<void> {
    if (this.#own.disposed) return;
    this.#watch();
    this.#listing = true;
    this.#update();
    try {
      const { source, cache } = this.#options;
      const [all] = await Promise.all([source.find(), cache?.load()]);
      const uris = (await this.#options.choose?.(all)) ?? all;
      const found = new Set(uris);
      for (const uri of [...this.#candidates.keys()]) if (!found.has(uri)) this.#forget(uri);
      await this.#lookAt(uris);
      this.#wasListed = true;
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.#listing = false;
      for (const candidate of this.#candidates.values()) this.#wish(candidate);
      this.#update();
    }
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    const onRules = (): void => {
      this.#rescans.poke('all');
    };
    this.#own.add(
      this.#options.source.watch((event) => {
        this.#onFile(event);
      }, onRules),
    );
  }

  #onFile({ uri, kind }: FileEvent): void {
    this.#options.registry.touched(uri);
    if (this.#candidates.has(uri)) this.#looks.poke(uri);
    else if (kind === 'created') this.#rescans.poke('all');
  }

  /** Looks at one file after an event. An open session sees to itself and tells what it found. */
  async #look(uri: string): Promise<void> {
    if (this.#options.registry.peek(uri)) return;
    try {
      await this.#lookAt([uri]);
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#options.onError(error);
    }
  }

  /** Takes up what is new or has changed: what is known from an earlier start at once, the rest newest first. */
  async #lookAt(uris: readonly string[]): Promise<void> {
    const { cache, glance } = this.#options;
    await cache?.load();
    const isNew = (uri: string): boolean => !this.#candidates.has(uri);
    const seen = await glance(uris.map((uri) => ({ uri, head: isNew(uri) && cache?.has(uri) === true })));
    if (this.#own.disposed) return;
    const unknown: Candidate[] = [];
    for (const [at, uri] of uris.entries()) {
      const found = seen[at];
      if (found instanceof FileAccessError) this.#failed(uri, found);
      else if (found && this.#see(uri, found) === 'unknown') unknown.push(this.#candidate(uri));
    }
    this.#update();
    unknown.sort((a, b) => b.mtime - a.mtime);
    await mapLimit(unknown, PARALLEL_PROBES, async (candidate) => this.#probe(candidate));
  }

  #candidate(uri: string): Candidate {
    const candidate = this.#candidates.get(uri) ?? new Candidate(uri);
    this.#candidates.set(uri, candidate);
    return candidate;
  }

  /** @returns whether it still has to be found out what the file holds */
  #see(uri: string, found: FileGlance): 'known' | 'unknown' {
    const candidate = this.#candidate(uri);
    if (!candidate.see(found)) return 'known';
    // What is listed already is read whole again, and that will tell if it is a session no more.
    if (!candidate.isSession) {
      const known = this.#options.cache?.recall(uri, found);
      if (!known) return 'unknown';
      candidate.recall(known.summary);
    }
    this.#wish(candidate);
    return 'known';
  }

  /** Finds out from its beginning whether a file holds a session. */
  async #probe(candidate: Candidate): Promise<void> {
    const { uri, size, mtime } = candidate;
    const { cache, probe } = this.#options;
    try {
      const found = await probe(uri, { size, mtime });
      candidate.probed(found);
      if (found) this.#wish(candidate);
      else cache?.remember(uri, { size, mtime }, {});
    } catch (error) {
      this.#failed(uri, error);
    }
    this.#update();
  }

  /** Has the file read whole, if that is due: names come before counts, but for rows that are seen. */
  #wish(candidate: Candidate): void {
    const { uri, size, mtime, wanted } = candidate;
    if (this.#listing && !wanted) return;
    const due = candidate.isSession && !candidate.isSummarized;
    if (due && (wanted || size <= (this.#options.autoReadBytes ?? AUTO_READ_BYTES)))
      this.#reads.wish(uri, mtime, wanted);
  }

  #follow(session: Session): void {
    const { uri } = session;
    this.#take(uri, session.snapshot);
    // No subscription to keep: the session ends its event when it closes.
    session.onDidChange(({ kind, snapshot }) => {
      if (kind === 'deleted') this.#forget(uri);
      else this.#take(uri, snapshot);
      this.#reads.changed(uri);
    });
  }

  /** Takes over what an open session knows. */
  #take(uri: string, snapshot: SessionSnapshot): void {
    const candidate = this.#candidates.get(uri);
    // The beginning of a file has other counts than the file.
    if (snapshot.partial) return;
    if (snapshot.format.isFallback) {
      this.#noSession(uri);
      return;
    }
    if (!candidate?.take(snapshot, summaryOf)) return;
    this.#reads.fulfilled(uri);
    const { summary } = candidate;
    // A tail that somebody may still be writing may become a problem.
    if (summary && !hasPendingTail(snapshot)) this.#options.cache?.remember(uri, snapshot, { summary });
    this.#read.fire({ uri, snapshot });
    this.#update();
  }

  #noSession(uri: string): void {
    const candidate = this.#candidates.get(uri);
    if (!candidate?.isSession) return;
    candidate.probed(undefined);
    this.#options.cache?.forget(uri);
    this.#removed.fire(uri);
    this.#update();
  }

  #failed(uri: string, error: unknown): void {
    if (error instanceof Cancelled || this.#own.disposed) return;
    if (!(error instanceof FileAccessError)) this.#options.onError(error);
    if (error instanceof FileAccessError && error.code === 'not-found') this.#forget(uri);
    else this.#unreadable(uri, error instanceof Error ? error.message : String(error));
  }

  #unreadable(uri: string, message: string): void {
    this.#candidate(uri).fail(message);
    this.#update();
  }

  #forget(uri: string): void {
    const candidate = this.#candidates.get(uri);
    if (!candidate) return;
    this.#candidates.delete(uri);
    this.#reads.drop(uri);
    this.#looks.drop(uri);
    this.#options.cache?.forget(uri);
    if (candidate.isSession) this.#removed.fire(uri);
    this.#update();
  }

  #update(): void {
    this.#items = undefined;
    if (!this.#own.disposed) this.#changes.poke('all');
  }
}
