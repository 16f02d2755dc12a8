import { toDisposable, type Disposable } from './disposables.ts';

/** Time and turns of the event loop, injected so that tests need not wait. */
export interface Scheduler {
  /** Unix ms. */
  now(): number;
  /** Ms from any beginning, with fractions, never stepping back: for measuring. */
  elapsed(): number;
  /** Resolves in a later turn of the event loop, so that whatever waits gets its turn first. */
  turn(): Promise<void>;
  /** Calls `run` once, `ms` from now, unless the answer is disposed before. */
  after(ms: number, run: () => void): Disposable;
}

/** The real one. `setImmediate` where the host has it: a zero timeout costs a millisecond or more. */
export const systemScheduler: Scheduler = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  turn: () =>
    new Promise((resolve) => {
      if (typeof setImmediate === 'function') setImmediate(resolve);
      else setTimeout(resolve, 0);
    }),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};

/** Cuts long work into slices. */
export interface Slicer {
  /** Whether the slice is used up: then await {@link pause}. Cheap enough to ask for every line. */
  due(): boolean;
  /** Gives the event loop a turn and begins a new slice. @throws Cancelled if the work is no longer wanted */
  pause(): Promise<void>;
}

/** Thrown out of work that nobody waits for any more; never shown. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** How long one slice may hold the thread, in ms: under one frame, the extension host's other work in mind. */
export const SLICE_MS = 12;

/** A slicer over `scheduler`; `isCancelled` is asked at each pause. */
export function createSlicer(scheduler: Scheduler, isCancelled: () => boolean = () => false): Slicer {
  let end = scheduler.elapsed() + SLICE_MS;
  return {
    due: () => scheduler.elapsed() >= end,
    async pause() {
      await scheduler.turn();
      if (isCancelled()) throw new Cancelled();
      end = scheduler.elapsed() + SLICE_MS;
    },
  };
}
