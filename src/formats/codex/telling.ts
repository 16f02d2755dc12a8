import type { Entry, Message } from '../../core/entry.ts';
import { callIds } from '../../core/index/rowFacts.ts';
import { own, ownString, type JsonObject } from '../../core/json.ts';
import { shortText } from '../../scan/shortText.ts';
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

/** So many texts and calls are remembered for what may repeat them. */
const TEXTS = 32;
const CALLS = 128;
const SETTINGS: ReadonlySet<string> = new Set(['turn_context', 'thread_settings_applied']);
/** Events that begin a turn. */
const TURNS: ReadonlySet<string> = new Set(['task_started', 'turn_started']);

/** The entry as the note that it is where another one says the same. */
export function asNote({ id, parentId, timestamp, type, record, place }: Entry): Entry {
  return { id, parentId, timestamp, type, record, kind: 'echo', ...(place && { place }) };
}

/** Follows what is told. */
export interface ToldFollower {
  /** Takes the next entry. @returns whether it says what was, or will be, said by another one */
  isAgain(entry: Entry): boolean;
  memory(): ToldMemory;
}

/** Goes on where another one stood. */
export function followTold(memory: ToldMemory): ToldFollower {
  let { hasItems, users, shown, setting, usage } = memory;
  const calls = new Set(memory.calls);

  const item = (message: Message): boolean => {
    hasItems = true;
    const isUser = message.role === 'user';
    // Most messages have nothing that they might repeat.
    if (shown.length === 0 && !isUser) return false;
    const key = keyOf(message);
    const rest = without(shown, key);
    if (rest) shown = rest;
    else if (isUser) users = [...users, key].slice(-TEXTS);
    return rest !== undefined;
  };

  /*
   * The user's event follows its item; one without an item before it is the only one that tells this, so far. The
   * model's events come before their items: where there are items at all, one will come.
   */
  const event = (message: Message): boolean => {
    const isUser = message.role === 'user';
    if (!isUser && hasItems) return true;
    const key = keyOf(message);
    if (isUser && users.length > 0) {
      users = without(users, key) ?? users.slice(1);
      return true;
    }
    shown = [...shown, key].slice(-TEXTS);
    return false;
  };

  const note = ({ kind, type, record, text = '' }: Entry): boolean => {
    if (TURNS.has(type)) {
      users = [];
      return false;
    }
    if (SETTINGS.has(type)) {
      const isSame = text !== '' && text === setting;
      setting = text;
      return isSame;
    }
    if (kind === 'usage') {
      const isSame = text !== '' && text === usage;
      usage = text;
      return isSame;
    }
    const id = callOf(record);
    return id !== undefined && calls.has(id);
  };

  return {
    isAgain(entry) {
      const { message, type } = entry;
      if (!message) return note(entry);
      const isEvent = own(entry.record, 'type') === 'event_msg';
      if (!isEvent && type !== 'message') keepLast(calls, callIds(message));
      return isEvent ? event(message) : item(message);
    },
    memory: () => ({ hasItems, users, shown, calls: [...calls], setting, usage }),
  };
}

/** Adds ids, and drops the oldest ones above the number that is kept. */
function keepLast(calls: Set<string>, ids: readonly string[]): void {
  for (const id of ids) {
    calls.delete(id);
    calls.add(id);
    if (calls.size <= CALLS) continue;
    const [oldest] = calls;
    if (oldest !== undefined) calls.delete(oldest);
  }
}

/** The call that an event tells of. */
function callOf(record: JsonObject): string | undefined {
  if (own(record, 'type') !== 'event_msg') return undefined;
  const payload = member(record, 'payload');
  return ownString(payload, 'call_id') ?? ownString(member(payload, 'item'), 'id');
}

/** The list without the first of these texts, undefined where it has none. */
function without(texts: readonly string[], text: string): readonly string[] | undefined {
  const at = texts.indexOf(text);
  return at < 0 ? undefined : texts.toSpliced(at, 1);
}

/**
 * What is said in a message, the same in both tellings: who says it, and its texts one behind the other. Only a user's are
 * always there as a whole (codex.ts, `isShortable`).
 */
function keyOf({ role, blocks }: Message): string {
  const texts = blocks.flatMap((block) =>
    block.type === 'text' || block.type === 'thinking' ? [block.text] : [],
  );
  return `${role} ${shortText((role === 'user' ? texts : texts.map(shortText)).join(''))}`;
}
