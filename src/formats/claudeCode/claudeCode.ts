import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Decoded, Format, OwnWords, RecordPlace, SessionHeader } from '../format.ts';
import type { InPlaceRequest } from '../fork/inPlace.ts';
import { uuidInName } from '../fork/names.ts';
import { readTime } from '../time.ts';
import { claudeCodeFork } from './fork.ts';
import { context } from './context.ts';
import { readMessage } from './messages.ts';
import { attachmentNote, progressNote, systemNote, untagged, type NoteBody } from './notes.ts';
import { placeOf } from './place.ts';
import { SHAPE } from './shape.ts';
import { nameIn, sideVote } from './sideRecords.ts';
import { spilled } from './spilled.ts';
import { subagents } from './subagents.ts';
import { usage } from './usage.ts';

type Body = Partial<Entry> & Pick<Entry, 'kind'>;

const READERS: Readonly<Record<string, (record: JsonObject) => Body | NoteBody>> = {
  user: (record) => ({ kind: 'message', ...readMessage(record) }),
  assistant: (record) => ({ kind: 'message', ...readMessage(record) }),
  system: systemNote,
  attachment: attachmentNote,
  progress: progressNote,
};

/**
 * Claude Code's transcripts, 1.0.57 to 2.1.332, and those of agents that write the same (formats/claude-code.md §1): a
 * record with a `uuid` is a node of the tree, every other one belongs to the session. Rows of one file may have several
 * session ids: none is left out for that.
 */
export const claudeCode: Format = {
  name: 'claude-code',
  title: 'Claude Code',
  needsHeader: false,
  headerInEntries: true,
  sharesIds: true,
  idInName: uuidInName,
  copyOf,
  hasPlaces: true,
  vote,
  decode,
  // The agent's own rule for the leaf (§1.9, the SDK): the last user or assistant row that is not meta. Side chains are
  // told apart by their place.
  isConversation: ({ place }) => place?.talk === true,
  ownWords,
  shape: SHAPE,
  context,
  subagents,
  spilled,
  usage,
  fork: claudeCodeFork,
  inPlace: { onlyTerminal: true, record: lastPrompt },
  // Resuming works from the project's own folder only (§1.10).
  resume: ({ id, cwd }) =>
    id === undefined
      ? undefined
      : { program: 'claude', args: ['--resume', id], ...(cwd !== undefined && { cwd }) },
};

function decode(record: JsonObject, { header }: Pick<RecordPlace, 'header'>): Decoded {
  const type = ownString(record, 'type') ?? '';
  const id = ownString(record, 'uuid');
  if (!id) {
    const name = nameIn(type, record);
    return name ? { type: 'side', ...name } : { type: 'side' };
  }
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const body: Body = read ? read(record) : { kind: 'unknown' };
  const base = {
    id,
    parentId: readParent(own(record, 'parentUuid')),
    timestamp: readTime(own(record, 'timestamp')),
    type,
    record,
  };
  const entry = { ...base, ...body, place: placeOf(type, record, body.message) };
  return { type: 'entry', entry, ...(header === null && headerIn(record)) };
}

/**
 * What an entry tells of its session (formats/claude-code.md §1.1, §1.3). In a subagent's file every row has the id of
 * the session that it works for, and the agent's own.
 */
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

/**
 * The CLI goes on at the row that the last such record names; its SDK and the editor's do not look (§1.9, §1.10). It
 * reads nothing that stands before the file's last compaction (seen with 2.1.332).
 */
function lastPrompt({ entry, header, isCompacted }: InPlaceRequest): JsonObject | undefined {
  const sessionId = ownString(entry.record, 'sessionId') ?? header?.id;
  if (sessionId === undefined || isCompacted || entry.place?.side === true) return undefined;
  return { type: 'last-prompt', leafUuid: entry.id, explicit: true, sessionId };
}

/** What the SDK's `forkSession` copies gets ids of its own; the agent's `/branch` keeps them (formats/claude-code.md §1.10). */
function copyOf({ record }: Entry): string | undefined {
  const fork = own(record, 'forkedFrom');
  return isJsonObject(fork) ? ownString(fork, 'messageUuid') : undefined;
}

/** What is no text can name no entry: it stands below a gap. */
function readParent(parent: JsonValue | undefined): string | null {
  if (parent === undefined || parent === null || parent === '') return null;
  return typeof parent === 'string' ? parent : '[no text]';
}

/**
 * Other agents write `uuid` and `parentUuid` too: their messages have `parts` (Qwen Code), their system rows a payload.
 */
function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (!ownString(record, 'uuid')) return type === undefined ? 0 : sideVote(type, record);
  const message = own(record, 'message');
  if (isJsonObject(message)) {
    if (Object.hasOwn(message, 'parts')) return 0;
    return Object.hasOwn(message, 'content') && (type === 'user' || type === 'assistant') ? 2 : 1;
  }
  if (type === undefined || Object.hasOwn(record, 'systemPayload')) return 0;
  if (!Object.hasOwn(READERS, type)) return 1;
  return typeof own(record, 'isSidechain') === 'boolean' ? 2 : 1;
}

/** Texts that the agent writes into the user's rows: commands and what they printed, its own remarks. */
const TAGGED = /^\s*<(?:command|local-command|bash|task|system)-/;

/** The agent's remarks before a user's words, in the same text. */
const REMINDERS = /^\s*(?:<system-reminder>[\s\S]*?<\/system-reminder>\s*)+/;

/**
 * What the user wrote in a row, for the session's name. A command's own line, and what a helper was asked, name it
 * where nothing else does: a helper's file has nothing else.
 */
function ownWords(entry: Entry): OwnWords | undefined {
  if (entry.message?.role !== 'user') return undefined;
  for (const block of entry.message.blocks) {
    if (block.type !== 'text') continue;
    const text = block.text.replace(REMINDERS, '');
    if (!/\S/.test(text)) continue;
    if (!TAGGED.test(text)) return { text, isCommand: entry.place?.side === true };
    if (/<command-name>/.test(block.text)) return { text: commandLine(block.text), isCommand: true };
  }
  return undefined;
}

function commandLine(text: string): string {
  const part = (tag: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? '';
  return untagged(`${part('command-name')} ${part('command-args')}`);
}
