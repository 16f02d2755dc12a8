import type { Disposable } from './disposables.ts';
import type { Scheduler } from './scheduler.ts';

/** Limits how often something happens for each key. */
export interface Throttle<K> extends Disposable {
  /** Runs at once if the key was quiet for `ms`, else once when that time is over. Nothing is ever lost. */
  poke(key: K): void;
  /** Forgets what is waiting for the key. */
  drop(key: K): void;
}

/**
 * A throttle with a leading and a trailing run. It keeps a timer only for keys that were poked within the last `ms`:
 * idle it costs nothing.
 */
export function createThrottle<K>(scheduler: Scheduler, ms: number, run: (key: K) => void): Throttle<K> {
  const active = new Map<K, { again: boolean; timer: Disposable }>();
  const begin = (key: K): void => {
    active.set(key, {
      again: false,
      timer: scheduler.after(ms, () => {
        over(key);
      }),
    });
    run(key);
  };
  const over = (key: K): void => {
    const again = active.get(key)?.again;
    active.delete(key);
    if (again) begin(key);
  };
  const drop = (key: K): void => {
    active.get(key)?.timer.dispose();
    active.delete(key);
  };
  return {
    poke(key) {
      const waiting = active.get(key);
      if (waiting) waiting.again = true;
      else begin(key);
    },
    drop,
    dispose() {
      for (const key of [...active.keys()]) drop(key);
    },
  };
}
