import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import type { InPlaceIo } from '../store/appendInPlace.ts';
import { nodeLogIo } from '../store/nodeLogIo.ts';
import { nodeNewFile } from '../store/nodeNewFile.ts';
import type { LocalForks } from './places.ts';

/** Forks on this machine, by node:fs: private files, synced, never over another one; its agents can be started. */
export const localForks: LocalForks = {
  place(path) {
    const folder = dirname(path);
    return { io: nodeNewFile, folder, source: { path, folder, name: basename(path) } };
  },
  inPlace: (path) => ({ io: nodeInPlace, path, folder: dirname(path), name: basename(path) }),
  hasProgram: (name) => hasProgram(name, process.env, process.platform),
  async hasFolder(path) {
    try {
      return (await stat(path)).isDirectory();
    } catch {
      return false;
    }
  },
};

const nodeInPlace: InPlaceIo = {
  log: nodeLogIo,
  files: nodeNewFile,
  async stat(path) {
    const { size, mtimeMs } = await stat(path);
    return { size, mtime: mtimeMs };
  },
};

/** Whether a terminal would find the program by its name. */
export async function hasProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): Promise<boolean> {
  const endings = platform === 'win32' ? (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    for (const ending of endings) if (await isProgram(join(folder, `${name}${ending}`))) return true;
  }
  return false;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
