import { FileSystemError, Uri, workspace } from 'vscode';
import type { NewFileHandle, NewFileIo } from '../store/newFile.ts';

/**
 * New files on a file system that only VS Code reaches (virtual workspaces); paths are URIs in string form. Its API
 * knows whole files, no modes and no syncing: the temporary file is written in one go and then renamed.
 */
export const workspaceNewFile: NewFileIo = {
  async create(path) {
    const uri = Uri.parse(path, true);
    if (await exists(uri)) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
    return gathering(uri);
  },
  link: (from, to) =>
    asking(workspace.fs.rename(Uri.parse(from, true), Uri.parse(to, true), { overwrite: false })),
  async remove(path) {
    const uri = Uri.parse(path, true);
    // After the rename it is gone, and some providers complain in words of their own.
    if (await exists(uri)) await asking(workspace.fs.delete(uri));
  },
  makeFolder: (folder) => asking(workspace.fs.createDirectory(Uri.parse(folder, true))),
  syncFolder: () => Promise.resolve(),
  join: (folder, name) => Uri.joinPath(Uri.parse(folder, true), name).toString(),
};

function gathering(uri: Uri): NewFileHandle {
  const parts: Uint8Array[] = [];
  return {
    write(bytes) {
      parts.push(bytes);
      return Promise.resolve();
    },
    sync: () => asking(workspace.fs.writeFile(uri, joined(parts))),
    close: () => Promise.resolve(),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw coded(error);
  }
}

async function asking(answer: Thenable<void>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    throw coded(error);
  }
}

const CODES: ReadonlyMap<string, string> = new Map([
  ['FileExists', 'EEXIST'],
  ['FileNotFound', 'ENOENT'],
  ['FileNotADirectory', 'ENOTDIR'],
  ['NoPermissions', 'EACCES'],
]);

/** The error with a system code, as node:fs has them. */
function coded(error: unknown): Error {
  const code = error instanceof FileSystemError ? (CODES.get(error.code) ?? 'EIO') : 'EIO';
  const message = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(message, { cause: error }), { code });
}
