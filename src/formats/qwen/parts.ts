import type { Block, Message, ResultPart } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ReadMessage } from '../messages.ts';

/** Records of these subtypes hold messages that the agent wrote in the user's name. */
const FROM_AGENT: ReadonlySet<string | undefined> = new Set([
  ...['notification', 'background_task_completed', 'agent_mention', 'agent_message'],
]);
/** The agent's own code never sends them to a model (session-api-history.ts). */
const NEVER_SENT: ReadonlySet<string | undefined> = new Set(['code_mode_tool_result', 'realtime_message']);
/** States of a call that did not do what it should. */
const FAILED: ReadonlySet<string | undefined> = new Set(['error', 'cancelled']);

/** What a record's `message` says, with what the record keeps beside it. Reading never fails. */
export function readMessage(record: JsonObject): ReadMessage {
  const value = own(record, 'message');
  if (!isJsonObject(value)) return { message: { role: 'other', blocks: [] }, malformed: 'message' };
  const parts = own(value, 'parts');
  if (!Array.isArray(parts)) {
    const blocks: Block[] = parts === undefined ? [] : [{ type: 'raw', value: parts }];
    return { message: { role: roleOf(record, false), blocks }, malformed: 'message.parts' };
  }
  const read = readParts(parts);
  const fault = parts.findIndex((part) => !isJsonObject(part));
  const message = { ...saidBy(record, read), ...(isUnsent(record) && { inContext: false }) };
  return fault < 0 ? { message } : { message, malformed: `message.parts[${fault}]` };
}

/** A content of Gemini's API, as a compaction keeps it: a role and parts. */
export function readContent(content: JsonObject): Message {
  const parts = own(content, 'parts');
  const read = readParts(Array.isArray(parts) ? parts : []);
  const role = own(content, 'role') === 'model' ? 'assistant' : 'user';
  return resultMessage(read, undefined) ?? { role, blocks: read.blocks };
}

export interface ReadParts {
  readonly blocks: readonly Block[];
  readonly results: readonly ResultPart[];
  /** Something else stands beside the results. */
  readonly hasOther: boolean;
  readonly toolName: string;
}

export function readParts(parts: readonly JsonValue[]): ReadParts {
  const blocks: Block[] = [];
  const results: ResultPart[] = [];
  let toolName = '';
  for (const part of parts) {
    const response = isJsonObject(part) ? own(part, 'functionResponse') : undefined;
    if (isJsonObject(response)) {
      const from = blocks.length;
      const answer = own(response, 'response');
      blocks.push(...answerBlocks(answer), ...mediaBlocks(own(response, 'parts')));
      toolName ||= ownString(response, 'name') ?? '';
      const isError = isJsonObject(answer) && own(answer, 'error') !== undefined;
      results.push({ toolCallId: ownString(response, 'id') ?? '', isError, from, to: blocks.length });
    } else blocks.push(readPart(part));
  }
  const answers = results.reduce((sum, { from, to }) => sum + to - from, 0);
  return { blocks, results, hasOther: blocks.length > answers, toolName };
}

function readPart(part: JsonValue): Block {
  if (!isJsonObject(part)) return { type: 'raw', value: part };
  const text = ownString(part, 'text');
  if (text !== undefined && own(part, 'thought') === true) return { type: 'thinking', text, redacted: false };
  if (text !== undefined) return { type: 'text', text };
  const call = own(part, 'functionCall');
  if (isJsonObject(call)) {
    const args = own(call, 'args');
    return {
      type: 'toolCall',
      id: ownString(call, 'id') ?? '',
      name: ownString(call, 'name') ?? '',
      ...(args !== undefined && { arguments: args }),
    };
  }
  const [media] = mediaBlocks([part]);
  return media ?? { type: 'raw', value: part };
}

/** Pictures that stand in the file itself. */
function mediaBlocks(parts: JsonValue | undefined): Block[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part): Block[] => {
    const inline = isJsonObject(part) ? own(part, 'inlineData') : undefined;
    const data = isJsonObject(inline) ? ownString(inline, 'data') : undefined;
    if (!isJsonObject(inline) || data === undefined) return [];
    return [{ type: 'image', mimeType: ownString(inline, 'mimeType') ?? '', data }];
  });
}

/** A call's answer: its output, or its error, as text. */
export function answerBlocks(answer: JsonValue | undefined): Block[] {
  if (answer === undefined || answer === null) return [];
  const said = isJsonObject(answer) ? (own(answer, 'output') ?? own(answer, 'error')) : answer;
  if (typeof said === 'string') return said === '' ? [] : [{ type: 'text', text: said }];
  return isJsonObject(answer) && Object.keys(answer).length === 0 ? [] : [{ type: 'raw', value: answer }];
}

function saidBy(record: JsonObject, read: ReadParts): Message {
  const status = own(record, 'toolCallResult');
  const result = resultMessage(read, isJsonObject(status) ? status : undefined);
  if (result) return result;
  const role = roleOf(record, read.results.length > 0);
  const model = ownString(record, 'model');
  return {
    role,
    blocks: read.blocks,
    ...(read.results.length > 0 && { results: read.results }),
    ...(role === 'custom' && { roleName: ownString(record, 'subtype') ?? '' }),
    ...(role === 'assistant' && model !== undefined && { model }),
  };
}

/** A message that is nothing but one result. */
function resultMessage(read: ReadParts, status: JsonObject | undefined): Message | undefined {
  const { blocks, results, hasOther, toolName } = read;
  const [only] = results;
  if (!only || hasOther || results.length > 1) return undefined;
  return {
    role: 'toolResult',
    blocks,
    toolCallId: only.toolCallId || (status && ownString(status, 'callId')) || '',
    toolName,
    isError: only.isError || FAILED.has(status && ownString(status, 'status')),
    ...(status && { details: status }),
  };
}

function roleOf(record: JsonObject, hasResults: boolean): Message['role'] {
  const type = own(record, 'type');
  if (type === 'assistant') return 'assistant';
  if (type === 'tool_result' && !hasResults) return 'other';
  return FROM_AGENT.has(ownString(record, 'subtype')) ? 'custom' : 'user';
}

function isUnsent(record: JsonObject): boolean {
  return NEVER_SENT.has(ownString(record, 'subtype'));
}
