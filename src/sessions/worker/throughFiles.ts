import { FileAccessError, type FileAccess, type FileStat } from '../../core/files.ts';
import { Cancelled } from '../../core/lib/scheduler.ts';
import type { Answer, Request, Transport } from './messages.ts';

/** A file that is open for one request. Chunks are good until the next `read`. */
export interface OpenedFile extends FileAccess {
  close(): void;
}

/** What an `ask` may be answered with. */
export type Given = Extract<Request, { type: 'stat' | 'bytes' | 'refused' }>;

/** Files whose bytes come from the other side of the port, because this thread cannot open them. */
export interface ThroughFiles {
  open(id: number, uri: string): OpenedFile;
  /** What came from the other side. */
  answer(given: Given): void;
  /** The request was cancelled: nothing more will come for it. */
  forget(id: number): void;
}

interface Waiting {
  resolve(given: Given): void;
  reject(error: Error): void;
}

export function createThroughFiles(port: Transport<Answer, Request>): ThroughFiles {
  const waiting = new Map<number, Waiting>();
  const ask = async (id: number, uri: string, range?: { offset: number; length: number }): Promise<Given> => {
    const given = await new Promise<Given>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      port.post({ type: 'ask', id, ...(range && { range }) });
    });
    if (given.type === 'refused') throw new FileAccessError(given.code, uri, given.message);
    return given;
  };
  const settle = (id: number): Waiting | undefined => {
    const asked = waiting.get(id);
    waiting.delete(id);
    return asked;
  };
  return {
    open: (id, uri) => ({
      async stat(): Promise<FileStat> {
        const given = await ask(id, uri);
        if (given.type !== 'stat') throw new Error(`a stat was asked for, ${given.type} came`);
        return given.stat;
      },
      async read(_uri, offset, length) {
        const given = await ask(id, uri, { offset, length });
        if (given.type !== 'bytes') throw new Error(`bytes were asked for, ${given.type} came`);
        return given.bytes;
      },
      close: () => waiting.delete(id),
    }),
    answer: (given) => settle(given.id)?.resolve(given),
    forget: (id) => settle(id)?.reject(new Cancelled()),
  };
}
