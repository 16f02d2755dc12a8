import type { Severity } from '../core/problem.ts';
import type { Disposable } from '../core/lib/disposables.ts';
import type { Event } from '../core/lib/emitter.ts';
import type { SessionSnapshot } from './session.ts';

/** One session file of the workspace, as a list shows it. A new object whenever anything in it changes. */
export interface SessionListItem {
  /** The file's URI in string form; identifies the item. */
  readonly uri: string;
  /** The file's name without its folder. */
  readonly name: string;
  /** Bytes, and the time of the last change (Unix ms). */
  readonly size: number;
  readonly mtime: number;
  /** A guess from the file's beginning, there from the first moment; `summary.title` is the truth. */
  readonly title?: string;
  /** Absent until the file was read; stays, a little old, while a changed file is read again. */
  readonly summary?: SessionSummary;
  /** Id of the session that it worked for, where that one is not listed beside it: else it stands there and not here. */
  readonly subagentOf?: string;
  /** Why the file cannot be read, for people. The row stays in the list and shows it. */
  readonly error?: string;
}

/**
 * The time by which a list is ordered and which its rows show: of the newest entry, as far as that is known. No entry is
 * younger than its file, whatever a file says.
 */
export function sessionTime({ summary, mtime }: Pick<SessionListItem, 'summary' | 'mtime'>): number {
  return Math.min(summary?.lastActivity ?? mtime, mtime);
}

/** What tells which sessions came from one another. */
export interface SessionOrigin {
  /** The session's own id. */
  readonly id?: string;
  /** The session that it was forked from, an id or a path, as the file spells it. Data: never opened unasked. */
  readonly parent?: string;
  /** Stands for the ids and times of its first entries, where ids tell: sessions that have it in common begin alike. */
  readonly beginning?: string;
}

/** That a session worked for another one, whose user never spoke to it. */
export interface SubagentMark {
  /** The session's own id. */
  readonly id?: string;
  /** Id of the one that it worked for. */
  readonly of: string;
}

/** What a session's row shows once the whole file was read. */
export interface SessionSummary {
  readonly title: string;
  /** The format's name for people. */
  readonly formatTitle: string;
  readonly messageCount: number;
  readonly branchCount: number;
  readonly problemCount: number;
  readonly worstSeverity?: Severity;
  /** Time of the newest entry (Unix ms), null when no entry has a usable time. */
  readonly lastActivity: number | null;
  readonly origin?: SessionOrigin;
  readonly subagent?: SubagentMark;
}

/** A file that was just read whole, in passing: whoever shows its problems need not read it again. */
export interface SessionReading {
  readonly uri: string;
  readonly snapshot: SessionSnapshot;
}

/**
 * Which session files there are, and what is in them. Reads nothing before the first `rescan`; idle it costs nothing.
 * Files are read newest first, a few at a time; one over 64 MB is read whole only once `summarize` asks for it.
 */
export interface SessionLibrary extends Disposable {
  /** Newest first. Files that hold no session are not in it. */
  readonly items: readonly SessionListItem[];
  /** What is being done, for people (`listing`, `reading 3 of 12`); undefined when idle. */
  readonly busy: string | undefined;
  /** `items` or `busy` changed. Throttled. */
  readonly onDidChange: Event<void>;
  /** A listed session was read or grew, open anywhere or not: its newest snapshot, also for Problems. */
  readonly onDidRead: Event<SessionReading>;
  /** A file left the list: deleted, excluded, or no session any more. */
  readonly onDidRemove: Event<string>;
  /** Looks for files anew; resolves when the list (not every summary) is up to date. */
  rescan(): Promise<void>;
  /** Says that this item's summary is wanted soon (its row is visible). */
  summarize(uri: string): void;
}
