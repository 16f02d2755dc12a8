import type { FileAccess, FileStat, OpenFile } from '../core/files.ts';
import type { Witness } from './witness.ts';

/** What was known of a file when it was last read. */
export interface Seen {
  readonly mtime: number;
  /** When it was read, by our clock (Unix ms). */
  readonly readAt: number;
  readonly witness: Witness;
}

/** What a file has become: `grown` only has more bytes behind those that were read, `replaced` is another file. */
export type Verdict =
  | { readonly what: 'same' }
  | { readonly what: 'replaced'; readonly stat: FileStat }
  /** `first`: the first of the new bytes, read on the way. */
  | { readonly what: 'grown'; readonly stat: FileStat; readonly first: Uint8Array };

/**
 * A file changed again within this time of its mtime may show the same mtime (clock ticks, file systems that count
 * seconds). Then size and mtime prove nothing and the bytes are compared: Git's rule for racy entries.
 */
export const RACY_MS = 2_000;

/** So many of the new bytes are read together with those that prove the file: appended lines are short. */
const FIRST_BYTES = 256 * 1024;

/**
 * Looks at a file that was read before. A shrunk file, one whose first or last known bytes differ, and one of the same
 * size with another mtime are new files; everything else has grown or is the same. Two waits for the disk in all, since
 * each may be a turn of a busy thread: the file is opened while its size is asked for, and all reads are one batch.
 * @throws FileAccessError
 */
export async function judge(files: FileAccess, uri: string, seen: Seen): Promise<Verdict> {
  const file = files.open?.(uri) ?? { read: files.read.bind(files), close: () => undefined };
  try {
    return await compare(files, file, uri, seen);
  } finally {
    file.close();
  }
}

async function compare(files: FileAccess, file: OpenFile, uri: string, seen: Seen): Promise<Verdict> {
  const { witness } = seen;
  let stat = await files.stat(uri);
  if (stat.size === witness.size && stat.mtime !== seen.mtime) {
    // Systems set the mtime of an append a moment before its size. A second look lets the append finish.
    stat = await files.stat(uri);
  }
  const more = stat.size - witness.size;
  if (more < 0) return { what: 'replaced', stat };
  if (more === 0) {
    if (stat.mtime !== seen.mtime) return { what: 'replaced', stat };
    if (stat.mtime < seen.readAt - RACY_MS) return { what: 'same' };
  }
  const first = await witness.behind(file, uri, Math.min(more, FIRST_BYTES));
  if (!first) return { what: 'replaced', stat };
  return more === 0 ? { what: 'same' } : { what: 'grown', stat, first };
}
