import { HEAD_BYTES, headOf } from '../../core/fileHead.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { FileStat } from '../../core/files.ts';
import type { Whereabouts } from '../../formats/places/place.ts';
import type { CacheFile } from '../summaryCache.ts';
import type { AgentDisk } from './disk.ts';

/** Which folder each file of an agent is about, kept between two starts. Decides nothing about its content. */
export interface WhereCache {
  /** What is known of the file as it is, or as far as its beginning is the same. */
  recall(path: string, stat: FileStat): Promise<Whereabouts | undefined>;
  remember(path: string, stat: FileStat, where: Whereabouts): Promise<void>;
  /** Writes what is new. A failure is told of and costs nothing: another window may be writing the same file. */
  save(): Promise<void>;
}

interface Kept extends FileStat, Whereabouts {
  /** Hash of the file's beginning. */
  readonly head: string;
}

/** Files that are remembered; those that changed longest ago go first. At some 200 bytes each, about 4 MB. */
export const WHERE_LIMIT = 20_000;
const LAYOUT = 2;

/**
 * @param version of the extension: what another one wrote is thrown away
 * @param onError told of failures, none of which matters: without a cache, files are read
 */
export function createWhereCache(
  file: CacheFile,
  disk: Pick<AgentDisk, 'read'>,
  version: string,
  onError: (error: unknown) => void,
): WhereCache {
  let held: Promise<Map<string, Kept>> | undefined;
  let isChanged = false;
  const files = (): Promise<Map<string, Kept>> =>
    (held ??= file.read().then(
      (bytes) => (bytes && parse(bytes, version)) ?? new Map<string, Kept>(),
      () => new Map<string, Kept>(),
    ));
  const headAt = async (path: string): Promise<string> => headOf(await disk.read(path, 0, HEAD_BYTES));
  return {
    async recall(path, { size, mtime }) {
      const kept = (await files()).get(path);
      if (!kept) return undefined;
      if (kept.size === size && kept.mtime === mtime) return whereIn(kept);
      // A file that only grew is still about the folder that its beginning names; one that named none may name it now.
      const isSame = isTold(kept) && size >= kept.size && (await headAt(path)) === kept.head;
      return isSame ? whereIn(kept) : undefined;
    },
    async remember(path, { size, mtime }, where) {
      const head = await headAt(path);
      (await files()).set(path, { size, mtime, head, ...where });
      isChanged = true;
    },
    async save() {
      if (!isChanged) return;
      isChanged = false;
      const all = await files();
      if (all.size > WHERE_LIMIT) {
        const oldest = [...all].sort(([, a], [, b]) => a.mtime - b.mtime);
        for (const [path] of oldest.slice(0, all.size - WHERE_LIMIT)) all.delete(path);
      }
      const text = JSON.stringify({ layout: LAYOUT, version, files: [...all] });
      await file.write(new TextEncoder().encode(text)).catch(onError);
    },
  };
}

function isTold({ cwd, hash }: Whereabouts): boolean {
  return cwd !== undefined || hash !== undefined;
}

function whereIn({ cwd, hash }: Whereabouts): Whereabouts {
  return { ...(cwd !== undefined && { cwd }), ...(hash !== undefined && { hash }) };
}

/** @returns undefined when anything at all is not as it should be */
function parse(bytes: Uint8Array, version: string): Map<string, Kept> | undefined {
  const text = objectOf(bytes);
  if (!text || own(text, 'layout') !== LAYOUT || own(text, 'version') !== version) return undefined;
  const list = own(text, 'files');
  if (!Array.isArray(list)) return undefined;
  const files = new Map<string, Kept>();
  for (const item of list) {
    const [path, value] = Array.isArray(item) ? item : [];
    const kept = isJsonObject(value) ? keptOf(value) : undefined;
    if (typeof path !== 'string' || !kept) return undefined;
    files.set(path, kept);
  }
  return files;
}

function objectOf(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keptOf(value: JsonObject): Kept | undefined {
  const [size, mtime, head] = [own(value, 'size'), own(value, 'mtime'), ownString(value, 'head')];
  if (typeof size !== 'number' || typeof mtime !== 'number' || head === undefined) return undefined;
  const [cwd, hash] = [ownString(value, 'cwd'), ownString(value, 'hash')];
  return { size, mtime, head, ...(cwd !== undefined && { cwd }), ...(hash !== undefined && { hash }) };
}
