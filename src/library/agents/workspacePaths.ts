import { workspace } from 'vscode';

/** The workspace's folders on this machine, and its own file: some agents name that. */
export function workspacePaths(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const all = workspace.workspaceFile ? [...folders, workspace.workspaceFile] : folders;
  return all.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}
