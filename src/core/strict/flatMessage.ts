import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../json.ts';

/** One call in an assistant's message. `input` is any JSON value, null included. */
export interface FlatToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
}

export interface FlatUserMessage {
  readonly role: 'user';
  readonly content: string;
}
export interface FlatAssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls: readonly FlatToolCall[];
}
export interface FlatToolMessage {
  readonly role: 'tool';
  readonly toolCallId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** A message of a flat session file: one record a message, no ids, no parents (seed 001, chapter 34). */
export type FlatMessage = FlatUserMessage | FlatAssistantMessage | FlatToolMessage;

/**
 * Tells which message `value` is; pure, and never throws. First what all roles share (an object, a string `role`, a
 * string `content`), then what the role itself needs, no more and no less (seed 001, "JSONL 的判别式读取"):
 *
 * | role | needs | gives |
 * |---|---|---|
 * | user | nothing more | `{role, content}` |
 * | assistant | `toolCalls`: an array whose every item is an object with string `id`, string `name` and an `input` | `{role, content, toolCalls}` |
 * | tool | string `toolCallId`, boolean `isError` | `{role, toolCallId, content, isError}` |
 * | anything else | | undefined |
 *
 * It looks at the structure only: whether a tool of that name exists, or an id was used before, is not asked. Fields
 * that the role does not need are left out of the answer. `input: undefined`, which JSON cannot hold, is no input.
 *
 * @returns a new message, or undefined when `value` is none.
 */
export function parseSessionMessage(value: unknown): FlatMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const role = ownString(value, 'role');
  const content = ownString(value, 'content');
  if (role === undefined || content === undefined) return undefined;
  if (role === 'user') return { role, content };
  if (role === 'assistant') {
    const toolCalls = parseCalls(own(value, 'toolCalls'));
    return toolCalls && { role, content, toolCalls };
  }
  if (role === 'tool') return parseToolMessage(value, content);
  return undefined;
}

function parseToolMessage(value: JsonObject, content: string): FlatToolMessage | undefined {
  const toolCallId = ownString(value, 'toolCallId');
  const isError = own(value, 'isError');
  if (toolCallId === undefined || typeof isError !== 'boolean') return undefined;
  return { role: 'tool', toolCallId, content, isError };
}

function parseCalls(value: JsonValue | undefined): FlatToolCall[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const calls: FlatToolCall[] = [];
  // By index, so that a hole in an array that never was JSON counts as a bad item.
  for (let index = 0; index < value.length; index += 1) {
    const call = parseCall(value[index]);
    if (!call) return undefined;
    calls.push(call);
  }
  return calls;
}

function parseCall(value: unknown): FlatToolCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const id = ownString(value, 'id');
  const name = ownString(value, 'name');
  const input = own(value, 'input');
  if (id === undefined || name === undefined || input === undefined) return undefined;
  return { id, name, input };
}
