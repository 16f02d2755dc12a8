import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/emitter.ts';

/** One session file of the workspace, as a list shows it. A new object whenever anything in it changes. */
export interface SessionListItem {
  /** The file's URI in string form; identifies the item. */
  readonly uri: string;
  /** The file's name without its folder. */
  readonly name: string;
  /** Bytes, and the time of the last change (Unix ms). */
  readonly size: number;
  readonly mtime: number;
  /** Absent until the file was read; stays, a little old, while a changed file is read again. */
  readonly summary?: SessionSummary;
  /** Why the file cannot be read, for people. The row stays in the list and shows it. */
  readonly error?: string;
}

/** What a session's row shows once the whole file was read. */
export interface SessionSummary {
  readonly title: string;
  /** The format's name for people. */
  readonly formatTitle: string;
  readonly messageCount: number;
  readonly branchCount: number;
  readonly problemCount: number;
  readonly worstSeverity?: 'error' | 'warning' | 'information';
  /** Time of the newest entry (Unix ms), null when no entry has a usable time. */
  readonly lastActivity: number | null;
  /** The session that this one was forked from, as the file spells it. Data: never opened unasked. */
  readonly parentSession?: string;
}

/** Which session files there are. Reads nothing until somebody listens or asks; idle it costs nothing. */
export interface SessionLibrary extends Disposable {
  /** Newest first. Files that hold no session are not in it. */
  readonly items: readonly SessionListItem[];
  /** What is being done, for people (`listing`, `reading 3 of 12`); undefined when idle. */
  readonly busy: string | undefined;
  /** `items` or `busy` changed. Throttled. */
  readonly onDidChange: Event<void>;
  /** Looks for files anew; resolves when the list (not every summary) is up to date. */
  rescan(): Promise<void>;
  /** Says that this item's summary is wanted soon (its row is visible). */
  summarize(uri: string): void;
}
