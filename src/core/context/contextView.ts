import type { ContextMark } from './contextMark.ts';
import type { Entry, EntryKind } from '../entry.ts';
import { messageChars } from './estimate.ts';
import { ownString, type JsonObject } from '../json.ts';
import type { ModelContext } from './modelContext.ts';
import type { Slicer } from '../lib/scheduler.ts';
import { trimStart, unitStarts, type CallLinks } from './trimContext.ts';

/** Gives a path's context: a format's `context` with all but the path filled in. */
export type ContextOf = (path: readonly Entry[]) => ModelContext;

/** A path's context with the sizes of everything, and without the bodies: those of a long path need much room. */
export interface MeasuredContext {
  readonly entries: readonly MeasuredEntry[];
  /** Those of the context, in its order. */
  readonly messages: readonly MeasuredMessage[];
  /** The compaction in force, by its place in the path; -1 where there is none. */
  readonly compaction: number;
  readonly retainedCount: number;
  /** `entry`: the place in the path, -1 for an entry that is not on it. */
  readonly problems: readonly { readonly message: string; readonly entry: number }[];
}

/** An entry of the path. */
export interface MeasuredEntry {
  readonly kind: EntryKind;
  /** What it says by itself, nothing of it compacted, edited or cut: UTF-16 units of JSON, message by message. */
  readonly own: readonly number[];
  readonly isInContext: boolean;
  /** The edit in force on it, by its place in the path. */
  readonly edit?: number;
}

/** A message of the context. */
export interface MeasuredMessage {
  /** The entry that it comes from, by its place in the path. */
  readonly entry: number;
  /** UTF-16 units of JSON (core/context/estimate.ts). */
  readonly size: number;
  readonly links: CallLinks;
  readonly isSystem: boolean;
  readonly isOrphan: boolean;
  /** Kept from the model by itself, whatever the budget. */
  readonly isSilent: boolean;
}

/**
 * Works out a path's context and measures it, in slices.
 * @param ownSizes sizes of the path's entries by their index, as an earlier call found them; those found are added
 * @throws Cancelled out of the slicer
 */
export async function measureContext(
  path: readonly Entry[],
  contextOf: ContextOf,
  slicer: Slicer,
  ownSizes: (readonly number[])[] = [],
): Promise<MeasuredContext> {
  const context = contextOf(path);
  await slicer.pause();
  const indexes = new Map(path.map((entry, index) => [entry, index]));
  const indexOf = (entry: Entry | undefined): number => (entry && indexes.get(entry)) ?? -1;
  for (let index = ownSizes.length; index < path.length; index++) {
    if (slicer.due()) await slicer.pause();
    ownSizes.push(sizesOf(contextOf(path.slice(index, index + 1)).messages));
  }
  const orphans = new Set(context.orphanResults.map(({ index }) => index));
  const sent = new Set(context.sentFrom);
  const messages: MeasuredMessage[] = [];
  const edits = new Map<number, number>();
  for (const { entry, edit, messages: said } of context.entries) {
    if (slicer.due()) await slicer.pause();
    const index = indexOf(entry);
    edits.set(index, indexOf(edit));
    const known = edit ? undefined : ownSizes[index];
    const sizes = known?.length === said.length ? known : sizesOf(said);
    said.forEach((message, i) => {
      const at = messages.length;
      const links = context.links[at] ?? { calls: [], results: [] };
      const isSystem = SYSTEM.has(ownString(message, 'role') ?? '');
      const isOrphan = orphans.has(at);
      const isSilent = !isOrphan && !sent.has(at);
      messages.push({ entry: index, size: sizes[i] ?? 0, links, isSystem, isOrphan, isSilent });
    });
  }
  const ids = new Map(path.map(({ id }, index) => [id, index]));
  return {
    entries: path.map(({ kind }, index) => measuredEntry(kind, ownSizes[index] ?? [], edits.get(index))),
    messages,
    compaction: indexOf(context.compaction),
    retainedCount: context.retainedCount ?? 0,
    problems: context.problems.map(({ message, entryId }) => ({ message, entry: ids.get(entryId) ?? -1 })),
  };
}

/** Roles of what is said to the model before all talk. */
const SYSTEM: ReadonlySet<string> = new Set(['system', 'developer']);

