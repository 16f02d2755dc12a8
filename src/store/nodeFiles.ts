import { open, stat, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  FileAccessError,
  fileAccessError,
  type FileAccess,
  type FileAccessCode,
  type OpenFile,
} from '../core/files.ts';

/**
 * Files on this machine, by `file:` URI, over node:fs: ranges are read where they stand, nothing is held in memory and
 * no descriptor stays open between two calls but those of `open`. Reads only; opening a file here changes nothing about it but its atime.
 */
export const nodeFiles: FileAccess = {
  async stat(uri) {
    const info = await asking(uri, () => stat(pathOf(uri)));
    if (info.isDirectory()) throw fileAccessError('is-directory', uri);
    return { size: info.size, mtime: info.mtimeMs };
  },
  read: (uri, offset, length) => asking(uri, () => readFrom(pathOf(uri), offset, length)),
  open: openFile,
};

function openFile(uri: string): OpenFile {
  const handle = asking(uri, () => open(pathOf(uri), 'r'));
  // Whoever reads is told; nobody may.
  handle.catch(() => undefined);
  return {
    read: (_uri, offset, length) => asking(uri, async () => readRange(await handle, offset, length)),
    close() {
      handle.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}

/** A path for a `file:` URI. @throws FileAccessError when the URI is none or names another machine's file */
export function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw fileAccessError('not-found', uri, error);
  }
}

/** The bytes from `offset` on, fewer than `length` only where the file ends. */
export async function readRange(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function readFrom(path: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    return await readRange(handle, offset, length);
  } finally {
    await handle.close();
  }
}

const CODES: Readonly<Record<string, FileAccessCode>> = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EISDIR: 'is-directory',
};

/** The answer, or its failure as a {@link FileAccessError}. */
export async function asking<T>(uri: string, answer: () => T | Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw failure(uri, error);
  }
}

/** Any failure as a {@link FileAccessError}. */
export function failure(uri: string, error: unknown): FileAccessError {
  if (error instanceof FileAccessError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return fileAccessError(Object.hasOwn(CODES, code) ? (CODES[code] ?? 'io') : 'io', uri, error);
}
