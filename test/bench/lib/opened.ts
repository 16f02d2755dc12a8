// Sessions as the extension opens them, without VS Code: its files, its reading thread, its registry, its view.
import { pathToFileURL } from 'node:url';
import { systemScheduler as scheduler } from '../../../src/core/lib/scheduler.ts';
import { createGlances, type Glances } from '../../../src/sessions/glances.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { createSessionRegistry, type ObservableRegistry } from '../../../src/sessions/registry.ts';
import type { Session } from '../../../src/sessions/session.ts';
import { createReadClient } from '../../../src/sessions/worker/readClient.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { Refresher } from '../../../src/tree/refresher.ts';
import { SessionView } from '../../../src/tree/sessionView.ts';
import { startNodeWorker } from '../../../src/worker/nodeTransport.ts';

/** A registry over a reading thread from this bundle, and how to end both. */
export interface Services {
  readonly registry: ObservableRegistry;
  readonly glance: Glances;
  close(): void;
}

export function startServices(worker: string, files = nodeFiles): Services {
  const onError = (...error: unknown[]): void => {
    console.error(...error);
  };
  const remote = createReadClient({ start: () => startNodeWorker(worker), scheduler, onTrouble: onError });
  const open = (uri: string, isCancelled: () => boolean) =>
    openSession(uri, { files, scheduler, remote, onError }, isCancelled);
  const registry = createSessionRegistry({ scheduler, onError, open });
  return {
    registry,
    glance: createGlances(files, remote),
    close() {
      registry.dispose();
      remote.dispose();
    },
  };
}

/** The whole session of a file. */
export async function openWhole({ registry }: Services, path: string): Promise<Session> {
  const lease = await registry.acquire(pathToFileURL(path).href);
  if (!lease) throw new Error(`${path} holds no session`);
  return lease.session;
}

/** One session in the tree's view, with the view's own delay before it asks for rows again. */
export function openView({ registry }: Services, path: string): { view: SessionView; refresher: Refresher } {
  const uri = pathToFileURL(path).href;
  const refresher = new Refresher(() => true);
  const item = { uri, name: 'bench', size: 0, mtime: 0 };
  const view = new SessionView(
    { kind: 'session', id: uri, uri, view: uri, item },
    {
      sessions: registry,
      filter: () => 'default',
      onChange: (nodes) => {
        refresher.add(nodes);
      },
    },
  );
  return { view, refresher };
}
