import type { Block, Entry, Message, ResultPart } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { answerBlocks, readParts, type ReadParts } from '../qwen/parts.ts';

type MessageBody = Pick<Entry, 'kind'> & Partial<Pick<Entry, 'message' | 'text' | 'malformed'>>;

/** States of a call that did not do what it should. */
const FAILED: ReadonlySet<string | undefined> = new Set(['error', 'cancelled']);

/** What a message record says (formats/others.md §6). Reading never fails. */
export function readMessage(record: JsonObject): MessageBody {
  const content = own(record, 'content');
  const read = readContent(content);
  const isFaulty = content !== undefined && typeof content !== 'string' && !Array.isArray(content);
  const malformed = isFaulty ? { malformed: 'content' } : {};
  switch (own(record, 'type')) {
    case 'gemini':
      return { kind: 'message', message: modelMessage(record, read), ...malformed };
    case 'user':
      return { kind: 'message', message: userMessage(read), ...malformed };
    default:
      return { kind: 'metadata', ...noteText(read) };
  }
}

function readContent(content: JsonValue | undefined): ReadParts {
  if (Array.isArray(content)) return readParts(content);
  if (typeof content === 'string') return readParts(content === '' ? [] : [{ text: content }]);
  return readParts(content === undefined || content === null ? [] : [content]);
}

/** Infos, warnings and errors of the agent itself: no part of what is said. */
function noteText({ blocks }: ReadParts): Pick<MessageBody, 'text'> {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length > 0 ? { text: texts.join('\n') } : {};
}

/** What the agent tells the model of the machine and the folder, in the user's name. */
const CONTEXT = /^\s*<session_context>/;

function userMessage({ blocks, results, hasOther, toolName }: ReadParts): Message {
  const [only] = results;
  if (only && !hasOther && results.length === 1) {
    const { toolCallId, isError } = only;
    return { role: 'toolResult', blocks, toolCallId, toolName, isError };
  }
  const [first] = blocks;
  if (first?.type === 'text' && CONTEXT.test(first.text)) {
    return { role: 'custom', roleName: 'session_context', blocks, hidden: true };
  }
  return { role: 'user', blocks, ...(results.length > 0 && { results }) };
}

/**
 * A model's message holds its calls and, once they were made, their results. A session that was resumed has it with
 * thoughts and calls among its parts: those are the same.
 */
function modelMessage(record: JsonObject, read: ReadParts): Message {
  const hasThoughts = read.blocks.some(({ type }) => type === 'thinking');
  const blocks = [...(hasThoughts ? [] : thoughtsOf(record)), ...read.blocks];
  const results: ResultPart[] = [...read.results].map((part) =>
    shifted(part, blocks.length - read.blocks.length),
  );
  const calls = objects(own(record, 'toolCalls'));
  const known = new Set(blocks.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])));
  for (const call of calls) if (!known.has(ownString(call, 'id') ?? '')) blocks.push(callBlock(call));
  for (const call of calls) {
    const answer = answerOf(call);
    if (!answer) continue;
    const isError = FAILED.has(ownString(call, 'status')) || answer.isError;
    const from = blocks.length;
    blocks.push(...answer.blocks);
    results.push({ toolCallId: ownString(call, 'id') ?? '', isError, from, to: blocks.length });
  }
  const model = ownString(record, 'model');
  return {
    role: 'assistant',
    blocks,
    ...(results.length > 0 && { results }),
    ...(model !== undefined && { model }),
  };
}

function shifted(part: ResultPart, by: number): ResultPart {
  return { ...part, from: part.from + by, to: part.to + by };
}

/** As the agent writes them into the parts of a resumed session. */
function thoughtsOf(record: JsonObject): Block[] {
  return objects(own(record, 'thoughts')).map((thought) => {
    const subject = ownString(thought, 'subject') ?? '';
    const text = [subject && `**${subject}**`, ownString(thought, 'description') ?? '']
      .filter(Boolean)
      .join(' ');
    return { type: 'thinking', text, redacted: false };
  });
}

function callBlock(call: JsonObject): Block {
  const args = own(call, 'args');
  return {
    type: 'toolCall',
    id: ownString(call, 'id') ?? '',
    name: ownString(call, 'name') ?? '',
    ...(args !== undefined && { arguments: args }),
  };
}

/** What a call gave: what the model saw, else what the user was shown; undefined while it runs. */
function answerOf(call: JsonObject): { blocks: readonly Block[]; isError: boolean } | undefined {
  const result = own(call, 'result');
  if (Array.isArray(result) && result.length > 0) {
    const { blocks, results } = readParts(ownResponses(call));
    return { blocks, isError: results.some(({ isError }) => isError) };
  }
  if (result !== undefined && result !== null && !Array.isArray(result)) {
    return { blocks: answerBlocks(result), isError: false };
  }
  const shown = own(call, 'resultDisplay');
  if (typeof shown === 'string' && shown !== '') return { blocks: answerBlocks(shown), isError: false };
  return FAILED.has(ownString(call, 'status')) ? { blocks: [], isError: true } : undefined;
}

/** The parts that answer a call: on resuming, the agent gives every call of a message the results of all. */
export function ownResponses(call: JsonObject): JsonObject[] {
  const parts = objects(own(call, 'result'));
  const id = ownString(call, 'id');
  const mine = parts.filter((part) => {
    const response = own(part, 'functionResponse');
    return isJsonObject(response) && ownString(response, 'id') === id;
  });
  return mine.length > 0 ? mine : parts;
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
