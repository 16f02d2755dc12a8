import type { Block, Entry, EntryKind, Message } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../core/json.ts';
import { SequenceWatch, type SequenceMemory } from '../core/transcript/sequenceFaults.ts';
import { plainContext } from '../core/context/modelContext.ts';
import { eventToMessage } from '../core/transcript/transcriptReplay.ts';
import { readBlocks, readChatMessage, toolCall } from './chatMessage.ts';
import { transcriptFork } from './fork/transcript.ts';
import type { Decoded, EntryFault, Format, Linker, RecordPlace } from './format.ts';
import { lineId, linearBase } from './linear.ts';
import { readTime } from './time.ts';

/** Events that a replay reads from the end (seed 004, "会话回放"). */
const REPLAY_LIMIT = 1000;

type Body = Pick<Entry, 'kind'> & Partial<Pick<Entry, 'message' | 'text' | 'malformed'>>;

/** The six event types (seed 004); every other type is kept as it is. */
const READERS: Readonly<Record<string, (record: JsonObject) => Body>> = {
  message: (record) => ({ kind: 'message', ...readChatMessage(record, '') }),
  reasoning,
  function_call: (record) => ({
    kind: 'message',
    message: {
      role: 'assistant',
      blocks: [toolCall(text(record, 'callId'), text(record, 'name'), own(record, 'arguments'))],
    },
  }),
  function_call_result: functionResult,
  'file-history-snapshot': (record) => note('custom', ownString(record, 'path') ?? 'file-history-snapshot'),
  'ai-title': (record) => note('sessionName', text(record, 'title')),
};

/**
 * Transcripts in WorkBuddy's manner: events behind an envelope with a running number, one after the other (seed 004); also
 * without the envelope, as the document shows them first. The lines are a chain: a repeat of an event id stays beside it.
 * The strict reader is the transcript store.
 */
export const workbuddy: Format = {
  name: 'workbuddy',
  title: 'WorkBuddy',
  needsHeader: false,
  vote,
  decode,
  isShortable: () => true,
  begin: (memory) => sequenceLinker(memory as SequenceMemory | undefined),
  replayLimit: REPLAY_LIMIT,
  fork: transcriptFork,
  context: (path) => plainContext(path.slice(-REPLAY_LIMIT), replayed),
  isConversation: ({ kind, message }) => kind === 'message' && message?.inContext !== false,
};

/** As the transcript's own replay has it. */
function replayed({ record, type }: Entry): JsonObject | undefined {
  const message = eventToMessage({ ...record, type });
  return message && { role: message.role, content: message.content };
}

/** What is wrong with the running numbers. A repeated id is told for itself; a newer schema is no fault. */
function sequenceLinker(memory: SequenceMemory | undefined): Linker {
  const sequence = new SequenceWatch(memory);
  return {
    faults: ({ record }) => sequenceFaults(sequence, record),
    memory: () => sequence.memory(),
  };
}

function sequenceFaults(sequence: SequenceWatch, record: JsonObject): readonly EntryFault[] {
  const faults = sequence.next(record);
  const isRenamed = faults.some(({ code }) => code === 'wrong-event-id');
  return faults.flatMap(({ code, message }) => {
    if (code === 'newer-schema' || (code === 'sequence-repeat' && !isRenamed)) return [];
    return [{ code, message, severity: code === 'foreign-session' ? 'warning' : 'error' } as const];
  });
}

/** Records with `id` and `parentId` are of the real agent's tree, and none of ours. */
function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (type === undefined || Object.hasOwn(record, 'id') || Object.hasOwn(record, 'parentId')) return 0;
  if (isEnvelope(record)) return 2;
  if (!Object.hasOwn(READERS, type)) return 0;
  return ownString(record, 'callId') === undefined ? 1 : 2;
}

function isEnvelope(record: JsonObject): boolean {
  const hasId = ownString(record, 'event_id')?.startsWith('transcript:') === true;
  return (
    hasId && typeof own(record, 'sequence') === 'number' && ownString(record, 'session_id') !== undefined
  );
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const type = ownString(record, 'type');
  if (type === undefined) return { type: 'bad', path: 'type', message: 'the event has no type' };
  const id = ownString(record, 'event_id') || ownString(record, 'uuid') || lineId(place);
  const base = linearBase(
    record,
    place,
    id,
    readTime(own(record, 'recorded_at') ?? own(record, 'timestamp')),
  );
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return { type: 'entry', entry: { ...base, type, ...(read ? read(record) : { kind: 'unknown' }) } };
}

/** Thought aloud: shown, but not part of what a model is sent again. */
function reasoning(record: JsonObject): Body {
  const blocks = thoughts(own(record, 'content') ?? own(record, 'rawContent'));
  return { kind: 'message', message: { role: 'assistant', blocks, inContext: false } };
}

/** A content's texts as thoughts. */
export function thoughts(content: JsonValue | undefined): Block[] {
  return readBlocks(content).blocks.map((block): Block =>
    block.type === 'text' ? { type: 'thinking', text: block.text, redacted: false } : block,
  );
}

function functionResult(record: JsonObject): Body {
  const message: Message = {
    role: 'toolResult',
    blocks: outputBlocks(own(record, 'output')),
    toolCallId: text(record, 'callId'),
    toolName: text(record, 'name'),
    ...(ownString(record, 'status') === 'failed' && { isError: true }),
  };
  return { kind: 'message', message };
}

/** An output is text, a list of blocks, or wrapped in `{type: "text", text}` or `{content}`. */
export function outputBlocks(output: JsonValue | undefined): readonly Block[] {
  if (!isJsonObject(output)) return readBlocks(output).blocks;
  const inner = own(output, 'content') ?? own(output, 'text');
  if (typeof inner === 'string' || Array.isArray(inner)) return readBlocks(inner).blocks;
  return [{ type: 'raw', value: output }];
}

function note(kind: EntryKind, words: string): Body {
  return { kind, text: words };
}

function text(record: JsonObject, key: string): string {
  return ownString(record, key) ?? '';
}
