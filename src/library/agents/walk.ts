import { mapLimit } from '../../core/lib/mapLimit.ts';
import type { FoundRoot } from '../../formats/places/roots.ts';
import { DiskError, type AgentDisk, type DiskItem } from './disk.ts';

/** Files of one agent that are listed, and folders that are looked into, before the walk is cut off. */
export const WALK_LIMITS = { files: 20_000, folders: 10_000 } as const;
const PARALLEL_LISTS = 16;

export interface AgentWalk {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Folders that cannot be read, with the reason. Missing ones are none of them. */
  readonly troubles: ReadonlyMap<string, string>;
  /** How many files and folders were left out because there are too many; of the folders' content nothing is known. */
  readonly hidden: { readonly files: number; readonly folders: number };
}

type List = (path: string) => Promise<readonly DiskItem[]>;
type Limits = Readonly<Record<keyof typeof WALK_LIMITS, number>>;

/** The session files below the folders of one agent, by their patterns and no deeper. */
export async function walkRoots(
  list: List,
  roots: readonly FoundRoot[],
  limits: Limits = WALK_LIMITS,
): Promise<AgentWalk> {
  const files = new Set<string>();
  const troubles = new Map<string, string>();
  const hidden = { files: 0, folders: 0 };
  const lists = new Map<string, Promise<readonly DiskItem[]>>();
  const look = (path: string): Promise<readonly DiskItem[]> => {
    const known = lists.get(path) ?? list(path).catch((error: unknown) => noteTrouble(troubles, path, error));
    lists.set(path, known);
    return known;
  };
  for (const { path, patterns } of roots) {
    const without = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    for (const pattern of patterns) {
      if (pattern.startsWith('!')) continue;
      const names = pattern.split('/').map(nameTest);
      const not = without.map((other) => other.split('/').map(nameTest));
      let folders: Place[] = [{ path, below: [] }];
      for (const [depth, test] of names.entries()) {
        const isLast = depth === names.length - 1;
        const found = await mapLimit(folders, PARALLEL_LISTS, async (at) =>
          childrenOf(look, at, test, isLast),
        );
        const next = found.flat();
        if (!isLast) {
          hidden.folders += Math.max(0, next.length - limits.folders);
          folders = next.slice(0, limits.folders);
          continue;
        }
        for (const file of next) {
          if (files.has(file.path) || not.some((tests) => matches(tests, file.below))) continue;
          if (files.size < limits.files) files.add(file.path);
          else hidden.files += 1;
        }
      }
    }
  }
  return { files: [...files], troubles, hidden };
}

interface Place {
  readonly path: string;
  /** Names from the root on. */
  readonly below: readonly string[];
}

/** Greatest names first: where names are dates or begin with a time, the newest ones are kept. */
async function childrenOf(
  look: List,
  at: Place,
  test: (name: string) => boolean,
  isLast: boolean,
): Promise<Place[]> {
  const items = await look(at.path);
  return items
    .filter(({ name, isFolder }) => isFolder !== isLast && test(name))
    .map(({ name }) => ({ path: `${at.path === '/' ? '' : at.path}/${name}`, below: [...at.below, name] }))
    .sort((a, b) => (a.path < b.path ? 1 : -1));
}

function noteTrouble(troubles: Map<string, string>, path: string, error: unknown): readonly DiskItem[] {
  if (!(error instanceof DiskError) || !error.isMissing) {
    troubles.set(path, error instanceof Error ? error.message : String(error));
  }
  return [];
}

/** `*` stands for any letters of one name. */
function nameTest(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'));
  const test = new RegExp(`^${parts.join('.*')}$`, 'su');
  return (name) => test.test(name);
}

function matches(tests: readonly ((name: string) => boolean)[], names: readonly string[]): boolean {
  return tests.length === names.length && tests.every((test, index) => test(names[index] ?? ''));
}

/** How old a folder's last change has to be, in ms, so that a later one shows in its time. */
const SETTLED_MS = 2_000;

/**
 * Lists folders, and those that have not changed since from memory: a folder's time changes whenever a name in it comes
 * or goes, so that looking again costs one question a folder.
 */
export function createFolderMemory(disk: Pick<AgentDisk, 'list' | 'stat'>, now: () => number): List {
  const known = new Map<string, { readonly mtime: number; readonly items: readonly DiskItem[] }>();
  return async (path) => {
    const { mtime } = await disk.stat(path);
    const before = known.get(path);
    if (before?.mtime === mtime) return before.items;
    const items = await disk.list(path);
    if (now() - mtime > SETTLED_MS) known.set(path, { mtime, items });
    else known.delete(path);
    return items;
  };
}
