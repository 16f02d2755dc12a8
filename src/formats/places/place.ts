import { isJsonObject, type JsonObject } from '../../core/json.ts';

/** Where one agent keeps its sessions, as data; and how a session of it tells which folder it is about. */
export interface AgentPlaces {
  /** Stands in settings and in the ids of rows. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly roots: readonly PlaceRoot[];
  /** A setting of the agent's own that names a folder of sessions. */
  readonly named?: FolderSetting;
  /** Which folder a session is about, as far as the agent wrote it down. */
  where(look: Look): Promise<Whereabouts>;
}

/** One folder of an agent with its session files. */
export interface PlaceRoot {
  /** What the folder's path begins with: the user's home folder, that of settings, or the running VS Code's own. */
  readonly base: 'home' | 'config' | 'editor';
  /** Below the base, with `/`; empty for the base itself. */
  readonly folder: string;
  /** Variables that name another folder; the first that is set decides. */
  readonly variables?: readonly FolderVariable[];
  /** Looked into only where a variable names it: there is no default. */
  readonly onlyByVariable?: boolean;
  /**
   * The session files, relative to the folder. `*` stands for anything within one name, so every pattern knows its
   * depth; `!` takes away names of the same depth. Sidecars, helpers' files and indexes lie elsewhere.
   */
  readonly patterns: readonly string[];
}

/** A setting that names a folder, in files of JSON. */
export interface FolderSetting {
  readonly key: string;
  /** The user's settings, below the agent's first root; and those of a project, below its folder. */
  readonly file: string;
  readonly project: string;
  /** A variable that comes before the setting. */
  readonly variable: string;
  /** The session files in the named folder, as in {@link PlaceRoot}. */
  readonly patterns: readonly string[];
}

export interface FolderVariable {
  readonly name: string;
  /** What the agent adds to the variable's value. */
  readonly below?: string;
}

/** What a session says of its folder; empty when it says nothing. Data: a path is compared, never opened. */
export interface Whereabouts {
  /** As the file spells it. */
  readonly cwd?: string;
  /** SHA-256 of the folder's path in hexadecimal, where the agent writes no more. */
  readonly hash?: string;
}

/** A look at a session's beginning and at the small files beside it. */
export interface Look {
  /** The first answer that is not undefined, over the file's first records. */
  find<T>(read: (record: JsonObject) => T | undefined): Promise<T | undefined>;
  /** A small text file, by its path from the session's folder (`../workspace.json`); undefined when there is none. */
  text(path: string): Promise<string | undefined>;
}

/** A small JSON file beside the session, as an object. */
export async function besideJson(look: Look, path: string): Promise<JsonObject | undefined> {
  const text = await look.text(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function whereOf(cwd: string | undefined): Whereabouts {
  return cwd === undefined || cwd === '' ? {} : { cwd };
}
