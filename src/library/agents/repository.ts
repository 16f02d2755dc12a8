import type { AgentDisk } from './disk.ts';
import { normalPath, parentPath, type PathRules } from './paths.ts';

/** The Git working tree that a folder lies in. Real paths. */
export interface Repository {
  /** Of this working tree. */
  readonly top: string;
  /** The folder that all working trees of one repository have in common. */
  readonly common: string;
}

/** How far up a working tree's top is looked for, and how long the small files in `.git` may be, in bytes. */
const MAX_UP = 64;
const MAX_BYTES = 4096;

/**
 * The repository of a folder: the nearest `.git` at or above it. In a linked working tree `.git` is a file that names a
 * folder, and `commondir` in there the repository's own (gitrepository-layout).
 */
export async function repositoryOf(
  path: string,
  disk: Pick<AgentDisk, 'list' | 'text' | 'realpath'>,
  rules: PathRules,
): Promise<Repository | undefined> {
  let top: string | undefined = path;
  for (let up = 0; up < MAX_UP && top !== undefined; up++) {
    const git = `${top === '/' ? '' : top}/.git`;
    const link = await disk.text(git, MAX_BYTES);
    const named = link === undefined ? undefined : /^gitdir:[ \t]*(.+?)[ \t]*\r?$/mu.exec(link)?.[1];
    if (named !== undefined) {
      const folder = resolve(top, named, rules);
      const common = (await disk.text(`${folder}/commondir`, MAX_BYTES))?.trim();
      return { top, common: await real(common ? resolve(folder, common, rules) : folder, disk) };
    }
    if (await isFolder(git, disk)) return { top, common: await real(git, disk) };
    top = parentPath(top);
  }
  return undefined;
}

function resolve(folder: string, path: string, rules: PathRules): string {
  const isWhole = path.startsWith('/') || (rules.isWindows && /^[a-z]:[\\/]/iu.test(path));
  return normalPath(isWhole ? path : `${folder}/${path}`, rules);
}

async function isFolder(path: string, disk: Pick<AgentDisk, 'list'>): Promise<boolean> {
  try {
    await disk.list(path);
    return true;
  } catch {
    return false;
  }
}

async function real(path: string, disk: Pick<AgentDisk, 'realpath'>): Promise<string> {
  try {
    return await disk.realpath(path);
  } catch {
    return path;
  }
}

/** The path without links; of what is gone, as far up as something is there. */
export async function realPath(path: string, disk: Pick<AgentDisk, 'realpath'>): Promise<string> {
  let rest = '';
  for (let at: string | undefined = path; at !== undefined; at = parentPath(at)) {
    try {
      const found = await disk.realpath(at);
      return rest === '' ? found : `${found === '/' ? '' : found}${rest}`;
    } catch {
      rest = at.slice(at.lastIndexOf('/')) + rest;
    }
  }
  return path;
}
