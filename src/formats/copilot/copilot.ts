import type { Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { PlaceFacts } from '../../core/tree/placeFacts.ts';
import type { Decoded, Format, RecordPlace, SessionHeader } from '../format.ts';
import { lineId } from '../linear.ts';
import { readTime } from '../time.ts';
import { callPrompt, followEvents, namesHelperWhole } from './chains.ts';
import { copilotFork } from './fork.ts';
import { MESSAGES } from './messages.ts';
import { eventNote, isWorking } from './notes.ts';
import { usage } from './usage.ts';

/**
 * Events of GitHub Copilot CLI, and the transcripts that VS Code's Copilot Chat keeps, which have the same envelope
 * (formats/others.md §3). The order of the file is the conversation. Any event may be the first one: old ones are cut off
 * the file, and a fork that failed leaves a single one.
 */
export const copilot: Format = {
  name: 'copilot-events',
  title: 'GitHub Copilot',
  needsHeader: false,
  hasPlaces: true,
  sharesIds: true,
  vote,
  decode,
  isShortable: namesHelperWhole,
  begin: followEvents,
  fork: copilotFork,
  resume: ({ id, cwd }) =>
    id === undefined
      ? undefined
      : { program: 'copilot', args: [`--resume=${id}`], ...(cwd !== undefined && { cwd }) },
  isConversation: ({ kind, place }) => place?.talk === true || kind === 'compaction',
  usage,
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (type === undefined || !isJsonObject(own(record, 'data')) || !Object.hasOwn(record, 'parentId'))
    return 0;
  if (ownString(record, 'id') === undefined) return 0;
  return /^[a-z_]+\.[a-z_.]+$/.test(type) ? 2 : 1;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const type = ownString(record, 'type');
  if (type === undefined) return { type: 'bad', path: 'type', message: 'the event has no type' };
  const value = own(record, 'data');
  const data = isJsonObject(value) ? value : {};
  if (type === 'session.start') return { type: 'header', header: header(record, data) };
  const base = {
    id: ownString(record, 'id') || lineId(place),
    parentId: null,
    timestamp: readTime(own(record, 'timestamp')),
    type,
    record,
  };
  const read = Object.hasOwn(MESSAGES, type) ? MESSAGES[type]?.(data) : undefined;
  if (!read) {
    const noted = { ...base, ...eventNote(type, data), ...(isWorking(type) && { place: { passing: true } }) };
    return { type: 'entry', entry: noted };
  }
  const said = { ...base, kind: 'message', ...read } as const;
  return { type: 'entry', entry: { ...said, place: placeOf(data, read.message) } };
}

function header(record: JsonObject, data: JsonObject): SessionHeader {
  const context = own(data, 'context');
  const cwd = isJsonObject(context) ? ownString(context, 'cwd') : undefined;
  const id = ownString(data, 'sessionId');
  const version = own(data, 'version');
  return {
    ...(id !== undefined && { id }),
    version: typeof version === 'number' ? version : 1,
    timestamp: readTime(own(data, 'startTime') ?? own(record, 'timestamp')),
    ...(cwd !== undefined && { cwd }),
    record,
  };
}

/** Long messages are written in chunks that share an id. */
function placeOf(data: JsonObject, { role, blocks, inContext }: Message): PlaceFacts {
  const message = role === 'assistant' ? ownString(data, 'messageId') : undefined;
  const calls = blocks.flatMap((block) => (block.type === 'toolCall' && block.id !== '' ? [block.id] : []));
  return {
    ...(role !== 'system' && inContext !== false && { talk: true }),
    ...(message && { message }),
    ...(calls.length > 0 && { prompts: calls.map(callPrompt) }),
  };
}
