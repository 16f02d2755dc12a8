import type { Entry, Message } from '../../core/entry.ts';
import { callIds } from '../../core/index/rowFacts.ts';
import { own, ownString, type JsonObject } from '../../core/json.ts';
import { member } from './values.ts';

/**
 * What was told so far, where most messages are told twice: as an item, for the model, and as an event, for the screen.
 * Written in either order (cases 088).
 */
export interface ToldMemory {
  /** An item that says something was read: what is said comes as one, and events repeat it. */
  readonly hasItems: boolean;
  /** Items of the user's, this turn, that no event has repeated so far. */
  readonly users: readonly string[];
  /** Events that were shown as messages, since no item said the same before. */
  readonly shown: readonly string[];
  /** Ids of the last calls: what an event tells of one stands at the call, with its result. */
  readonly calls: readonly string[];
  /** What the last records with a setting or with tokens said. */
  readonly setting: string;
  readonly usage: string;
}

export const NOTHING_TOLD: ToldMemory = {
  ...{ hasItems: false, users: [], shown: [], calls: [], setting: '', usage: '' },
};

/** So many texts and calls are remembered for what may repeat them, and so much of each text. */
const TEXTS = 32;
const CALLS = 128;
const LENGTH = 200;
const SETTINGS: ReadonlySet<string> = new Set(['turn_context', 'thread_settings_applied']);
/** Events that begin a turn. */
const TURNS: ReadonlySet<string> = new Set(['task_started', 'turn_started']);

/** The entry as the note that it is where another one says the same. */
export function asNote({ id, parentId, timestamp, type, record, place }: Entry): Entry {
  return { id, parentId, timestamp, type, record, kind: 'echo', ...(place && { place }) };
}

/** What is told then, and whether the entry says what was, or will be, said by another one. */
export interface Told {
  readonly memory: ToldMemory;
  readonly again: boolean;
}

/** Takes the next entry. */
export function tell(memory: ToldMemory, entry: Entry): Told {
  const { message, type } = entry;
  if (!message) return tellNote(memory, entry, entry.text ?? '');
  const isEvent = own(entry.record, 'type') === 'event_msg';
  const told = isEvent ? tellEvent(memory, message) : tellItem(memory, message);
  const calls = isEvent || type === 'message' ? [] : callIds(message);
  if (calls.length === 0) return told;
  return { ...told, memory: { ...told.memory, calls: [...memory.calls, ...calls].slice(-CALLS) } };
}

function tellNote(memory: ToldMemory, { kind, type, record }: Entry, text: string): Told {
  if (TURNS.has(type)) return { memory: { ...memory, users: [] }, again: false };
  if (SETTINGS.has(type)) {
    const again = text !== '' && text === memory.setting;
    return { memory: { ...memory, setting: text }, again };
  }
  if (kind === 'usage') {
    const again = text !== '' && text === memory.usage;
    return { memory: { ...memory, usage: text }, again };
  }
  const id = callOf(record);
  return { memory, again: id !== undefined && memory.calls.includes(id) };
}

/** The call that an event tells of. */
function callOf(record: JsonObject): string | undefined {
  if (own(record, 'type') !== 'event_msg') return undefined;
  const payload = member(record, 'payload');
  return ownString(payload, 'call_id') ?? ownString(member(payload, 'item'), 'id');
}

function tellItem(memory: ToldMemory, message: Message): Told {
  const key = keyOf(message);
  const shown = without(memory.shown, key);
  if (shown) return { memory: { ...memory, hasItems: true, shown }, again: true };
  const users = message.role === 'user' ? [...memory.users, key].slice(-TEXTS) : memory.users;
  return { memory: { ...memory, hasItems: true, users }, again: false };
}

/**
 * The user's event follows its item; one without an item before it is the only one that tells this, so far. The model's
 * events come before their items: where there are items at all, one will come.
 */
function tellEvent(memory: ToldMemory, message: Message): Told {
  const key = keyOf(message);
  if (message.role === 'user') {
    const users = without(memory.users, key) ?? (memory.users.length > 0 ? memory.users.slice(1) : undefined);
    if (users) return { memory: { ...memory, users }, again: true };
  } else if (memory.hasItems) return { memory, again: true };
  return { memory: { ...memory, shown: [...memory.shown, key].slice(-TEXTS) }, again: false };
}

/** The list without the first of these texts, undefined where it has none. */
function without(texts: readonly string[], text: string): readonly string[] | undefined {
  const at = texts.indexOf(text);
  return at < 0 ? undefined : texts.toSpliced(at, 1);
}

/** What is said in a message, the same in both tellings: who says it, and its beginning. */
function keyOf({ role, blocks }: Message): string {
  let text = '';
  let length = 0;
  for (const block of blocks) {
    if (block.type !== 'text' && block.type !== 'thinking') continue;
    length += block.text.length;
    if (text.length < LENGTH) text += block.text.slice(0, LENGTH);
  }
  return `${role} ${length} ${text.slice(0, LENGTH)}`;
}
