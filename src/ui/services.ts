import { createDisposableStore, type Disposable } from '../core/disposables.ts';
import type { FileAccess } from '../core/files.ts';
import { systemScheduler, type Scheduler } from '../core/scheduler.ts';
import { openSession } from '../sessions/openSession.ts';
import { createSessionRegistry, type ObservableRegistry } from '../sessions/registry.ts';
import { nodeFiles } from '../store/nodeFiles.ts';
import { log } from './log.ts';
import { createVscodeFiles, filesByScheme } from './vscodeFiles.ts';

/** What every feature is built on. Building it reads nothing. */
export interface Services extends Disposable {
  /** `file:` by node:fs, every other scheme by VS Code. */
  readonly files: FileAccess;
  readonly sessions: ObservableRegistry;
  readonly scheduler: Scheduler;
}

export function createServices(): Services {
  const own = createDisposableStore();
  const files = filesByScheme(nodeFiles, createVscodeFiles());
  const scheduler = systemScheduler;
  const onError = (uri: string, error: unknown): void => {
    log().error(`${uri}: ${error instanceof Error ? error.message : String(error)}`);
  };
  const sessions = own.add(
    createSessionRegistry({
      scheduler,
      onError,
      open: (uri, isCancelled) => openSession(uri, { files, scheduler, onError }, isCancelled),
    }),
  );
  return {
    files,
    sessions,
    scheduler,
    dispose: () => {
      own.dispose();
    },
  };
}
