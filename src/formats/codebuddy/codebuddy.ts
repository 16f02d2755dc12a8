import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { readChatMessage } from '../chatMessage.ts';
import { readId, readParent } from '../fields.ts';
import type { Decoded, Format, OwnWords, RecordPlace, SessionHeader } from '../format.ts';
import { keptContext, type Said } from '../keptContext.ts';
import { uuidInName } from '../fork/names.ts';
import { readTime } from '../time.ts';
import { codebuddyFork } from './fork.ts';
import { joinResponses } from './groups.ts';
import {
  isReminder,
  readCall,
  readMessage,
  readReasoning,
  readResult,
  type MessageBody,
} from './messages.ts';
import { spilled } from './spilled.ts';
import { subagents } from './subagents.ts';
import { usage } from './usage.ts';

const READERS: Readonly<Record<string, (record: JsonObject) => MessageBody>> = {
  message: readMessage,
  reasoning: readReasoning,
  function_call: readCall,
  function_call_result: readResult,
};

/** Records that are no node of the tree, and where a name stands in them, by who outranks whom. */
const SIDES: Readonly<Record<string, { readonly keys: readonly string[]; readonly rank: number }>> = {
  'custom-title': { keys: ['customTitle', 'title'], rank: 4 },
  'ai-title': { keys: ['aiTitle', 'title'], rank: 3 },
  topic: { keys: ['topic', 'title'], rank: 2 },
  summary: { keys: ['summary'], rank: 1 },
  'file-history-snapshot': { keys: [], rank: 0 },
  'turn-metrics': { keys: [], rank: 0 },
};

/**
 * CodeBuddy Code's and WorkBuddy's own files (formats/others.md §2): a true tree by `id` and `parentId`, in which the
 * lines of one response share an id. Files that go on from another session hold lines of both session ids.
 */
export const codebuddy: Format = {
  name: 'codebuddy',
  title: 'CodeBuddy',
  needsHeader: false,
  headerInEntries: true,
  sharesIds: true,
  // Lines of the agent's own forks keep the id of the session that they were copied from (others.md §2).
  idInName: uuidInName,
  vote,
  decode,
  isShortable: () => true,
  begin: joinResponses,
  comparesTexts: true,
  // The agent goes on at the last linked line of the file, whatever it is (others.md §2, seen with the real CLI).
  isConversation: ({ kind }) => kind === 'message' || kind === 'compaction',
  ownWords,
  usage,
  subagents,
  spilled,
  // A summary takes the place of all that stood before it.
  context: (path) => keptContext(path, () => 'none', saidBy),
  fork: codebuddyFork,
  resume: ({ id, cwd }) =>
    id === undefined
      ? undefined
      : { program: 'codebuddy', args: ['-r', id], ...(cwd !== undefined && { cwd }) },
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (type === undefined || !readId(record)) return 0;
  if (type === 'file-history-snapshot') return isJsonObject(own(record, 'snapshot')) ? 2 : 0;
  // The seed's envelope has its own ids; others write times as texts.
  if (Object.hasOwn(record, 'event_id') || typeof own(record, 'timestamp') !== 'number') return 0;
  if (isJsonObject(own(record, 'providerData'))) return 2;
  if (type === 'function_call' || type === 'function_call_result') {
    return ownString(record, 'callId') === undefined ? 0 : 2;
  }
  return Object.hasOwn(SIDES, type) || (Object.hasOwn(READERS, type) && hasSession(record)) ? 1 : 0;
}

function hasSession(record: JsonObject): boolean {
  return ownString(record, 'sessionId') !== undefined && Object.hasOwn(record, 'content');
}

function decode(record: JsonObject, { header }: Pick<RecordPlace, 'header'>): Decoded {
  const type = ownString(record, 'type');
  if (type === undefined) return { type: 'bad', path: 'type', message: 'the record has no type' };
  const side = Object.hasOwn(SIDES, type) ? SIDES[type] : undefined;
  if (side) {
    const title = side.keys.map((key) => ownString(record, key)).find((name) => name && /\S/.test(name));
    return title ? { type: 'side', title, rank: side.rank } : { type: 'side' };
  }
  const id = readId(record);
  if (id === undefined) return { type: 'bad', path: 'id', message: 'the record has no id' };
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const base = {
    id,
    parentId: parentOf(record),
    timestamp: readTime(own(record, 'timestamp')),
    type,
    record,
  };
  const entry = { ...base, ...(read ? read(record) : { kind: 'unknown' as const }) };
  return { type: 'entry', entry, ...(header === null && headerIn(record)) };
}

/** What a record tells of its session. */
function headerIn(record: JsonObject): { header: SessionHeader } | undefined {
  const id = ownString(record, 'sessionId');
  if (!id) return undefined;
  const cwd = ownString(record, 'cwd');
  const timestamp = readTime(own(record, 'timestamp'));
  const from = own(record, 'forkedFrom');
  const parentSession = isJsonObject(from) ? ownString(from, 'sessionId') : undefined;
  return {
    header: {
      id,
      version: 1,
      timestamp,
      ...(cwd && { cwd }),
      ...(parentSession && { parentSession }),
      record: {},
    },
  };
}

/** What the user typed; what the host adds names no session. */
function ownWords({ message }: Entry): OwnWords | undefined {
  const texts = message?.role === 'user' ? message.blocks.filter((block) => block.type === 'text') : [];
  const words = texts.find(({ text }) => /\S/.test(text) && !isReminder(text));
  return words && { text: words.text, isCommand: false };
}

/**
 * The agent writes what follows a summary without a parent, and keeps the link beside it: the conversation is one line
 * (seen in files of 2.117.0).
 */
function parentOf(record: JsonObject): string | null {
  return readParent(record) ?? (ownString(record, 'logicalParentId') || null);
}

/** Everything but thoughts is sent again. */
function saidBy({ kind, record, message }: Entry): Said[] {
  const said = kind === 'compaction' ? readChatMessage(record, '').message : message;
  return said && said.inContext !== false ? [{ shape: asSent(record), message: said }] : [];
}

/** The record without what the agent keeps beside it: these are the items of its API. */
function asSent(record: JsonObject): JsonObject {
  const keys = ['type', 'role', 'status', 'content', 'name', 'callId', 'arguments', 'output'];
  return Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(record, key) ? [[key, record[key] ?? null]] : [])),
  );
}
