import type { Entry, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import {
  findOrphans,
  linksOf,
  orphanProblem,
  type ModelContext,
  type ModelEntry,
} from '../../core/context/modelContext.ts';
import type { CallLinks } from '../../core/context/trimContext.ts';
import { isItemType, readItem } from './items.ts';

const NO_LINKS: CallLinks = { calls: [], results: [] };

/**
 * What the model sees of a path: its items as they stand, and no event. A compaction puts its own list in the place of all
 * that stood before it; one without a list keeps what the user and the session said, and adds its summary (formats/others.md
 * §1 "Compaction").
 */
export function contextOfPath(path: readonly Entry[]): ModelContext {
  const at = path.findLastIndex(({ kind }) => kind === 'compaction');
  const compaction = path[at];
  const replacement = compaction && replacementOf(compaction);
  const entries: ModelEntry[] = [];
  if (compaction && replacement) entries.push({ entry: compaction, messages: replacement });
  else if (compaction)
    entries.push(...keptBefore(path, at), { entry: compaction, messages: [summaryOf(compaction)] });
  for (const entry of path.slice(at + 1)) {
    const item = itemOf(entry);
    entries.push({ entry, messages: item ? [item] : [] });
  }
  const messages = entries.flatMap((entry) => entry.messages);
  const read = messages.map(messageOf);
  const links = read.map(linksOfItem);
  const orphanResults = findOrphans(entries, (entry) => entry.messages.map(messageOf).map(linksOfItem));
  const orphans = new Set(orphanResults.map(({ index }) => index));
  const sentFrom = read.flatMap((message, index) => (message && !orphans.has(index) ? [index] : []));
  return {
    messages,
    links,
    entries,
    ...(compaction && { compaction }),
    ...(replacement && { retainedCount: replacement.length }),
    orphanResults,
    problems: orphanResults.map(orphanProblem),
    sent: sentFrom.flatMap((index) => read[index] ?? []),
    sentFrom,
  };
}

/** The item that a record is, as the model gets it; undefined for what it never sees. */
function itemOf({ record }: Entry): JsonObject | undefined {
  const payload = own(record, 'payload');
  const isEnveloped = isJsonObject(payload);
  if (isEnveloped && own(record, 'type') !== 'response_item') return undefined;
  const item = isEnveloped ? payload : record;
  return isItemType(ownString(item, 'type') ?? '') ? item : undefined;
}

function replacementOf({ record }: Entry): readonly JsonObject[] | undefined {
  const payload = own(record, 'payload');
  const list = isJsonObject(payload) ? own(payload, 'replacement_history') : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : undefined;
}

/** Messages that are not the model's own, from the last compaction before on. */
function keptBefore(path: readonly Entry[], at: number): ModelEntry[] {
  return path.slice(0, at).flatMap((entry): ModelEntry[] => {
    const item = itemOf(entry);
    const isKept = item && ownString(item, 'type') === 'message' && ownString(item, 'role') !== 'assistant';
    return isKept ? [{ entry, messages: [item] }] : [];
  });
}

function summaryOf({ text = '' }: Entry): JsonObject {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

function messageOf(item: JsonObject): Message | undefined {
  return readItem(ownString(item, 'type') ?? '', item).message;
}

/** A call that the model's server answered has its result in it: it is no pair that could be cut. */
function linksOfItem(message: Message | undefined): CallLinks {
  return message && !message.results ? linksOf(message) : NO_LINKS;
}
