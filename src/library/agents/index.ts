import { l10n, RelativePattern, Uri, workspace, type ExtensionContext } from 'vscode';
import { createDisposableStore } from '../../core/lib/disposables.ts';
import type { FileStat } from '../../core/files.ts';
import type { AgentNotice, AgentSessions } from '../../sessions/agentSessions.ts';
import type { SessionLibrary } from '../../sessions/library.ts';
import { onSettingChange, setting } from '../../ui/config.ts';
import { log } from '../../ui/log.ts';
import type { Services } from '../../ui/services.ts';
import { createStorageFile } from '../../ui/storageFile.ts';
import { createLibrary } from '../model.ts';
import type { FileSource } from '../source.ts';
import { createSummaryCache } from '../summaryCache.ts';
import { watchFiles } from '../workspaceWatch.ts';
import type { AgentIndex } from './agentIndex.ts';
import { createAgentSessions } from './agentSessions.ts';
import { lateIndex } from './lateIndex.ts';
import type { AgentSystem } from './system.ts';
import { workspacePaths } from './workspacePaths.ts';

const SETTINGS = ['agents.show', 'agents.hide', 'agents.roots'] as const;

export interface AgentStorage {
  /** Of the extension, for all workspaces: what is known of an agent's file holds for each of them. */
  readonly folder: ExtensionContext['globalStorageUri'];
  readonly version: string;
}

/**
 * The sessions in agents' own folders on this machine. Reads nothing yet.
 * @param system absent in a browser: then there are none, and a notice says so
 * @param own the workspace's own list
 */
export function createWorkspaceAgents(
  services: Services,
  own: SessionLibrary,
  storage: AgentStorage,
  system: AgentSystem | undefined,
): AgentSessions {
  const onError = (error: unknown): void => {
    log().error(
      `Agents' sessions: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  };
  return createAgentSessions({
    index: lateIndex(system && (() => indexOf(system, storage, services, onError))),
    library: (source) => libraryOver(source, services, storage, onError),
    own,
    rules: system?.rules ?? { isWindows: false, ignoreCase: false },
    scheduler: services.scheduler,
    t: l10n.t,
    notice: () => whyNone(system),
    showsProjects: () => setting('agents.show') === 'all',
    watchFolder: (path, tell) => {
      const watching = createDisposableStore();
      watchFiles(watching, new RelativePattern(Uri.file(path), '*.jsonl'), tell);
      return watching;
    },
    onRules: (run) => {
      const following = createDisposableStore();
      following.add(workspace.onDidChangeWorkspaceFolders(run));
      following.add(workspace.onDidGrantWorkspaceTrust(run));
      following.add(onSettingChange(SETTINGS, run));
      return following;
    },
    onError,
  });
}

/** The agents' places and what looks for them are loaded when they are looked for. */
async function indexOf(
  system: AgentSystem,
  storage: AgentStorage,
  { scheduler }: Services,
  onError: (error: unknown) => void,
): Promise<AgentIndex> {
  const { createDiskIndex } = await system.loadIndex();
  return createDiskIndex(system, storage, () => scheduler.now(), onError);
}

/** Files are read whole only once their rows are seen: there may be thousands of them. */
function libraryOver(
  source: FileSource,
  { files, glance, sessions, scheduler }: Services,
  { folder, version }: AgentStorage,
  onError: (error: unknown) => void,
): SessionLibrary {
  const file = createStorageFile(folder, 'agentSessions.json');
  const cache = createSummaryCache({ file, glance, scheduler, version, covers: () => true, onError });
  const probe = async (uri: string, stat: FileStat) =>
    (await import('../../sessions/probe.ts')).probe(files, uri, stat);
  return createLibrary(
    { source, glance, registry: sessions, scheduler, cache, probe, onError, t: l10n.t, autoReadBytes: 0 },
    cache,
  );
}

/** Why there cannot be any sessions here, or none of this workspace. */
function whyNone(system: AgentSystem | undefined): AgentNotice | undefined {
  if (setting('agents.show') === 'off') return undefined;
  if (!system || system.places().home === undefined) {
    const text = l10n.t(
      'There is no home folder here, so the sessions that agents keep in it are not shown.',
    );
    return { key: 'no-home', text };
  }
  const hasFolders = (workspace.workspaceFolders?.length ?? 0) > 0;
  if (!hasFolders || workspacePaths().length > 0) return undefined;
  const text = l10n.t(
    'This workspace is on no disk of this machine, so no session in an agent’s own folder can be told to be about it.',
  );
  return { key: 'virtual', text };
}
