import type { Entry } from '../../core/entry.ts';
import type { SessionHeader } from '../format.ts';

/** One entry of the path to be forked: its own bytes (without the terminator) and what they decode to. */
export interface ForkLine {
  /** The entry's row in the source's table. */
  readonly row: number;
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

/** What a fork is made from, beside the path's lines. Time, chance and names come from outside, so that tests repeat. */
export interface ForkRequest {
  readonly header: SessionHeader | null;
  /** Every label entry of the source in file order, on the path or not: a later one overrides. */
  readonly labels: readonly Entry[];
  /** The row of the source's n-th record, -1 where it is no entry (see EntryTable). */
  rowOfRecord(record: number): number;
  readonly source: ForkSource;
  /** What the source is called, where it is called anything. */
  readonly title?: string;
  /** Unix ms. */
  readonly now: number;
  /** That many random bytes. */
  random(length: number): Uint8Array;
}

/** Where the fork's source lies. Nothing of it comes from the file's content. */
export interface ForkSource {
  /** Absolute path (on a virtual file system the URI's path), as the new header records it. */
  readonly path: string;
  /** The folder's path, and the file's name in it. */
  readonly folder: string;
  readonly name: string;
}

/** How a format writes a fork. Pure: it makes bytes, others read the source and write the new file. */
export interface ForkWriter {
  begin(request: ForkRequest): ForkStream;
  /** Whether its streams can close calls that wait for their results ({@link ForkStream.standIns}). */
  readonly closesCalls?: boolean;
}

/** A call of the path whose result the fork has not. */
export interface WaitingCall {
  readonly id: string;
  /** The tool's name as the file has it. */
  readonly name: string;
}

/** A folder as seen from the source's own: so many up, then down by these names, which are made where they lack. */
export interface ForkFolder {
  readonly up: number;
  /** Bare names, made by the writer, safe on every system. */
  readonly down: readonly string[];
}

/** A small file that an agent expects beside a session. */
export interface SideFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The new file, line after line, without terminators: the head, one line for every line of the path from the root
 * on, the tail. A stream, so that a path of gigabytes is never held at once; untouched lines are the source's own
 * bytes, the same array.
 */
export interface ForkStream {
  /**
   * A bare file name for the `attempt`-th try, from 1: an earlier one was taken. Safe on every system, at most 200
   * bytes, made of the source's name, the new id and the time, never of what the source holds.
   */
  name(attempt: number): string;
  /** The id of the new session, where it has one of its own: the agent is told it to go on there. */
  readonly sessionId?: string;
  /** Where the agent keeps such a session; absent where that is beside the source. */
  readonly folder?: ForkFolder;
  head(): readonly Uint8Array[];
  /**
   * The line as the fork has it, or null where the format leaves it out of its place (labels of Pi). One that had to
   * wait for this line stands before it, with a line feed between them.
   */
  line(line: ForkLine): Uint8Array | null;
  /** Results that say there is none, behind the last line, for calls that the user wants closed; in their order. */
  standIns?(calls: readonly WaitingCall[]): readonly Uint8Array[];
  tail(): readonly Uint8Array[];
  /** Files beside the new one, whose name is `name`; written after it. */
  besides?(name: string): readonly SideFile[];
}

/** What an agent is started with to go on in a session. */
export interface ResumeTarget {
  /** The session's own id, where it has one. */
  readonly id?: string;
  /** Absolute path of its file. */
  readonly path: string;
  /** The working directory that the session recorded. Data: it may be gone, or of another machine. */
  readonly cwd?: string;
}

/** A program and its arguments, not quoted for any shell. */
export interface ResumeCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the agent has to be started, if it matters to it. */
  readonly cwd?: string;
  /** Where that folder is gone the agent asks for another one; else it finds no session. */
  readonly asksForFolder?: boolean;
}
