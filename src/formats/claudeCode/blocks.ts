import type { Block, ResultPart } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';

/** What a content field holds, block after block in the order of the file. */
export interface ReadBlocks {
  readonly blocks: readonly Block[];
  /** Results of calls among the blocks: the blocks from `from` up to but not including `to`. */
  readonly results: readonly ResultPart[];
  /** Something else stands beside the results. */
  readonly hasOther: boolean;
  /** JSON path of what cannot be read, behind the content's own. */
  readonly fault?: string;
}

/** Blocks of a result that a server-side tool left in the assistant's own message. */
const SERVER_RESULT = /_tool_result$/;

/**
 * Reads a message's content: a text, or a list of blocks (formats/claude-code.md §1.2, §1.6). Blocks that are not known
 * stay as raw JSON; nothing is dropped.
 */
export function readBlocks(content: JsonValue | undefined): ReadBlocks {
  if (typeof content === 'string') return plain(content === '' ? [] : [{ type: 'text', text: content }]);
  if (!Array.isArray(content)) {
    const isNothing = content === undefined || content === null;
    return { ...plain(isNothing ? [] : [{ type: 'raw', value: content }]), fault: '' };
  }
  const blocks: Block[] = [];
  const results: ResultPart[] = [];
  let others = 0;
  for (const value of content) {
    if (isResult(value)) {
      const from = blocks.length;
      blocks.push(...resultBlocks(own(value, 'content')));
      const toolCallId = ownString(value, 'tool_use_id') ?? '';
      results.push({ toolCallId, isError: own(value, 'is_error') === true, from, to: blocks.length });
    } else {
      blocks.push(readBlock(value));
      others += 1;
    }
  }
  const fault = content.findIndex((block) => !isJsonObject(block));
  return { blocks, results, hasOther: others > 0, ...(fault >= 0 && { fault: `[${fault}]` }) };
}

function plain(blocks: readonly Block[]): ReadBlocks {
  return { blocks, results: [], hasOther: true };
}

function isResult(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const type = ownString(value, 'type') ?? '';
  return type === 'tool_result' || (SERVER_RESULT.test(type) && own(value, 'tool_use_id') !== undefined);
}

/** A result's content is a text, a list of blocks, or an object (what a server-side tool found). */
function resultBlocks(content: JsonValue | undefined): Block[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(readBlock) : [{ type: 'raw', value: content }];
}

function readBlock(value: JsonValue): Block {
  if (!isJsonObject(value)) return { type: 'raw', value };
  switch (own(value, 'type')) {
    case 'text': {
      const text = ownString(value, 'text');
      return text === undefined ? { type: 'raw', value } : { type: 'text', text };
    }
    case 'thinking':
      return thinking(ownString(value, 'thinking') ?? '');
    case 'redacted_thinking':
      return thinking('');
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return readCall(value);
    case 'image':
    case 'document':
      return readSource(value) ?? { type: 'raw', value };
    default:
      return { type: 'raw', value };
  }
}

/** A thought of which only the signature was kept is one that is hidden. */
function thinking(text: string): Block {
  return { type: 'thinking', text, redacted: text === '' };
}

/** Interrupted streams leave the input as the text that had come. */
function readCall(value: JsonObject): Block {
  const input = own(value, 'input');
  return {
    type: 'toolCall',
    id: ownString(value, 'id') ?? '',
    name: ownString(value, 'name') ?? '',
    ...(typeof input === 'string' ? { rawArguments: input } : input !== undefined && { arguments: input }),
  };
}

/** A picture or a document that stands in the file itself; one that would have to be fetched stays raw. */
function readSource(value: JsonObject): Block | undefined {
  const source = own(value, 'source');
  if (!isJsonObject(source)) return undefined;
  const data = ownString(source, 'data');
  if (data === undefined) return undefined;
  if (own(source, 'type') === 'text') return { type: 'text', text: data };
  return { type: 'image', mimeType: ownString(source, 'media_type') ?? '', data };
}
