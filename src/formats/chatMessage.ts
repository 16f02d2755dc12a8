import type { Block, Entry, Message, Role, ToolCallBlock } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../core/json.ts';
import { plainContext, type ModelContext } from '../core/context/modelContext.ts';
import { isShortened } from '../scan/shortText.ts';
import type { ReadMessage } from './messages.ts';

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'toolResult',
  function: 'toolResult',
};

/** Types of text blocks: those of messages, and those of inputs and outputs. */
const TEXTS: ReadonlySet<JsonValue | undefined> = new Set([
  'text',
  'input_text',
  'output_text',
  'reasoning_text',
]);

/**
 * Reads a message with a role and a content, and calls beside it: `tool_calls` with arguments as JSON text and
 * `tool_call_id`, as chat completions have them, or `toolCalls` with an `input` and `toolCallId`. Tolerant: what cannot
 * be read is told by its path and shown raw. Calls without any text have no content, or null: that is no fault.
 * @param path where the message stands in its record: `message.`, or empty
 */
export function readChatMessage(value: JsonObject, path: string): ReadMessage {
  const roleName = ownString(value, 'role');
  const role = roleName !== undefined && Object.hasOwn(ROLES, roleName) ? ROLES[roleName] : undefined;
  const calls = readCalls(own(value, 'tool_calls') ?? own(value, 'toolCalls'));
  const content = own(value, 'content');
  const { blocks, fault } = readBlocks(content);
  const isEmpty = (content ?? null) === null && calls.length > 0;
  const message: Message = {
    role: role ?? 'other',
    ...(role === undefined && roleName !== undefined && { roleName }),
    blocks: [...blocks, ...calls],
    ...(role === 'toolResult' && resultFields(value)),
  };
  if (roleName === undefined) return { message, malformed: `${path}role` };
  return fault === undefined || isEmpty ? { message } : { message, malformed: `${path}content${fault}` };
}

/** Blocks of a content: a text, or a list; `fault` is where it is neither, behind the content's own path. */
export function readBlocks(content: JsonValue | undefined): { blocks: Block[]; fault?: string } {
  if (typeof content === 'string') return { blocks: content === '' ? [] : [{ type: 'text', text: content }] };
  if (!Array.isArray(content)) {
    const isNothing = content === undefined || content === null;
    return { blocks: isNothing ? [] : [{ type: 'raw', value: content }], fault: '' };
  }
  const blocks = content.map(readBlock);
  const at = content.findIndex((block) => !isJsonObject(block));
  return at < 0 ? { blocks } : { blocks, fault: `[${at}]` };
}

function readBlock(value: JsonValue): Block {
  if (!isJsonObject(value)) return { type: 'raw', value };
  const text = ownString(value, 'text');
  if (text !== undefined && TEXTS.has(own(value, 'type'))) return { type: 'text', text };
  return imageOf(value) ?? { type: 'raw', value };
}

/** An image that stands in the file itself; one that would have to be fetched stays raw. */
function imageOf(value: JsonObject): Block | undefined {
  const image = own(value, 'image_url');
  const url = isJsonObject(image) ? ownString(image, 'url') : ownString(value, 'image_url');
  const match = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url?.slice(0, 200) ?? '');
  if (!match || url === undefined) return undefined;
  return { type: 'image', mimeType: match[1] ?? '', data: url.slice(match[0].length) };
}

function readCalls(value: JsonValue | undefined): ToolCallBlock[] {
  if (!Array.isArray(value)) return [];
  return value.map((call) => {
    if (!isJsonObject(call)) return { type: 'toolCall', id: '', name: '', arguments: call };
    const inner = own(call, 'function');
    const target = isJsonObject(inner) ? inner : call;
    return toolCall(
      ownString(call, 'id') ?? '',
      ownString(target, 'name') ?? '',
      own(target, 'arguments') ?? own(target, 'input'),
    );
  });
}

/** A call with its arguments: a value as it stands; text parsed, and kept as it stands beside what it means. */
export function toolCall(id: string, name: string, given: JsonValue | undefined): ToolCallBlock {
  const call = { type: 'toolCall', id, name } as const;
  if (typeof given !== 'string') return given === undefined ? call : { ...call, arguments: given };
  // No longer JSON, and only the index sees it so.
  if (isShortened(given)) return { ...call, rawArguments: given };
  try {
    return { ...call, arguments: JSON.parse(given) as JsonValue, rawArguments: given };
  } catch {
    return { ...call, rawArguments: given };
  }
}

function resultFields(value: JsonObject): Partial<Message> {
  const isError = own(value, 'isError');
  return {
    toolCallId: ownString(value, 'tool_call_id') ?? ownString(value, 'toolCallId') ?? '',
    toolName: ownString(value, 'name') ?? '',
    ...(typeof isError === 'boolean' && { isError }),
  };
}

/** What a model sees of a path of records with a `message` in them: each message as it stands. */
export function nestedContext(path: readonly Entry[]): ModelContext {
  return plainContext(path, ({ record }) => {
    const message = own(record, 'message');
    return isJsonObject(message) ? message : undefined;
  });
}
