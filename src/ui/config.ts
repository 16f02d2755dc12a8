import { workspace, type ConfigurationScope, type Disposable } from 'vscode';

const SECTION = 'sessionTree';

/** The extension's settings with their types; `package.json` declares them and holds their defaults. */
export interface Settings {
  /** More files to list: globs relative to the workspace folder, or absolute (`/…`, `~/…`). */
  readonly 'files.include': readonly string[];
  /** Files to leave out: globs relative to the workspace folder. */
  readonly 'files.exclude': readonly string[];
  readonly filter: 'default' | 'no-tools' | 'user-only' | 'labelled-only' | 'all';
  readonly problems: 'off' | 'open' | 'all';
  /** Which sessions of agents' own folders are listed: of this workspace, of all projects, or none. */
  readonly 'agents.show': 'all' | 'workspace' | 'off';
  /** Ids of agents that are left out. */
  readonly 'agents.hide': readonly string[];
  /** More folders: by an agent's id, and of `*` more home folders. */
  readonly 'agents.roots': ReadonlyMap<string, readonly string[]>;
}

type Checks = { readonly [K in keyof Settings]: (value: unknown) => Settings[K] };

/** What a setting is when a person wrote something else into settings.json: the default, never an exception. */
const CHECKS: Checks = {
  'files.include': strings,
  'files.exclude': strings,
  filter: oneOf('default', 'no-tools', 'user-only', 'labelled-only', 'all'),
  problems: oneOf('all', 'off', 'open'),
  'agents.show': oneOf('all', 'workspace', 'off'),
  'agents.hide': strings,
  'agents.roots': lists,
};

/** The setting `key` as it holds for `scope` (a folder, a document), or for the window. */
export function setting<K extends keyof Settings>(key: K, scope?: ConfigurationScope): Settings[K] {
  return CHECKS[key](workspace.getConfiguration(SECTION, scope ?? null).get<unknown>(key));
}

/** Calls `run` when one of the settings `keys` (or one of VS Code's own, by its full name) changed. */
export function onSettingChange(
  keys: readonly (keyof Settings)[],
  run: () => void,
  others: readonly string[] = [],
): Disposable {
  const names = [...keys.map((key) => `${SECTION}.${key}`), ...others];
  return workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(name))) run();
  });
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
}

/** An object of lists; one text is a list of one. */
function lists(value: unknown): ReadonlyMap<string, readonly string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).map(([key, item]) => [key, strings(typeof item === 'string' ? [item] : item)]),
  );
}

/** The first of `values` is the default. */
function oneOf<T extends string>(...values: [T, ...T[]]): (value: unknown) => T {
  return (value) => values.find((known) => known === value) ?? values[0];
}
