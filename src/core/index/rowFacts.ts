import type { Entry, EntryKind, Message, Role } from '../entry.ts';
import type { PlaceFacts } from '../tree/placeFacts.ts';

/** What the index keeps of one entry: all that a scanner has to find in a record. */
export interface RowFacts {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: EntryKind;
  readonly role: Role | null;
  /** Unix ms, NaN when unknown. */
  readonly timestamp: number;
  readonly isConversation: boolean;
  readonly hasText: boolean;
  /** Ids of the calls that it makes, one for each in order, and of those that it answers. May be empty strings. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
  /** What the format says of the entry's place beyond its parent's id. */
  readonly place?: PlaceFacts;
  /** The id that its record alone tells, where the entry has another one in its file. */
  readonly ownId?: string;
}

/** Where a record lies in its file. */
export interface RecordRange {
  /** Physical line, from 1. */
  readonly line: number;
  /** First byte in the file, number of bytes without terminator, first byte in its line. */
  readonly offset: number;
  readonly length: number;
  readonly startInLine: number;
  /** Got out of a damaged line. */
  readonly recovered: boolean;
  /** Number of the record in the file (see EntryTable.rowOfRecord), -1 for a recovered one. */
  readonly record: number;
  /** Which entry of its record it is, from 0; absent where the record is one entry. */
  readonly nth?: number;
}

const NONE: readonly string[] = [];

/** @param isConversation what the format says of the entry */
export function factsOf(entry: Entry, isConversation: boolean): RowFacts {
  const { message } = entry;
  return {
    id: entry.id,
    parentId: entry.parentId,
    kind: entry.kind,
    role: message && entry.kind === 'message' ? message.role : null,
    timestamp: entry.timestamp ?? Number.NaN,
    isConversation,
    hasText: entry.malformed !== undefined || !message || hasText(message),
    calls: message ? callIds(message) : NONE,
    results: message ? resultIds(message) : NONE,
    ...(entry.place && { place: entry.place }),
  };
}

/** Ids of the calls in a message, one for each, in order. */
export function callIds(message: Message): readonly string[] {
  const ids: string[] = [];
  for (const block of message.blocks) if (block.type === 'toolCall') ids.push(block.id);
  return ids.length > 0 ? ids : NONE;
}

/** Ids of the calls that a message answers, in order: one of a tool result, or of every result in a row of several. */
export function resultIds(message: Message): readonly string[] {
  if (message.results) return message.results.map(({ toolCallId }) => toolCallId);
  return message.role === 'toolResult' ? [message.toolCallId ?? ''] : NONE;
}

/** Stop reasons that are worth showing where there is no text. */
export const TELLING_STOPS: ReadonlySet<string> = new Set(['aborted', 'error', 'length']);

function hasText(message: Message): boolean {
  if (message.command !== undefined || TELLING_STOPS.has(message.stopReason ?? '')) return true;
  return message.blocks.some((block) => {
    if (block.type === 'text') return /\S/.test(block.text);
    return block.type === 'image' || block.type === 'raw';
  });
}
