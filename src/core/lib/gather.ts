import type { Disposable } from './disposables.ts';
import type { Scheduler } from './scheduler.ts';
import { createThrottle } from './throttle.ts';

/** Makes one run of many calls. */
export interface Gathering extends Disposable {
  /** Something is to be done: in the next turn after a quiet time, else when `ms` have passed since the last run. */
  poke(): void;
}

/** Gathers the calls of one turn, and lets `run` happen at most once in `ms`; the first call after a quiet time waits for neither. */
export function createGathering(scheduler: Scheduler, ms: number, run: () => void): Gathering {
  const throttle = createThrottle<'all'>(scheduler, ms, run);
  let turn: Disposable | undefined;
  return {
    poke() {
      turn ??= scheduler.after(0, () => {
        turn = undefined;
        throttle.poke('all');
      });
    },
    dispose() {
      turn?.dispose();
      throttle.dispose();
    },
  };
}
