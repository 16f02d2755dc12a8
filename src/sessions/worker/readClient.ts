import type { Disposable } from '../../core/lib/disposables.ts';
import { FileAccessError, fileAccessError, type FileAccess } from '../../core/files.ts';
import { Cancelled, type Scheduler } from '../../core/lib/scheduler.ts';
import type { ReadingData } from '../fileReading.ts';
import type { Answer, WorkerTransport } from './messages.ts';
import { giveBytes } from './giveBytes.ts';

/** Told while a file is read. */
export interface ReadListener {
  onProgress(read: number, size: number): void;
  /** What there is of the file so far. */
  onPartial(data: ReadingData, size: number): void;
  /** Asked at every answer. */
  isCancelled(): boolean;
}

/** How a reading in another thread ended. `declined`: read the file here. */
export type ReadOutcome =
  | { readonly type: 'done'; readonly data: ReadingData }
  | { readonly type: 'none' }
  | { readonly type: 'declined' };

/** Reads files in another thread. */
export interface RemoteReader extends Disposable {
  /** @throws FileAccessError, Cancelled */
  read(uri: string, listener: ReadListener): Promise<ReadOutcome>;
}

export interface ClientOptions {
  /** Starts the thread. @throws when that cannot be done: files are read here then */
  readonly start: () => WorkerTransport;
  readonly scheduler: Scheduler;
  /** Which files the thread opens by itself; those of this machine where nothing else is said. */
  readonly opens?: (uri: string) => boolean;
  /** Gives the bytes of all others to the thread; they are declined where this is absent. */
  readonly files?: FileAccess;
  /** Told when the thread died or would not start, in words for a log. */
  readonly onTrouble: (text: string) => void;
}

/** The thread ends when nothing was asked of it for this time, in ms. */
export const IDLE_MS = 30_000;

interface Job {
  readonly uri: string;
  readonly listener: ReadListener;
  readonly resolve: (outcome: ReadOutcome) => void;
  readonly reject: (error: Error) => void;
  /** The thread died while it read this file. */
  died: boolean;
}

/**
 * A reader over one thread, started when it is needed and ended when it is idle. A thread that dies is started once
 * more for each file that it was reading; a file that kills it twice cannot be read, and its reader is told so.
 */
export function createReadClient(options: ClientOptions): RemoteReader {
  return new ReadClient(options);
}

class ReadClient implements RemoteReader {
  readonly #options: ClientOptions;
  readonly #jobs = new Map<number, Job>();
  #worker: WorkerTransport | undefined;
  #idle: Disposable | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  read(uri: string, listener: ReadListener): Promise<ReadOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) reject(new Cancelled());
      else if (!this.#opens(uri) && !this.#options.files) resolve({ type: 'declined' });
      else this.#begin({ uri, listener, resolve, reject, died: false });
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#end();
    for (const job of this.#jobs.values()) job.reject(new Cancelled());
    this.#jobs.clear();
  }

  #opens(uri: string): boolean {
    return this.#options.opens?.(uri) ?? uri.startsWith('file:');
  }

  #begin(job: Job): void {
    this.#idle?.dispose();
    try {
      this.#worker ??= this.#start();
      const id = (this.#lastId += 1);
      this.#jobs.set(id, job);
      this.#worker.post({ type: 'read', id, uri: job.uri, through: !this.#opens(job.uri) });
    } catch (error) {
      this.#options.onTrouble(`The reading thread could not be started: ${String(error)}`);
      job.resolve({ type: 'declined' });
    }
  }

  #start(): WorkerTransport {
    const worker = this.#options.start();
    worker.onMessage((answer) => {
      if (this.#worker === worker) this.#take(worker, answer);
    });
    worker.onExit((reason) => {
      if (this.#worker === worker) this.#died(reason);
    });
    return worker;
  }

  #take(worker: WorkerTransport, answer: Answer): void {
    const job = this.#jobs.get(answer.id);
    if (!job) return;
    const { listener } = job;
    if (listener.isCancelled()) {
      worker.post({ type: 'cancel', id: answer.id });
      this.#settle(answer.id);
      job.reject(new Cancelled());
    } else if (answer.type === 'ask') {
      const { files } = this.#options;
      if (files) void giveBytes(worker, files, job.uri, answer);
    } else if (answer.type === 'progress') listener.onProgress(answer.read, answer.size);
    else if (answer.type === 'partial') listener.onPartial(answer.data, answer.size);
    else {
      this.#settle(answer.id);
      if (answer.type === 'failed') job.reject(new FileAccessError(answer.code, job.uri, answer.message));
      else {
        if (answer.type === 'declined') this.#options.onTrouble(`${job.uri} is read here: ${answer.why}`);
        job.resolve(answer);
      }
    }
  }

  #settle(id: number): void {
    this.#jobs.delete(id);
    if (this.#jobs.size > 0) return;
    this.#idle = this.#options.scheduler.after(IDLE_MS, () => {
      this.#end();
    });
  }

  #died(reason: string): void {
    this.#worker = undefined;
    this.#options.onTrouble(`The reading thread ended: ${reason}`);
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    for (const job of jobs) {
      if (job.listener.isCancelled()) job.reject(new Cancelled());
      else if (job.died) job.reject(fileAccessError('io', job.uri, new Error(`its reader ended: ${reason}`)));
      else {
        job.died = true;
        this.#begin(job);
      }
    }
  }

  #end(): void {
    this.#idle?.dispose();
    this.#worker?.end();
    this.#worker = undefined;
  }
}
