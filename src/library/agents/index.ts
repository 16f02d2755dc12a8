import { l10n, RelativePattern, Uri, workspace, type ExtensionContext } from 'vscode';
import { createDisposableStore } from '../../core/lib/disposables.ts';
import type { FileStat } from '../../core/files.ts';
import type { PlaceSystem } from '../../formats/places/roots.ts';
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
import { createAgentIndex, type AgentIndex } from './agentIndex.ts';
import { createAgentSessions } from './agentSessions.ts';
import { createMatcher } from './matcher.ts';
import { wantedAgents } from './settings.ts';
import type { AgentSystem } from './system.ts';
import { createWhereCache } from './whereCache.ts';

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
    index: system ? indexOn(system, storage, services) : NOTHING,
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
      following.add(onSettingChange(SETTINGS, run));
      return following;
    },
    onError,
  });
}

function indexOn(system: AgentSystem, storage: AgentStorage, { scheduler }: Services): AgentIndex {
  const { disk, rules, sha256 } = system;
  return createAgentIndex({
    disk,
    agents: () => {
      if (setting('agents.show') === 'off') return [];
      const places: PlaceSystem = { ...system.places(), editor: editorFolder(storage.folder) };
      return wantedAgents(places, { hide: setting('agents.hide'), roots: setting('agents.roots') });
    },
    matcher: () => createMatcher({ disk, rules, sha256, folders: workspacePaths() }),
    toUri: (path) => Uri.file(path).toString(),
    cache: createWhereCache(createStorageFile(storage.folder, 'agentFolders.json'), disk, storage.version),
    now: () => scheduler.now(),
  });
}

/** Files are read whole only once their rows are seen: there may be thousands of them. */
function libraryOver(
  source: FileSource,
  { files, sessions, scheduler }: Services,
  { folder, version }: AgentStorage,
  onError: (error: unknown) => void,
): SessionLibrary {
  const file = createStorageFile(folder, 'agentSessions.json');
  const cache = createSummaryCache({ file, files, scheduler, version, covers: () => true, onError });
  const probe = async (uri: string, stat: FileStat) =>
    (await import('../../sessions/probe.ts')).probe(files, uri, stat);
  return createLibrary(
    { source, files, registry: sessions, scheduler, cache, probe, onError, autoReadBytes: 0 },
    cache,
  );
}

/** A browser's extension host has no home folder to look into. */
const NOTHING: AgentIndex = {
  files: new Map(),
  troubles: [],
  scan: () => Promise.resolve({ isOther: false, changed: [] }),
};

/** The workspace's folders on this machine, and its own file: some agents name that. */
function workspacePaths(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const all = workspace.workspaceFile ? [...folders, workspace.workspaceFile] : folders;
  return all.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}

/** The folder `User` of this VS Code holds that of the extension's storage: `User/globalStorage/<extension>`. */
function editorFolder(storage: Uri): string | undefined {
  const user = Uri.joinPath(storage, '..', '..');
  return storage.scheme === 'file' && user.path.endsWith('/User') ? user.fsPath : undefined;
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
