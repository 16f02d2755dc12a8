import type { EntryKind, Role } from '../entry.ts';
import type { Usage } from '../usage/usage.ts';

/**
 * What the conversation page shows, ready to be drawn and to be sent: plain, shallow, bounded data. Built from the
 * path's entries by `buildItems`; one item a row of the path, but results stand inside the call that they answer.
 */
export type ConversationItem = MessageItem | NoteItem;

/** Text that may be only the beginning of what the file holds. */
export interface Bounded {
  readonly text: string;
  /** UTF-16 units of the whole, present when `text` is only its beginning. */
  readonly total?: number;
}

interface ItemBase {
  readonly row: number;
  /** Physical line of the record. */
  readonly line: number;
  /** The entry's id, at most 200 units of it. */
  readonly id: string;
  /** Unix ms, null when the record has no usable time. */
  readonly time: number | null;
  /** The label in force on this entry. */
  readonly label?: string;
  /** What the answer used, at the last of the items that tell it. */
  readonly usage?: Usage;
  /** Fork points below this item: the entry itself, or results that stand inside it. */
  readonly forks?: readonly ForkSwitch[];
  /** First item only: the session has several beginnings. */
  readonly start?: ForkSwitch;
  /** Subagents that go on from here without a call of this entry: their conversations can be opened. */
  readonly subagents?: readonly SubagentMark[];
  /** Sessions that part from this one here: their conversations can be opened. */
  readonly kin?: readonly KinItem[];
  /** How many more of them there are. */
  readonly moreKin?: number;
  /** The entry names a parent that the file does not hold: what stood before is unknown. */
  readonly gap?: Gap;
  /** The entry's parents form a loop, which was cut here. */
  readonly loop?: true;
  /** Lines that repeat this entry's id; they are readable but no part of the tree. */
  readonly repeats?: readonly number[];
  /** What is read back of the session when it is resumed begins here: so many entries. */
  readonly replayOf?: number;
  /** This row repeats the id of an earlier line and is shown alone. */
  readonly repeatOf?: number;
  /** Got out of a damaged line. */
  readonly recovered?: true;
  /** JSON path of a message whose shape is unusable. */
  readonly malformed?: string;
}

/** What the model saw or said. */
export interface MessageItem extends ItemBase {
  readonly type: 'message';
  readonly role: Role;
  /** The role as the file spells it, where it is none that we know. */
  readonly roleName?: string;
  readonly parts: readonly Part[];
  readonly model?: string;
  /** Why an assistant stopped, where it is worth a mark: aborted, error, length. */
  readonly stop?: string;
  readonly error?: Bounded;
  /** False where the user sees what the model does not. */
  readonly inContext?: false;
  /** The model sees it, the agent's own screen does not. */
  readonly hidden?: true;
  /** A tool result without a call before it on this path. */
  readonly orphan?: OrphanResult;
}

export interface OrphanResult {
  readonly toolName: string;
  readonly callId: string;
  readonly isError: boolean;
}

/** A slim note between messages. */
export interface NoteItem extends ItemBase {
  readonly type: 'note';
  readonly kind: EntryKind;
  /** The record's own type word. */
  readonly word: string;
  /** The one line: a model, a level, a label, a name, a custom type. Empty where the kind says it all. */
  readonly text: string;
  /** Longer text below: a summary. Drawn as Markdown. */
  readonly body?: Bounded;
  /** Raw fields, for what we do not know better. */
  readonly fields?: readonly Field[];
  /** label, contextEdit: the entry that it speaks of, if the file holds it. */
  readonly target?: PlaceInFile;
  /** compaction: from where the model still saw the entries before it. */
  readonly kept?: KeptFrom;
  readonly tokensBefore?: number;
}

export interface PlaceInFile {
  readonly row: number;
  readonly line: number;
  /** Whether the row is on the shown path. */
  readonly onPath: boolean;
}

/** What a compaction kept of the entries before it. */
export type KeptFrom =
  | { readonly type: 'from'; readonly row: number; readonly line: number }
  | { readonly type: 'nothing' }
  /** It names an entry that is not on the path before it, so nothing is kept. */
  | { readonly type: 'unknown'; readonly id: string };

/** A subagent whose conversation lies in a file of its own. */
export interface SubagentMark {
  /** Which of the entry's subagents, from 0. */
  readonly number: number;
  /** What sort of agent it is and what it does, in one line. May be empty. */
  readonly name: string;
}

