import type { ContextMark } from './core/context/contextMark.ts';
import type { ConversationItem, PartRef } from './core/conversation/items.ts';
import type { UsageTotal } from './core/usage/usage.ts';

/**
 * Every message between the extension and the conversation page. The host pages items ({@link PAGE_ITEMS} a message);
 * the page asks for the windows that it shows. The page is a trust border: what comes from it is narrowed before
 * anything is done (`parseFromPage`).
 */

/** Items in one message; keeps it below one megabyte for usual content. */
export const PAGE_ITEMS = 200;
/** UTF-16 units of text in one answer to a request for the rest of a text. */
export const TEXT_SLICE = 500_000;

/**
 * What a message speaks of. `view` changes whenever item indexes lose their meaning (another leaf, a replaced file);
 * messages of an older view are dropped on both sides.
 */
export interface Stamp {
  readonly uri: string;
  readonly view: number;
  /** The session's revision that the host showed last. */
  readonly revision: number;
}

/** An entry named so that it outlives a reload: its line, and its id in case the file was replaced. */
export interface Place {
  readonly line: number;
  readonly id: string;
}

/** A message before its stamp is put on. */
export type Unstamped<T> = T extends { readonly stamp: Stamp } ? Omit<T, 'stamp'> : never;

/** What the top of the page says. */
export interface PageHeader {
  readonly title: string;
  readonly fileName: string;
  readonly format: string;
  /** The session begins in other files: the first one's name, how many there are, and the lines that they hold. */
  readonly beginning?: { readonly fileName: string; readonly files: number; readonly lines: number };
  /** No format fits the file: its records are a list. */
  readonly isList?: true;
  readonly leaf: Place;
  /** Whether the leaf is the session's default one: where the agent would go on. */
  readonly isDefaultLeaf: boolean;
  readonly messages: number;
  readonly calls: number;
  readonly openCalls: number;
  readonly orphanResults: number;
  /** Fork points on the path, and leaves of the whole session. */
  readonly forks: number;
  readonly leaves: number;
  /** Problems of the whole file. */
  readonly problems: number;
  readonly pinned: boolean;
  /** Title of the session whose subagent this one is. */
  readonly subagentOf?: string;
  /** Sessions that came from one another. */
  readonly kin?: PageKin;
  /** Absent where the path's records tell none, or nothing is known yet. */
  readonly usage?: PageUsage;
  readonly context: ContextSetting;
  /** Whether the format tells what a model would receive; only then can the context be shown. */
  readonly hasContext: boolean;
}

/** The session's kin as the page's top names them. */
export interface PageKin {
  /** Title of the session that it was forked from; null where that is not among the listed ones. */
  readonly origin?: string | null;
  readonly forks: number;
}

/** What the answers of the shown path used, added up. */
export type PageUsage =
  | ({ readonly state: 'sum' } & UsageTotal)
  /** Sent when it takes long: entries that were read, of those that may tell it. */
  | { readonly state: 'working'; readonly read: number; readonly total: number }
  /** So many bytes would have to be read: only when it is asked for. */
  | { readonly state: 'large'; readonly bytes: number };

/** The page's Context switch. */
export interface ContextSetting {
  readonly on: boolean;
  /** Characters that what is sent may have; null: nothing is cut. */
  readonly budget: number | null;
}

export type ToPage =
  | ShowMessage
  | {
      readonly type: 'items';
      readonly stamp: Stamp;
      readonly request: number;
      readonly from: number;
      readonly items: readonly ConversationItem[];
    }
  | GrownMessage
  | ContextMessage
  /** Scrolls to an item of the shown path; the page seeks it where it has not got it. */
  | { readonly type: 'goto'; readonly stamp: Stamp; readonly target: Target; readonly state: PageState }
  /** The page must say where it stands (by `ready`), because its content is about to be made anew. */
  | { readonly type: 'ask' }
  | {
      readonly type: 'header';
      readonly stamp: Stamp;
      readonly header: PageHeader;
      readonly state: PageState;
    }
  /** Entries were appended that are not on the shown path. */
  | { readonly type: 'elsewhere'; readonly stamp: Stamp; readonly count: number }
  | {
      readonly type: 'text';
      readonly stamp: Stamp;
      readonly request: number;
      readonly from: number;
      readonly text: string;
      readonly total: number;
    }
  | {
      readonly type: 'image';
      readonly stamp: Stamp;
      readonly request: number;
      readonly mimeType: string;
      readonly data: string;
    }
  | { readonly type: 'failed'; readonly stamp: Stamp; readonly request: number; readonly message: string }
  /** The file is gone or cannot be read; what is shown stays, under this notice. Null when all is well again. */
  | { readonly type: 'notice'; readonly message: string | null };

/** What the model would receive of the shown path; null when the switch is off. */
export interface ContextMessage {
  readonly type: 'context';
  readonly stamp: Stamp;
  readonly context: ContextShown | null;
}

export type ContextShown =
  /** Sent when it takes long. */
  | { readonly state: 'working'; readonly read: number; readonly total: number }
  | { readonly state: 'failed'; readonly message: string }
  | ContextFacts;

