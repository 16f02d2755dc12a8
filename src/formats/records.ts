import type { Entry } from '../core/entry.ts';
import { own, ownString, type JsonObject } from '../core/json.ts';
import type { Decoded, Format, RecordPlace } from './format.ts';
import { lineId, linearBase } from './linear.ts';
import { readTime } from './time.ts';

/** Fields that say what a record is, when it was written, and what it says in a line; the first that is there counts. */
const TYPES = ['type', 'kind', 'event', 'role', 'level', 'name'];
const TIMES = ['timestamp', 'time', 'created_at', 'createdAt', 'ts', 'date'];
const TEXTS = ['title', 'summary', 'message', 'msg', 'text', 'content', 'prompt', 'question', 'name', 'id'];

/**
 * JSON lines of no known format: a list of records in the order of the file, each to be unfolded. Better than a file
 * that does not open; nobody is told that it is a conversation.
 */
export const records: Format = {
  name: 'records',
  title: 'JSON lines',
  needsHeader: false,
  isGeneric: true,
  isFallback: true,
  vote: () => 1,
  isShortable: () => true,
  decode,
  isConversation: () => true,
};

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const { id, parentId, timestamp } = linearBase(record, place, lineId(place), timeOf(record));
  const text = firstText(record, TEXTS);
  const type = firstText(record, TYPES) ?? 'record';
  const entry: Entry = { id, parentId, timestamp, record, kind: 'unknown', type };
  return { type: 'entry', entry: text === undefined ? entry : { ...entry, text } };
}

/** What a line of a list has room for; the record itself is unfolded from the file. */
const TEXT_UNITS = 300;

function firstText(record: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = ownString(record, key);
    if (text !== undefined && /\S/.test(text)) return text.slice(0, TEXT_UNITS);
  }
  return undefined;
}

/** Milliseconds below this are of before 1973, seconds of before 5138. */
const SECONDS = 1e11;

function timeOf(record: JsonObject): number | null {
  for (const key of TIMES) {
    const value = own(record, key);
    // Many writers count seconds.
    if (value !== undefined)
      return readTime(typeof value === 'number' && value < SECONDS ? value * 1000 : value);
  }
  return null;
}
