import ignore, { type Ignore } from 'ignore';

/** The text of a file by its absolute path with `/`, or undefined when there is none. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** Tells which files Git leaves out by its `.gitignore` files. Holds what it read: make a new one for each listing. */
export interface IgnoreFilter {
  /** @param path of a file at or below the filter's folder, absolute, with `/` */
  ignores(path: string): Promise<boolean>;
}

export interface IgnoreOptions {
  /** The folder that is listed, absolute, with `/`. */
  readonly folder: string;
  readonly read: ReadText;
  /** Whether `path` exists as a file or a folder. */
  readonly exists: (path: string) => Promise<boolean>;
  /** Git's core.ignoreCase: true where file names are not case-sensitive. */
  readonly ignoreCase: boolean;
}

/** How far up a repository's top folder is looked for. */
const MAX_UP = 32;

/**
 * A filter over the `.gitignore` files of the folder, of the folders below it, and of those above it up to the
 * repository's top; also `.git/info/exclude` there. Git's rules: the nearest file that says something decides, and
 * nothing in an ignored folder comes back. A listed folder that is ignored itself was chosen by a person: then the rules
 * from above it do not count.
 */
export async function createIgnoreFilter(options: IgnoreOptions): Promise<IgnoreFilter> {
  const folder = trimSlash(options.folder);
  const top = await repositoryTop(folder, options);
  const filter = filterBelow(top, options);
  if (top === folder || !(await filter.folderIgnored(folder))) return { ignores: filter.ignores };
  return { ignores: filterBelow(folder, options).ignores };
}

function filterBelow(top: string, options: IgnoreOptions) {
  const rules = new Map<string, Promise<Ignore | undefined>>();
  const folders = new Map<string, Promise<boolean>>();

  const rulesOf = (folder: string): Promise<Ignore | undefined> =>
    remember(rules, folder, async () => {
      const texts = [await options.read(`${folder}/.gitignore`)];
      if (folder === top) texts.unshift(await options.read(`${folder}/.git/info/exclude`));
      const found = texts.filter((text) => text !== undefined);
      if (found.length === 0) return undefined;
      return ignore({ ignoreCase: options.ignoreCase }).add(found.join('\n'));
    });

  /** What the rule files from the nearest up say of one path; `/` at its end marks a folder. */
  const matched = async (path: string): Promise<boolean> => {
    for (let folder = parentOf(trimSlash(path)); ; folder = parentOf(folder)) {
      const said = (await rulesOf(folder))?.test(path.slice(folder.length + 1));
      if (said?.ignored) return true;
      if (said?.unignored || folder.length <= top.length) return false;
    }
  };

  const folderIgnored = (folder: string): Promise<boolean> =>
    remember(folders, folder, async () => {
      if (folder.length <= top.length) return false;
      return (await folderIgnored(parentOf(folder))) || matched(`${folder}/`);
    });

  return {
    folderIgnored,
    ignores: async (path: string) => (await folderIgnored(parentOf(path))) || matched(path),
  };
}

/** The nearest folder at or above `folder` that holds `.git`, else the folder itself. */
async function repositoryTop(folder: string, options: IgnoreOptions): Promise<string> {
  let at = folder;
  for (let up = 0; up < MAX_UP; up++) {
    if (await options.exists(`${at}/.git`)) return at;
    if (at === '') break;
    at = parentOf(at);
  }
  return folder;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function remember<V>(known: Map<string, Promise<V>>, key: string, make: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
