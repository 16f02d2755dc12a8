import type { Block, Message, Role, ToolCallBlock } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../core/json.ts';
import type { RecordShape } from '../scan/shape.ts';

/** A message as far as it can be read, and the JSON path of what cannot (cases 070). Reading never fails. */
export interface ReadMessage {
  readonly message: Message;
  readonly malformed?: string;
}

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  assistant: 'assistant',
  toolResult: 'toolResult',
  system: 'system',
  bashExecution: 'bash',
  custom: 'custom',
  hookMessage: 'custom', // Pi's version 2 (formats/pi.md §1)
};

/** Where these messages, and the records around them, have what the index needs: see {@link readMessage}. */
export const MESSAGE_SHAPE = {
  record: { id: 'id', parentId: 'parentId', type: 'type', timestamp: 'timestamp', message: 'message' },
  message: { role: 'role', content: 'content', answers: 'toolCallId', stopReason: 'stopReason' },
  block: { type: 'type', text: 'text', id: 'id' },
  messageTypes: { message: 'told' },
  // A bash message has an output in the place of its content, a custom one a name: they are decoded.
  roles: { user: 'user', assistant: 'assistant', toolResult: 'toolResult', system: 'system' },
  blocks: { text: 'text', thinking: 'silent', toolCall: 'call' },
} as const satisfies Partial<RecordShape>;

const EMPTY: Message = { role: 'other', blocks: [] };

/**
 * Reads a message of the shapes that Pi and tiny-pi share (formats/pi.md §1 "Messages").
 * @param path where the message stands in its record (`message`)
 */
export function readMessage(value: JsonValue | undefined, path: string): ReadMessage {
  if (!isJsonObject(value)) return { message: EMPTY, malformed: path };
  const roleName = ownString(value, 'role');
  const role =
    roleName === undefined ? 'other' : Object.hasOwn(ROLES, roleName) ? ROLES[roleName] : undefined;
  if (role === 'bash') return { message: readBash(value) };
  const content = readContent(own(value, 'content'), `${path}.content`);
  const blocks = content.blocks.length === 0 && role === 'system' ? sections(value) : content.blocks;
  const message: Message = {
    role: role ?? 'other',
    ...(role === undefined && roleName !== undefined && { roleName }),
    blocks,
    ...(role === 'toolResult' && resultFields(value)),
    ...(role === 'assistant' && replyFields(value)),
    ...(role === 'custom' && own(value, 'display') === false && { hidden: true }),
  };
  const malformed = roleName === undefined ? `${path}.role` : content.malformed;
  return malformed === undefined ? { message } : { message, malformed };
}

/** What a content field holds: a text, or a list of blocks. A block that is null or no object stays, as raw JSON. */
export function readContent(
  content: JsonValue | undefined,
  path: string,
): { readonly blocks: readonly Block[]; readonly malformed?: string } {
  if (typeof content === 'string') return { blocks: content === '' ? [] : [{ type: 'text', text: content }] };
  if (!Array.isArray(content)) {
    const blocks: Block[] =
      content === undefined || content === null ? [] : [{ type: 'raw', value: content }];
    return { blocks, malformed: path };
  }
  const blocks = content.map(readBlock);
  const fault = content.findIndex((block) => !isJsonObject(block));
  return fault < 0 ? { blocks } : { blocks, malformed: `${path}[${fault}]` };
}

function readBlock(value: JsonValue): Block {
  if (!isJsonObject(value)) return { type: 'raw', value };
  const type = own(value, 'type');
  const text = ownString(value, 'text');
  if (type === 'text' && text !== undefined) return { type, text };
  if (type === 'thinking') {
    return { type, text: ownString(value, 'thinking') ?? '', redacted: own(value, 'redacted') === true };
  }
  if (type === 'toolCall') return readCall(value);
  const data = ownString(value, 'data');
  if (type === 'image' && data !== undefined) {
    return { type, data, mimeType: ownString(value, 'mimeType') ?? '' };
  }
  return { type: 'raw', value };
}

/** Old files leak `partialJson`: the arguments as far as they had come when the stream was cut. */
function readCall(value: JsonObject): ToolCallBlock {
  const given = own(value, 'arguments');
  const asText = typeof given === 'string' ? given : undefined;
  const rawArguments = ownString(value, 'rawArguments') ?? asText ?? ownString(value, 'partialJson');
  return {
    type: 'toolCall',
    id: ownString(value, 'id') ?? '',
    name: ownString(value, 'name') ?? '',
    ...(given !== undefined && asText === undefined && { arguments: given }),
    ...(rawArguments !== undefined && { rawArguments }),
  };
}

function resultFields(value: JsonObject): Partial<Message> {
  const details = own(value, 'details');
  return {
    toolCallId: ownString(value, 'toolCallId') ?? '',
    toolName: ownString(value, 'toolName') ?? '',
    isError: own(value, 'isError') === true,
    ...(details !== undefined && { details }),
  };
}

function replyFields(value: JsonObject): Partial<Message> {
  const model = ownString(value, 'model');
  const stopReason = ownString(value, 'stopReason');
  const errorMessage = ownString(value, 'errorMessage');
  return {
    ...(model !== undefined && { model }),
    ...(stopReason !== undefined && { stopReason }),
    ...(errorMessage !== undefined && { errorMessage }),
  };
}

/** The user's `!command`: no content, but an output. */
function readBash(value: JsonObject): Message {
  const output = ownString(value, 'output') ?? '';
  const exitCode = own(value, 'exitCode');
  return {
    role: 'bash',
    blocks: output === '' ? [] : [{ type: 'text', text: output }],
    command: ownString(value, 'command') ?? '',
    ...(typeof exitCode === 'number' && { exitCode }),
    ...(own(value, 'excludeFromContext') === true && { inContext: false }),
  };
}

/** A system message may keep its text in named sections; null takes one away. */
function sections(value: JsonObject): Block[] {
  const named = own(value, 'sections');
  if (!isJsonObject(named)) return [];
  const texts = Object.values(named).filter((text) => typeof text === 'string' && text !== '');
  return texts.map((text) => ({ type: 'text', text: String(text) }));
}
