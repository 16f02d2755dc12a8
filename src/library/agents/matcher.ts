import type { Whereabouts } from '../../formats/places/place.ts';
import type { AgentDisk } from './disk.ts';
import { comparable, isAbsolutePath, isInside, normalPath, type PathRules } from './paths.ts';
import { realPath, repositoryOf, type Repository } from './repository.ts';

export interface MatcherOptions {
  readonly disk: Pick<AgentDisk, 'list' | 'text' | 'realpath'>;
  readonly rules: PathRules;
  /** The workspace's folders, and its file where it has one: absolute paths. */
  readonly folders: readonly string[];
  /** In hexadecimal. */
  readonly sha256: (text: string) => string;
}

/** Tells which sessions belong to the workspace. Remembers what it found out: make a new one now and then. */
export interface Matcher {
  /**
   * Whether a session's folder is one of the workspace's or lies in one: as it is written, without links, or at the same
   * place of another working tree of the same repository.
   */
  isHere(where: Whereabouts): Promise<boolean>;
}

interface Folder {
  readonly written: string;
  readonly real: string;
  readonly repository: Repository | undefined;
}

export function createMatcher({ disk, rules, folders, sha256 }: MatcherOptions): Matcher {
  const known = new Map<string, Promise<boolean>>();
  const ours = Promise.all(
    folders.map(async (folder): Promise<Folder> => {
      const real = await realPath(normalPath(folder, rules), disk);
      const repository = await repositoryOf(real, disk, rules);
      return { written: comparable(folder, rules), real: comparable(real, rules), repository };
    }),
  );
  const hashes = new Set(folders.flatMap((folder) => spellings(folder, rules)).map(sha256));

  const find = async (cwd: string): Promise<boolean> => {
    if (!isAbsolutePath(cwd, rules)) return false;
    const written = comparable(cwd, rules);
    const mine = await ours;
    if (mine.some((folder) => isInside(written, folder.written) || isInside(written, folder.real)))
      return true;
    if (mine.length === 0) return false;
    const real = await realPath(normalPath(cwd, rules), disk);
    const compared = comparable(real, rules);
    if (mine.some((folder) => isInside(compared, folder.real))) return true;
    if (mine.every(({ repository }) => repository === undefined)) return false;
    const theirs = await repositoryOf(real, disk, rules);
    return theirs !== undefined && mine.some((folder) => isTwin(compared, theirs, folder, rules));
  };

  return {
    isHere({ cwd, hash }) {
      if (cwd === undefined) return Promise.resolve(hash !== undefined && hashes.has(hash.toLowerCase()));
      const answer = known.get(cwd) ?? find(cwd);
      known.set(cwd, answer);
      return answer;
    },
  };
}

/** Whether the place that `path` has in its working tree is the folder, or in it, in the folder's own working tree. */
function isTwin(path: string, theirs: Repository, { real, repository }: Folder, rules: PathRules): boolean {
  if (!repository || comparable(repository.common, rules) !== comparable(theirs.common, rules)) return false;
  const place = path.slice(comparable(theirs.top, rules).length);
  return isInside(comparable(repository.top + place, rules), real);
}

/** How an agent may have spelt a path that it hashed. */
function spellings(folder: string, rules: PathRules): string[] {
  const normal = normalPath(folder, rules);
  if (!rules.isWindows) return [normal];
  const upper = normal.replace(/^[a-z]:/u, (drive) => drive.toUpperCase());
  return [normal, upper].flatMap((path) => [path, path.replaceAll('/', '\\')]);
}
