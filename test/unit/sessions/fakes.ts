import { HEAD_BYTES, headOf, type FileGlance, type GlanceWish } from '../../../src/core/fileHead.ts';
import { fileAccessError, type FileAccess, type FileAccessCode } from '../../../src/core/files.ts';
import { toDisposable } from '../../../src/core/lib/disposables.ts';
import type { Scheduler } from '../../../src/core/lib/scheduler.ts';

/** Time for tests that do much: other jobs may share the machine. */
export const SLOW_MS = 30_000;

const encoder = new TextEncoder();

/** Bytes of a text; bytes stay bytes. */
export function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? encoder.encode(data) : data;
}

/** A clock that only moves when it is told to. Turns of the event loop are real. */
export interface FakeScheduler extends Scheduler {
  /** Moves the clock on, runs what falls due, in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  readonly timers: number;
  readonly turns: number;
}

export function fakeScheduler(start = 1_800_000_000_000): FakeScheduler {
  let now = start;
  let turns = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    elapsed: () => performance.now(),
    turn: () => {
      turns += 1;
      return settle();
    },
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return toDisposable(() => timers.delete(timer));
    },
    async advance(ms) {
      const end = now + ms;
      await quiet();
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
        await quiet();
      }
      now = end;
    },
    get timers() {
      return timers.size;
    },
    get turns() {
      return turns;
    },
  };
}

/** One turn of the event loop. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Turns enough for everything that waits for nothing but promises and turns. */
export async function quiet(turns = 20): Promise<void> {
  for (let i = 0; i < turns; i++) await settle();
}

/** Files in memory that count what is asked of them. */
export interface FakeFiles extends FileAccess {
  /** Creates or replaces a file. The mtime is the clock's unless it is given. */
  write(uri: string, data: string | Uint8Array, mtime?: number): void;
  append(uri: string, data: string | Uint8Array, mtime?: number): void;
  remove(uri: string): void;
  /** Every access fails with this code until it is taken back with undefined. */
  fail(uri: string, code: FileAccessCode | undefined): void;
  /** Looks at a file at once, as the thread does. */
  glanceNow(wish: GlanceWish): FileGlance;
  /** Called before each read is answered: to change the file in the middle of one. */
  beforeRead: ((uri: string, offset: number) => void | Promise<void>) | undefined;
  readonly counts: { stats: number; reads: number; bytes: number };
  reset(): void;
}

export function fakeFiles(now: () => number = () => 0): FakeFiles {
  // Capacity doubles, so that a long file made of many appends costs the test linear time.
  const held = new Map<string, { buffer: Uint8Array; size: number; mtime: number }>();
  const failures = new Map<string, FileAccessCode>();
  const counts = { stats: 0, reads: 0, bytes: 0 };
  const get = (uri: string) => {
    const code = failures.get(uri);
    if (code) throw fileAccessError(code, uri);
    const file = held.get(uri);
    if (!file) throw fileAccessError('not-found', uri);
    return file;
  };
  const files: FakeFiles = {
    counts,
    beforeRead: undefined,
    async stat(uri) {
      await settle();
      counts.stats += 1;
      const { size, mtime } = get(uri);
      return { size, mtime };
    },
    async read(uri, offset, length) {
      await settle();
      await files.beforeRead?.(uri, offset);
      const { buffer, size } = get(uri);
      const bytes = buffer.slice(Math.min(offset, size), Math.min(offset + length, size));
      counts.reads += 1;
      counts.bytes += bytes.length;
      return bytes;
    },
    glanceNow({ uri, head }) {
      const { buffer, size, mtime } = get(uri);
      return { size, mtime, ...(head && { head: headOf(buffer.subarray(0, Math.min(size, HEAD_BYTES))) }) };
    },
    write(uri, data, mtime = now()) {
      const buffer = bytesOf(data).slice();
      held.set(uri, { buffer, size: buffer.length, mtime });
    },
    append(uri, data, mtime = now()) {
      const bytes = bytesOf(data);
      const file = held.get(uri) ?? { buffer: new Uint8Array(0), size: 0, mtime };
      if (file.size + bytes.length > file.buffer.length) {
        const larger = new Uint8Array((file.size + bytes.length) * 2);
        larger.set(file.buffer.subarray(0, file.size));
        file.buffer = larger;
      }
      file.buffer.set(bytes, file.size);
      held.set(uri, { buffer: file.buffer, size: file.size + bytes.length, mtime });
    },
    remove: (uri) => void held.delete(uri),
    fail(uri, code) {
      if (code) failures.set(uri, code);
      else failures.delete(uri);
    },
    reset: () => void Object.assign(counts, { stats: 0, reads: 0, bytes: 0 }),
  };
  return files;
}
