import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { l10n, Uri, workspace } from 'vscode';
import { nodeNewFile } from '../store/nodeNewFile.ts';
import { ForkRefusal } from './flow.ts';
import { workspaceNewFile } from './workspaceNewFile.ts';
import type { ForkPlace } from './writeFork.ts';

/**
 * Beside the source, with whatever reaches its folder.
 * @throws ForkRefusal on a file system that VS Code knows to be read-only
 */
export function placeBeside(uri: string): ForkPlace {
  const source = Uri.parse(uri, true);
  const base = { now: Date.now(), random: randomBytes };
  if (source.scheme === 'file') {
    const path = source.fsPath;
    const folder = dirname(path);
    return { ...base, io: nodeNewFile, folder, source: { path, folder, name: basename(path) } };
  }
  if (workspace.fs.isWritableFileSystem(source.scheme) === false) {
    throw new ForkRefusal(
      l10n.t(
        'Files of {0} cannot be written to, so the fork has no place beside its source.',
        `${source.scheme}:`,
      ),
    );
  }
  const parent = Uri.joinPath(source, '..');
  const { path } = source;
  return {
    ...base,
    io: workspaceNewFile,
    folder: parent.toString(),
    source: { path, folder: parent.path, name: path.slice(path.lastIndexOf('/') + 1) },
  };
}
