import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { HEAD_BYTES, headOf, type FileGlance, type GlanceWish } from '../core/fileHead.ts';
import { fileAccessError } from '../core/files.ts';
import { failure, pathOf } from './nodeFiles.ts';

/**
 * Looks at a file of this machine from outside, for a thread in which nothing else waits: every question blocks it.
 * @throws FileAccessError
 */
export function glanceNow({ uri, head }: GlanceWish): FileGlance {
  try {
    const path = pathOf(uri);
    return head ? withHead(uri, path) : seen(uri, statSync(path));
  } catch (error) {
    throw failure(uri, error);
  }
}

/** Size, time and beginning are of one and the same file, whatever is done to its name meanwhile. */
function withHead(uri: string, path: string): FileGlance {
  const descriptor = openSync(path, 'r');
  try {
    const glance = seen(uri, fstatSync(descriptor));
    const bytes = new Uint8Array(HEAD_BYTES);
    let filled = 0;
    while (filled < HEAD_BYTES) {
      const count = readSync(descriptor, bytes, filled, HEAD_BYTES - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return { ...glance, head: headOf(bytes.subarray(0, filled)) };
  } finally {
    closeSync(descriptor);
  }
}

function seen(uri: string, info: Stats): FileGlance {
  if (info.isDirectory()) throw fileAccessError('is-directory', uri);
  return { size: info.size, mtime: info.mtimeMs };
}
