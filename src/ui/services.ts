import { l10n } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import type { FileAccess } from '../core/files.ts';
import { systemScheduler, type Scheduler } from '../core/lib/scheduler.ts';
import { createLongReadings, type LongReadings } from '../sessions/longReadings.ts';
import { openSession } from '../sessions/openSession.ts';
import { createSessionRegistry, type ObservableRegistry } from '../sessions/registry.ts';
import { createReadClient } from '../sessions/worker/readClient.ts';
import { nodeFiles } from '../store/nodeFiles.ts';
import { startNodeWorker } from '../worker/nodeTransport.ts';
import { log } from './log.ts';
import { createVscodeFiles, filesByScheme } from './vscodeFiles.ts';

/** What every feature is built on. Building it reads nothing. */
export interface Services extends Disposable {
  /** `file:` by node:fs, every other scheme by VS Code. */
  readonly files: FileAccess;
  readonly sessions: ObservableRegistry;
  readonly scheduler: Scheduler;
  readonly longReadings: LongReadings;
}

export interface ServiceOptions {
  /** Path of the thread that reads large local files; they are read in this one where there is none. */
  readonly workerFile?: string;
}

export function createServices({ workerFile }: ServiceOptions = {}): Services {
  const own = createDisposableStore();
  const longReadings = own.add(createLongReadings(l10n.t));
  const files = filesByScheme(nodeFiles, createVscodeFiles());
  const scheduler = systemScheduler;
  const onError = (uri: string, error: unknown): void => {
    log().error(`${uri}: ${error instanceof Error ? error.message : String(error)}`);
  };
  const remote =
    workerFile === undefined
      ? undefined
      : own.add(
          createReadClient({
            start: () => startNodeWorker(workerFile),
            scheduler,
            onTrouble: (text) => {
              log().warn(text);
            },
          }),
        );
  const onProgress = longReadings.set.bind(longReadings);
  const options = { files, scheduler, remote, onError, onProgress };
  const sessions = own.add(
    createSessionRegistry({
      scheduler,
      onError,
      open: (uri, isCancelled) => openSession(uri, options, isCancelled),
    }),
  );
  return {
    files,
    sessions,
    scheduler,
    longReadings,
    dispose: () => {
      own.dispose();
    },
  };
}
