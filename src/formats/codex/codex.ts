import type { Block, Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { isShortened } from '../../scan/shortText.ts';
import type { BaseFolder, Decoded, Format, OwnWords, RecordPlace } from '../format.ts';
import { lineId, linearBase } from '../linear.ts';
import type { FolderStep } from '../subagents.ts';
import { readTime } from '../time.ts';
import { contextOfPath } from './context.ts';
import { modelText, readEvent, usage as usageNote } from './events.ts';
import { codexFork } from './fork.ts';
import { isBareHeader, readHeader } from './header.ts';
import { betweenAgents, isItemType, readItem, type Body } from './items.ts';
import { begin } from './order.ts';
import { subagents } from './subagents.ts';
import { asNote } from './telling.ts';
import { usage } from './usage.ts';
import { member } from './values.ts';

/** Types of a record around its `payload`, but for the header's. */
const ENVELOPES: Readonly<Record<string, (payload: JsonObject) => Body & { readonly type?: string }>> = {
  response_item: (payload) => typed(payload, readItem),
  event_msg: (payload) => typed(payload, readEvent),
  turn_context: (payload) => withText(modelText(payload)),
  world_state: () => ({ kind: 'metadata' }),
  compacted: (payload) => ({ kind: 'compaction', text: ownString(payload, 'message') ?? '' }),
  token_usage_record: (payload) => usageNote(member(payload, 'usage')),
  inter_agent_communication: betweenAgents,
  inter_agent_communication_metadata: () => ({ kind: 'metadata' }),
};

const isNumber = (name: string): boolean => /^\d{2,4}$/.test(name);
const DAYS: readonly FolderStep[] = [isNumber, isNumber, isNumber];

/** From a day's folder, and from the one of archived sessions, to all others. */
const BASE_FOLDERS: readonly BaseFolder[] = [
  { up: 3, steps: DAYS },
  { up: 4, steps: ['archived_sessions'] },
  { up: 1, steps: ['sessions', ...DAYS] },
];

/**
 * Codex's rollouts (formats/others.md §1): legacy and paginated, and the bare records of before September 2025. The
 * lines are a chain without ids. What the model saw is in `response_item`; most of it is told a second time for the
 * agent's own screen.
 */
export const codex: Format = {
  name: 'codex-rollout',
  title: 'Codex',
  needsHeader: false,
  vote,
  decode,
  isShortable,
  begin,
  comparesTexts: true,
  again: asNote,
  context: contextOfPath,
  baseFolders: BASE_FOLDERS,
  subagents,
  fork: codexFork,
  resume: ({ id, cwd }) =>
    id === undefined
      ? undefined
      : { program: 'codex', args: ['resume', id], ...(cwd !== undefined && { cwd }) },
  isConversation,
  ownWords,
  usage,
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (isJsonObject(own(record, 'payload'))) {
    return type !== undefined && (type === 'session_meta' || Object.hasOwn(ENVELOPES, type)) ? 2 : 0;
  }
  if (isBareHeader(record) || own(record, 'record_type') === 'state') return 2;
  // Other agents write such items too, with ids and envelopes of their own.
  if (type === undefined || !isItemType(type) || Object.hasOwn(record, 'parentId')) return 0;
  if (Object.hasOwn(record, 'event_id') || Object.hasOwn(record, 'providerData')) return 0;
  if (type === 'reasoning') return Array.isArray(own(record, 'summary')) ? 2 : 0;
  if (type === 'message') return Array.isArray(own(record, 'content')) ? 1 : 0;
  return Object.hasOwn(record, 'call_id') ? 2 : 0;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const type = ownString(record, 'type');
  const payload = own(record, 'payload');
  if (isJsonObject(payload) && type !== undefined) {
    if (type === 'session_meta') return { type: 'header', header: readHeader(record, payload) };
    const read = Object.hasOwn(ENVELOPES, type) ? ENVELOPES[type] : undefined;
    return entry(record, place, { type, ...(read ? read(payload) : { kind: 'unknown' }) });
  }
  if (isBareHeader(record)) return { type: 'header', header: readHeader(record, record) };
  if (own(record, 'record_type') === 'state')
    return entry(record, place, { type: 'state', kind: 'metadata' });
  if (type !== undefined && isItemType(type))
    return entry(record, place, { type, ...bare(readItem(type, record)) });
  const path = type === undefined ? 'type' : 'payload';
  return { type: 'bad', path, message: `the record has no ${path}` };
}

function entry(record: JsonObject, place: RecordPlace, body: Body & Pick<Entry, 'type'>): Decoded {
  const base = linearBase(record, place, lineId(place), readTime(own(record, 'timestamp')));
  return { type: 'entry', entry: { ...base, ...body } };
}

function typed(
  payload: JsonObject,
  read: (type: string, payload: JsonObject) => Body,
): Body & { type?: string } {
  const type = ownString(payload, 'type');
  return type === undefined ? { kind: 'unknown' } : { type, ...read(type, payload) };
}

/** An item that is the record itself has its faults one level higher. */
function bare(body: Body): Body {
  return body.malformed === undefined ? body : { ...body, malformed: body.malformed.replace('payload.', '') };
}

function withText(text: string | undefined): Body {
  return { kind: 'metadata', ...(text !== undefined && { text }) };
}

/** Going back to an earlier turn moves on too, though nobody has said anything there yet. */
function isConversation({ kind, type, message }: Entry): boolean {
  if (kind === 'message') return message?.role !== 'system' && message?.hidden !== true;
  return kind === 'compaction' || type === 'thread_rolled_back';
}

/**
 * What a user's message is shows in all of its text. JSON in an output's text may hold nothing to show, and a setting is
 * held against the one before it.
 */
function isShortable({ message, text }: Entry): boolean {
  if (message === undefined) return text === undefined || !isShortened(text);
  if (message.role === 'toolResult') return !message.blocks.some(holdsOutput);
  return message.role === 'assistant' || message.role === 'system';
}

function holdsOutput(block: Block): boolean {
  return block.type === 'text' && block.text.startsWith('{"output":');
}

/** A session is named by what a person wrote; by a command of the shell's where there is nothing else. */
function ownWords({ message }: Entry): OwnWords | undefined {
  if (message?.role !== 'user') return undefined;
  const block = message.blocks.find((one) => one.type === 'text' && /\S/.test(one.text));
  return block?.type === 'text' ? { text: block.text, isCommand: false } : undefined;
}
