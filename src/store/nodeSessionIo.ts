import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SessionStoreError, type SessionIo } from './sessionIo.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * Session files on this machine. A new one is readable by its owner only, and its folder is made; one that is there is
 * opened for reading alone until something is appended. No lock and no fsync: an append that returned has reached the
 * system (chapter 10, "14 项测试证明到哪里").
 */
export const nodeSessionIo: SessionIo = {
  async ensureFile(file) {
    try {
      await mkdir(dirname(file), { recursive: true });
      await (await open(file, 'ax', 0o600)).close();
    } catch (cause) {
      if (isExisting(cause)) return;
      throw new SessionStoreError('create-failed', file, { cause });
    }
  },
  async *readFile(file) {
    try {
      yield* createReadStream(file, { highWaterMark: CHUNK_BYTES });
    } catch (cause) {
      throw new SessionStoreError('read-failed', file, { cause });
    }
  },
  async appendFile(file, line) {
    try {
      await appendFile(file, line, { mode: 0o600 });
    } catch (cause) {
      throw new SessionStoreError('append-failed', file, { cause });
    }
  },
};

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
