import { Uri, workspace } from 'vscode';
import type { PlaceSystem } from '../../formats/places/roots.ts';
import { setting } from '../../ui/config.ts';
import { createStorageFile } from '../../ui/storageFile.ts';
import { createAgentIndex, type AgentIndex } from './agentIndex.ts';
import type { AgentStorage } from './index.ts';
import { createMatcher } from './matcher.ts';
import { wantedAgents } from './settings.ts';
import type { AgentSystem } from './system.ts';
import { createWhereCache } from './whereCache.ts';
import { workspaceFolders, workspacePaths } from './workspacePaths.ts';

/** Files of settings are smaller than this. */
const SETTINGS_BYTES = 1024 * 1024;

/** The index over this machine's disk, by the settings and for the workspace as they are at each scan. */
export function createDiskIndex(
  system: AgentSystem,
  { folder, version }: AgentStorage,
  now: () => number,
  onError: (error: unknown) => void,
): AgentIndex {
  const { disk, rules, sha256 } = system;
  return createAgentIndex({
    disk,
    agents: () => {
      if (setting('agents.show') === 'off') return [];
      const places: PlaceSystem = { ...system.places(), editor: editorFolder(folder) };
      const settings = { hide: setting('agents.hide'), roots: setting('agents.roots') };
      const text = (path: string): Promise<string | undefined> => disk.text(path, SETTINGS_BYTES);
      const folders = workspaceFolders();
      return wantedAgents(places, settings, { folders, isTrusted: workspace.isTrusted, text });
    },
    matcher: () => createMatcher({ disk, rules, sha256, folders: workspacePaths() }),
    toUri: (path) => Uri.file(path).toString(),
    cache: createWhereCache(createStorageFile(folder, 'agentFolders.json'), disk, version, onError),
    now,
  });
}

/** The folder `User` of this VS Code holds that of the extension's storage: `User/globalStorage/<extension>`. */
function editorFolder(storage: Uri): string | undefined {
  const user = Uri.joinPath(storage, '..', '..');
  return storage.scheme === 'file' && user.path.endsWith('/User') ? user.fsPath : undefined;
}
