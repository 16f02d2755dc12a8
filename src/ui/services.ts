import { l10n } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import type { FileAccess, FolderAccess } from '../core/files.ts';
import { isPacked } from '../core/packed.ts';
import { systemScheduler, type Scheduler } from '../core/lib/scheduler.ts';
import type { SessionHeader } from '../formats/format.ts';
import type { Beginnings } from '../sessions/beginning/beginnings.ts';
import { createGlances, type Glances } from '../sessions/glances.ts';
import { createLongReadings, type LongReadings } from '../sessions/longReadings.ts';
import { createSessionRegistry, type ObservableRegistry } from '../sessions/registry.ts';
import { createReadClient } from '../sessions/worker/readClient.ts';
import type { SubagentOptions, SubagentSessions } from '../sessions/subagents/subagentSessions.ts';
import type { Host } from './host.ts';
import { log } from './log.ts';
import { createVscodeFiles, filesByScheme, vscodeFolders } from './vscodeFiles.ts';
import { watchFolder } from './watchFolder.ts';

/** What every feature is built on. Building it reads nothing. */
export interface Services extends Disposable {
  /** Those of this machine by their ranges where the host can, all others by VS Code. */
  readonly files: FileAccess;
  readonly folders: FolderAccess;
  /** Looks at many files from outside, in the reading thread where there is one. */
  readonly glance: Glances;
  readonly subagents: SubagentSessions;
  readonly sessions: ObservableRegistry;
  readonly scheduler: Scheduler;
  readonly longReadings: LongReadings;
}

export function createServices(host: Host): Services {
  const own = createDisposableStore();
  const longReadings = own.add(createLongReadings(l10n.t));
  const files = filesByScheme(host.localFiles, createVscodeFiles());
  const scheduler = systemScheduler;
  const onError = (uri: string, error: unknown): void => {
    log().error(`${uri}: ${error instanceof Error ? error.message : String(error)}`);
  };
  const remote =
    host.startReader &&
    own.add(
      createReadClient({
        start: host.startReader,
        opens: (uri) => host.localFiles !== undefined && uri.startsWith('file:') && !isPacked(uri),
        files,
        scheduler,
        onTrouble: (text) => {
          log().warn(text);
        },
      }),
    );
  const onProgress = longReadings.set.bind(longReadings);
  const options = { files, scheduler, remote, onError, onProgress };
  let beginnings: Beginnings | undefined;
  const sessions = own.add(
    createSessionRegistry({
      scheduler,
      onError,
      open: async (uri, isCancelled) => {
        // The formats and all that reads with them: loaded when the first file is read.
        const { openSession } = await import('../sessions/openSession.ts');
        const { createBeginnings } = await import('../sessions/beginning/beginnings.ts');
        beginnings ??= createBeginnings({ files, folders: vscodeFolders });
        return openSession(uri, { ...options, beginnings }, isCancelled);
      },
    }),
  );
  const headerOf = (uri: string): SessionHeader | null => sessions.peek(uri)?.snapshot.header ?? null;
  const subagents = lazySubagents({ files, folders: vscodeFolders, headerOf, scheduler, watch: watchFolder });
  return {
    files,
    folders: vscodeFolders,
    glance: createGlances(files, remote),
    subagents,
    sessions,
    scheduler,
    longReadings,
    dispose: () => {
      own.dispose();
    },
  };
}

/** Loaded when somebody first asks whether a session has any. */
function lazySubagents(options: SubagentOptions): SubagentSessions {
  let loading: Promise<SubagentSessions> | undefined;
  const load = (): Promise<SubagentSessions> =>
    (loading ??= import('../sessions/subagents/subagentSessions.ts').then(({ createSubagentSessions }) =>
      createSubagentSessions(options),
    ));
  return {
    of: async (session) => (await load()).of(session),
    originOf: async (session) => (await load()).originOf(session),
    mainUriOf: async (session) => (await load()).mainUriOf(session),
    follow(session, changed) {
      const own = createDisposableStore();
      void load().then((loaded) => own.disposed || own.add(loaded.follow(session, changed)));
      return own;
    },
  };
}
