import { FileAccessError, fileAccessError, type FileAccess } from '../../core/files.ts';
import type { Answer, WorkerTransport } from './messages.ts';

/** Answers an `ask` of the thread that reads: with the file's stat, with bytes of it, or with why there are none. */
export async function giveBytes(
  worker: WorkerTransport,
  files: FileAccess,
  uri: string,
  { id, range }: Extract<Answer, { type: 'ask' }>,
): Promise<void> {
  try {
    if (!range) {
      worker.post({ type: 'stat', id, stat: await files.stat(uri) });
      return;
    }
    // A copy: what `files` hands out may be a view of a whole file that it keeps.
    const bytes = new Uint8Array(await files.read(uri, range.offset, range.length));
    worker.post({ type: 'bytes', id, bytes }, [bytes.buffer]);
  } catch (error) {
    const { code, message } = error instanceof FileAccessError ? error : fileAccessError('io', uri, error);
    worker.post({ type: 'refused', id, code, message });
  }
}
