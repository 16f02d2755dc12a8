import { messageChars } from './estimate.ts';
import type { FlatMessage } from '../strict/flatMessage.ts';

/** Ids of the calls that a message makes, one for each in order, and of the calls that it answers. */
export interface CallLinks {
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

/**
 * The newest messages that fit into a budget of characters; what was cut stays in the file (seed 001, "上下文单元").
 * It goes from the newest unit to older ones and stops at the first that does not fit. A unit is never cut: an
 * assistant with all results of its calls and whatever stands between them; any other message alone. A result whose
 * call is nowhere before it stays a unit of its own.
 *
 * What the document leaves open, decided here:
 * - *Which call a result answers.* The newest earlier call with its id that has no result yet; if all have one, the
 *   newest earlier call with its id. So an id used again in a later turn belongs to the later turn, a call that was
 *   never answered does not swallow the next turn, and a repeated result stays with its call. (For showing pairs the
 *   oldest open call comes first, see `pairRows`; both agree unless a call was never answered.)
 * - *Interleaved calls.* Units that overlap are one unit, from the first call to the last result: cutting between
 *   them would part a call from its result whichever side is kept.
 * - *Empty ids* are ids like others here: parting two messages that may belong together is the worse mistake.
 * - *No messages* fail with `context budget cannot be empty`, as the document's drawing has it.
 * - *A budget that is no number* is one that nothing fits into.
 *
 * @param maxChars upper limit of {@link estimateContextChars} of the answer.
 * @returns the messages themselves (no copies), oldest first, never none.
 * @throws Error `context budget cannot contain the smallest consistent message unit` when the newest unit alone is
 *   over the budget; `context budget cannot be empty` when there is no message; `message <index> cannot be
 *   serialized…`, by its place in `messages`, when one that was looked at cannot be measured.
 */
export function trimContext(messages: readonly FlatMessage[], maxChars: number): FlatMessage[] {
  return trimToBudget(messages, maxChars, flatLinks);
}

/** {@link trimContext} for messages of any shape: `linksOf` tells the calls and results of one. */
export function trimToBudget<T>(
  messages: readonly T[],
  maxChars: number,
  linksOf: (message: T) => CallLinks,
): T[] {
  const starts = unitStarts(messages, linksOf);
  return messages.slice(
    trimStart(messages.length, starts, maxChars, (index) => messageChars(messages[index], index)),
  );
}

/**
 * Where {@link trimContext} cuts a list of `length` messages whose sizes are known: the place of the first one kept.
 * @param starts as {@link unitStarts} gives them
 * @throws Error as trimContext does
 */
export function trimStart(
  length: number,
  starts: readonly number[],
  maxChars: number,
  sizeOf: (index: number) => number,
): number {
  let first = length;
  let total = 0;
  for (const start of starts.toReversed()) {
    for (let index = start; index < first; index += 1) total += sizeOf(index);
    // Turned round, so that a budget of NaN holds nothing.
    if (!(total <= maxChars)) {
      if (first < length) break;
      throw new Error('context budget cannot contain the smallest consistent message unit');
    }
    first = start;
  }
  if (first === length) throw new Error('context budget cannot be empty');
  return first;
}

/**
 * Where the consistent units of a list of messages begin, oldest first: the places at which a list may be cut without
 * parting a call from its result. See {@link trimContext} for what a unit is.
 */
export function unitStarts<T>(messages: readonly T[], linksOf: (message: T) => CallLinks): number[] {
  const starts: number[] = [];
  let end = -1;
  lastResults(messages.map(linksOf)).forEach((last, index) => {
    if (index > end) starts.push(index);
    end = Math.max(end, last);
  });
  return starts;
}

/** For every message the place of the last result of its calls, or its own place. */
function lastResults(links: readonly CallLinks[]): number[] {
  const last = links.map((_, index) => index);
  /** Places of calls without a result so far, newest last, by id. */
  const open = new Map<string, number[]>();
  /** Place of the newest call, by id. */
  const newest = new Map<string, number>();
  links.forEach(({ calls, results }, index) => {
    for (const id of results) {
      const call = open.get(id)?.pop() ?? newest.get(id);
      if (call !== undefined) last[call] = index;
    }
    for (const id of calls) {
      newest.set(id, index);
      const places = open.get(id);
      if (places) places.push(index);
      else open.set(id, [index]);
    }
  });
  return last;
}

function flatLinks(message: FlatMessage): CallLinks {
  if (message.role === 'assistant') return { calls: message.toolCalls.map((call) => call.id), results: [] };
  return { calls: [], results: message.role === 'tool' ? [message.toolCallId] : [] };
}
