import { createDisposableStore, toDisposable, type Disposable } from '../core/lib/disposables.ts';
import type { Scheduler } from '../core/lib/scheduler.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import type { Session } from '../sessions/session.ts';

/** How often open sessions that may have no events are looked at, in ms. */
export const POLL_MS = 3_000;
/** A session that nobody has written to for this time, in ms, is looked at in one of so many rounds: once a minute. */
export const QUIET_MS = 5 * 60_000;
export const QUIET_ROUNDS = 20;

/** How one file is watched: VS Code, or a fake in tests. */
export interface OutsideWatch {
  /** Whether the workspace's own watchers tell of this file reliably. */
  isInside(uri: string): boolean;
  watch(uri: string, tell: () => void): Disposable;
}

/**
 * Follows open sessions that no watcher of the workspace sees: each has a watcher of its own, and all of them are
 * looked at every few seconds, since such watchers are silent on network disks and in many file systems that are no
 * disks; those that are quiet once a minute, not all in one round. Without such a session open there is no timer and no
 * watcher.
 */
export function followOutside(
  registry: ObservableRegistry,
  scheduler: Scheduler,
  outside: OutsideWatch,
): Disposable {
  const own = createDisposableStore();
  const followed = new Map<string, { readonly session: Session; readonly watcher: Disposable }>();
  let round = 0;
  let timer: Disposable | undefined;
  const poll = (): void => {
    let turn = round++;
    for (const [uri, { session }] of followed) {
      const isQuiet = scheduler.now() - session.snapshot.mtime >= QUIET_MS;
      if (!isQuiet || turn++ % QUIET_ROUNDS === 0) registry.touched(uri);
    }
    plan();
  };
  const plan = (): void => {
    timer?.dispose();
    timer = followed.size > 0 ? scheduler.after(POLL_MS, poll) : undefined;
  };
  own.add(
    registry.onDidOpen((session) => {
      const { uri } = session;
      if (outside.isInside(uri)) return;
      followed.get(uri)?.watcher.dispose();
      const watcher = outside.watch(uri, () => {
        registry.touched(uri);
      });
      followed.set(uri, { session, watcher });
      if (!timer) plan();
    }),
  );
  own.add(
    registry.onDidClose((uri) => {
      followed.get(uri)?.watcher.dispose();
      if (followed.delete(uri) && followed.size === 0) plan();
    }),
  );
  own.add(
    toDisposable(() => {
      for (const { watcher } of followed.values()) watcher.dispose();
      followed.clear();
      plan();
    }),
  );
  return own;
}
