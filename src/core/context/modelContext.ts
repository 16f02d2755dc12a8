import type { ContextEntry, ContextProblem } from './contextWindow.ts';
import type { Entry, Message } from '../entry.ts';
import type { JsonObject } from '../json.ts';
import { pairRows } from '../pairing/pairing.ts';
import { callIds } from '../index/rowFacts.ts';
import type { CallLinks } from './trimContext.ts';

/** An entry in context and what it says to the model: nothing for settings, labels and what an edit took out. */
export interface ModelEntry extends ContextEntry {
  /** In the format's own shape. What nothing changed is a part of the record itself: do not write into it. */
  readonly messages: readonly JsonObject[];
}

/** What a model would see of a path. */
export interface ModelContext {
  /** In the format's own shape: all of `entries`, one after the other. */
  readonly messages: readonly JsonObject[];
  /** The calls and results of each of `messages`. */
  readonly links: readonly CallLinks[];
  /** The entries in context, in the order in which the model sees them. Entries of the path that are none of them are out. */
  readonly entries: readonly ModelEntry[];
  /** The compaction in force. */
  readonly compaction?: Entry;
  /** How many messages stand in the compaction's own record instead of a kept window (cases 084). */
  readonly retainedCount?: number;
  /** Results in context whose call is not: a request that holds one is refused (cases 081). */
  readonly orphanResults: readonly ContextOrphan[];
  readonly problems: readonly ContextProblem[];
  /** What would be sent, the same for every format: system, user, assistant, toolResult; without the orphans. */
  readonly sent: readonly Message[];
  /** For each of `sent` its place in `messages`; what is never sent (a command kept from the model) has none. */
  readonly sentFrom: readonly number[];
}

export interface ContextOrphan {
  readonly callId: string;
  /** The entry that holds the result. */
  readonly entryId: string;
  /** Its place in {@link ModelContext.messages}. */
  readonly index: number;
}

/**
 * Results in context without a call before them; by id and occurrence, as pairs are shown.
 * @param linksOf the calls and results of each message of the entry, in order
 */
export function findOrphans(
  entries: readonly ModelEntry[],
  linksOf: (entry: ModelEntry) => readonly CallLinks[],
): ContextOrphan[] {
  const links = entries.map(linksOf);
  const owners = entries.flatMap(({ entry }, index) => (links[index] ?? []).map(() => entry));
  const all = links.flat();
  const { orphanResults } = pairRows(
    { calls: (row) => all[row]?.calls ?? [], results: (row) => all[row]?.results ?? [] },
    all.map((_, row) => row),
  );
  return orphanResults.map(({ key, row }) => ({
    callId: String(key),
    entryId: owners[row]?.id ?? '',
    index: row,
  }));
}

export function orphanProblem({ callId, entryId }: ContextOrphan): ContextProblem {
  const message = `Entry ${entryId} holds the result of call ${callId}, which the model does not see any more.`;
  return { code: 'orphan-result', entryId, message };
}

/**
 * The context of a path of which the model sees every message that is not kept from it.
 * @param messageOf the message that an entry is to a model, in the format's own shape; undefined for one that is none
 */
export function plainContext(
  path: readonly Entry[],
  messageOf: (entry: Entry) => JsonObject | undefined,
): ModelContext {
  const entries = path.map((entry): ModelEntry => {
    const message = entry.message && entry.message.inContext !== false ? messageOf(entry) : undefined;
    return { entry, messages: message ? [message] : [] };
  });
  const entryLinks = ({ entry: { message }, messages }: ModelEntry): CallLinks[] =>
    message && messages.length > 0 ? [linksOf(message)] : [];
  const orphanResults = findOrphans(entries, entryLinks);
  const orphans = new Set(orphanResults.map(({ index }) => index));
  const said = entries.flatMap(({ entry: { message }, messages }) =>
    message && messages.length > 0 ? [message] : [],
  );
  const sentFrom = said.map((_, index) => index).filter((index) => !orphans.has(index));
  return {
    messages: entries.flatMap(({ messages }) => messages),
    links: entries.flatMap(entryLinks),
    entries,
    orphanResults,
    problems: orphanResults.map(orphanProblem),
    sent: said.filter((_, index) => !orphans.has(index)),
    sentFrom,
  };
}

/** The calls that a message makes, and the call that it answers. */
export function linksOf(message: Message): CallLinks {
  return {
    calls: callIds(message),
    results: message.role === 'toolResult' ? [message.toolCallId ?? ''] : [],
  };
}
