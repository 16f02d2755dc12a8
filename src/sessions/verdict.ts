import type { FileAccess, FileStat } from '../core/files.ts';
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
  { readonly what: 'same' } | { readonly what: 'grown' | 'replaced'; readonly stat: FileStat };

/**
 * A file changed again within this time of its mtime may show the same mtime (clock ticks, file systems that count
 * seconds). Then size and mtime prove nothing and the bytes are compared: Git's rule for racy entries.
 */
export const RACY_MS = 2_000;

/**
 * Looks at a file that was read before. A shrunk file, one whose first or last known bytes differ, and one of the same
 * size with another mtime are new files; everything else has grown or is the same.
 * @throws FileAccessError
 */
export async function judge(files: FileAccess, uri: string, seen: Seen): Promise<Verdict> {
  const { witness } = seen;
  let stat = await files.stat(uri);
  if (stat.size === witness.size && stat.mtime !== seen.mtime) {
    // Systems set the mtime of an append a moment before its size. A second look lets the append finish.
    stat = await files.stat(uri);
  }
  if (stat.size < witness.size) return { what: 'replaced', stat };
  if (stat.size === witness.size) {
    if (stat.mtime !== seen.mtime) return { what: 'replaced', stat };
    if (stat.mtime < seen.readAt - RACY_MS) return { what: 'same' };
  }
  if (!(await witness.holds(files, uri))) return { what: 'replaced', stat };
  return stat.size === witness.size ? { what: 'same' } : { what: 'grown', stat };
}
