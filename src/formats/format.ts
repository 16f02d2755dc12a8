import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { ModelContext } from '../core/context/modelContext.ts';
import type { Problem } from '../core/problem.ts';
import type { InPlaceWriter } from './fork/inPlace.ts';
import type { ForkWriter, ResumeCommand, ResumeTarget } from './fork/writer.ts';
import type { SpilledOutput } from './spill.ts';
import type { FolderStep, Subagents } from './subagents.ts';
import type { UsageReader } from './usage.ts';

/** Where a session begins whose own file holds only what is new: in the first bytes of another session's file. */
export interface SessionBase {
  /** Id of that session, as its header has it. May be the session's own: a file that goes on with another one. */
  readonly id: string;
  /** So many bytes of that file; it may have grown since. */
  readonly bytes: number;
  /** A member of the last record of these bytes, for telling files of one id apart. */
  readonly last?: { readonly key: string; readonly value: number };
}

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
  /** The session's beginning, as far as it lies in other files and was not read with it. */
  readonly base?: SessionBase;
  readonly title?: string;
  readonly record: JsonObject;
}

/** Where a record stands, for formats whose ids come from the file's order. */
export interface RecordPlace {
  /** Physical line, from 1. */
  readonly line: number;
  /** The first header of the file, or null while none was read. */
  readonly header: SessionHeader | null;
  /** 1, or more where entries of other records stand before it in the same (damaged) line. Its own count on from here. */
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
  /** `header`: what the record tells of its session, where no record is a header alone (`headerInEntries`). */
  | { readonly type: 'entry'; readonly entry: Entry; readonly header?: SessionHeader }
  /**
   * A record that holds several entries, in the order of the conversation: always the same ones in the same order, so
   * that each is found again by its place among them. `Entry.record` is the entry's own part of the record, the same
   * object. The record may be the header and name the session too.
   */
  | {
      readonly type: 'entries';
      readonly entries: readonly Entry[];
      readonly header?: SessionHeader;
      readonly title?: string;
      readonly rank?: number;
    }
  /** An object that is no record of this format: `path` is the JSON path of the fault. */
  | { readonly type: 'bad'; readonly path: string; readonly message: string };

/**
 * Follows the records of one file in their order, where what a record is depends on those before it: a running number,
 * a message that is written again, a command to go back. `decode` sees one record and is used alone when a body is read.
 */
export interface Linker {
  /**
   * The entry as it stands in its file: itself, or a copy with another `id`, `parentId` or `place`. Nothing else may
   * differ, since bodies are decoded without a linker. Null for what shows nothing new (the same message in a second
   * schema): it is no row, and counts as a side record. What tells again what another entry says, and is to stay a row,
   * is given through {@link Format.again}. Called once for every entry of a record, in order.
   * @param nth which entry of a record that may hold several, from 0
   */
  link?(entry: Entry, place: RecordPlace, nth?: number): Entry | null;
  /** A record that is no node of the tree, headers among them, and one that could hold entries and holds none. */
  side?(record: JsonObject): void;
  /** A record of type `entries`, before its entries. */
  before?(record: JsonObject): void;
  /** Faults of an entry that became a row. */
  faults?(entry: Entry): readonly EntryFault[];
  /** All that it remembers, to go on from here in another thread: what structuredClone copies, given to `begin`. */
  memory(): unknown;
}

/** A fault of an entry that only its place among the others shows. The whole record is where it lies. */
export type EntryFault = Pick<Problem, 'code' | 'severity' | 'message'>;

/** Folders of an agent's: so many above the file's own, then down; a name, or a choice among the names there. */
export interface BaseFolder {
  readonly up: number;
  readonly steps: readonly FolderStep[];
}

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
  /** The first entries tell what a header would: they are decoded, even where their facts could be scanned. */
  readonly headerInEntries?: boolean;
  /** Whether an entry carries the conversation on, and so may be the default leaf. */
  isConversation(entry: Entry): boolean;
  /** Ids are made to differ between sessions: two that hold the same ones came from one another. */
  readonly sharesIds?: boolean;
  /**
   * The session's id where its file is named by it, undefined where this name is none: records with another one were
   * copied from that other session.
   */
  idInName?(fileName: string): string | undefined;
  /** Id of the entry that this one is a copy of, in the session that it was forked from; else copies keep their ids. */
  copyOf?(entry: Entry): string | undefined;
  /** Fits many agents' records: taken only where no agent's own format fits. */
  readonly isGeneric?: boolean;
  /** Takes every record, for files of no known format. */
  readonly isFallback?: boolean;
  /** Entries stand in the tree where their `place` says it, not where their parents' ids do (core/tree/placement.ts). */
  readonly hasPlaces?: boolean;
  /** A user's own words that may name the session, where not every text of a user's message is some. */
  ownWords?(entry: Entry): OwnWords | undefined;
  /**
   * Where plain records have their facts, so that files are indexed without decoding every record; must agree with
   * `decode`. A format without it is only slower; one with a linker has to see every record, and has none.
   */
  readonly shape?: RecordShape;
  /**
   * Whether an entry is the same to the index (core/index/rowFacts.ts) and to the linker when long texts of its record
   * were shortened (scan/shortText.ts), as this one's may have been. Ids and what names a session need not be asked for.
   * A format without it has its records read whole, which takes several times as long.
   */
  isShortable?(entry: Entry): boolean;
  /** The linker holds texts against each other, by shortText (scan/shortText.ts) or contentHash. */
  readonly comparesTexts?: boolean;
  /**
   * A linker for a new file, or one that goes on where another stood.
   * @param memory what that one's {@link Linker.memory} gave
   */
  begin?(memory?: unknown): Linker;
  /**
   * The entry as the note that it is where another one says the same: what a linker gives for a message that is told a
   * second time. Of another kind than the entry, which is how a body is known to be one.
   */
  again?(entry: Entry): Entry;
  /**
   * What a model would see of a path now: through compactions and edits, in the format's own shape and in one for all.
   * Absent where that is not known.
   * @param path root first, every entry of it
   * @param idOfRecord the id of the file's n-th record (EntryTable.rowOfRecord); only Pi's version 1 asks
   */
  context?(path: readonly Entry[], idOfRecord: (record: number) => string | undefined): ModelContext;
  /** Where the tokens and costs of answers stand; absent where records have none. */
  readonly usage?: UsageReader;
  /** How many of a file's last entries are read back when a session is resumed; absent where all of them are. */
  readonly replayLimit?: number;
  /** Where subagents' sessions lie and how they belong to calls; absent where a session has none in files of their own. */
  readonly subagents?: Subagents;
  /** Outputs of an entry that lie in files of their own; absent where the format has none. */
  spilled?(entry: Entry): readonly SpilledOutput[];
  /** Folders that may hold the file in which a session begins ({@link SessionHeader.base}), beside its own. */
  readonly baseFolders?: readonly BaseFolder[];
  /** How a fork is written; absent where the extension only reads the format. */
  readonly fork?: ForkWriter;
  /** How a branch is begun in the session's own file; absent where its agent can be told by no record. */
  readonly inPlace?: InPlaceWriter;
  /** How the agent goes on in a session; absent where it cannot, undefined where this session lacks what that takes. */
  resume?(session: ResumeTarget): ResumeCommand | undefined;
}
