import type { CallLinks } from './callLinks.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from './json.ts';

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

/**
 * Reads one record of a chat tree file, strictly.
 * @returns the entry, or the JSON path of what is wrong with it.
 */
export function parseChatEntry(value: unknown): ChatEntry | { readonly path: string } {
  if (!isJsonObject(value)) return { path: '$' };
  const id = ownString(value, 'id');
  if (id === undefined || id === '') return { path: 'id' };
  const parentId = own(value, 'parentId');
  if (parentId !== null && (typeof parentId !== 'string' || parentId === '')) return { path: 'parentId' };
  const message = own(value, 'message');
  if (!isJsonObject(message)) return { path: 'message' };
  if (!isChatMessage(message)) return { path: 'message.role' };
  return { id, parentId, message };
}

export function isChatMessage(value: JsonObject): value is ChatMessage {
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
