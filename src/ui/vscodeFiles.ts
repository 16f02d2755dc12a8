import { FileSystemError, FileType, Uri, workspace } from 'vscode';
import {
  FileAccessError,
  fileAccessError,
  type FileAccess,
  type FileAccessCode,
  type FolderAccess,
} from '../core/files.ts';
import { createLru } from '../core/lib/lru.ts';

/**
 * The largest file that is read through `workspace.fs`, in bytes: it knows no ranges and hands out whole files. The
 * cache is as large, so that one file, read range by range, is fetched once.
 */
export const WHOLE_FILE_CAP = 128 * 1024 * 1024;

/**
 * Files of every scheme that VS Code knows (virtual, remote without node:fs). Each change of a file means reading it
 * whole: the price of an API without ranges, paid once per uri, mtime and size.
 */
export function createVscodeFiles(): FileAccess {
  const cache = createLru<string, Uint8Array>(WHOLE_FILE_CAP);
  const reading = new Map<string, Promise<Uint8Array>>();

  const whole = async (uri: string): Promise<Uint8Array> => {
    const { size, mtime } = await stat(uri);
    if (size > WHOLE_FILE_CAP) {
      throw fileAccessError(
        'too-large',
        uri,
        new Error(`${String(size)} bytes, at most ${String(WHOLE_FILE_CAP)}`),
      );
    }
    const key = `${uri} ${String(mtime)} ${String(size)}`;
    const held = cache.get(key) ?? reading.get(key);
    if (held) return held;
    const bytes = asking(uri, workspace.fs.readFile(Uri.parse(uri, true)));
    reading.set(key, bytes);
    try {
      const read = await bytes;
      cache.set(key, read, read.byteLength);
      return read;
    } finally {
      reading.delete(key);
    }
  };

  return {
    stat,
    read: async (uri, offset, length) => (await whole(uri)).subarray(offset, offset + length),
  };
}

/** Folders of every scheme that VS Code knows. */
export const vscodeFolders: FolderAccess = {
  async list(uri) {
    try {
      const items = await asking(uri, workspace.fs.readDirectory(Uri.parse(uri, true)));
      return items.map(([name, type]) => ({
        name,
        isFolder: (type & FileType.Directory) !== 0,
        isLink: (type & FileType.SymbolicLink) !== 0,
      }));
    } catch (error) {
      if (error instanceof FileAccessError && error.code === 'not-found') return undefined;
      throw error;
    }
  },
};

/** `file:` URIs by `local` (ranges, no cap), every other scheme through VS Code. */
export function filesByScheme(local: FileAccess | undefined, others: FileAccess): FileAccess {
  const of = (uri: string): FileAccess => (local && uri.startsWith('file:') ? local : others);
  return {
    stat: (uri) => of(uri).stat(uri),
    read: (uri, offset, length) => of(uri).read(uri, offset, length),
    open: (uri) => of(uri).open?.(uri),
  };
}

async function stat(uri: string): Promise<{ size: number; mtime: number }> {
  const info = await asking(uri, workspace.fs.stat(Uri.parse(uri, true)));
  if (info.type & FileType.Directory) throw fileAccessError('is-directory', uri);
  return { size: info.size, mtime: info.mtime };
}

const CODES: Readonly<Record<string, FileAccessCode>> = {
  FileNotFound: 'not-found',
  FileNotADirectory: 'not-found',
  NoPermissions: 'no-permission',
  FileIsADirectory: 'is-directory',
};

async function asking<T>(uri: string, answer: Thenable<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FileAccessError) throw error;
    const code = error instanceof FileSystemError ? error.code : '';
    throw fileAccessError(Object.hasOwn(CODES, code) ? (CODES[code] ?? 'io') : 'io', uri, error);
  }
}
