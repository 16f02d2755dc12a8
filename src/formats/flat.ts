import { own, ownString, type JsonObject } from '../core/json.ts';
import { readAnyMessage } from './anyMessage.ts';
import { linearFork } from './fork/linear.ts';
import { STAND_IN_TEXT } from './fork/standIn.ts';
import type { WaitingCall } from './fork/writer.ts';
import type { Decoded, Format, RecordPlace } from './format.ts';
import { keptContext } from './keptContext.ts';
import { lineId, linearBase } from './linear.ts';
import { readTime } from './time.ts';

const ROLES: ReadonlySet<string | undefined> = new Set([
  ...['system', 'developer', 'user', 'human', 'assistant', 'ai', 'model', 'tool', 'function'],
]);
const FIELDS: ReadonlySet<string> = new Set([
  ...['role', 'content', 'name', 'timestamp'],
  ...['toolCalls', 'toolCallId', 'isError', 'tool_calls', 'tool_call_id'],
  // Mistral's Vibe and gptme, formats/others.md §8.
  ...['message_id', 'reasoning_content', 'injected', 'metadata', 'pinned', 'hide', 'files', 'call_id'],
]);

/**
 * Flat messages: one record a message, `{role, content, toolCalls | toolCallId, isError}`, no ids and no parents; the
 * order of the lines is the conversation (seed 001, chapter 34). Also with the field names of chat completions, with
 * blocks for calls and results, and with an id for every message. Read tolerantly here; the strict reader is core's
 * parseSessionMessage.
 */
export const flat: Format = {
  name: 'flat',
  title: 'Flat messages',
  needsHeader: false,
  vote,
  decode,
  isShortable: () => true,
  isConversation: () => true,
  fork: linearFork(standIn),
  context: (path) =>
    keptContext(
      path,
      () => undefined,
      ({ record, message }) => (message ? [{ shape: record, message }] : []),
    ),
};

/** Any object may have a role: one with other fields too is perhaps somebody else's. */
function vote(record: JsonObject): 0 | 1 | 2 {
  if (!isMessage(record) || !ROLES.has(ownString(record, 'role'))) return 0;
  for (const foreign of ['type', 'id', 'uuid', 'parentId', 'message', 'messages']) {
    if (Object.hasOwn(record, foreign)) return 0;
  }
  return Object.keys(record).every((key) => FIELDS.has(key)) ? 2 : 1;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  if (!isMessage(record)) {
    return { type: 'bad', path: 'role', message: 'the record has no role, or nothing that was said' };
  }
  const time = readTime(own(record, 'timestamp'));
  const base = linearBase(record, place, ownString(record, 'message_id') || lineId(place), time);
  const type = ownString(record, 'role') ?? '';
  return { type: 'entry', entry: { ...base, kind: 'message', type, ...readAnyMessage(record, '') } };
}

function isMessage(record: JsonObject): boolean {
  if (ownString(record, 'role') === undefined) return false;
  return ['content', 'toolCalls', 'tool_calls'].some((key) => Object.hasOwn(record, key));
}

/** A result in the words of the file: those of chat completions, or those of the seed. */
function standIn({ id, name }: WaitingCall, before: JsonObject | undefined): JsonObject {
  const isChat = ['tool_calls', 'tool_call_id'].some((key) => Object.hasOwn(before ?? {}, key));
  if (isChat) return { role: 'tool', tool_call_id: id, name, content: STAND_IN_TEXT };
  return { role: 'tool', toolCallId: id, content: STAND_IN_TEXT, isError: true };
}
