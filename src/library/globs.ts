/** Characters that mean something in VS Code's globs. */
const SPECIAL = /[*?[\]{}!]/u;

/** The keys of a `files.exclude`-like setting that are on. Those with a `when` clause cannot be said in one glob. */
export function activeGlobs(setting: unknown): string[] {
  if (typeof setting !== 'object' || setting === null) return [];
  return Object.entries(setting).flatMap(([glob, on]) => (on === true ? [glob] : []));
}

/** One glob that matches what any of `globs` matches, and all that lies in a folder that one of them matches. */
export function anyOf(globs: readonly string[]): string {
  const all = globs.flatMap((glob) => {
    const bare = glob.replace(/\/(\*\*)?$/u, '');
    return bare === glob ? [glob, `${glob}/**`] : [`${bare}/**`];
  });
  const unique = [...new Set(all)];
  return unique.length === 1 ? String(unique[0]) : `{${unique.join(',')}}`;
}

/** A glob taken apart: the folder that it begins with, and the pattern below it. */
export interface GlobPlace {
  /** Absolute, with `/`; undefined when the glob is relative to the workspace folder. */
  readonly base: string | undefined;
  readonly pattern: string;
}

/**
 * Takes apart a glob of `sessionTree.files.include`: `logs/**` is relative, `/var/log/*.jsonl`, `C:/logs/**` and
 * `~/.x/**` are absolute. A folder without a wildcard means every `.jsonl` file in it.
 * @param home the user's home folder, for `~`
 */
export function placeOf(glob: string, home: string | undefined): GlobPlace {
  const slashed = glob.trim().replaceAll('\\', '/');
  const path =
    home !== undefined && /^~(?=\/|$)/u.test(slashed)
      ? home.replaceAll('\\', '/') + slashed.slice(1)
      : slashed;
  const segments = path.split('/');
  const wild = segments.findIndex((segment) => SPECIAL.test(segment));
  const isFile = wild < 0 && path.endsWith('.jsonl');
  const fixed = wild >= 0 ? wild : isFile ? segments.length - 1 : segments.length;
  const rest = segments.slice(fixed).join('/') || '**/*.jsonl';
  if (!/^(\/|[a-z]:\/)/iu.test(path)) {
    const folder = segments.slice(0, fixed).filter((segment) => segment !== '' && segment !== '.');
    return { base: undefined, pattern: [...folder, rest].join('/') };
  }
  return { base: segments.slice(0, fixed).join('/') || '/', pattern: rest };
}
