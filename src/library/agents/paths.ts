/** How paths of this system are written and compared. */
export interface PathRules {
  /** Backslashes part names, and drives are letters. */
  readonly isWindows: boolean;
  /** Names that differ in case only are one, as VS Code takes it on Windows and macOS. */
  readonly ignoreCase: boolean;
}

/** The path with `/`, without `.`, `..`, doubled or last slashes; a drive's letter small. */
export function normalPath(path: string, { isWindows }: PathRules): string {
  const slashed = isWindows ? path.replaceAll('\\', '/').replace(/^\/(?=[a-z]:)/iu, '') : path;
  const isNetwork = isWindows && slashed.startsWith('//');
  const names: string[] = [];
  for (const name of slashed.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  const joined = names.join('/');
  if (isNetwork) return `//${joined}`;
  if (slashed.startsWith('/')) return `/${joined}`;
  return joined.replace(/^[a-z]:/iu, (drive) => drive.toLowerCase());
}

/** What equal paths have in common: only to be compared, never to be opened. */
export function comparable(path: string, rules: PathRules): string {
  const normal = normalPath(path, rules);
  return rules.ignoreCase ? normal.toLowerCase() : normal;
}

/** Whether a path is a folder itself or lies below it. Both {@link comparable}. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Whether it is a whole path of this system: another one's says nothing here. */
export function isAbsolutePath(path: string, { isWindows }: PathRules): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|[\\/]{2})/iu.test(path) : path.startsWith('/');
}

/** The folder that holds a normal path, undefined for a root. */
export function parentPath(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  if (slash < 0 || path === '/') return undefined;
  return slash === 0 ? '/' : path.slice(0, slash);
}
