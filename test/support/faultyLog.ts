import type { LogIo, LogReader, LogWriter } from '../../src/store/logIo.ts';
import { nodeLogIo } from '../../src/store/nodeLogIo.ts';

type Step = 'openRead' | 'read' | 'openAppend' | 'size' | 'write' | 'sync' | 'close' | 'truncate';

export interface FaultyLog {
  readonly io: LogIo;
  /** Every step that was taken, in order: `openAppend`, `write 81`, `sync`, … */
  readonly steps: string[];
  /** Bytes that were read. */
  bytesRead: number;
  /** Makes the next `step` fail with this system error; nothing of it happens. */
  fail(step: Step, code: string): void;
  /** Makes the next write take only this many bytes. With `code` it fails after them. */
  cutWrite(bytes: number, code?: string): void;
}

/** A file system that works, until it is told to fail at a step. */
export function faultyLog(inner: LogIo = nodeLogIo): FaultyLog {
  const failing = new Map<Step, string>();
  let cut: { bytes: number; code: string | undefined } | undefined;
  const log: FaultyLog = {
    steps: [],
    bytesRead: 0,
    fail: (step, code) => failing.set(step, code),
    cutWrite: (bytes, code) => {
      cut = { bytes, code };
    },
    io: {
      ...inner,
      async openRead(path) {
        enter('openRead');
        const reader = await inner.openRead(path);
        return reader && wrapReader(reader);
      },
      async openAppend(path, mustBeNew) {
        enter('openAppend');
        return wrapWriter(await inner.openAppend(path, mustBeNew));
      },
      async truncate(path, size) {
        enter('truncate');
        await inner.truncate(path, size);
      },
    },
  };

  function enter(step: Step, detail = ''): void {
    log.steps.push(detail === '' ? step : `${step} ${detail}`);
    const code = failing.get(step);
    failing.delete(step);
    if (code !== undefined) throw systemError(code);
  }

  const wrapReader = (reader: LogReader): LogReader => ({
    size: () => reader.size(),
    async read(offset, length) {
      enter('read');
      const bytes = await reader.read(offset, length);
      log.bytesRead += bytes.length;
      return bytes;
    },
    close: () => reader.close(),
  });

  const wrapWriter = (writer: LogWriter): LogWriter => ({
    size: () => writer.size(),
    async write(bytes) {
      enter('write', String(bytes.length));
      if (!cut) return writer.write(bytes);
      const { bytes: taken, code } = cut;
      cut = undefined;
      if (taken > 0) await writer.write(bytes.subarray(0, taken));
      if (code !== undefined) throw systemError(code);
      return taken;
    },
    async sync() {
      enter('sync');
      await writer.sync();
    },
    async close() {
      await writer.close();
      enter('close');
    },
  });
  return log;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