function measuredEntry(kind: EntryKind, own: readonly number[], edit: number | undefined): MeasuredEntry {
  const isInContext = edit !== undefined;
  return { kind, own, isInContext, ...(isInContext && edit >= 0 && { edit }) };
}

function sizesOf(messages: readonly JsonObject[]): number[] {
  return messages.map((message, index) => messageChars(message, index));
}

/** What of a context is sent, entry by entry of the path, with counts and sizes. */
export interface ContextView {
  readonly marks: readonly ContextMark[];
  /** Of every message of the context, whether it is sent. */
  readonly isSent: readonly boolean[];
  /** Entries of the path that are messages to a model, and those of which something is sent; compactions are neither. */
  readonly messages: number;
  readonly sentMessages: number;
  /** Of all that the path's entries say, and of what is sent: summaries included. */
  readonly chars: number;
  readonly sentChars: number;
  /** Why the budget could not be kept: then nothing was cut. */
  readonly budgetError?: string;
}

/**
 * What is sent of a measured context within a budget of characters (seed 001, "上下文单元"). Results without a call are
 * left out first. System messages are kept apart from the cut (cases 079): they are always sent, and count.
 * @param budget null: nothing is cut
 */
export function viewContext(measured: MeasuredContext, budget: number | null): ContextView {
  const { isSent, budgetError } = cutToBudget(measured.messages, budget);
  const marks = marksOf(measured, isSent);
  let [messages, sentMessages, chars, sentChars] = [0, 0, 0, 0];
  measured.entries.forEach(({ kind, own }, index) => {
    for (const size of own) chars += size;
    if (own.length === 0 || kind === 'compaction') return;
    messages += 1;
    if (isIn(marks[index])) sentMessages += 1;
  });
  measured.messages.forEach(({ size }, at) => (sentChars += isSent[at] ? size : 0));
  return {
    ...{ marks, isSent, messages, sentMessages, chars, sentChars },
    ...(budgetError !== undefined && { budgetError }),
  };
}

/** Whether something of an entry with this mark is sent. */
export function isIn(mark: ContextMark | undefined): boolean {
  return mark === 'sent' || mark === 'edited' || mark === 'summary' || mark === 'partly';
}

function cutToBudget(
  messages: readonly MeasuredMessage[],
  budget: number | null,
): { isSent: readonly boolean[]; budgetError?: string } {
  const isSent = messages.map(({ isOrphan, isSilent }) => !isOrphan && !isSilent);
  if (budget === null) return { isSent };
  const fixed = messages.reduce((sum, { isSystem, size }) => sum + (isSystem ? size : 0), 0);
  const talk = messages.flatMap((message, at) =>
    message.isSystem || !isSent[at] ? [] : [{ ...message, at }],
  );
  const starts = unitStarts(talk, ({ links }) => links);
  try {
    const first = trimStart(talk.length, starts, budget - fixed, (index) => talk[index]?.size ?? 0);
    for (const { at } of talk.slice(0, first)) isSent[at] = false;
    return { isSent };
  } catch (error) {
    return { isSent, budgetError: error instanceof Error ? error.message : String(error) };
  }
}

function marksOf(
  { entries, messages, compaction }: MeasuredContext,
  isSent: readonly boolean[],
): ContextMark[] {
  const counts = entries.map(() => ({ all: 0, sent: 0, orphans: 0, silent: 0 }));
  messages.forEach(({ entry, isOrphan, isSilent }, at) => {
    const count = counts[entry];
    if (!count) return;
    count.all += 1;
    if (isSent[at]) count.sent += 1;
    if (isOrphan) count.orphans += 1;
    if (isSilent) count.silent += 1;
  });
  // What is in context and says nothing though it could is an older compaction: its summary went into the newer one.
  const before = compaction >= 0 ? 'compacted' : 'unread';
  return entries.map(({ own, isInContext, edit }, index) => {
    const { all = 0, sent = 0, orphans = 0, silent = 0 } = counts[index] ?? {};
    if (own.length === 0 && all === 0) return 'none';
    if (!isInContext) return before;
    if (all === 0) return edit === undefined ? before : 'removed';
    if (orphans === all) return 'orphan';
    if (silent === all) return 'none';
    if (sent < all) return sent === 0 ? 'over' : 'partly';
    if (index === compaction) return 'summary';
    return edit === undefined ? 'sent' : 'edited';
  });
}
