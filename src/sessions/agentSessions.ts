import type { Disposable } from '../core/lib/disposables.ts';
import type { Event } from '../core/lib/emitter.ts';
import type { SessionLibrary, SessionListItem } from './library.ts';

/** Sessions that lie in agents' own folders, and belong together. A new object whenever anything in it changes. */
export interface SessionGroup {
  /** Stays the same while the program runs, and over restarts. */
  readonly key: string;
  /** The agent's name, or the last part of the project's folder. */
  readonly title: string;
  /** The project's whole folder as the sessions spell it. */
  readonly path?: string;
  /** Newest first. Of a project that was not opened: empty. */
  readonly items: readonly SessionListItem[];
  /** How many files it has, which may be more than sessions while they were not looked into. */
  readonly count: number;
  /** When the newest of its files changed, Unix ms. */
  readonly newest: number;
}

/** Something of the agents' folders that cannot be shown, and why, for people. */
export interface AgentNotice {
  readonly key: string;
  readonly text: string;
}

/**
 * The sessions that agents keep in folders of their own: for this workspace, one group an agent; all others by project,
 * which are listed once they are opened. Reads nothing before the first `rescan`; looks for new ones while it is
 * watched, and only then.
 */
export interface AgentSessions extends Disposable {
  /** For this workspace, those with a session, in the order of their newest one. */
  readonly groups: readonly SessionGroup[];
  /** Of other projects, newest first. */
  readonly projects: readonly SessionGroup[];
  readonly notices: readonly AgentNotice[];
  /** Anything above, or `busy`, changed. Throttled. */
  readonly onDidChange: Event<void>;
  /** What is being done, for people; undefined when idle. */
  readonly busy: string | undefined;
  /** The sessions of all groups, and of the projects that are open. */
  readonly library: SessionLibrary;
  /** Looks for files anew; resolves when groups and projects are up to date. */
  rescan(): Promise<void>;
  /** Has a project's sessions listed from now on. Resolves when they are. */
  open(key: string): Promise<void>;
  /** The group that lists this session, or would if it were open. */
  groupOf(uri: string): SessionGroup | undefined;
  /** The name of the agent in whose folder the session lies. */
  agentOf(uri: string): string | undefined;
  /** Whether somebody looks at the groups: then new sessions appear by themselves. */
  watch(isWatched: boolean): void;
}
