import { RelativePattern, type WorkspaceFolder } from 'vscode';
import { setting } from '../ui/config.ts';
import { placeOf } from './globs.ts';

/** Files that may hold sessions. */
export const SESSION_FILES = '**/*.jsonl';

/** The patterns of `sessionTree.files.include` for a folder. What they name was asked for: no other exclude applies. */
export function includes(folder: WorkspaceFolder): RelativePattern[] {
  return setting('files.include', folder.uri).map((glob) => {
    const { base, pattern } = placeOf(glob, home());
    return new RelativePattern(
      base === undefined ? folder : folder.uri.with({ path: absolute(base) }),
      pattern,
    );
  });
}

/** The user's home folder, where there is one: a browser has none. */
function home(): string | undefined {
  return typeof process === 'undefined' ? undefined : (process.env['HOME'] ?? process.env['USERPROFILE']);
}

/** A URI path begins with a slash, before a drive letter too. */
function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
