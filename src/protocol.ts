import type { ConversationItem, PartRef } from './core/conversation/items.ts';

/**
 * Every message between the extension and the conversation page. The host pages items ({@link PAGE_ITEMS} a message);
 * the page asks for the windows that it shows. The page is a trust border: what comes from it goes through
 * {@link parseFromPage}.
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

/** What the top of the page says. */
export interface PageHeader {
  readonly title: string;
  readonly fileName: string;
  readonly format: string;
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
  /** Problems in lines of the path; the Problems panel has them. */
  readonly problems: number;
  readonly pinned: boolean;
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
  /** Scrolls to an item of the shown path, loading its window when needed. */
  | { readonly type: 'goto'; readonly stamp: Stamp; readonly index: number }
  | { readonly type: 'header'; readonly stamp: Stamp; readonly header: PageHeader }
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

/** The page's content, anew. */
export interface ShowMessage {
  readonly type: 'show';
  readonly stamp: Stamp;
  readonly header: PageHeader;
  /** Items of the whole path. */
  readonly total: number;
  readonly from: number;
  readonly items: readonly ConversationItem[];
  /** Index of the item to highlight, and where the page begins unless `anchor` says otherwise. */
  readonly target: number | null;
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

/** What a page keeps over a reload. `target`, `leaf` and `pinned` come from the host, the rest from the page. */
export interface PageState {
  readonly uri: string;
  readonly leaf: Place;
  readonly target: Place | null;
  readonly pinned: boolean;
  readonly anchor?: Anchor;
}

/** The item at the top of the window and how far its top is above it, in pixels. */
export interface Anchor {
  readonly place: Place;
  readonly offset: number;
}

export type PageAction =
  'pin' | 'openSource' | 'copyMessage' | 'copyPath' | 'fork' | 'reveal' | 'defaultLeaf' | 'showElsewhere';

export type FromPage =
  /** The page can receive. With the anchor that it kept, if any. */
  | { readonly type: 'ready'; readonly anchor: Anchor | null }
  | {
      readonly type: 'items';
      readonly stamp: Stamp;
      readonly request: number;
      readonly from: number;
      readonly count: number;
    }
  | {
      readonly type: 'text';
      readonly stamp: Stamp;
      readonly request: number;
      readonly ref: PartRef;
      readonly from: number;
    }
  | { readonly type: 'image'; readonly stamp: Stamp; readonly request: number; readonly ref: PartRef }
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
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'link'; readonly stamp: Stamp; readonly href: string }
  | { readonly type: 'error'; readonly message: string };

/**
 * Narrows what a page sent.
 * @returns undefined for anything that is not exactly one of {@link FromPage}; nothing of it is then acted upon.
 */
export function parseFromPage(value: unknown): FromPage | undefined {
  if (!isObject(value) || typeof value['type'] !== 'string') return undefined;
  if (value['type'] === 'ready') {
    const anchor = value['anchor'] === null ? null : parseAnchor(value['anchor']);
    return anchor === undefined ? undefined : { type: 'ready', anchor };
  }
  if (value['type'] === 'copy')
    return isText(value['text'], 20_000_000) ? { type: 'copy', text: value['text'] } : undefined;
  if (value['type'] === 'error')
    return isText(value['message'], 2000) ? { type: 'error', message: value['message'] } : undefined;
  const stamp = parseStamp(value['stamp']);
  return stamp && parseStamped(stamp, value['type'], value);
}

function parseStamped(stamp: Stamp, type: string, value: Fields): FromPage | undefined {
  const { request, from, count, row, action, href } = value;
  const ref = parseRef(value['ref']);
  if (type === 'items' && isCount(request) && isCount(from) && isCount(count) && count <= PAGE_ITEMS) {
    return { type, stamp, request, from, count };
  }
  if (type === 'text' && isCount(request) && ref && isCount(from)) return { type, stamp, request, ref, from };
  if (type === 'image' && isCount(request) && ref) return { type, stamp, request, ref };
  if ((type === 'branch' || type === 'entry') && isCount(row)) return { type, stamp, row };
  if (type === 'action' && isAction(action) && (row === null || isCount(row)))
    return { type, stamp, action, row };
  if (type === 'link' && isText(href, 4000)) return { type, stamp, href };
  return undefined;
}

/** Narrows the state that VS Code hands back to revive a page; it may come from another version or be damaged. */
export function parsePageState(value: unknown): PageState | undefined {
  if (!isObject(value) || !isText(value['uri'], 10_000) || value['uri'] === '') return undefined;
  const leaf = parsePlace(value['leaf']);
  const target = value['target'] === null ? null : parsePlace(value['target']);
  if (!leaf || target === undefined || typeof value['pinned'] !== 'boolean') return undefined;
  const anchor = parseAnchor(value['anchor']);
  return { uri: value['uri'], leaf, target, pinned: value['pinned'], ...(anchor && { anchor }) };
}

const ACTIONS: ReadonlySet<unknown> = new Set<PageAction>([
  'pin',
  'openSource',
  'copyMessage',
  'copyPath',
  'fork',
  'reveal',
  'defaultLeaf',
  'showElsewhere',
]);
const PART = /^(b\d{1,9}(\.f\d{1,9}|\.raw)?|details(\.f\d{1,9})?|record(\.f\d{1,9})?|text|error|command)$/;

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit;
}

function isAction(value: unknown): value is PageAction {
  return ACTIONS.has(value);
}

function parseStamp(value: unknown): Stamp | undefined {
  if (
    !isObject(value) ||
    !isText(value['uri'], 10_000) ||
    !isCount(value['view']) ||
    !isCount(value['revision'])
  )
    return undefined;
  return { uri: value['uri'], view: value['view'], revision: value['revision'] };
}

function parseRef(value: unknown): PartRef | undefined {
  if (!isObject(value) || !isCount(value['row']) || !isText(value['at'], 40) || !PART.test(value['at']))
    return undefined;
  return { row: value['row'], at: value['at'] };
}

function parsePlace(value: unknown): Place | undefined {
  if (!isObject(value) || !isCount(value['line']) || !isText(value['id'], 200)) return undefined;
  return { line: value['line'], id: value['id'] };
}

function parseAnchor(value: unknown): Anchor | undefined {
  if (!isObject(value) || typeof value['offset'] !== 'number' || !Number.isFinite(value['offset']))
    return undefined;
  const place = parsePlace(value['place']);
  return place && { place, offset: value['offset'] };
}
