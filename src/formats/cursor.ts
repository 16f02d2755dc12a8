import type { Entry, Message } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../core/json.ts';
import { readAnyMessage } from './anyMessage.ts';
import type { Decoded, Format, OwnWords, RecordPlace } from './format.ts';
import { keptContext } from './keptContext.ts';
import { lineId, linearBase } from './linear.ts';
import { readTime } from './time.ts';

const ROLES: ReadonlySet<string | undefined> = new Set(['system', 'user', 'assistant', 'tool']);

/**
 * Transcripts of Cursor's agent: `{role, message: {content: […]}}`, one after the other, and a line at the end of a turn
 * (formats/others.md §8). No ids and no times; calls mostly have no id, and then nothing is paired with them.
 */
export const cursor: Format = {
  name: 'cursor',
  title: 'Cursor',
  needsHeader: false,
  vote,
  decode,
  // The time of a prompt stands somewhere in its text.
  isShortable: ({ message }) => message?.role !== 'user',
  isConversation: ({ kind }) => kind === 'message',
  ownWords,
  context: (path) =>
    keptContext(
      path,
      () => undefined,
      ({ record, message }) => (message ? [{ shape: record, message }] : []),
    ),
};

function vote(record: JsonObject): 0 | 1 | 2 {
  if (own(record, 'type') === 'turn_ended') return ownString(record, 'status') === undefined ? 0 : 2;
  if (!ROLES.has(ownString(record, 'role'))) return 0;
  for (const foreign of ['type', 'id', 'uuid', 'content']) if (Object.hasOwn(record, foreign)) return 0;
  const message = own(record, 'message');
  return isJsonObject(message) && Array.isArray(own(message, 'content')) ? 2 : 0;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const role = ownString(record, 'role');
  const message = own(record, 'message');
  if (role === undefined) {
    const type = ownString(record, 'type');
    if (type === undefined) return { type: 'bad', path: 'role', message: 'the record has no role' };
    const text = ownString(record, 'error') ?? ownString(record, 'status');
    const base = linearBase(record, place, lineId(place), null);
    return { type: 'entry', entry: { ...base, kind: 'metadata', type, ...(text !== undefined && { text }) } };
  }
  const fields = isJsonObject(message) ? message : {};
  const read = readAnyMessage({ ...fields, role }, 'message.');
  const base = linearBase(record, place, lineId(place), role === 'user' ? timeIn(read.message) : null);
  return { type: 'entry', entry: { ...base, kind: 'message', type: role, ...read } };
}

/** The time that the agent puts into a prompt's text. */
function timeIn({ blocks }: Message): number | null {
  for (const block of blocks) {
    const text = block.type === 'text' ? block.text : '';
    const time = /<timestamp>([^<]{1,60})<\/timestamp>/.exec(text.slice(0, 2000))?.[1];
    if (time !== undefined) return readTime(time.trim());
  }
  return null;
}

/** What the user typed stands in a tag of its own, beside others. */
function ownWords({ message }: Entry): OwnWords | undefined {
  if (message?.role !== 'user') return undefined;
  for (const block of message.blocks) {
    if (block.type !== 'text') continue;
    const query = /<user_query>([^]*?)<\/user_query>/.exec(block.text)?.[1];
    const text = query ?? block.text.replace(/<(\w+)>[^]*?<\/\1>/g, '');
    if (/\S/.test(text)) return { text: text.trim(), isCommand: false };
  }
  return undefined;
}
