import type { Block, Message, ResultPart, Role } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../core/json.ts';
import { readBlocks, readChatMessage, toolCall } from './chatMessage.ts';
import type { ReadMessage } from './messages.ts';

/** Other words for the roles of chat completions. */
const ROLES: Readonly<Record<string, Role>> = {
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
  tool_result: 'toolResult',
  toolResult: 'toolResult',
};
/** Blocks by their type, in the words of the libraries that many agents are made with. */
const CALLS: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_call',
  'tool-call',
  'toolCall',
  'function_call',
]);
const RESULTS: ReadonlySet<string> = new Set(['tool_result', 'tool-result', 'toolResult']);
const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'redacted_thinking']);

/**
 * Reads a message of an agent that nobody knows: as chat completions have it, or with blocks for thoughts, calls and
 * results as Anthropic's API and the AI SDK have them. Reading never fails; what is not known stays raw.
 * @param path where the message stands in its record: `message.`, or empty
 */
export function readAnyMessage(value: JsonObject, path: string): ReadMessage {
  const { message, malformed } = readChatMessage(value, path);
  const { blocks, results, hasOther } = spread(message.blocks);
  const thought = ownString(value, 'reasoning_content') ?? '';
  const role = roleOf(value, message.role);
  const model = ownString(value, 'model');
  const [only] = results;
  const base: Message = {
    ...message,
    role,
    blocks: thought === '' ? blocks : [{ type: 'thinking', text: thought, redacted: false }, ...blocks],
    ...(role === 'assistant' && model !== undefined && { model }),
  };
  const said = only ? withResults(base, results, hasOther, thought === '' ? 0 : 1) : base;
  return malformed === undefined || isCalling(said, malformed, path)
    ? { message: said }
    : { message: said, malformed };
}

/** A message that does nothing but call, or think, need have no content. */
function isCalling({ blocks }: Message, malformed: string, path: string): boolean {
  return malformed === `${path}content` && blocks.length > 0 && !blocks.some(({ type }) => type === 'raw');
}

function roleOf(value: JsonObject, role: Role): Role {
  const name = ownString(value, 'role') ?? '';
  return role === 'other' && Object.hasOwn(ROLES, name) ? (ROLES[name] ?? role) : role;
}

interface Spread {
  readonly blocks: readonly Block[];
  readonly results: readonly ResultPart[];
  readonly hasOther: boolean;
}

/** The blocks with those in them that are no text of a chat completion, and the results among them. */
function spread(given: readonly Block[]): Spread {
  const blocks: Block[] = [];
  const results: ResultPart[] = [];
  let others = 0;
  for (const block of given) {
    const value = block.type === 'raw' && isJsonObject(block.value) ? block.value : undefined;
    const type = value && ownString(value, 'type');
    if (value && type !== undefined && RESULTS.has(type)) {
      const from = blocks.length;
      blocks.push(...resultBlocks(value));
      const isError = own(value, 'is_error') === true || own(value, 'isError') === true;
      results.push({ toolCallId: idOf(value), isError, from, to: blocks.length });
    } else {
      blocks.push((value && type !== undefined && known(value, type)) || block);
      others += 1;
    }
  }
  return { blocks, results, hasOther: others > 0 };
}

function known(value: JsonObject, type: string): Block | undefined {
  if (CALLS.has(type)) {
    const given = own(value, 'input') ?? own(value, 'arguments') ?? own(value, 'args');
    return toolCall(idOf(value), ownString(value, 'name') ?? ownString(value, 'toolName') ?? '', given);
  }
  if (THOUGHTS.has(type)) {
    const text =
      ownString(value, 'thinking') ?? ownString(value, 'text') ?? ownString(value, 'reasoning') ?? '';
    return { type: 'thinking', text, redacted: text === '' };
  }
  return type === 'image' ? imageOf(value) : undefined;
}

function imageOf(value: JsonObject): Block | undefined {
  const source = own(value, 'source');
  const at = isJsonObject(source) ? source : value;
  const data = ownString(at, 'data');
  const mimeType = ownString(at, 'media_type') ?? ownString(at, 'mimeType') ?? ownString(at, 'mediaType');
  return data === undefined || mimeType === undefined ? undefined : { type: 'image', mimeType, data };
}

/** The call's id; what has none pairs with nothing. */
function idOf(value: JsonObject): string {
  for (const key of ['tool_use_id', 'toolCallId', 'tool_call_id', 'call_id', 'id']) {
    const id = ownString(value, key);
    if (id !== undefined) return id;
  }
  return '';
}

/** A result's content: a text, blocks, or `{type: "text", value}`. */
function resultBlocks(value: JsonObject): readonly Block[] {
  const content = own(value, 'content') ?? own(value, 'output') ?? own(value, 'result');
  const inner: JsonValue | undefined = isJsonObject(content) ? (own(content, 'value') ?? content) : content;
  return spread(readBlocks(inner).blocks).blocks;
}

/** One result alone is a tool's message; several, or other blocks beside them, stay told apart. */
function withResults(
  message: Message,
  results: readonly ResultPart[],
  hasOther: boolean,
  shift: number,
): Message {
  const moved = results.map((part) => ({ ...part, from: part.from + shift, to: part.to + shift }));
  const [only] = moved;
  if (!only || hasOther || moved.length > 1 || shift > 0) return { ...message, results: moved };
  const { toolCallId, isError } = only;
  return {
    role: 'toolResult',
    blocks: message.blocks,
    toolCallId: toolCallId || message.toolCallId || '',
    toolName: message.toolName ?? '',
    isError,
  };
}
