import { FileAccessError, fileAccessError, type FileAccess } from '../../core/files.ts';
import type { FileGlance, GlanceWish } from '../../core/fileHead.ts';
import { Cancelled } from '../../core/lib/scheduler.ts';
import type { ReadingData } from '../fileReading.ts';
import { giveBytes } from './giveBytes.ts';
import type { Answer, Request, WorkerTransport } from './messages.ts';

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

/** What was seen of a file from outside, or why nothing. */
export type Glance = FileGlance | FileAccessError;

/** Something that was asked of the thread. */
export interface Job {
  request(id: number): Request;
  isCancelled(): boolean;
  /** Takes an answer. @returns whether it was the last one */
  take(answer: Answer, worker: WorkerTransport): boolean;
  /** The thread cannot do it. */
  decline(): void;
  reject(error: Error): void;
  /** The thread died twice over it. */
  giveUp(reason: string): void;
}

/** Whoever waits for a job. */
interface Waiting<T> {
  readonly resolve: (outcome: T) => void;
  readonly reject: (error: Error) => void;
}

export interface ReadWish {
  readonly uri: string;
  readonly listener: ReadListener;
  /** Gives the thread the bytes of a file that it cannot open. */
  readonly through: FileAccess | undefined;
  /** Told why the thread declined. */
  readonly onDeclined: (text: string) => void;
}

/** The reading of one file. */
export function readJob(wish: ReadWish, { resolve, reject }: Waiting<ReadOutcome>): Job {
  const { uri, listener, through, onDeclined } = wish;
  return {
    request: (id) => ({ type: 'read', id, uri, through: through !== undefined }),
    isCancelled: () => listener.isCancelled(),
    take(answer, worker) {
      if (answer.type === 'ask') {
        if (through) void giveBytes(worker, through, uri, answer);
        return false;
      }
      if (answer.type === 'progress') listener.onProgress(answer.read, answer.size);
      else if (answer.type === 'partial') listener.onPartial(answer.data, answer.size);
      else if (answer.type === 'failed') reject(new FileAccessError(answer.code, uri, answer.message));
      else if (answer.type === 'done' || answer.type === 'none') resolve(answer);
      else {
        if (answer.type === 'declined') onDeclined(`${uri} is read here: ${answer.why}`);
        resolve({ type: 'declined' });
      }
      return answer.type !== 'progress' && answer.type !== 'partial';
    },
    decline: () => resolve({ type: 'declined' }),
    reject,
    giveUp: (reason) => reject(fileAccessError('io', uri, new Error(`its reader ended: ${reason}`))),
  };
}

/** A look at many files from outside; undefined when they have to be looked at where they are wanted. */
export function glanceJob(
  wishes: readonly GlanceWish[],
  { resolve, reject }: Waiting<readonly Glance[] | undefined>,
): Job {
  return {
    request: (id) => ({ type: 'glance', id, wishes }),
    isCancelled: () => false,
    take(answer) {
      if (answer.type !== 'glances') resolve(undefined);
      else {
        const seen = answer.seen.map((one, at) =>
          'code' in one ? new FileAccessError(one.code, wishes[at]?.uri ?? '', one.message) : one,
        );
        resolve(seen);
      }
      return true;
    },
    decline: () => resolve(undefined),
    reject,
    giveUp: () => resolve(undefined),
  };
}

/** A job that nobody waits for any more. */
export function cancel(job: Job): void {
  job.reject(new Cancelled());
}
