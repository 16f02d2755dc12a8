import type { Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { ReadMessage } from '../messages.ts';
import { readBlocks, type ReadBlocks } from './blocks.ts';

const EMPTY: Message = { role: 'other', blocks: [] };
/** Reasons that have a word of their own on the page. */
const STOPS: Readonly<Record<string, string>> = { max_tokens: 'length' };

/** What is said in a record: its `message`, with what the record keeps beside it. Reading never fails. */
export function readMessage(record: JsonObject): ReadMessage {
  const value = own(record, 'message');
  if (!isJsonObject(value)) return { message: EMPTY, malformed: 'message' };
  const content = readBlocks(own(value, 'content'));
  const role = ownString(value, 'role');
  const message =
    own(record, 'type') === 'assistant' ? assistant(record, value, content) : user(record, content);
  if (role === undefined) return { message, malformed: 'message.role' };
  return content.fault === undefined
    ? { message }
    : { message, malformed: `message.content${content.fault}` };
}

function assistant(record: JsonObject, value: JsonObject, { blocks, results }: ReadBlocks): Message {
  const model = ownString(value, 'model');
  const stop = own(record, 'isApiErrorMessage') === true ? 'error' : ownString(value, 'stop_reason');
  return {
    role: 'assistant',
    blocks,
    ...(results.length > 0 && { results }),
    ...(model !== undefined && { model }),
    ...(stop !== undefined && { stopReason: Object.hasOwn(STOPS, stop) ? (STOPS[stop] ?? stop) : stop }),
  };
}

/**
 * A user's row. One that holds nothing but results is a tool's; several results, or text next to them, stay told apart
 * (formats/claude-code.md §1.6). What the agent itself wrote in the user's name is no prompt: `isMeta`, and the summary
 * after a compaction (§1.3).
 */
function user(record: JsonObject, { blocks, results, hasOther }: ReadBlocks): Message {
  const [only] = results;
  const parts = results.length > 1 || (only && hasOther) ? { results } : {};
  if (only && !hasOther) return { role: 'toolResult', blocks, ...resultFields(record, only), ...parts };
  if (own(record, 'isCompactSummary') === true) return { role: 'custom', roleName: 'summary', blocks };
  if (own(record, 'isMeta') === true)
    return { role: 'custom', roleName: 'meta', blocks, hidden: true, ...parts };
  return { role: 'user', blocks, ...parts };
}

function resultFields(
  record: JsonObject,
  result: { toolCallId: string; isError: boolean },
): Partial<Message> {
  const details = own(record, 'toolUseResult');
  const { toolCallId, isError } = result;
  return { toolCallId, isError, ...(details !== undefined && { details }) };
}
