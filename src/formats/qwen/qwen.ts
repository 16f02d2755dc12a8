import type { ModelContext } from '../../core/context/modelContext.ts';
import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { Decoded, Format, OwnWords, RecordPlace, SessionHeader } from '../format.ts';
import { ambient } from '../fork/chainCopy.ts';
import { freeId, type InPlaceRequest } from '../fork/inPlace.ts';
import { uuidV4 } from '../fork/names.ts';
import { keptContext, type Said } from '../keptContext.ts';
import { readTime } from '../time.ts';
import { qwenFork } from './fork.ts';
import { compressedHistory, systemNote } from './notes.ts';
import { readContent, readMessage } from './parts.ts';
import { joinPieces } from './pieces.ts';
import { subagents } from './subagents.ts';
import { usage } from './usage.ts';

const TYPES: ReadonlySet<string | undefined> = new Set(['user', 'assistant', 'tool_result', 'system']);

/**
 * Qwen Code's transcripts, 0.15 to 0.24 (formats/others.md §5): a true tree by `uuid` and `parentUuid`, telemetry and
 * snapshots in the chain among the messages. A rewind goes on from an earlier record, or from none.
 */
export const qwen: Format = {
  name: 'qwen-code',
  title: 'Qwen Code',
  needsHeader: false,
  headerInEntries: true,
  sharesIds: true,
  vote,
  decode,
  isShortable: () => true,
  begin: joinPieces,
  comparesTexts: true,
  isConversation,
  ownWords,
  context,
  usage,
  subagents,
  fork: qwenFork,
  inPlace: { record: rewind },
  // Sessions are looked for in the folder of the project that they were recorded in.
  resume: ({ id, cwd }) =>
    id === undefined
      ? undefined
      : { program: 'qwen', args: ['--resume', id], ...(cwd !== undefined && { cwd }) },
};

/** What `/rewind` appends below the record that is gone back to; the agent goes on at the last line (others.md §5). */
function rewind({ entry, left, now, ...request }: InPlaceRequest): JsonObject | undefined {
  const uuid = ownString(entry.record, 'uuid');
  const sessionId = ownString(entry.record, 'sessionId');
  if (uuid === undefined || sessionId === undefined) return undefined;
  return {
    ...{ uuid: freeId(request, uuidV4), parentUuid: uuid, sessionId, timestamp: new Date(now).toISOString() },
    ...{ type: 'system', subtype: 'rewind', ...ambient(entry.record, ['cwd', 'version', 'gitBranch']) },
    systemPayload: { truncatedCount: left },
  };
}

/** Claude Code's records have a `message.content` instead of `parts`, and no payload. */
function vote(record: JsonObject): 0 | 1 | 2 {
  if (!Object.hasOwn(record, 'parentUuid') || !ownString(record, 'uuid')) return 0;
  if (!TYPES.has(ownString(record, 'type'))) return 0;
  const message = own(record, 'message');
  if (isJsonObject(message)) return Array.isArray(own(message, 'parts')) ? 2 : 0;
  if (isJsonObject(own(record, 'systemPayload'))) return 2;
  return own(record, 'type') === 'system' && typeof own(record, 'isSidechain') !== 'boolean' ? 1 : 0;
}

function decode(record: JsonObject, { header }: Pick<RecordPlace, 'header'>): Decoded {
  const id = ownString(record, 'uuid');
  if (!id) return { type: 'bad', path: 'uuid', message: 'the record has no uuid' };
  const type = ownString(record, 'type') ?? '';
  const base = {
    id,
    parentId: readParent(record),
    timestamp: readTime(own(record, 'timestamp')),
    type: ownString(record, 'subtype') ?? type,
    record,
  };
  const entry = { ...base, ...readBody(type, record) };
  return { type: 'entry', entry, ...(header === null && headerIn(record)) };
}

/** What a record tells of its session. In a subagent's file every one has the id of the session that it works for. */
function headerIn(record: JsonObject): { header: SessionHeader } | undefined {
  const session = ownString(record, 'sessionId');
  if (!session) return undefined;
  const agent = own(record, 'isSidechain') === true ? ownString(record, 'agentId') : undefined;
  const cwd = ownString(record, 'cwd');
  const fork = own(record, 'forkedFrom');
  const parentSession = isJsonObject(fork) ? ownString(fork, 'sessionId') : undefined;
  const header: SessionHeader = {
    id: agent || session,
    version: 1,
    timestamp: readTime(own(record, 'timestamp')),
    ...(cwd && { cwd }),
    ...(parentSession && { parentSession }),
    ...(agent && { subagentOf: session }),
    record: {},
  };
  return { header };
}

type Body = Partial<Entry> & Pick<Entry, 'kind'>;

function readBody(type: string, record: JsonObject): Body {
  if (type === 'system') return systemNote(record);
  return TYPES.has(type) ? { kind: 'message', ...readMessage(record) } : { kind: 'unknown' };
}

/** What is no text can name no entry: it stands below a gap. */
function readParent(record: JsonObject): string | null {
  const parent = own(record, 'parentUuid') ?? null;
  if (parent === null || parent === '') return null;
  return typeof parent === 'string' ? parent : '[no text]';
}

/**
 * The agent goes on at the file's last record, whatever it is: all stand in one chain but where a rewind begins another.
 * So a rewind leads there although nothing was said since.
 */
function isConversation({ kind, type }: Entry): boolean {
  return kind === 'message' || kind === 'compaction' || (kind === 'metadata' && type === 'rewind');
}

/** What the user typed: hooks and attachments add texts to the message, and then that stands beside it. */
function ownWords({ message, record }: Entry): OwnWords | undefined {
  if (message?.role !== 'user') return undefined;
  const payload = own(record, 'systemPayload');
  const shown = isJsonObject(payload) ? ownString(payload, 'displayText') : undefined;
  const text = message.blocks.find((block) => block.type === 'text' && /\S/.test(block.text));
  const words = shown ?? (text?.type === 'text' ? text.text : '');
  return /\S/.test(words) ? { text: words, isCommand: false } : undefined;
}

/** The agent's own rule: a compression replaces the history, later messages follow it (session-api-history.ts). */
function context(path: readonly Entry[]): ModelContext {
  return keptContext(
    path,
    () => 'none',
    saidBy,
    (compaction) => historyOf(compaction).length,
  );
}

function saidBy({ kind, record, message }: Entry): Said[] {
  if (kind === 'compaction') {
    return historyOf({ record }).map((content) => ({ shape: content, message: readContent(content) }));
  }
  const shape = own(record, 'message');
  if (!message || message.inContext === false || !isJsonObject(shape)) return [];
  return [{ shape, message }];
}

function historyOf({ record }: Pick<Entry, 'record'>): readonly JsonObject[] {
  const payload = own(record, 'systemPayload');
  return (isJsonObject(payload) && compressedHistory(payload)) || [];
}
