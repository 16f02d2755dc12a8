import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileAccessError, type FolderAccess } from '../../../src/core/files.ts';
import { asking, pathOf } from '../../../src/store/nodeFiles.ts';

/** Folders on this machine, likewise. */
export const nodeFolders: FolderAccess = {
  async list(uri) {
    try {
      const path = pathOf(uri);
      const found = await asking(uri, () => readdir(path, { withFileTypes: true }));
      return await Promise.all(
        found.map(async (item) => ({
          name: item.name,
          isLink: item.isSymbolicLink(),
          isFolder: item.isSymbolicLink() ? await leadsToFolder(join(path, item.name)) : item.isDirectory(),
        })),
      );
    } catch (error) {
      if (error instanceof FileAccessError && error.code === 'not-found') return undefined;
      throw error;
    }
  },
};

async function leadsToFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
