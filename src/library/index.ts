import { l10n, type Uri } from 'vscode';
import type { FileStat } from '../core/files.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import { log } from '../ui/log.ts';
import type { Services } from '../ui/services.ts';
import { createStorageFile } from '../ui/storageFile.ts';
import { createLibrary } from './model.ts';
import { followOutside } from './outside.ts';
import { createSummaryCache, type SummaryCache } from './summaryCache.ts';
import { createWorkspaceSource } from './workspaceSource.ts';
import { vscodeOutside } from './workspaceWatch.ts';

/** Where the library keeps what it knows between two starts. */
export interface LibraryStorage {
  /** The folder that VS Code gives for the workspace; undefined where there is none, and nothing is kept then. */
  readonly folder: Uri | undefined;
  /** Of the extension. */
  readonly version: string;
}

/** The workspace's session files; also follows open sessions that lie outside of it. Reads nothing yet. */
export function createWorkspaceLibrary(services: Services, storage?: LibraryStorage): SessionLibrary {
  const { files, glance, sessions, scheduler, longReadings } = services;
  const onError = (error: unknown): void => {
    log().error(`Session list: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const cache = storage && cacheIn(storage, services, onError);
  const options = {
    source: createWorkspaceSource(),
    glance,
    registry: sessions,
    scheduler,
    longReadings,
    t: l10n.t,
    cache,
    probe: async (uri: string, stat: FileStat) => {
      const { probe } = await import('../sessions/probe.ts');
      return probe(files, uri, stat);
    },
    choose: async (uris: readonly string[]) => {
      const { withoutSubagents } = await import('../sessions/subagents/hidden.ts');
      return withoutSubagents(uris);
    },
    onError,
  };
  const followed = followOutside(sessions, scheduler, vscodeOutside);
  return createLibrary(options, ...(cache ? [cache] : []), followed);
}

function cacheIn(
  { folder, version }: LibraryStorage,
  { glance, scheduler }: Services,
  onError: (error: unknown) => void,
): SummaryCache | undefined {
  if (!folder) return undefined;
  const file = createStorageFile(folder, 'sessions.json');
  // Other file systems hand out whole files only: looking at a beginning would cost as much as reading.
  const covers = (uri: string): boolean => uri.startsWith('file:');
  return createSummaryCache({ file, glance, scheduler, version, covers, onError });
}
