import { basename, dirname } from 'node:path';
import { nodeNewFile } from '../store/nodeNewFile.ts';
import type { LocalPlace } from './places.ts';

/** Beside a file of this machine, written by node:fs: private, synced, never over another file. */
export const localPlace: LocalPlace = (path) => {
  const folder = dirname(path);
  return { io: nodeNewFile, folder, source: { path, folder, name: basename(path) } };
};
