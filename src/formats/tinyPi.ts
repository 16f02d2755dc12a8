import type { Entry } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../core/json.ts';
import { hasLink, readId, readParent } from './fields.ts';
import { nestedContext } from './chatMessage.ts';
import { freeId } from './fork/inPlace.ts';
import { linkedFork } from './fork/linked.ts';
import { STAND_IN_TEXT } from './fork/standIn.ts';
import type { Decoded, Format } from './format.ts';
import { MESSAGE_SHAPE, readMessage } from './messages.ts';
import { readTime } from './time.ts';

/**
 * The seeds' chapter 10: `{id, parentId, timestamp, type}` with type `message` (a `message`) or `metadata` (`key` and
 * `value`; some writers: `data`). No header. Read tolerantly here; the strict reader is core's parseSessionEntry.
 */
export const tinyPi: Format = {
  name: 'tiny-pi',
  title: 'tiny-pi',
  needsHeader: false,
  context: nestedContext,
  fork: linkedFork({
    parentKey: 'parentId',
    standIn: (call, { id, parent, now }) => ({
      ...{ id, parentId: parent, timestamp: now, type: 'message' },
      message: {
        ...{ role: 'toolResult', toolCallId: call.id, toolName: call.name },
        content: [{ type: 'text', text: STAND_IN_TEXT }],
        isError: true,
      },
    }),
  }),
  // Metadata is an entry as good as any; who opens the file at its last one goes on below the chosen one.
  inPlace: {
    record: ({ entry, now, ...request }) => ({
      ...{ id: freeId(request), parentId: entry.id, timestamp: now, type: 'metadata' },
      ...{ key: 'branch', value: entry.id },
    }),
  },
  vote: (record) => {
    if (!hasLink(record) || typeof own(record, 'timestamp') !== 'number') return 0;
    const type = own(record, 'type');
    return type === 'message' || type === 'metadata' ? 2 : 0;
  },
  decode,
  isConversation: (entry) => entry.kind === 'message',
  shape: {
    ...MESSAGE_SHAPE,
    plainTypes: { metadata: 'metadata' },
    conversation: new Set(['message']),
    headerIsRoot: false,
  },
};

function decode(record: JsonObject): Decoded {
  const id = readId(record);
  if (id === undefined) return { type: 'bad', path: 'id', message: 'the record has no id' };
  const type = ownString(record, 'type') ?? '';
  const base = {
    id,
    parentId: readParent(record),
    timestamp: readTime(own(record, 'timestamp')),
    type,
    record,
  };
  if (type === 'message')
    return {
      type: 'entry',
      entry: { ...base, kind: 'message', ...readMessage(own(record, 'message'), 'message') },
    };
  if (type === 'metadata')
    return { type: 'entry', entry: { ...base, kind: 'metadata', ...metadataText(record) } };
  return { type: 'entry', entry: { ...base, kind: 'unknown' } };
}

/** `key=value`, or the only key of `data`; values that are no plain ones stay in the record. */
function metadataText(record: JsonObject): Pick<Entry, 'text'> {
  const key = ownString(record, 'key');
  if (key !== undefined) return { text: joined(key, own(record, 'value')) };
  const data = own(record, 'data');
  if (!isJsonObject(data)) return {};
  const keys = Object.keys(data);
  const [only] = keys;
  if (only === undefined) return {};
  return { text: keys.length === 1 ? joined(only, own(data, only)) : keys.slice(0, 20).join(', ') };
}

function joined(key: string, value: unknown): string {
  return typeof value === 'object' && value !== null ? key : `${key}=${String(value)}`;
}
