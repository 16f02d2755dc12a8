import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import type { Scheduler } from '../core/lib/scheduler.ts';
import type { Translate } from '../core/translate.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import type { SessionSnapshot } from '../sessions/session.ts';
import { createLiveSessions, LIVE_MS } from './live.ts';
import { createWorkQueue } from './workQueue.ts';

const PARALLEL_READS = 2;

export interface ReadsOptions {
  readonly registry: ObservableRegistry;
  readonly scheduler: Scheduler;
  readonly t: Translate;
  readonly onRead: (uri: string, snapshot: SessionSnapshot) => void;
  readonly onNoSession: (uri: string) => void;
  readonly onError: (uri: string, error: unknown) => void;
  readonly onProgress: () => void;
}

/** Reads whole files, two at a time; keeps open and follows those that somebody is writing. */
export interface Reads extends Disposable {
  /** Wants a file to be read; the newest first, `urgent` ones before all others. */
  wish(uri: string, mtime: number, urgent: boolean): void;
  /** The file was read by somebody else: the wish is fulfilled. */
  fulfilled(uri: string): void;
  /** An open session changed. */
  changed(uri: string): void;
  /** The file is not listed any more. */
  drop(uri: string): void;
  /** For people: `reading 3 of 12`; undefined when idle. */
  readonly busy: string | undefined;
}

export function createReads(options: ReadsOptions): Reads {
  const { registry, scheduler, t, onRead, onNoSession, onError, onProgress } = options;
  const own = createDisposableStore();
  const live = own.add(createLiveSessions(scheduler));

  const read = async (uri: string): Promise<void> => {
    try {
      const lease = await registry.visit(uri);
      if (!lease) {
        onNoSession(uri);
        return;
      }
      const { snapshot } = lease.session;
      onRead(uri, snapshot);
      if (scheduler.now() - snapshot.mtime < LIVE_MS && !own.disposed) live.keep(uri, lease);
      else lease.dispose();
    } catch (error) {
      onError(uri, error);
    }
  };
  const queue = own.add(createWorkQueue({ concurrency: PARALLEL_READS, work: read, onProgress }));

  return {
    wish(uri, mtime, urgent) {
      queue.add(uri, mtime, urgent);
    },
    fulfilled(uri) {
      queue.remove(uri);
    },
    changed(uri) {
      live.changed(uri);
    },
    drop(uri) {
      queue.remove(uri);
      live.drop(uri);
    },
    get busy() {
      const { done, total } = queue;
      return total === 0 ? undefined : t('reading {0} of {1}', Math.min(done + 1, total), total);
    },
    dispose() {
      own.dispose();
    },
  };
}