export interface ContextFacts {
  readonly state: 'shown';
  /** One letter of {@link MARK_LETTERS} for every item of the path. */
  readonly marks: string;
  /** Results that stand inside an item and have another mark than it. */
  readonly inside: readonly { readonly row: number; readonly mark: ContextMark }[];
  /** Lines of the edits in force, by the row that they edit. */
  readonly edits: readonly { readonly row: number; readonly line: number }[];
  readonly messages: number;
  readonly sentMessages: number;
  /** UTF-16 units of JSON. */
  readonly chars: number;
  readonly sentChars: number;
  readonly compaction: { readonly row: number; readonly line: number; readonly retained: number } | null;
  /** Some of the first ones; `row` is that of the entry that the problem is about, if the path holds it. */
  readonly problems: readonly {
    readonly message: string;
    readonly row: number | null;
    readonly line: number | null;
  }[];
  readonly moreProblems: number;
  /** How many of the last entries are read back, where the path has more. */
  readonly replay: number | null;
  /** Why the budget could not be kept. */
  readonly budgetError: string | null;
}

/** How marks travel: a path may have a million items. */
export const MARK_LETTERS: Readonly<Record<ContextMark, string>> = {
  sent: 's',
  edited: 'e',
  summary: 'c',
  partly: 'p',
  compacted: 'b',
  unread: 'u',
  over: 'o',
  removed: 'r',
  orphan: 'x',
  none: 'n',
};

/** An entry on the path: its row, and the item that shows it (a result stands in the item of its call). */
export interface Target {
  readonly index: number;
  readonly row: number;
}

/** The page's content, anew. */
export interface ShowMessage {
  readonly type: 'show';
  readonly stamp: Stamp;
  readonly header: PageHeader;
  /** Items of the whole path. */
  readonly total: number;
  readonly from: number;
  readonly items: readonly ConversationItem[];
  /** What to highlight, and where the page begins unless `anchor` says otherwise; neither: at the end. */
  readonly target: Target | null;
  /** Index and pixel offset of the item that was at the top of the window before. */
  readonly anchor: { readonly index: number; readonly offset: number } | null;
  /** What the page must keep by `setState` so that it can be revived. */
  readonly state: PageState;
}

/** The shown path got longer, or items of it changed (a result arrived, a label was set). */
export interface GrownMessage {
  readonly type: 'grown';
  readonly stamp: Stamp;
  readonly header: PageHeader;
  readonly total: number;
  readonly changed: readonly { readonly index: number; readonly item: ConversationItem }[];
  /** The items from the old total on, at most one page of them. */
  readonly from: number;
  readonly items: readonly ConversationItem[];
  readonly state: PageState;
}

/** What a page keeps over a reload. `anchor` comes from the page, the rest from the host. */
export interface PageState {
  readonly uri: string;
  readonly leaf: Place;
  readonly target: Place | null;
  readonly pinned: boolean;
  readonly anchor?: Anchor;
  readonly context?: ContextSetting;
}

/** The item at the top of the window and how far its top is above it, in pixels. */
export interface Anchor {
  readonly place: Place;
  readonly offset: number;
}

export type PageAction =
  | 'pin'
  | 'openSource'
  | 'copyMessage'
  | 'copyPath'
  | 'copyContext'
  | 'fork'
  | 'reveal'
  | 'defaultLeaf'
  | 'showElsewhere'
  | 'openParent'
  | 'openOrigin'
  | 'openForks'
  | 'addUsage'
  | 'showProblems';

export type FromPage =
  /** The page can receive. With the anchor that it kept, if any. */
  | { readonly type: 'ready'; readonly anchor: Anchor | null }
  /** Items that end before index `at`, or that begin with it; the answer may hold fewer, but touches `at`. */
  | {
      readonly type: 'items';
      readonly stamp: Stamp;
      readonly request: number;
      readonly at: number;
      readonly before: boolean;
    }
  /** Show the page anew around the item with this index. */
  | { readonly type: 'seek'; readonly stamp: Stamp; readonly index: number }
  | {
      readonly type: 'text';
      readonly stamp: Stamp;
      readonly request: number;
      readonly ref: PartRef;
      readonly from: number;
    }
  | { readonly type: 'image'; readonly stamp: Stamp; readonly request: number; readonly ref: PartRef }
  /** Open the conversation of an entry's subagent with this number. */
  | { readonly type: 'subagent'; readonly stamp: Stamp; readonly row: number; readonly number: number }
  /** Open the conversation of the session with this number, of those that part from the shown one. */
  | { readonly type: 'kin'; readonly stamp: Stamp; readonly number: number }
  /** Show the branch that begins with this row. */
  | { readonly type: 'branch'; readonly stamp: Stamp; readonly row: number }
  /** Show this entry: on this path if it is there, else on the newest path through it. */
  | { readonly type: 'entry'; readonly stamp: Stamp; readonly row: number }
  | {
      readonly type: 'action';
      readonly stamp: Stamp;
      readonly action: PageAction;
      readonly row: number | null;
    }
  | ({ readonly type: 'context'; readonly stamp: Stamp } & ContextSetting)
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'link'; readonly stamp: Stamp; readonly href: string }
  | { readonly type: 'error'; readonly message: string };
