import type { Disposable } from '../core/lib/disposables.ts';
import type { Scheduler } from '../core/lib/scheduler.ts';
import type { SessionLease } from '../sessions/session.ts';

/** At most this many sessions are kept open because somebody is writing them. */
export const LIVE_LIMIT = 16;
/** A session that has not changed for this time, in ms, is not being written any more. */
export const LIVE_MS = 120_000;

/**
 * Leases of sessions that are being written: kept, so that the next append costs its own bytes and not another reading of
 * the whole file. The longest unchanged ones go first.
 */
export interface LiveSessions extends Disposable {
  /** Takes over the lease. */
  keep(uri: string, lease: SessionLease): void;
  /** The session changed: its time begins anew. */
  changed(uri: string): void;
  drop(uri: string): void;
}

export function createLiveSessions(scheduler: Scheduler): LiveSessions {
  const held = new Map<string, { lease: SessionLease; timer: Disposable }>();

  const drop = (uri: string): void => {
    const live = held.get(uri);
    held.delete(uri);
    live?.timer.dispose();
    live?.lease.dispose();
  };
  const hold = (uri: string, lease: SessionLease): void => {
    const timer = scheduler.after(LIVE_MS, () => {
      drop(uri);
    });
    held.set(uri, { lease, timer });
  };

  return {
    keep(uri, lease) {
      drop(uri);
      hold(uri, lease);
      for (const oldest of held.keys()) {
        if (held.size <= LIVE_LIMIT) break;
        drop(oldest);
      }
    },
    changed(uri) {
      const live = held.get(uri);
      if (!live) return;
      live.timer.dispose();
      held.delete(uri);
      hold(uri, live.lease);
    },
    drop,
    dispose() {
      for (const uri of [...held.keys()]) drop(uri);
    },
  };
}
