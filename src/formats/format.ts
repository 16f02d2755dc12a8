import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';

/** What a session's header says. Every field but `record` may be missing in a file. */
export interface SessionHeader {
  readonly id?: string;
  readonly version: number;
  /** Unix ms. */
  readonly timestamp: number | null;
  readonly cwd?: string;
  /** The session that this one was forked from, as the file spells it. Data: never opened unasked. */
  readonly parentSession?: string;
  readonly title?: string;
  readonly record: JsonObject;
}

/** Where a record stands, for formats whose ids come from the file's order. */
export interface RecordPlace {
  /** Physical line, from 1. */
  readonly line: number;
  /** The first header of the file, or null while none was read. */
  readonly header: SessionHeader | null;
  /** Id of the entry before this one in the file, or null. */
  readonly previousId: string | null;
}

/** What one record is to its format. */
export type Decoded =
  | { readonly type: 'header'; readonly header: SessionHeader }
  /** A record of the format that is no node of the tree. A title in it becomes the session's name. */
  | { readonly type: 'side'; readonly title?: string }
  | { readonly type: 'entry'; readonly entry: Entry }
  /** An object that is no record of this format: `path` is the JSON path of the fault. */
  | { readonly type: 'bad'; readonly path: string; readonly message: string };

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
  /** How a fork is written; absent where the extension only reads the format. */
  readonly fork?: ForkWriter;
}

/** One entry of the path to be forked: its own bytes (without the terminator) and what they decode to. */
export interface ForkLine {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

export interface ForkRequest {
  /** Root first; every line was read strictly. */
  readonly path: readonly ForkLine[];
  /** Labels in force on entries of the path: target id to label text. */
  readonly labels: ReadonlyMap<string, string>;
  readonly header: SessionHeader | null;
  /** The source file's path as the new header should record it. */
  readonly source: string;
  /** Unix ms. */
  readonly now: number;
  /** Makes a fresh session id. */
  newId(): string;
}

export interface ForkFile {
  /** A bare file name, safe on every system: made of the id and the time, never of the file's content. */
  readonly name: string;
  /** The new file's lines without terminators; untouched lines are the source's own bytes. */
  readonly lines: readonly Uint8Array[];
}

export interface ForkWriter {
  write(request: ForkRequest): ForkFile;
}
