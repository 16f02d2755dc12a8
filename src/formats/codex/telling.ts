import type { Entry, Message } from '../../core/entry.ts';
import { own } from '../../core/json.ts';

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
}

export const NOTHING_TOLD: ToldMemory = { hasItems: false, users: [], shown: [] };

/** So many texts are remembered for what may repeat them, and so much of each. */
const TEXTS = 32;
const LENGTH = 200;

/** The entry as the note that it is where another one says the same. */
export function asNote({ id, parentId, timestamp, type, record, place }: Entry): Entry {
  return { id, parentId, timestamp, type, record, kind: 'metadata', ...(place && { place }) };
}

/**
 * Takes the next entry.
 * @returns what is told then, and whether the entry says what was, or will be, said by another one
 */
export function tell(memory: ToldMemory, entry: Entry): { memory: ToldMemory; again: boolean } {
  const { message } = entry;
  if (!message) {
    const isTurn = entry.type === 'task_started' || entry.type === 'turn_started';
    return { memory: isTurn ? { ...memory, users: [] } : memory, again: false };
  }
  if (own(entry.record, 'type') === 'event_msg') return tellEvent(memory, message);
  return tellItem(memory, message);
}

function tellItem(memory: ToldMemory, message: Message): { memory: ToldMemory; again: boolean } {
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
function tellEvent(memory: ToldMemory, message: Message): { memory: ToldMemory; again: boolean } {
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
