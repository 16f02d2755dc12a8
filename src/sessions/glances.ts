import { HEAD_BYTES, headOf, type FileGlance, type GlanceWish } from '../core/fileHead.ts';
import { FileAccessError, fileAccessError, type FileAccess, type FileStat } from '../core/files.ts';
import { mapLimit } from '../core/lib/mapLimit.ts';
import type { Glance } from './worker/jobs.ts';
import type { RemoteFiles } from './worker/readClient.ts';

/** Looks at files from outside: for each wish, in their order, what was seen or why nothing. @throws Cancelled */
export type Glances = (wishes: readonly GlanceWish[]) => Promise<readonly Glance[]>;

/** So many files are worth a thread: starting one costs as much as some hundred of them. */
export const MANY_FILES = 400;
const PARALLEL = 32;

/**
 * @param files asked one by one where there are few of them, and where they are not the thread's
 * @param remote the thread; absent where there is none
 */
export function createGlances(
  files: FileAccess,
  remote: Pick<RemoteFiles, 'glance' | 'opens'> | undefined,
): Glances {
  return async (wishes) => {
    const theirs = remote ? wishes.filter(({ uri }) => remote.opens(uri)) : [];
    const answers = theirs.length < MANY_FILES ? undefined : await remote?.glance(theirs);
    if (answers && theirs.length === wishes.length) return answers;
    const seen = new Map(theirs.map((wish, at) => [wish, answers?.[at]]));
    return mapLimit(wishes, PARALLEL, async (wish) => seen.get(wish) ?? glance(files, wish));
  };
}

async function glance(files: FileAccess, { uri, head }: GlanceWish): Promise<Glance> {
  try {
    const stat = await files.stat(uri);
    return head ? await withHead(files, uri, stat) : stat;
  } catch (error) {
    return error instanceof FileAccessError ? error : fileAccessError('io', uri, error);
  }
}

async function withHead(files: FileAccess, uri: string, { size, mtime }: FileStat): Promise<FileGlance> {
  return { size, mtime, head: headOf(await files.read(uri, 0, HEAD_BYTES)) };
}
