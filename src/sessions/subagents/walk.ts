import { FileAccessError, type FolderAccess, type FolderItem } from '../../core/files.ts';
import type { FolderStep } from '../../formats/subagents.ts';
import { isName, uriBeside } from './places.ts';

/** Folders that are looked into at one step of a way that branches. */
const MAX_FOLDERS = 200;

/** A folder that a way led to: names from where it began down. */
export interface Reached {
  readonly names: readonly string[];
  readonly items: readonly FolderItem[];
}

export interface Walked {
  readonly folders: readonly Reached[];
  /** Folders that were there and not looked into, because there are too many or they may not be read. */
  readonly left: number;
}

/**
 * Follows steps down from the folder `up` above that of `uri`'s file, and lists what is at their end. What is not there
 * is none.
 */
export async function walk(
  access: FolderAccess,
  uri: string,
  { up = 0, steps }: { readonly up?: number; readonly steps: readonly FolderStep[] },
): Promise<Walked> {
  let at: readonly string[][] = [[]];
  let left = 0;
  for (const step of steps) {
    const next: string[][] = [];
    for (const names of at) {
      if (typeof step === 'string') next.push([...names, step]);
      else {
        const { items, denied } = await list(access, uri, up, names);
        left += denied;
        for (const { name, isFolder } of items) if (isFolder && step(name)) next.push([...names, name]);
      }
    }
    next.sort(byNames);
    left += Math.max(0, next.length - MAX_FOLDERS);
    at = next.slice(0, MAX_FOLDERS);
  }
  const folders: Reached[] = [];
  for (const names of at) {
    const { items, denied } = await list(access, uri, up, names);
    left += denied;
    if (items.length > 0) folders.push({ names, items });
  }
  return { folders, left };
}

/** What is in a folder; one that may not be read is told by a count, everything else of no use is empty. */
async function list(
  access: FolderAccess,
  uri: string,
  up: number,
  names: readonly string[],
): Promise<{ items: readonly FolderItem[]; denied: number }> {
  const folder = uriBeside(uri, up, names);
  if (folder === undefined) return { items: [], denied: 0 };
  try {
    const items = (await access.list(folder)) ?? [];
    return { items: items.filter(({ name }) => isName(name)), denied: 0 };
  } catch (error) {
    if (error instanceof FileAccessError) return { items: [], denied: 1 };
    throw error;
  }
}

function byNames(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [a.join('/'), b.join('/')];
  return one < other ? -1 : one > other ? 1 : 0;
}
