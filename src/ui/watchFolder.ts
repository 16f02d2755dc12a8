import { RelativePattern, Uri, workspace } from 'vscode';
import type { WatchFolder } from '../sessions/subagents/follow.ts';

/** Events of VS Code's own watchers for what lies in a folder, and not deeper. */
export const watchFolder: WatchFolder = (uri, touched) => {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.parse(uri, true), '*'));
  watcher.onDidCreate(touched);
  watcher.onDidChange(touched);
  watcher.onDidDelete(touched);
  return watcher;
};
