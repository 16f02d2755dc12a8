import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewFileIo } from './newFile.ts';

/** New files on this machine, by path. */
export const nodeNewFile: NewFileIo = {
  async create(path) {
    const handle = await open(path, 'wx', 0o600);
    return {
      write: (bytes) => handle.appendFile(bytes),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  link,
  rename,
  remove: (path) => rm(path, { force: true }),
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  async syncFolder(folder) {
    // Windows cannot open a folder; there the file system's journal has to do.
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  join,
};
