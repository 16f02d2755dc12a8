import type { Block, Entry, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { readChatMessage, toolCall } from '../chatMessage.ts';
import { outputBlocks, thoughts } from '../workbuddy.ts';

/** What a record says, for the types that are messages. */
export type MessageBody = Pick<Entry, 'kind'> & Partial<Pick<Entry, 'message' | 'malformed' | 'text'>>;

/** What is beside a record's own words: model, usage, what a tool gave. */
export function providerData(record: JsonObject): JsonObject {
  const data = own(record, 'providerData');
  return isJsonObject(data) ? data : {};
}

/** A user's or an assistant's message. What the host wrote in the user's name is none of theirs. */
export function readMessage(record: JsonObject): MessageBody {
  const { message, ...rest } = readChatMessage(record, '');
  if (message.role === 'assistant') return { kind: 'message', ...rest, message: ofModel(record, message) };
  if (message.role !== 'user') return { kind: 'message', ...rest, message };
  const data = providerData(record);
  if (own(data, 'isSummary') === true) return { kind: 'compaction', text: summaryOf(message) };
  const isHost = ['isMeta', 'skipRun', 'isCompactInternal'].some((key) => own(data, key) === true);
  const blocks = isHost ? message.blocks : message.blocks.flatMap(userBlocks);
  return {
    kind: 'message',
    ...rest,
    message: isHost ? { role: 'custom', roleName: 'meta', blocks, hidden: true } : { ...message, blocks },
  };
}

export function readReasoning(record: JsonObject): MessageBody {
  const shown = own(record, 'rawContent');
  const blocks = thoughts(Array.isArray(shown) && shown.length > 0 ? shown : own(record, 'content'));
  return { kind: 'message', message: ofModel(record, { role: 'assistant', blocks, inContext: false }) };
}

export function readCall(record: JsonObject): MessageBody {
  const call = toolCall(text(record, 'callId'), text(record, 'name'), own(record, 'arguments'));
  return { kind: 'message', message: ofModel(record, { role: 'assistant', blocks: [call] }) };
}

/** A result. `status` says `completed` whatever the tool did: what failed stands in the tool's own answer. */
export function readResult(record: JsonObject): MessageBody {
  const result = own(providerData(record), 'toolResult');
  const raw = isJsonObject(result) ? own(result, 'rawResponse') : undefined;
  const message: Message = {
    role: 'toolResult',
    blocks: outputBlocks(own(record, 'output')),
    toolCallId: text(record, 'callId'),
    toolName: text(record, 'name'),
    isError: hasFailed(record, isJsonObject(raw) ? raw : {}),
    ...(raw !== undefined && { details: raw }),
  };
  return { kind: 'message', message };
}

function hasFailed(record: JsonObject, raw: JsonObject): boolean {
  const code = own(raw, 'exitCode');
  const status = ownString(record, 'status');
  return (
    own(raw, 'is_error') === true ||
    (typeof code === 'number' && code !== 0) ||
    (status !== undefined && status !== 'completed')
  );
}

function ofModel(record: JsonObject, message: Message): Message {
  const data = providerData(record);
  const model = ownString(data, 'model') ?? ownString(data, 'requestModelId');
  return model === undefined ? message : { ...message, model };
}

const SUMMARY = /<\/?conversation_history_summary>/g;

function summaryOf({ blocks }: Message): string {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n\n').replace(SUMMARY, '').trim();
}

const QUERY = /<user_query>([\s\S]*?)<\/user_query>/g;

/** A user's words may stand in a tag among what the host adds: they come first, each rest by itself. */
function userBlocks(block: Block): readonly Block[] {
  if (block.type !== 'text' || !block.text.includes('<user_query>')) return [block];
  const words = [...block.text.matchAll(QUERY)].map(([, said = '']) => said.trim());
  const rest = block.text.replace(QUERY, '').trim();
  return [...words, rest].filter((one) => one !== '').map((one) => ({ type: 'text', text: one }));
}

/** Whether a text is what the host adds to a user's words. */
export function isReminder(words: string): boolean {
  return /^\s*<(?:system-reminder|system_reminder|additional_data|user_info)\b/.test(words);
}

function text(record: JsonObject, key: string): string {
  return ownString(record, key) ?? '';
}
