import { RelativePattern, Uri, workspace } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { onSettingChange } from '../ui/config.ts';
import type { OutsideWatch } from './outside.ts';
import { includes, SESSION_FILES } from './patterns.ts';
import type { FileEvent } from './source.ts';

/** VS Code's own settings that decide what is left out. */
const SEARCH_SETTINGS = ['files.exclude', 'search.exclude', 'search.useIgnoreFiles'] as const;

/** Watches what {@link createWorkspaceSource} lists: one watcher for each folder and each included pattern. */
export function watchWorkspace(onFile: (event: FileEvent) => void, onRules: () => void): Disposable {
  const own = createDisposableStore();
  let watchers = createDisposableStore();
  const start = (): void => {
    watchers.dispose();
    watchers = createDisposableStore();
    for (const folder of workspace.workspaceFolders ?? []) {
      watchFiles(watchers, new RelativePattern(folder, SESSION_FILES), onFile);
      for (const pattern of includes(folder)) watchFiles(watchers, pattern, onFile);
      watchFiles(watchers, new RelativePattern(folder, '**/.gitignore'), onRules);
    }
  };
  const restart = (): void => {
    start();
    onRules();
  };
  own.add(workspace.onDidChangeWorkspaceFolders(restart));
  own.add(onSettingChange(['files.include', 'files.exclude'], restart, SEARCH_SETTINGS));
  own.add({ dispose: () => watchers.dispose() });
  start();
  return own;
}

/** Tells of what happens to the files of a pattern, until the store ends. */
export function watchFiles(
  store: { add<T extends Disposable>(item: T): T },
  pattern: RelativePattern,
  tell: (event: FileEvent) => void,
): void {
  const watcher = store.add(workspace.createFileSystemWatcher(pattern));
  const kinds = {
    created: watcher.onDidCreate,
    changed: watcher.onDidChange,
    deleted: watcher.onDidDelete,
  } as const;
  for (const kind of ['created', 'changed', 'deleted'] as const) {
    store.add(
      kinds[kind]((uri) => {
        tell({ uri: uri.toString(), kind });
      }),
    );
  }
}

/** Files outside the workspace: a watcher for the file's folder, which VS Code does not search through. */
export const vscodeOutside: OutsideWatch = {
  isInside(uri) {
    const parsed = Uri.parse(uri, true);
    const hasEvents = parsed.scheme === 'file' || parsed.scheme === 'vscode-remote';
    return hasEvents && workspace.getWorkspaceFolder(parsed) !== undefined;
  },
  watch(uri, tell) {
    const own = createDisposableStore();
    // The whole folder: a file's name may hold characters that mean something in a glob.
    const folder = Uri.joinPath(Uri.parse(uri, true), '..');
    watchFiles(own, new RelativePattern(folder, '*.jsonl'), (event) => {
      if (event.uri === uri) tell();
    });
    return own;
  },
};
