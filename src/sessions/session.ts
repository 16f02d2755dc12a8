import type { Disposable } from '../core/lib/disposables.ts';
import type { Event } from '../core/lib/emitter.ts';
import type { Entry, EntryKind, Role } from '../core/entry.ts';
import type { Problem } from '../core/problem.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { SessionTree } from '../core/tree/tree.ts';
import type { Format, SessionHeader } from '../formats/format.ts';
import type { SessionPart } from './parts.ts';

/** What a session is at one moment. Never changed in place: growth and re-reading make a new snapshot. */
export interface SessionSnapshot {
  /** Grows by one with every change. */
  readonly revision: number;
  readonly format: Format;
  readonly header: SessionHeader | null;
  readonly table: EntryTable;
  readonly tree: SessionTree;
  /**
   * In the order of lines. A tail without line feed is among them only once the file was left alone for some seconds:
   * before, somebody may still be writing it. A `grown` change comes when that time is over.
   */
  readonly problems: readonly Problem[];
  /** Labels in force: row of the target to label text. */
  readonly labels: ReadonlyMap<number, string>;
  /** The name that the session was given, else its first user message in one line, else its file's name. */
  readonly title: string;
  /** Messages (user, assistant, tool results) in the file; real alternatives beyond the first at all fork points. */
  readonly messageCount: number;
  readonly branchCount: number;
  /** Bytes of its own file read so far and the file's time of change (Unix ms). */
  readonly size: number;
  readonly mtime: number;
  /** Line and byte range of what stands after the last LF, null when nothing does. */
  readonly tail: { readonly line: number; readonly offset: number; readonly length: number } | null;
  /**
   * The files in which the session lies, the last one its own, where its beginning lies in others: lines and offsets of
   * rows, problems and the tail count through all of them (parts.ts).
   */
  readonly parts?: readonly SessionPart[];
  /**
   * Set while the file is still being read for the first time: what is here is its beginning. Changes of kind `grown`
   * bring more, the last one without this.
   */
  readonly partial?: { readonly read: number; readonly size: number };
}

/** What happened to a session. `grown` keeps every row; `replaced` means that rows have no meaning any more. */
export interface SessionChange {
  readonly kind: 'grown' | 'replaced' | 'deleted';
  readonly snapshot: SessionSnapshot;
}

/** What a list shows of an entry: one line, never empty, at most 200 UTF-16 units, no control characters. */
export interface Preview {
  readonly row: number;
  readonly kind: EntryKind;
  readonly role: Role | null;
  /** `read README.md:1-20` for a tool result, the text's beginning for a message; else its calls, its thought, `(no text)`. */
  readonly text: string;
  /** Calls that the message makes, as `read README.md:1-20`. */
  readonly calls: readonly string[];
  /** aborted, error, length: why an assistant stopped, where it is worth a mark; isError for a tool result. */
  readonly mark?: string;
}

/** One open session file. Owned by the registry; holders release it by disposing their {@link SessionLease}. */
export interface Session {
  /** The file's URI in string form. */
  readonly uri: string;
  /** The newest snapshot. */
  readonly snapshot: SessionSnapshot;
  readonly onDidChange: Event<SessionChange>;
  /**
   * Bodies of rows, read from the file and decoded, in the order asked for. Null where the bytes are no longer what
   * the index saw (the file was replaced meanwhile): ask again with the next snapshot.
   */
  entries(rows: readonly number[]): Promise<readonly (Entry | null)[]>;
  /** The records' own bytes, without terminators. */
  bytes(rows: readonly number[]): Promise<readonly (Uint8Array | null)[]>;
  previews(rows: readonly number[]): Promise<readonly Preview[]>;
  /** Looks at the file now; resolves when the snapshot is up to date. */
  refresh(): Promise<void>;
  /** Resolves when the whole file was read for the first time; absent where it was before. @throws FileAccessError */
  readonly whole?: Promise<void>;
}

export interface SessionLease extends Disposable {
  readonly session: Session;
}

export interface AcquireOptions {
  /** Takes the session of a large file before the whole of it was read: see {@link SessionSnapshot.partial}. */
  readonly partial?: boolean;
}

/** Gives sessions to whoever needs them: one object a file, read once, followed while anybody holds it. */
export interface SessionRegistry extends Disposable {
  /**
   * Opens a file or hands out the open one.
   * @returns undefined when the file is readable but holds no session.
   * @throws FileAccessError when it cannot be read: what failed, where, what to do.
   */
  acquire(uri: string, options?: AcquireOptions): Promise<SessionLease | undefined>;
  /** The open session, without holding it. */
  peek(uri: string): Session | undefined;
  /** Tells that a file may have changed (a watcher's event). Throttled here, a file at a time. */
  touched(uri: string): void;
}
