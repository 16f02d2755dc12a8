import type { Block, Message, ToolCallBlock } from '../entry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/** JSON text of a value; who has the record's own text gives that, so that numbers keep their digits. */
export type JsonText = (value: JsonValue) => string;

const plainJson: JsonText = (value) => JSON.stringify(value);

/** Messages as Anthropic's Messages API takes them. */
export interface AnthropicRequest {
  /** The texts of all system messages, in order. */
  readonly system?: string;
  readonly messages: readonly JsonObject[];
}

/**
 * Messages in the shape of Anthropic's Messages API. Results are blocks of the user's; neighbours of one role are one
 * message, so that all results of a message's calls stand together. Thoughts are left out, since they count only with
 * their signatures; so are empty texts and roles that are not the API's. Blocks that nobody knows become their JSON.
 */
export function toAnthropic(messages: readonly Message[], json: JsonText = plainJson): AnthropicRequest {
  const turns: { role: string; content: JsonValue[] }[] = [];
  const system: string[] = [];
  for (const message of messages) {
    if (message.role === 'system') {
      system.push(textOf(message.blocks, json));
      continue;
    }
    const role = message.role === 'toolResult' ? 'user' : message.role;
    if (role !== 'user' && role !== 'assistant') continue;
    const content =
      message.role === 'toolResult' ? [toolResult(message, json)] : blocksOf(message.blocks, json);
    if (content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return { ...(system.length > 0 && { system: system.join('\n\n') }), messages: turns };
}

function blocksOf(blocks: readonly Block[], json: JsonText): JsonValue[] {
  return blocks.flatMap((block): JsonValue[] => {
    switch (block.type) {
      case 'thinking':
        return [];
      case 'image':
        return [{ type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }];
      case 'toolCall':
        return [{ type: 'tool_use', id: block.id, name: block.name, input: inputOf(block) }];
      default: {
        const text = plainText(block, json);
        return text === '' ? [] : [{ type: 'text', text }];
      }
    }
  });
}

/** The API takes objects only. */
function inputOf({ arguments: given, rawArguments }: ToolCallBlock): JsonObject {
  if (isJsonObject(given)) return given;
  const other = given ?? rawArguments;
  return other === undefined ? {} : { arguments: other };
}

function toolResult({ toolCallId, blocks, isError }: Message, json: JsonText): JsonObject {
  const content = blocksOf(blocks, json);
  return { type: 'tool_result', tool_use_id: toolCallId ?? '', content, ...(isError && { is_error: true }) };
}

/**
 * Messages in the shape of OpenAI's chat completions: calls in `tool_calls` with their arguments as the model wrote
 * them, results as messages of the role `tool`. A tool can answer in text only: of an image there its type is told.
 */
export function toOpenAi(messages: readonly Message[], json: JsonText = plainJson): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: textOf(message.blocks, json) }];
      case 'user':
        return [{ role: 'user', content: userContent(message.blocks, json) }];
      case 'assistant':
        return [assistantMessage(message.blocks, json)];
      case 'toolResult':
        return [
          { role: 'tool', tool_call_id: message.toolCallId ?? '', content: textOf(message.blocks, json) },
        ];
      default:
        return [];
    }
  });
}

function userContent(blocks: readonly Block[], json: JsonText): JsonValue {
  if (!blocks.some(({ type }) => type === 'image')) return textOf(blocks, json);
  return blocks.map((block) =>
    block.type === 'image'
      ? { type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${block.data}` } }
      : { type: 'text', text: plainText(block, json) },
  );
}

function assistantMessage(blocks: readonly Block[], json: JsonText): JsonObject {
  const calls = blocks.filter((block) => block.type === 'toolCall');
  const text = textOf(blocks, json);
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, arguments: given, rawArguments }) => ({
      id,
      type: 'function',
      function: { name, arguments: rawArguments ?? json(given ?? {}) },
    })),
  };
}

function textOf(blocks: readonly Block[], json: JsonText): string {
  const texts = blocks.map((block) => plainText(block, json)).filter((text) => text !== '');
  return texts.join('\n\n');
}

function plainText(block: Block, json: JsonText): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[${block.mimeType}]`;
    case 'raw':
      return json(block.value);
    case 'thinking':
    case 'toolCall':
      return '';
  }
}
