import type { Block, Entry, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readBlocks, readChatMessage, toolCall } from '../chatMessage.ts';

/** What a record is, without what all entries have. */
export type Body = Pick<Entry, 'kind' | 'type'> &
  Partial<Pick<Entry, 'message' | 'text' | 'tokensBefore' | 'malformed'>>;

/** A message with a role and a content, its thoughts among the parts. */
export function readKimiMessage(value: JsonObject, path: string): Pick<Body, 'message' | 'malformed'> {
  const { message, malformed } = readChatMessage(value, path);
  return {
    message: { ...message, blocks: withThoughts(message.blocks) },
    ...(malformed !== undefined && { malformed }),
  };
}

/** Content by itself: a text, a part, or a list of parts. */
export function contentBlocks(content: JsonValue | undefined): readonly Block[] {
  return withThoughts(readBlocks(isJsonObject(content) ? [content] : content).blocks);
}

function withThoughts(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    const part = block.type === 'raw' && isJsonObject(block.value) ? block.value : undefined;
    const text = part && own(part, 'type') === 'think' ? ownString(part, 'think') : undefined;
    return text === undefined ? block : { type: 'thinking', text, redacted: false };
  });
}

/** A piece of what the model says. */
export function said(blocks: readonly Block[]): Message {
  return { role: 'assistant', blocks };
}

/** A call by itself; its arguments may be the beginning of a JSON text. */
export function callMessage(id: string, name: string, given: JsonValue | undefined): Message {
  return said([toolCall(id, name, given)]);
}

/** What a tool gave: its output, and what it keeps beside it. */
export function resultMessage(toolCallId: string, value: JsonValue | undefined): Message {
  const result = isJsonObject(value) ? value : { output: value ?? null };
  const output = own(result, 'output') ?? null;
  const isError = own(result, 'isError') === true || own(result, 'is_error') === true;
  const told = own(result, 'message');
  const blocks = output === null || output === '' ? contentBlocks(told ?? null) : contentBlocks(output);
  return { role: 'toolResult', blocks, toolCallId, isError };
}
