import { keyOfCall } from '../index/callColumn.ts';
import type { HashedEntry } from '../index/hashedEntry.ts';
import { roleCode } from '../index/rowColumns.ts';
import type { RowFacts } from '../index/rowFacts.ts';
import type { PlaceFacts } from './placeFacts.ts';

/** What placement wants to know of an entry. */
export interface PlacedFacts {
  /** Of use for an entry whose parent was not read yet. */
  readonly parentId: string | null;
  readonly isAssistant: boolean;
  readonly answers: boolean;
  readonly place: PlaceFacts | undefined;
  /** A key of the message of which it is a piece (core/index/callColumn.ts), 0 for none. */
  readonly message: number;
}

const ASSISTANT = roleCode('assistant');

export function placedFacts({ parentId, role, results, place }: RowFacts): PlacedFacts {
  const message = place?.message === undefined ? 0 : keyOfCall(place.message);
  return { parentId, isAssistant: role === 'assistant', answers: results.length > 0, place, message };
}

/** The same of an entry whose parent is there and for whom nobody waits. */
export function placedHashed({ role, resultCount, place, message }: HashedEntry): PlacedFacts {
  return { parentId: null, isAssistant: role === ASSISTANT, answers: resultCount > 0, place, message };
}

/** An assistant's message, or a piece of one. */
export function isReply(facts: PlacedFacts, place: PlaceFacts): boolean {
  return facts.isAssistant && place.talk === true;
}

/** What stands with the message before it: results of its calls, and notes. */
export function isPart(facts: PlacedFacts, place: PlaceFacts): boolean {
  return facts.answers || place.talk !== true;
}
