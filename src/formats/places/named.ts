import { isJsonObject, ownString, type JsonValue } from '../../core/json.ts';
import type { AgentPlaces, FolderSetting } from './place.ts';
import { expandHome, isAbsolute, rootsOf, withSlashes, type FoundRoot, type PlaceSystem } from './roots.ts';

/** Where agents' own settings are read from. */
export interface SettingsSource {
  /** The workspace's folders, absolute. */
  readonly folders: readonly string[];
  /** Whether settings in the workspace count: who opened it may not know them. */
  readonly isTrusted: boolean;
  /** A small text file; undefined when there is none that can be read. */
  text(path: string): Promise<string | undefined>;
}

/**
 * Folders of sessions that an agent's own settings name: those of the user, and those in the workspace's folders, which
 * come before. A relative one is a folder of each of the workspace's, since it counts from where the agent runs.
 */
export async function namedRoots(
  agent: AgentPlaces,
  system: PlaceSystem,
  source: SettingsSource,
): Promise<readonly FoundRoot[]> {
  const { named } = agent;
  // A variable comes before all settings.
  if (!named || system.variable(named.variable)?.trim()) return [];
  const home = rootsOf(agent, system)[0]?.path;
  const ofUser = home === undefined ? undefined : await valueIn(source, `${home}/${named.file}`, named);
  const paths = new Set<string>();
  const add = (value: string | undefined, base?: string): void => {
    const path = value === undefined ? undefined : resolved(value, base, system);
    if (path !== undefined) paths.add(path);
  };
  add(ofUser);
  for (const folder of source.folders) {
    const inside = withSlashes(folder, system.platform);
    const file = `${inside}/${named.project}`;
    const own = source.isTrusted ? await valueIn(source, file, named) : undefined;
    add(own ?? ofUser, inside);
  }
  return [...paths].map((path) => ({ path, patterns: named.patterns }));
}

/** The setting in a file of JSON; undefined where it is not there, or is no text. */
async function valueIn(
  source: SettingsSource,
  path: string,
  { key }: FolderSetting,
): Promise<string | undefined> {
  const text = await source.text(path);
  if (text === undefined) return undefined;
  try {
    const settings = JSON.parse(text) as JsonValue;
    return (isJsonObject(settings) && ownString(settings, key)) || undefined;
  } catch {
    return undefined; // half written, or with comments: the agent does not take it either
  }
}

/** An absolute path without `.` and `..`; undefined for a relative one without a base. */
function resolved(value: string, base: string | undefined, system: PlaceSystem): string | undefined {
  const path = withSlashes(expandHome(value, system.home) ?? value, system.platform);
  if (!isAbsolute(path) && base === undefined) return undefined;
  const names: string[] = [];
  const whole = isAbsolute(path) ? path : `${base ?? ''}/${path}`;
  for (const name of whole.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return `${whole.startsWith('/') ? '/' : ''}${names.join('/')}`;
}
