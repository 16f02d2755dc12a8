import type { FileGlance } from '../core/fileHead.ts';
import { FileAccessError, type FileStat } from '../core/files.ts';
import type { Disposable } from '../core/lib/disposables.ts';
import { createSlicer, type Scheduler } from '../core/lib/scheduler.ts';
import { coalesce } from '../core/lib/serial.ts';
import type { Glances } from '../sessions/glances.ts';
import type { SessionSummary } from '../sessions/library.ts';
import { RACY_MS } from '../sessions/verdict.ts';
import { parseCache, printCache, type CachedFile } from './cacheText.ts';

/** One small file of the extension's own. */
export interface CacheFile {
  /** Undefined when there is none. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
}

/** What is known of a file; `summary` is absent for one that holds no session. */
export interface Known {
  readonly summary?: SessionSummary;
}

/**
 * Summaries of files that have not changed since an earlier start, so that these need not be read for the list. It
 * decides nothing: a session that is opened is read, and one that has problems is read for them.
 */
export interface SummaryCache extends Disposable {
  /** Reads what was kept; until then nothing is known. Never fails. */
  load(): Promise<void>;
  /** Whether anything is known of the file: then a look at its beginning may spare the reading of it. */
  has(uri: string): boolean;
  /** What is known of the file as it is: size and time of change are the same, and so is the file's beginning. */
  recall(uri: string, seen: FileGlance): Known | undefined;
  remember(uri: string, stat: FileStat, known: Known): void;
  forget(uri: string): void;
}

export interface CacheOptions {
  readonly file: CacheFile;
  readonly glance: Glances;
  readonly scheduler: Scheduler;
  /** Whether a look at the file's beginning is cheap; the others are not remembered. */
  readonly covers: (uri: string) => boolean;
  /** Of the extension: what another one wrote is thrown away. */
  readonly version: string;
  /** Told of failures, none of which matters: without a cache, files are read. */
  readonly onError: (error: unknown) => void;
}

/** Files that are remembered; those that changed longest ago go first. At some 300 bytes each, about 1.5 MB. */
export const CACHE_LIMIT = 5_000;
/** Time between the first change and its being saved, in ms. */
export const SAVE_MS = 5_000;

/** A cache that has read nothing yet. */
export function createSummaryCache(options: CacheOptions): SummaryCache {
  return new FileCache(options);
}

class FileCache implements SummaryCache {
  readonly #options: CacheOptions;
  #loading: Promise<void> | undefined;
  #held = new Map<string, CachedFile>();
  /** Told since the last save; undefined: forgotten. */
  readonly #told = new Map<string, (Known & FileStat) | undefined>();
  #timer: Disposable | undefined;
  #disposed = false;
  readonly #save = coalesce(() => this.#write());

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  has(uri: string): boolean {
    return this.#held.has(uri);
  }

  recall(uri: string, { size, mtime, head }: FileGlance): Known | undefined {
    const cached = this.#held.get(uri);
    return cached?.size === size && cached.mtime === mtime && cached.head === head ? cached : undefined;
  }

  remember(uri: string, { size, mtime }: FileStat, { summary }: Known): void {
    if (!this.#options.covers(uri) || this.#options.scheduler.now() - mtime < RACY_MS) return;
    this.#tell(uri, { size, mtime, ...(summary && { summary }) });
  }

  forget(uri: string): void {
    this.#tell(uri, undefined);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
  }

  #tell(uri: string, known: (Known & FileStat) | undefined): void {
    if (this.#disposed) return;
    this.#told.set(uri, known);
    this.#timer ??= this.#options.scheduler.after(SAVE_MS, () => {
      this.#timer = undefined;
      this.#save().catch(this.#options.onError);
    });
  }

  async #read(): Promise<void> {
    const { file, version, scheduler, onError } = this.#options;
    try {
      const bytes = await file.read();
      const files = bytes && (await parseCache(bytes, version, createSlicer(scheduler)));
      if (files) this.#held = files;
    } catch (error) {
      onError(error);
    }
  }

  async #write(): Promise<void> {
    const { file, version } = this.#options;
    await this.load();
    const told = [...this.#told];
    this.#told.clear();
    for (const [uri, cached] of await this.#withHeads(told)) {
      if (cached) this.#held.set(uri, cached);
      else this.#held.delete(uri);
    }
    if (this.#held.size > CACHE_LIMIT) {
      const oldest = [...this.#held].sort(([, a], [, b]) => a.mtime - b.mtime);
      for (const [uri] of oldest.slice(0, this.#held.size - CACHE_LIMIT)) this.#held.delete(uri);
    }
    if (!this.#disposed) await file.write(printCache(this.#held, version));
  }

  /** What is to be kept of each file; undefined of one that is not any more what was told of. */
  async #withHeads(
    told: readonly [uri: string, known: (Known & FileStat) | undefined][],
  ): Promise<readonly [uri: string, file: CachedFile | undefined][]> {
    const kept = told.filter(([, known]) => known !== undefined);
    const seen = await this.#options.glance(kept.map(([uri]) => ({ uri, head: true })));
    const heads = new Map(kept.map(([uri], at) => [uri, seen[at]]));
    return told.map(([uri, known]) => {
      const now = heads.get(uri);
      const isSame = known && now && !(now instanceof FileAccessError) && isSameStat(now, known);
      return [uri, isSame && now.head !== undefined ? { ...known, head: now.head } : undefined];
    });
  }
}

function isSameStat(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && a.mtime === b.mtime;
}
