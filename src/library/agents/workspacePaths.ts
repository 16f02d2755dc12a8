import { workspace, type Uri } from 'vscode';

/** The workspace's folders on this machine, and its own file: some agents name that. */
export function workspacePaths(): string[] {
  const { workspaceFile } = workspace;
  return [...workspaceFolders(), ...(workspaceFile ? onDisk([workspaceFile]) : [])];
}

/** Its folders alone. */
export function workspaceFolders(): string[] {
  return onDisk((workspace.workspaceFolders ?? []).map(({ uri }) => uri));
}

function onDisk(uris: readonly Uri[]): string[] {
  return uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}
