import { contextWindow, type KeptFrom } from '../core/context/contextWindow.ts';
import {
  findOrphans,
  orphanProblem,
  type ModelContext,
  type ModelEntry,
} from '../core/context/modelContext.ts';
import type { CallLinks } from '../core/context/trimContext.ts';
import type { Entry, Message, ResultPart } from '../core/entry.ts';
import { callIds, resultIds } from '../core/index/rowFacts.ts';
import type { JsonObject } from '../core/json.ts';

/** One message of a context: as the format has it, and as it is for all. */
export interface Said {
  readonly shape: JsonObject;
  readonly message: Message;
}

/**
 * The context of a path where a compaction stands for all before it: what it says itself, what it kept, what came after.
 * @param keptFrom where the compaction's kept window begins
 * @param saidBy the messages that an entry is to a model; none for notes and for what is kept from it
 * @param retained how many of the compaction's own messages were kept as they were; absent where it is a summary
 */
export function keptContext(
  path: readonly Entry[],
  keptFrom: (compaction: Entry) => KeptFrom,
  saidBy: (entry: Entry) => readonly Said[],
  retained?: (compaction: Entry) => number,
): ModelContext {
  const window = contextWindow(path, keptFrom);
  const { compaction } = window;
  const said = window.entries.map(({ entry }) =>
    // An older compaction in a kept window: the newer one has taken its summary in.
    entry.kind === 'compaction' && entry !== compaction ? [] : saidBy(entry),
  );
  const entries = window.entries.map((item, index): ModelEntry => ({
    ...item,
    messages: (said[index] ?? []).map(({ shape }) => shape),
  }));
  const all = said.flat();
  const places = new Map(entries.map((entry, index) => [entry, index]));
  const orphanResults = findOrphans(entries, (entry) =>
    (said[places.get(entry) ?? -1] ?? []).map(({ message }) => linksOf(message)),
  );
  const orphans = new Set(orphanResults.map(({ index }) => index));
  const sent = all.flatMap(({ message }, index) =>
    orphans.has(index) ? [] : asSent(message).map((part) => ({ part, index })),
  );
  return {
    messages: all.map(({ shape }) => shape),
    links: all.map(({ message }) => linksOf(message)),
    entries,
    ...(compaction && { compaction }),
    ...(compaction && retained && { retainedCount: retained(compaction) }),
    orphanResults,
    problems: [...window.problems, ...orphanResults.map(orphanProblem)],
    sent: sent.map(({ part }) => part),
    sentFrom: sent.map(({ index }) => index),
  };
}

function linksOf(message: Message): CallLinks {
  return { calls: callIds(message), results: resultIds(message) };
}

/** A message as the words of every API have it: one for each result, what the agent adds in the user's name is the user's. */
function asSent(message: Message): Message[] {
  const { results } = message;
  if (results) return apart(message, results);
  return [message.role === 'custom' ? { role: 'user', blocks: message.blocks } : message];
}

function apart({ blocks, role }: Message, results: readonly ResultPart[]): Message[] {
  const parts = results.map(({ toolCallId, isError, from, to }): Message => ({
    role: 'toolResult',
    blocks: blocks.slice(from, to),
    toolCallId,
    isError,
  }));
  const others = blocks.filter((_, index) => !results.some(({ from, to }) => index >= from && index < to));
  const rest: Message = { role: role === 'assistant' ? role : 'user', blocks: others };
  return others.length > 0 ? [...parts, rest] : parts;
}