/** A session that shares its beginning with the shown one, up to an entry. */
export interface KinItem {
  readonly number: number;
  /** What the shown session was forked from, what was forked from it, or one of which no file tells. */
  readonly kind: 'origin' | 'fork' | 'alike';
  /** In one line. */
  readonly title: string;
}

export interface Gap {
  /** The missing parent's id, at most 200 units of it. */
  readonly parentId: string;
}

/** The branches that start at one fork point; the path took the one at `index`. */
export interface ForkSwitch {
  /** Row of the fork point, -1 for the beginnings of the session. */
  readonly row: number;
  readonly index: number;
  readonly count: number;
  /** Some of them around `index`; `first` is the index of the first one listed. */
  readonly first: number;
  readonly branches: readonly ForkBranch[];
}

export interface ForkBranch {
  /** The fork point's child that this branch begins with. */
  readonly row: number;
  readonly line: number;
  /** One line: the branch's first user message, else what it begins with. Never empty. */
  readonly label: string;
}

export type Part = TextPart | ThinkingPart | ImagePart | CallPart | RawPart | CommandPart;

/** Where a part comes from, so that the page can ask for more of it. See `readPart`. */
export interface PartRef {
  readonly row: number;
  /**
   * `b<n>` a block, `b<n>.f<m>` a member of it (`f<m>-<k>` one further down), `b<n>.raw`, `details`,
   * `details.f<m>`, `text`, `record`, `record.f<m>`, `error`, `command`, `spill<n>` an output in a file of its own.
   */
  readonly at: string;
}

export interface TextPart {
  readonly type: 'text';
  readonly ref: PartRef;
  readonly text: Bounded;
  /** Markdown for what people and models write, plain for what programs print. */
  readonly style: 'markdown' | 'plain';
}
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly ref: PartRef;
  readonly text: Bounded;
  readonly redacted: boolean;
}
/** The picture itself is sent when the user asks for it. */
export interface ImagePart {
  readonly type: 'image';
  readonly ref: PartRef;
  readonly mimeType: string;
  /** Bytes of the picture. */
  readonly size: number;
  /** One of the kinds that the page shows. */
  readonly supported: boolean;
}
/** A block that the format does not know. */
export interface RawPart {
  readonly type: 'raw';
  readonly ref: PartRef;
  readonly text: Bounded;
}
/** A command that the user ran. */
export interface CommandPart {
  readonly type: 'command';
  readonly ref: PartRef;
  readonly text: Bounded;
  readonly exitCode?: number;
}

/** A tool call with its result in place. */
export interface CallPart {
  readonly type: 'call';
  readonly ref: PartRef;
  readonly callId: string;
  readonly name: string;
  /** One line without the name: `README.md:1-20`. */
  readonly summary: string;
  readonly fields: readonly Field[];
  /** The arguments as the model wrote them, where they are no JSON object. */
  readonly raw?: Bounded;
  /** `none`: no result is recorded on this path. */
  readonly state: 'ok' | 'error' | 'none';
  /** Subagents that the call started; some of them, where there are very many. */
  readonly subagents?: readonly SubagentMark[];
  readonly moreSubagents?: number;
  readonly result?: CallResult;
}

export interface CallResult {
  /** The tool as the result names it, where that is not the call's name. */
  readonly toolName?: string;
  readonly row: number;
  readonly line: number;
  readonly time: number | null;
  readonly parts: readonly Part[];
  readonly details: readonly Field[];
  /** Items of the path between the call and its result. */
  readonly distance: number;
  /** Recorded beside the path: a parallel call's result on another child. */
  readonly beside?: true;
  /** The whole of what the result holds the beginning of lies in a file of its own. */
  readonly spilled?: SpilledPart;
  readonly malformed?: string;
}

/** An output in a file of its own, which is read when it is asked for. */
export interface SpilledPart {
  readonly ref: PartRef;
  /** The file's name, at most 200 units of it. */
  readonly name: string;
  /** Bytes, where the record tells them. */
  readonly size?: number;
}

/** One member of a JSON object, as text: strings as they read, everything else as indented JSON with its own digits. */
export interface Field {
  readonly key: string;
  readonly ref: PartRef;
  readonly value: Bounded;
  readonly style: 'string' | 'json';
}
