import type { Entry } from '../entry.ts';

/** Something that keeps a model's context from being what the file seems to promise. */
export interface ContextProblem {
  readonly code:
    'unknown-leaf' | 'unknown-first-kept' | 'unusable-edit' | 'unusable-message' | 'orphan-result';
  /** The entry that it is about; the leaf that was asked for. */
  readonly entryId: string;
  /** One sentence for people. */
  readonly message: string;
}

/** An entry that is in a model's context, with the edit in force on it. */
export interface ContextEntry {
  readonly entry: Entry;
  readonly edit?: Entry;
}

/** The part of a path that a model still sees. */
export interface ContextWindow {
  /** The compaction in force: the last one on the path. It speaks first. */
  readonly compaction?: Entry;
  /** In the order in which a model sees them: the compaction, what it kept, what came after it. */
  readonly entries: readonly ContextEntry[];
  readonly problems: readonly ContextProblem[];
}

/**
 * Where a compaction's kept window begins: at the entry with this id, or nothing is kept (`none`); undefined when the
 * compaction does not say.
 */
export type KeptFrom = { readonly id: string } | 'none' | undefined;

/**
 * Works out which entries of a path are still in context (seed 002, "模型看到的是投影"; formats/pi.md §2). The latest
 * compaction on the path counts, and no other: what it kept may hold older ones, whose text is in its summary. A kept
 * window that begins nowhere on the path before the compaction is empty, and that is a problem. Of several edits of
 * one entry the last one in context counts.
 * @param path root first
 */
export function contextWindow(
  path: readonly Entry[],
  keptFrom: (compaction: Entry) => KeptFrom,
): ContextWindow {
  const at = path.findLastIndex((entry) => entry.kind === 'compaction');
  const compaction = path[at];
  if (!compaction) return { entries: withEdits(path), problems: [] };
  const from = keptFrom(compaction);
  const first = from === undefined || from === 'none' ? -1 : path.findIndex(({ id }) => id === from.id);
  const found = first >= 0 && first < at;
  // A prompt that was set before the compaction is not kept: the compaction carries one of its own.
  const kept = found ? path.slice(first, at).filter(({ message }) => message?.role !== 'system') : [];
  return {
    compaction,
    entries: withEdits([compaction, ...kept, ...path.slice(at + 1)]),
    problems: found || from === 'none' || first === at ? [] : [unknownFirstKept(compaction, from)],
  };
}

function withEdits(entries: readonly Entry[]): ContextEntry[] {
  const edits = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.kind === 'contextEdit' && entry.targetId !== undefined) edits.set(entry.targetId, entry);
  }
  return entries.map((entry) => {
    const edit = edits.get(entry.id);
    return edit ? { entry, edit } : { entry };
  });
}

function unknownFirstKept(compaction: Entry, from: { readonly id: string } | undefined): ContextProblem {
  const what = from
    ? `keeps what follows entry ${from.id}, which is not on the path before it`
    : 'does not say from where on entries were kept';
  return {
    code: 'unknown-first-kept',
    entryId: compaction.id,
    message: `The compaction ${compaction.id} ${what}; so the model sees its summary and nothing from before it.`,
  };
}
