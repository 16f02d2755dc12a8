import { isJsonObject, own, ownString, type JsonObject } from '../core/json.ts';
import { nestedContext, readChatMessage } from './chatMessage.ts';
import { hasLink, readId, readParent } from './fields.ts';
import { linkedFork } from './fork/linked.ts';
import { STAND_IN_TEXT } from './fork/standIn.ts';
import type { Decoded, Format } from './format.ts';
import type { ReadMessage } from './messages.ts';
import { readTime } from './time.ts';

/**
 * A tree of chat messages: `{id, parentId, message}` with messages as chat completions have them (seed 003). No header,
 * no types. Read tolerantly here; the strict reader is core's parseChatEntry.
 */
export const openaiTree: Format = {
  name: 'openai-tree',
  title: 'Chat tree',
  needsHeader: false,
  vote,
  decode,
  isShortable: () => true,
  isConversation: () => true,
  context: nestedContext,
  fork: linkedFork({
    parentKey: 'parentId',
    standIn: (call, { id, parent }) => ({
      ...{ id, parentId: parent },
      message: { role: 'tool', tool_call_id: call.id, content: STAND_IN_TEXT },
    }),
  }),
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const message = own(record, 'message');
  if (Object.hasOwn(record, 'type') || !hasLink(record) || !isJsonObject(message)) return 0;
  return ownString(message, 'role') === undefined ? 1 : 2;
}

function decode(record: JsonObject): Decoded {
  const id = readId(record);
  if (id === undefined) return { type: 'bad', path: 'id', message: 'the record has no id' };
  const timestamp = readTime(own(record, 'timestamp'));
  const base = { id, parentId: readParent(record), timestamp, record };
  const { message, malformed } = readMessage(record);
  const type = message.roleName ?? message.role;
  return {
    type: 'entry',
    entry: { ...base, kind: 'message', type, message, ...(malformed !== undefined && { malformed }) },
  };
}

function readMessage(record: JsonObject): ReadMessage {
  const message = own(record, 'message');
  if (isJsonObject(message)) return readChatMessage(message, 'message.');
  return { message: { role: 'other', blocks: [] }, malformed: 'message' };
}
