import { cloneJson } from './cloneJson.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../json.ts';
import { SessionFormatError } from './sessionErrors.ts';
import { objectField, stringField, wrongField, wrongValue } from './shape.ts';
import type { CallLinks } from '../context/trimContext.ts';

/**
 * A message as chat completions have it: `role` (`system`, `user`, `assistant`, `tool`), `content`, and `tool_calls`
 * (arguments as JSON text) or `tool_call_id`. Kept whole; only the role is demanded.
 */
export interface ChatMessage extends JsonObject {
  role: string;
}

/** A node of a chat tree: `{id, parentId, message}` (seed 003, "关键直觉"). */
export interface ChatEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly message: ChatMessage;
}

/** Reads one record of a chat tree file, strictly. @throws SessionFormatError with the JSON path of the fault */
export function parseChatEntry(record: JsonObject): ChatEntry {
  const id = stringField(record, 'id', '$');
  if (id === '') throw wrongField(record, 'id', '$', 'a string that is not empty');
  const parentId = own(record, 'parentId');
  if (parentId !== null && (typeof parentId !== 'string' || parentId === '')) {
    throw wrongField(record, 'parentId', '$', "null or another entry's id");
  }
  const message = objectField(record, 'message', '$');
  if (!isChatMessage(message)) throw wrongField(message, 'role', 'message', 'a string');
  return { id, parentId, message };
}

/**
 * A chat message as JSON holds it, cut off from the caller's object.
 * @throws SessionFormatError with the JSON path of what is missing, or would be lost or changed in JSON
 */
export function copyChatMessage(message: unknown): ChatMessage {
  const copy = cloneJson(message);
  if (!isJsonObject(copy))
    throw new SessionFormatError('$', wrongValue(copy, 'an object'), { code: 'not-an-object' });
  if (!isChatMessage(copy)) throw wrongField(copy, 'role', '$', 'a string');
  return copy;
}

function isChatMessage(value: JsonObject): value is ChatMessage {
  return ownString(value, 'role') !== undefined;
}

/** Calls and results of a message; calls without a string id, and results without one, count for none. */
export function chatLinks(message: ChatMessage): CallLinks {
  const calls = own(message, 'tool_calls');
  const answered = message.role === 'tool' ? ownString(message, 'tool_call_id') : undefined;
  return {
    calls: Array.isArray(calls) ? calls.flatMap(callId) : [],
    results: answered === undefined ? [] : [answered],
  };
}

function callId(call: JsonValue): string[] {
  const id = isJsonObject(call) ? ownString(call, 'id') : undefined;
  return id === undefined ? [] : [id];
}
