import type { FileGlance, GlanceWish } from '../../core/fileHead.ts';
import type { FileAccessCode, FileStat } from '../../core/files.ts';
import type { ReadingData } from '../fileReading.ts';
import type { ByteRange } from '../ranges.ts';

/** What the extension asks of the thread that reads. */
export type Request =
  /** `through`: the thread cannot open this file, its bytes come from who asks (see {@link Answer} `ask`). */
  | { readonly type: 'read'; readonly id: number; readonly uri: string; readonly through: boolean }
  /** Only of files that the thread opens by itself. */
  | { readonly type: 'glance'; readonly id: number; readonly wishes: readonly GlanceWish[] }
  /** What an `ask` of the thread is answered with. */
  | { readonly type: 'stat'; readonly id: number; readonly stat: FileStat }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'refused'; readonly id: number; readonly code: FileAccessCode; readonly message: string }
  /** Nobody wants it any more: there is no answer. */
  | { readonly type: 'cancel'; readonly id: number };

/** Why a file could not be read. */
export interface Refusal {
  readonly code: FileAccessCode;
  readonly message: string;
}

/** What that thread answers. All but the first three are the last answer to a request. */
export type Answer =
  /** Of a file that is read `through`: its stat, or these bytes of it. At most one is open for a request. */
  | { readonly type: 'ask'; readonly id: number; readonly range?: ByteRange }
  | { readonly type: 'progress'; readonly id: number; readonly read: number; readonly size: number }
  /** What was read so far; the thread reads on. */
  | { readonly type: 'partial'; readonly id: number; readonly data: ReadingData; readonly size: number }
  | { readonly type: 'done'; readonly id: number; readonly data: ReadingData }
  /** In the order of the wishes. */
  | { readonly type: 'glances'; readonly id: number; readonly seen: readonly (FileGlance | Refusal)[] }
  /** The file holds no session. */
  | { readonly type: 'none'; readonly id: number }
  /** The thread cannot do it: it has to be done where it is wanted. */
  | { readonly type: 'declined'; readonly id: number; readonly why: string }
  | ({ readonly type: 'failed'; readonly id: number } & Refusal);

/**
 * A way to another thread and back, whatever the thread is: one of Node's workers, a web worker, or a fake. Messages
 * arrive in the order in which they were sent; the memory in `moved` is moved, all else is copied.
 */
export interface Transport<Sent, Received> {
  post(message: Sent, moved?: readonly ArrayBuffer[]): void;
  /** One listener. Nothing is lost before it is set. */
  onMessage(listener: (message: Received) => void): void;
}

/** The side of the extension: it can end the thread, and is told when the thread ends by itself. */
export interface WorkerTransport extends Transport<Request, Answer> {
  /** The reason is for people. Not called after {@link end}. */
  onExit(listener: (reason: string) => void): void;
  end(): void;
}

/** The memory of all typed arrays in `data`, each once. */
export function buffersIn(data: unknown, found = new Set<ArrayBuffer>()): ReadonlySet<ArrayBuffer> {
  if (ArrayBuffer.isView(data)) {
    if (data.buffer instanceof ArrayBuffer) found.add(data.buffer);
  } else if (isPlainObject(data)) for (const value of Object.values(data)) buffersIn(value, found);
  return found;
}

/** Lists and maps hold no columns, and may be long. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
