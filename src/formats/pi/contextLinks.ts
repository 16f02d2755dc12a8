import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { pairRows } from '../../core/pairing/pairing.ts';
import type { CallLinks } from '../../core/context/trimContext.ts';

const NONE: CallLinks = { calls: [], results: [] };

/** How an answer ended that Pi never sends again: it may be no whole turn (pi-ai 1.6.0, `transformMessages`). */
const CUT_OFF: ReadonlySet<string | undefined> = new Set(['aborted', 'error']);

/** Whether a message is an answer that broke off: it stands in Pi's context, and is left out of what is sent. */
function isCutOff(message: JsonObject): boolean {
  return own(message, 'role') === 'assistant' && CUT_OFF.has(ownString(message, 'stopReason'));
}

/** The calls that a message of Pi's makes, and the call that it answers; an id that is no text is empty. */
export function messageLinks(message: JsonObject): CallLinks {
  const role = own(message, 'role');
  if (role === 'toolResult') return { calls: [], results: [ownString(message, 'toolCallId') ?? ''] };
  const content = own(message, 'content');
  if (role !== 'assistant' || !Array.isArray(content)) return NONE;
  const calls = content.flatMap((block) =>
    isJsonObject(block) && own(block, 'type') === 'toolCall' ? [ownString(block, 'id') ?? ''] : [],
  );
  return { calls, results: [] };
}

/**
 * Which of the messages are never sent: answers that broke off, and the results that stand in for one of their calls (cases
 * 063: one without the other would be refused).
 */
export function neverSent(messages: readonly JsonObject[]): ReadonlySet<number> {
  const links = messages.map(messageLinks);
  const source = {
    calls: (row: number) => links[row]?.calls ?? [],
    results: (row: number) => links[row]?.results ?? [],
  };
  const cutOff = new Set(messages.flatMap((message, index) => (isCutOff(message) ? [index] : [])));
  const { pairs } = pairRows(source, [...messages.keys()]);
  const answered = pairs.filter(({ callRow, resultRow }) => cutOff.has(callRow) && resultRow >= 0);
  return new Set([...cutOff, ...answered.map(({ resultRow }) => resultRow)]);
}
