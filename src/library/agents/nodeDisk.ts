import { open, readdir, realpath, stat } from 'node:fs/promises';
import { isPacked } from '../../core/packed.ts';
import { readRange } from '../../store/nodeFiles.ts';
import { unpackBeginning } from '../../store/unpack.ts';
import { DiskError, type AgentDisk, type DiskItem } from './disk.ts';

/** The disk of the machine on which the extension runs: of a remote, where the window is connected to one. */
export const nodeDisk: AgentDisk = {
  list: (path) =>
    asking(async () => {
      const found = await readdir(path, { withFileTypes: true });
      return Promise.all(
        found.map(async (item): Promise<DiskItem> => {
          const isFolder = item.isSymbolicLink()
            ? await isFolderAt(`${path}/${item.name}`)
            : item.isDirectory();
          return { name: item.name, isFolder };
        }),
      );
    }),
  stat: (path) =>
    asking(async () => {
      const { size, mtimeMs } = await stat(path);
      return { size, mtime: mtimeMs };
    }),
  realpath: (path) =>
    asking(async () => {
      const real = await realpath(path);
      return process.platform === 'win32' ? real.replaceAll('\\', '/') : real;
    }),
  async text(path, limit) {
    try {
      const bytes = await readFrom(path, 0, limit + 1);
      return bytes.length > limit ? undefined : new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  },
  read: (path, offset, length) =>
    asking(() => (isPacked(path) ? readPacked(path, offset, length) : readFrom(path, offset, length))),
};

async function readFrom(path: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    return await readRange(handle, offset, length);
  } finally {
    await handle.close();
  }
}

/** So many packed bytes hold the beginning that tells a session's folder. */
const PACKED_BYTES = 1024 * 1024;

/** Sizes are those of packed files, ranges of what they hold: only beginnings are read here. */
async function readPacked(path: string, offset: number, length: number): Promise<Uint8Array> {
  const packed = await readFrom(path, 0, PACKED_BYTES);
  return (await unpackBeginning(packed, offset + length)).subarray(offset);
}

/** Of a link. One that cannot be followed is taken for a folder, so that looking into it tells why. */
async function isFolderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    return !isMissing(error);
  }
}

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.has(String(error.code));
}

async function asking<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw new DiskError(isMissing(error), error instanceof Error ? error.message : String(error));
  }
}
