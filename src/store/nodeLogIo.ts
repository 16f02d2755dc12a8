import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogIo } from './logIo.ts';
import { readRange } from './nodeFiles.ts';

/** Append-only files on this machine. */
export const nodeLogIo: LogIo = {
  async openRead(path) {
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    return {
      size: () => sizeOf(handle),
      read: (offset, length) => readRange(handle, offset, length),
      close: () => handle.close(),
    };
  },
  async openAppend(path, mustBeNew) {
    const handle = await open(path, mustBeNew ? 'ax' : 'a', 0o600);
    return {
      size: () => sizeOf(handle),
      write: async (bytes) => (await handle.write(bytes)).bytesWritten,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  async makeFolderOf(path) {
    await mkdir(dirname(path), { recursive: true });
  },
  async syncFolderOf(path) {
    await using(dirname(path), 'r', (handle) => handle.sync());
  },
  async truncate(path, size) {
    await using(path, 'r+', async (handle) => {
      await handle.truncate(size);
      await handle.sync();
    });
  },
};

async function using(path: string, flags: string, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags);
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

async function sizeOf(handle: FileHandle): Promise<number> {
  return (await handle.stat()).size;
}
