import type { Block, Entry, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { readId } from '../fields.ts';
import type { Decoded, Format, RecordPlace } from '../format.ts';
import { keptContext, type Said } from '../keptContext.ts';
import { lineId } from '../linear.ts';
import { readTime } from '../time.ts';
import { geminiFork } from './fork.ts';
import { ownResponses, readMessage } from './messages.ts';
import { replayList } from './replay.ts';
import { usage } from './usage.ts';

const TYPES: ReadonlySet<string | undefined> = new Set(['user', 'gemini', 'info', 'error', 'warning']);

/**
 * Gemini CLI's sessions, 0.40 to 0.61 (formats/others.md §6): a log of changes to a list of messages. A message holds
 * its calls with their results; versions that were written over stay reachable.
 */
export const gemini: Format = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  needsHeader: true,
  hasPlaces: true,
  vote,
  decode,
  // What the agent says in the user's name is told by how it begins.
  isShortable: ({ message }) => message?.role !== 'user',
  begin: replayList,
  comparesTexts: true,
  // A rewind leads to where it went back although nothing was said since.
  isConversation: ({ kind, type }) => kind === 'message' || type === 'rewind',
  usage,
  context: (path) => keptContext(path, () => 'none', saidBy),
  fork: geminiFork,
  // A session is taken from its file, wherever that is; the agent's own list would want its index.
  resume: ({ path }) => ({ program: 'gemini', args: ['--session-file', path] }),
};

function vote(record: JsonObject): 0 | 1 | 2 {
  if (isHeader(record) || isJsonObject(own(record, '$set')) || isRewind(record)) return 2;
  const type = ownString(record, 'type');
  if (!TYPES.has(type) || !readId(record) || !Object.hasOwn(record, 'content')) return 0;
  if (['uuid', 'parentId', 'message', 'providerData', 'role'].some((key) => Object.hasOwn(record, key)))
    return 0;
  return type === 'gemini' ? 2 : 1;
}

function isHeader(record: JsonObject): boolean {
  return ownString(record, 'sessionId') !== undefined && ownString(record, 'projectHash') !== undefined;
}

function isRewind(record: JsonObject): boolean {
  return Object.hasOwn(record, '$rewindTo');
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  if (isRewind(record)) return { type: 'entry', entry: rewindEntry(record, place) };
  const patch = own(record, '$set');
  if (isJsonObject(patch)) return readPatch(patch, place);
  if (isHeader(record) && !Object.hasOwn(record, 'type'))
    return { type: 'header', header: readHeader(record) };
  if (readId(record) === undefined) return { type: 'bad', path: 'id', message: 'the message has no id' };
  return { type: 'entry', entry: messageEntry(record, place, 0) };
}

function readHeader(record: JsonObject) {
  const id = ownString(record, 'sessionId');
  const title = ownString(record, 'summary');
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    version: 1,
    timestamp: readTime(own(record, 'startTime')),
    record,
  };
}

/** A change of the session's own fields; `messages` is the whole list anew. */
function readPatch(patch: JsonObject, place: RecordPlace): Decoded {
  const title = ownString(patch, 'summary');
  const named = title === undefined ? {} : { title, rank: 1 };
  const messages = own(patch, 'messages');
  if (!Array.isArray(messages)) return { type: 'side', ...named };
  const entries = messages.filter(isJsonObject).map((message, index) => messageEntry(message, place, index));
  return { type: 'entries', entries, ...named };
}

function messageEntry(record: JsonObject, place: RecordPlace, index: number): Entry {
  return {
    id: readId(record) ?? lineId({ ...place, part: place.part + index }),
    parentId: null,
    timestamp: readTime(own(record, 'timestamp')),
    type: ownString(record, 'type') ?? 'message',
    record,
    ...readMessage(record),
  };
}

function rewindEntry(record: JsonObject, place: RecordPlace): Entry {
  const id = lineId(place);
  const target = ownString(record, '$rewindTo');
  return {
    ...{ id, parentId: null, timestamp: null, kind: 'metadata', type: 'rewind', record },
    ...(target !== undefined && { text: target }),
  };
}

/** A message as the model's API has it: the results of calls are a message of their own behind it. */
function saidBy({ message, record }: Entry): Said[] {
  if (!message) return [];
  if (message.role !== 'assistant') return [{ shape: contentOf('user', record), message }];
  const { results = [], ...said } = message;
  const isResult = (index: number): boolean => results.some(({ from, to }) => index >= from && index < to);
  const blocks = said.blocks.filter((_, index) => !isResult(index));
  const own: Said = { shape: { role: 'model', parts: blocks.flatMap(partOf) }, message: { ...said, blocks } };
  if (results.length === 0) return [own];
  return [own, { shape: { role: 'user', parts: responses(record) }, message: answers(message, results) }];
}

/** The results alone, their places counted anew. */
function answers({ blocks }: Message, results: NonNullable<Message['results']>): Message {
  const all: Block[] = [];
  const parts = results.map(({ from, to, ...rest }) => {
    const start = all.length;
    all.push(...blocks.slice(from, to));
    return { ...rest, from: start, to: all.length };
  });
  return { role: 'user', blocks: all, results: parts };
}

function contentOf(role: string, record: JsonObject): JsonObject {
  const content = own(record, 'content') ?? '';
  return { role, parts: Array.isArray(content) ? content : [{ text: content }] };
}

function partOf(block: Block): JsonObject[] {
  if (block.type === 'text') return [{ text: block.text }];
  if (block.type !== 'toolCall') return [];
  const { id, name } = block;
  return [{ functionCall: { ...(id !== '' && { id }), name, args: block.arguments ?? {} } }];
}

function responses(record: JsonObject): JsonObject[] {
  const calls = own(record, 'toolCalls');
  return (Array.isArray(calls) ? calls : []).flatMap((call) => {
    return isJsonObject(call) ? ownResponses(call) : [];
  });
}
