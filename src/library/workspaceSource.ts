import { FileType, RelativePattern, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { mapLimit } from '../core/lib/mapLimit.ts';
import { setting } from '../ui/config.ts';
import { log } from '../ui/log.ts';
import { globTest } from './globMatch.ts';
import { activeGlobs, anyOf } from './globs.ts';
import { createIgnoreFilter } from './ignoreFiles.ts';
import { includes, SESSION_FILES } from './patterns.ts';
import type { FileSource } from './source.ts';
import { WALK_FOLDERS, walkFolders } from './walkFolders.ts';
import { watchWorkspace } from './workspaceWatch.ts';

const PARALLEL_CHECKS = 16;

/**
 * The session files of the workspace: every `.jsonl` below its folders, without what `files.exclude`, `search.exclude`,
 * `sessionTree.files.exclude`, `.gitignore` files or a `node_modules` folder leave out; and whatever
 * `sessionTree.files.include` names, wherever it lies.
 */
export function createWorkspaceSource(): FileSource {
  return {
    async find() {
      const found = await Promise.all((workspace.workspaceFolders ?? []).map(findIn));
      return [...new Set(found.flat())];
    },
    watch: watchWorkspace,
  };
}

/** URIs of the session files that one workspace folder stands for. */
async function findIn(folder: WorkspaceFolder): Promise<string[]> {
  const ownExcludes = setting('files.exclude', folder.uri);
  const search = workspace.getConfiguration('search', folder.uri);
  // An explicit pattern comes on top of files.exclude, which findFiles applies by itself; search.exclude it does not.
  const excludes = ['**/node_modules', ...activeGlobs(search.get('exclude')), ...ownExcludes];
  const listed = await filesIn(folder.uri, new RelativePattern(folder, SESSION_FILES), anyOf(excludes));
  const usesIgnoreFiles = search.get<boolean>('useIgnoreFiles') !== false;
  const kept = usesIgnoreFiles ? await withoutIgnored(folder.uri, listed) : listed;
  const included = await Promise.all(
    includes(folder).map((pattern) =>
      workspace.findFiles(pattern, ownExcludes.length > 0 ? anyOf(ownExcludes) : null),
    ),
  );
  return [...kept, ...included.flat()].map(String);
}

/** VS Code searches disks only. In a virtual file system the folders are walked through, with the same excludes. */
async function filesIn(folder: Uri, pattern: RelativePattern, exclude: string): Promise<Uri[]> {
  const found = await workspace.findFiles(pattern, exclude);
  if (found.length > 0 || folder.scheme === 'file' || folder.scheme === 'vscode-remote') return found;
  const always = activeGlobs(workspace.getConfiguration('files', folder).get('exclude'));
  const isExcluded = globTest(anyOf([exclude, ...always]));
  const list = async (path: string) => {
    const items = await workspace.fs.readDirectory(folder.with({ path }));
    return items.map(([name, type]) => ({ name, isFolder: type === FileType.Directory }));
  };
  const { files, isCut } = await walkFolders(folder.path, list, isExcluded);
  if (isCut)
    log().warn(`${folder.toString()} has more than ${WALK_FOLDERS} folders; the others are not listed.`);
  return files.map((path) => folder.with({ path }));
}

async function withoutIgnored(folder: Uri, uris: readonly Uri[]): Promise<Uri[]> {
  if (uris.length === 0) return [];
  const at = (path: string): Uri => folder.with({ path });
  const filter = await createIgnoreFilter({
    folder: folder.path,
    read: (path) => readText(at(path)),
    exists: (path) => exists(at(path)),
    ignoreCase: typeof process !== 'undefined' && ['win32', 'darwin'].includes(process.platform),
  });
  const ignored = await mapLimit(uris, PARALLEL_CHECKS, (uri) => filter.ignores(uri.path));
  return uris.filter((_, index) => !ignored[index]);
}

/** A small text file, or undefined when there is none that can be read. */
async function readText(uri: Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type !== FileType.Unknown;
  } catch {
    return false;
  }
}
