import type { Disposable } from '../core/lib/disposables.ts';
import type { FileAccess, FileStat } from '../core/files.ts';
import { hashAscii } from '../core/index/idHash.ts';
import { mapLimit } from '../core/lib/mapLimit.ts';
import type { Scheduler } from '../core/lib/scheduler.ts';
import { coalesce } from '../core/lib/serial.ts';
import type { SessionSummary } from '../sessions/library.ts';
import { parseCache, printCache, type CachedFile } from './cacheText.ts';
import { RACY_MS } from '../sessions/verdict.ts';

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
  /** What is known of the file as it is: size and time of change are the same, and so is the file's beginning. */
  recall(uri: string, stat: FileStat): Promise<Known | undefined>;
  remember(uri: string, stat: FileStat, known: Known): void;
  forget(uri: string): void;
}

export interface CacheOptions {
  readonly file: CacheFile;
  readonly files: FileAccess;
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
/** Bytes at a file's beginning that have to be the same. */
const HEAD_BYTES = 4096;
const PARALLEL_HEADS = 8;

/** A cache that reads its file when it is asked for the first time. */
export function createSummaryCache(options: CacheOptions): SummaryCache {
  return new FileCache(options);
}

class FileCache implements SummaryCache {
  readonly #options: CacheOptions;
  #held: Promise<Map<string, CachedFile>> | undefined;
  /** Told since the last save; undefined: forgotten. */
  readonly #told = new Map<string, (Known & FileStat) | undefined>();
  #timer: Disposable | undefined;
  #disposed = false;
  readonly #save = coalesce(() => this.#write());

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  async recall(uri: string, { size, mtime }: FileStat): Promise<Known | undefined> {
    if (!this.#options.covers(uri)) return undefined;
    const cached = (await this.#files()).get(uri);
    if (cached?.size !== size || cached.mtime !== mtime) return undefined;
    return (await this.#head(uri)) === cached.head ? cached : undefined;
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

  #files(): Promise<Map<string, CachedFile>> {
    this.#held ??= this.#read();
    return this.#held;
  }

  async #read(): Promise<Map<string, CachedFile>> {
    const { file, version, onError } = this.#options;
    try {
      const bytes = await file.read();
      return (bytes && parseCache(bytes, version)) ?? new Map<string, CachedFile>();
    } catch (error) {
      onError(error);
      return new Map();
    }
  }

  async #write(): Promise<void> {
    const { file, version } = this.#options;
    const held = await this.#files();
    const told = [...this.#told];
    this.#told.clear();
    const found = await mapLimit(told, PARALLEL_HEADS, async ([uri, known]) => ({
      uri,
      cached: known && (await this.#withHead(uri, known)),
    }));
    for (const { uri, cached } of found) {
      if (cached) held.set(uri, cached);
      else held.delete(uri);
    }
    if (held.size > CACHE_LIMIT) {
      const oldest = [...held].sort(([, a], [, b]) => a.mtime - b.mtime);
      for (const [uri] of oldest.slice(0, held.size - CACHE_LIMIT)) held.delete(uri);
    }
    if (!this.#disposed) await file.write(printCache(held, version));
  }

  /** Undefined when the file is not any more what was told of. */
  async #withHead(uri: string, known: Known & FileStat): Promise<CachedFile | undefined> {
    try {
      const head = await this.#head(uri);
      const { size, mtime } = await this.#options.files.stat(uri);
      return size === known.size && mtime === known.mtime ? { ...known, head } : undefined;
    } catch {
      return undefined;
    }
  }

  /** A hash of the file's beginning. */
  async #head(uri: string): Promise<string> {
    const bytes = await this.#options.files.read(uri, 0, HEAD_BYTES);
    const hash = new Uint32Array(2);
    hashAscii(bytes, 0, bytes.length, hash);
    return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
  }
}
