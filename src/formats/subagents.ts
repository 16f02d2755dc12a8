import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import type { SessionHeader } from './format.ts';

/** Where a file lies, by names alone. */
export interface FilePlace {
  /** Names of the folders above it, outermost first. */
  readonly folders: readonly string[];
  readonly name: string;
}

/**
 * One step down into a folder: a name that the format, or the place of the session's own file, gives; or a choice among
 * the names that are there. What a file holds is compared with names and never becomes one.
 */
export type FolderStep = string | ((name: string) => boolean);

/** A folder in which subagents' sessions may lie. */
export interface SubagentFolder {
  /** So many folders above that of the main session's file, from which the steps go down; absent: from that folder. */
  readonly up?: number;
  /** None: the folder itself. */
  readonly steps: readonly FolderStep[];
  isSession(name: string): boolean;
  /** Name of a small JSON file beside a subagent's session that tells more of it. */
  notes?(name: string): string;
}

/** A subagent's file, as far as it was read to find out where it belongs. */
export interface SubagentFile {
  readonly name: string;
  /** Names of the folders between the one that the steps begin at ({@link SubagentFolder.up}) and the file. */
  readonly folders: readonly string[];
  /** Its first records: those that are whole within its first bytes. May be none. */
  readonly records: readonly JsonObject[];
  /** What {@link SubagentFolder.notes} names, where it is there and an object. */
  readonly notes?: JsonObject;
}

/** What is known of a subagent without reading its session. Every text is data: shown or compared, nothing else. */
export interface SubagentFacts {
  /** Names by which records of other sessions speak of it: an agent's id, a run's. */
  readonly ids: readonly string[];
  /** Id of the call that started it. */
  readonly callId?: string;
  /** What it was asked, for calls that name nothing else. */
  readonly prompt?: string;
  /** One of the ids of the subagent that started it, or the main session's id; absent: the main session. */
  readonly parentId?: string;
  /** Id of the entry of its parent that its conversation goes on from. */
  readonly afterEntry?: string;
  /** What sort of agent it is (`general-purpose`), and what it does, in a few words. */
  readonly sort?: string;
  readonly title?: string;
  /** The agent's own helper (a compaction, a suggestion): no call started it. */
  readonly isHelper?: true;
}

/** What an entry tells of one of its calls (or, in a result, of the call that it answers). */
export interface SubagentLink {
  readonly callId: string;
  /** One of the ids of the subagent that the call started. */
  readonly id?: string;
  /** What the call asks a subagent. */
  readonly prompt?: string;
}

/** The session that a user speaks to, and whose subagents are looked for. */
export interface MainSession {
  readonly place: FilePlace;
  readonly header: SessionHeader | null;
}

/** The file of the session whose subagent a file is: so many folders up, by name or chosen among the names there. */
export interface SubagentOwner {
  readonly up: number;
  /** Names of folders down from there; absent: none. */
  readonly down?: readonly string[];
  readonly file: FolderStep;
}

/** How a format keeps subagents' sessions in files of their own. Absent where it does not. */
export interface Subagents {
  /**
   * `own`: the folders hold only this session's subagents, so one whose call is not found is shown with the session.
   * `shared`: they hold other sessions too, and only those whose parents lead to the session are taken.
   */
  readonly scope: 'own' | 'shared';
  folders(main: MainSession): readonly SubagentFolder[];
  /** What a file in one of the folders is; undefined: no subagent of this session. */
  read(file: SubagentFile, main: MainSession): SubagentFacts | undefined;
  /** What an entry tells of calls that started subagents, where the files do not name the calls. */
  links?(entry: Entry): readonly SubagentLink[];
  /** Whose subagent a session would be, by its place and (null: not read) its header; undefined: it is none. */
  owner(place: FilePlace, header: SessionHeader | null): SubagentOwner | undefined;
}
