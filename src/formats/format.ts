import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { ModelContext } from '../core/context/modelContext.ts';
import type { Problem } from '../core/problem.ts';
import type { SpilledOutput } from './spill.ts';
import type { Subagents } from './subagents.ts';

/** What a session's header says. Every field but `record` may be missing in a file. */
export interface SessionHeader {
  readonly id?: string;
  readonly version: number;
  /** Unix ms. */
  readonly timestamp: number | null;
  readonly cwd?: string;
  /** The session that this one was forked from, as the file spells it. Data: never opened unasked. */
  readonly parentSession?: string;
  /** Id of the session that a subagent worked for, where this is a subagent's session. */
  readonly subagentOf?: string;
  readonly title?: string;
  readonly record: JsonObject;
}

/** Where a record stands, for formats whose ids come from the file's order. */
export interface RecordPlace {
  /** Physical line, from 1. */
  readonly line: number;
  /** The first header of the file, or null while none was read. */
  readonly header: SessionHeader | null;
  /** 1, or more for the second and later entries of one (damaged) line. */
  readonly part: number;
  /** Id of the last entry before this one that is in the tree (no repeat of an id), or null. */
  readonly previousId: string | null;
}

/** What one record is to its format. */
export type Decoded =
  | { readonly type: 'header'; readonly header: SessionHeader }
  /**
   * A record of the format that is no node of the tree. A title in it becomes the session's name, unless one of a higher
   * rank was given: what a user called a session outranks what an agent made of it. 0 where there is no rank.
   */
  | { readonly type: 'side'; readonly title?: string; readonly rank?: number }
  | { readonly type: 'entry'; readonly entry: Entry }
  /** An object that is no record of this format: `path` is the JSON path of the fault. */
  | { readonly type: 'bad'; readonly path: string; readonly message: string };

/** A fault of an entry that only its place among the others shows. The whole record is where it lies. */
export type EntryFault = Pick<Problem, 'code' | 'severity' | 'message'>;

/** What a user wrote; commands, to the agent or to its helpers, name a session only where nothing else does. */
export interface OwnWords {
  readonly text: string;
  readonly isCommand: boolean;
}

/** One agent's way to write records. One file a format; nothing outside `src/formats` names an agent. */
export interface Format {
  /** Name in reports and tests (`tiny-pi`, `pi-v3`). */
  readonly name: string;
  /** Name for people (`Pi`). */
  readonly title: string;
  /** Whether a record looks like this format's: 0 no, 1 perhaps, 2 surely. Votes are added up by detection. */
  vote(record: JsonObject): 0 | 1 | 2;
  decode(record: JsonObject, place: RecordPlace): Decoded;
  /** Whether the format demands a header before its entries; one problem says when it is missing. */
  readonly needsHeader: boolean;
  /** Whether an entry carries the conversation on, and so may be the default leaf. */
  isConversation(entry: Entry): boolean;
  /** Entries stand in the tree where their `place` says it, not where their parents' ids do (core/tree/placement.ts). */
  readonly hasPlaces?: boolean;
  /** A user's own words that may name the session, where not every text of a user's message is some. */
  ownWords?(entry: Entry): OwnWords | undefined;
  /**
   * Where plain records have their facts, so that files are indexed without decoding every record; must agree with
   * `decode`. A format without it is only slower; one that watches its entries has to see every one, and has none.
   */
  readonly shape?: RecordShape;
  /** Looks at a file's entries in order, for faults that no record shows alone; one looker a file. */
  watch?(): (entry: Entry) => readonly EntryFault[];
  /**
   * What a model would see of a path now: through compactions and edits, in the format's own shape and in one for all.
   * Absent where that is not known.
   * @param path root first, every entry of it
   * @param idOfRecord the id of the file's n-th record (EntryTable.rowOfRecord); only Pi's version 1 asks
   */
  context?(path: readonly Entry[], idOfRecord: (record: number) => string | undefined): ModelContext;
  /** How many of a file's last entries are read back when a session is resumed; absent where all of them are. */
  readonly replayLimit?: number;
  /** Where subagents' sessions lie and how they belong to calls; absent where a session has none in files of their own. */
  readonly subagents?: Subagents;
  /** Outputs of an entry that lie in files of their own; absent where the format has none. */
  spilled?(entry: Entry): readonly SpilledOutput[];
  /** How a fork is written; absent where the extension only reads the format. */
  readonly fork?: ForkWriter;
}

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
  head(): readonly Uint8Array[];
  /** The line as the fork has it, or null where the format leaves it out of its place (labels of Pi). */
  line(line: ForkLine): Uint8Array | null;
  tail(): readonly Uint8Array[];
}
