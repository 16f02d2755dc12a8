import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readAnyMessage } from '../anyMessage.ts';
import type { Decoded, Format, OwnWords, RecordPlace, SessionHeader } from '../format.ts';
import { keptContext } from '../keptContext.ts';
import { lineId } from '../linear.ts';
import type { ReadMessage } from '../messages.ts';
import { readTime } from '../time.ts';
import { genericTreeFork } from './fork.ts';
import { genericTreeInPlace } from './inPlace.ts';
import { followPointers } from './pointers.ts';

const IDS = ['id', 'uuid'];
const PARENTS = ['parentId', 'parent_id', 'parentUuid', 'parent'];
const HEADERS: ReadonlySet<string | undefined> = new Set(['session_start', 'session_header', 'session']);

/**
 * Trees of agents without a format of their own here (Factory Droid, agents that people build to learn): an id and a
 * parent under one of the names that are in use, as texts or numbers, and a message with a role, or its fields in the
 * record itself (formats/others.md §8). A record without any parent field follows the one before it.
 */
export const genericTree: Format = {
  name: 'tree',
  title: 'Message tree',
  needsHeader: false,
  isGeneric: true,
  vote,
  decode,
  isShortable: () => true,
  begin: followPointers,
  fork: genericTreeFork,
  inPlace: genericTreeInPlace,
  isConversation: ({ kind, place }) => kind === 'message' || place?.talk === true,
  ownWords,
  context: (path) =>
    keptContext(
      path,
      () => undefined,
      ({ record, message }) => {
        const shape = message && messageIn(record);
        return shape ? [{ shape, message }] : [];
      },
    ),
};

function vote(record: JsonObject): 0 | 1 | 2 {
  if (headerOf(record) || (own(record, 'type') === 'session_state' && pointerOf(record) !== null)) return 1;
  const id = idOf(record);
  const message = messageIn(record);
  // Lines without ids are a chain, if each says something.
  if (id === undefined) return message && message !== record && Object.hasOwn(message, 'content') ? 2 : 0;
  const parent = parentOf(record);
  if (!message) return parent === undefined ? 0 : 1;
  // A role and an id are in many a table; in a message of its own, or with a parent, they are a conversation.
  return message === record && parent === undefined ? 0 : 2;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const header = headerOf(record);
  if (header) return { type: 'header', header };
  const message = messageIn(record);
  const named_ = idOf(record);
  const type = ownString(record, 'type');
  if (named_ === undefined && !message && type === undefined) {
    return { type: 'bad', path: 'id', message: 'the record has neither an id nor a message nor a type' };
  }
  const base = {
    id: named_ ?? lineId(place),
    parentId: linkOf(record, place),
    timestamp: readTime(own(record, 'timestamp') ?? own(record, 'created_at') ?? own(record, 'createdAt')),
    record,
  };
  if (!message) return { type: 'entry', entry: { ...base, ...noteOf(record, type ?? '') } };
  const read: ReadMessage = readAnyMessage(message, message === record ? '' : 'message.');
  const word = type ?? read.message.roleName ?? read.message.role;
  return { type: 'entry', entry: { ...base, kind: 'message', type: word, ...read } };
}

/** What stands in the chain, or beside it, without a message. */
function noteOf(record: JsonObject, type: string): Pick<Entry, 'kind' | 'type'> & Partial<Entry> {
  const target = pointerOf(record);
  if (target !== null) return { kind: 'metadata', type, text: 'leaf', targetId: target };
  const summary = ownString(record, 'summary') ?? ownString(record, 'text') ?? ownString(record, 'title');
  return { kind: 'unknown', type, ...(summary !== undefined && { text: summary }) };
}

function headerOf(record: JsonObject): SessionHeader | undefined {
  const id = idOf(record);
  if (!HEADERS.has(ownString(record, 'type')) || id === undefined || own(record, 'message') !== undefined) {
    return undefined;
  }
  const title = ownString(record, 'sessionTitle') ?? ownString(record, 'title') ?? ownString(record, 'name');
  const cwd = ownString(record, 'cwd');
  const version = own(record, 'version');
  return {
    id,
    version: typeof version === 'number' ? version : 1,
    timestamp: readTime(own(record, 'timestamp')),
    ...(cwd !== undefined && { cwd }),
    ...(title && { title }),
    record,
  };
}

/** The message in a record, or the record itself where its fields are a message's. */
function messageIn(record: JsonObject): JsonObject | undefined {
  const message = own(record, 'message');
  if (isJsonObject(message)) return ownString(message, 'role') === undefined ? undefined : message;
  const hasContent = ['content', 'tool_calls', 'toolCalls'].some((key) => Object.hasOwn(record, key));
  return ownString(record, 'role') !== undefined && hasContent ? record : undefined;
}

function idOf(record: JsonObject): string | undefined {
  for (const key of IDS) {
    const id = named(own(record, key));
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The parent that a record names; null for none, undefined without any field for it. */
function parentOf(record: JsonObject): string | null | undefined {
  for (const key of PARENTS) {
    const parent = own(record, key);
    if (parent === undefined) continue;
    if (parent === null || parent === '') return null;
    // What is no id can name no entry: it stands below a gap.
    return named(parent) ?? '[no id]';
  }
  return undefined;
}

/** A parent that is the session itself stands for none. */
function linkOf(record: JsonObject, { header, previousId }: RecordPlace): string | null {
  const parent = parentOf(record);
  if (parent === undefined) return previousId;
  return parent === header?.id ? null : parent;
}

function pointerOf(record: JsonObject): string | null {
  return named(own(record, 'leafId') ?? own(record, 'leaf_id')) ?? null;
}

/** Ids are texts or numbers; `7` and `"7"` are the same one. */
function named(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Reminders that agents put before the user's words name no session. */
function ownWords({ message }: Entry): OwnWords | undefined {
  if (message?.role !== 'user') return undefined;
  for (const block of message.blocks) {
    if (block.type !== 'text') continue;
    const text = block.text.replace(/<(system-reminder)>[^]*?<\/\1>/g, '');
    if (/\S/.test(text)) return { text, isCommand: false };
  }
  return undefined;
}
