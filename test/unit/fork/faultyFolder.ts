import { posix } from 'node:path';
import type { NewFileIo } from '../../../src/store/newFile.ts';

/** A folder in memory whose every step can fail. */
export interface FaultyFolder {
  readonly io: NewFileIo;
  /** Path to content; what a user would find in the folder. */
  readonly files: Map<string, Buffer>;
  /** Folders that were made, in order. */
  readonly folders: readonly string[];
  /** Names of the steps in order (`write`, `link`, …). */
  readonly steps: string[];
  /** Content written but not synced yet, by path: lost in a power failure. */
  readonly unsynced: Set<string>;
}

export interface Fault {
  /** The step that fails, counted from 0 over all steps. */
  readonly step?: number;
  readonly code?: string;
  /** The folder's file system has no hard links. */
  readonly noLinks?: boolean;
}

/** A file's content stands in `files` from its creation on: what a crash at any step leaves can be looked at. */
export function faultyFolder(fault: Fault = {}): FaultyFolder {
  const files = new Map<string, Buffer>();
  const folders: string[] = [];
  const steps: string[] = [];
  const unsynced = new Set<string>();
  const step = (name: string): void => {
    steps.push(name);
    if (steps.length - 1 === fault.step) throw fail(fault.code ?? 'EIO');
  };
  const io: NewFileIo = {
    create: async (path) => {
      step('create');
      if (files.has(path)) throw fail('EEXIST');
      files.set(path, Buffer.alloc(0));
      return {
        write: async (bytes) => {
          unsynced.add(path);
          const half = fault.step === steps.length;
          const old = files.get(path) ?? Buffer.alloc(0);
          files.set(path, Buffer.concat([old, bytes.subarray(0, half ? bytes.length >> 1 : bytes.length)]));
          step('write');
        },
        sync: async () => {
          step('sync');
          unsynced.delete(path);
        },
        close: async () => step('close'),
      };
    },
    link: async (from, to) => {
      step('link');
      if (fault.noLinks) throw fail('EPERM');
      if (files.has(to)) throw fail('EEXIST');
      files.set(to, files.get(from) ?? Buffer.alloc(0));
    },
    rename: async (from, to) => {
      step('rename');
      files.set(to, files.get(from) ?? Buffer.alloc(0));
      files.delete(from);
    },
    remove: async (path) => {
      step('remove');
      files.delete(path);
    },
    syncFolder: async () => step('syncFolder'),
    makeFolder: async (folder) => {
      step('makeFolder');
      folders.push(folder);
    },
    join: (folder, name) => posix.join(folder, name),
  };
  return { io, files, folders, steps, unsynced };
}

function fail(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code });
}
