import type { AgentPlaces, PlaceRoot } from './place.ts';

/** What the folders of agents depend on. Paths with `/` or `\`. */
export interface PlaceSystem {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** The user's home folder; undefined where there is none (a browser). */
  readonly home: string | undefined;
  /** The folder `User` of the VS Code that runs this. */
  readonly editor: string | undefined;
  variable(name: string): string | undefined;
}

/** A folder to look into, absolute and with `/`. */
export interface FoundRoot {
  readonly path: string;
  readonly patterns: readonly string[];
}

/**
 * The folders of an agent on this system, each once.
 * @param extra more folders in place of the agent's own one (`~/.x-work` for `~/.x`)
 * @param homes more home folders (a backup, another system's disk)
 */
export function rootsOf(
  agent: AgentPlaces,
  system: PlaceSystem,
  extra: readonly string[] = [],
  homes: readonly string[] = [],
): readonly FoundRoot[] {
  const found = new Map<string, FoundRoot>();
  const add = (root: PlaceRoot, path: string | undefined): void => {
    if (path === undefined) return;
    const clean = withSlashes(path, system.platform);
    // One folder may have session files of several layouts: they are told apart by their patterns.
    const key = `${clean}\n${root.patterns.join('\n')}`;
    if (isAbsolute(clean)) found.set(key, { path: clean, patterns: root.patterns });
  };
  for (const root of agent.roots) {
    add(root, byVariable(root, system) ?? byDefault(root, system));
    for (const home of homes) {
      if (!root.onlyByVariable) add(root, byDefault(root, { ...system, home, variable: () => undefined }));
    }
    for (const path of extra) add(root, expandHome(path, system.home));
  }
  return [...found.values()];
}

function byVariable(root: PlaceRoot, { variable, home }: PlaceSystem): string | undefined {
  for (const { name, below } of root.variables ?? []) {
    const value = variable(name)?.trim();
    if (value) return join(expandHome(value, home) ?? value, below ?? '');
  }
  return undefined;
}

function byDefault(root: PlaceRoot, system: PlaceSystem): string | undefined {
  if (root.onlyByVariable) return undefined;
  const base = baseOf(root, system);
  return base === undefined ? undefined : join(base, root.folder);
}

function baseOf({ base }: PlaceRoot, { platform, home, editor, variable }: PlaceSystem): string | undefined {
  if (base === 'editor') return editor;
  if (base === 'home' || home === undefined) return home;
  if (platform === 'darwin') return join(home, 'Library/Application Support');
  if (platform === 'win32') return variable('APPDATA') ?? join(home, 'AppData/Roaming');
  return variable('XDG_CONFIG_HOME') || join(home, '.config');
}

/** `~` and `~/…` as the home folder; undefined where there is none. */
export function expandHome(path: string, home: string | undefined): string | undefined {
  if (!/^~(?=[\\/]|$)/u.test(path)) return path;
  return home === undefined ? undefined : home + path.slice(1);
}

function join(path: string, below: string): string {
  return below === '' ? path : `${path.replace(/[\\/]+$/u, '')}/${below}`;
}

/** A backslash is a letter of a name everywhere but on Windows. */
export function withSlashes(path: string, platform: PlaceSystem['platform']): string {
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return slashed.length > 1 ? slashed.replace(/\/+$/u, '') || '/' : slashed;
}

/** A variable may hold anything: a relative path has no meaning here. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//iu.test(path);
}
