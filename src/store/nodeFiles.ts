import * as fs from 'node:fs';
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

/** What a URL's reader changes or takes for something else: escapes, queries, white space, `.` and `..` as names. */
const NOT_PLAIN = /[%?#\\\s\p{Cc}]|\/\.{1,2}(?:\/|$)/u;
const isWindows = process.platform === 'win32';

/** A path for a `file:` URI. @throws FileAccessError when the URI is none or names another machine's file */
export function pathOf(uri: string): string {
  // Most URIs say the path as it is, and a URL's reader takes as long as the system for a file's size (measured).
  if (!isWindows && uri.startsWith('file:///') && !NOT_PLAIN.test(uri)) return uri.slice('file://'.length);
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

/** By plain descriptors: for the thousand beginnings that a list reads, handles cost half as much again (measured). */
async function readFrom(path: string, offset: number, length: number): Promise<Uint8Array> {
  const descriptor = await new Promise<number>((resolve, reject) => {
    fs.open(path, 'r', (error, opened) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  try {
    const buffer = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const count = await readSome(descriptor, buffer, filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  } finally {
    await new Promise<void>((resolve) => {
      fs.close(descriptor, () => {
        resolve();
      });
    });
  }
}

/** Reads into `buffer` from `at` to its end, and answers how many bytes came. */
function readSome(descriptor: number, buffer: Uint8Array, at: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(descriptor, buffer, at, buffer.length - at, position, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
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
