import { createDisposableStore, toDisposable, type Disposable } from '../core/lib/disposables.ts';
import type { Scheduler } from '../core/lib/scheduler.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';

/** How often open sessions that may have no events are looked at, in ms. */
export const POLL_MS = 3_000;

/** How one file is watched: VS Code, or a fake in tests. */
export interface OutsideWatch {
  /** Whether the workspace's own watchers tell of this file reliably. */
  isInside(uri: string): boolean;
  watch(uri: string, tell: () => void): Disposable;
}

/**
 * Follows open sessions that no watcher of the workspace sees: each has a watcher of its own, and all of them are
 * looked at every few seconds, since such watchers are silent on network disks and in many file systems that are no
 * disks. Without such a session open there is no timer and no watcher.
 */
export function followOutside(
  registry: ObservableRegistry,
  scheduler: Scheduler,
  outside: OutsideWatch,
): Disposable {
  const own = createDisposableStore();
  const followed = new Map<string, Disposable>();
  let timer: Disposable | undefined;
  const poll = (): void => {
    for (const uri of followed.keys()) registry.touched(uri);
    plan();
  };
  const plan = (): void => {
    timer?.dispose();
    timer = followed.size > 0 ? scheduler.after(POLL_MS, poll) : undefined;
  };
  own.add(
    registry.onDidOpen(({ uri }) => {
      if (outside.isInside(uri)) return;
      followed.get(uri)?.dispose();
      followed.set(
        uri,
        outside.watch(uri, () => {
          registry.touched(uri);
        }),
      );
      if (!timer) plan();
    }),
  );
  own.add(
    registry.onDidClose((uri) => {
      followed.get(uri)?.dispose();
      if (followed.delete(uri) && followed.size === 0) plan();
    }),
  );
  own.add(
    toDisposable(() => {
      for (const watcher of followed.values()) watcher.dispose();
      followed.clear();
      plan();
    }),
  );
  return own;
}
