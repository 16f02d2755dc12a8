import { cloneJson } from './cloneJson.ts';
import type { AgentMessage, SessionEntry } from './sessionEntry.ts';
import { SessionTreeError } from './sessionErrors.ts';

/**
 * The entries from the root down to `leafId`, both included: the active path (chapter 10 §1). A session has no pointer
 * of its own; which path is the current one is said by the leaf that is asked for. The order is that of the links; the
 * order in the array and the timestamps play no part.
 *
 * A repeated id anywhere fails, since no id can be trusted then. Missing parents and cycles fail on this path only:
 * other branches may be broken. Linear in the number of entries, and no depth is too much.
 *
 * @param entries all entries of one session, in any order.
 * @returns deep copies, the caller's own.
 * @throws SessionTreeError `duplicate-id`, `missing-leaf`, `missing-parent` (with the child's and the parent's id), `cycle`.
 * @throws SessionFormatError when an entry of the path holds what JSON cannot.
 */
export function pathTo(entries: readonly SessionEntry[], leafId: string): SessionEntry[] {
  return chainTo(entries, leafId).map(copyOf);
}

/**
 * The messages that a model would be given at `leafId`, oldest first: the path without its metadata (chapter 10 §6).
 * Whole messages, calls with id, name, arguments and raw arguments, results with their call's id, tool and details.
 *
 * @returns deep copies, the caller's own.
 * @throws what {@link pathTo} throws.
 */
export function messagesOnPath(entries: readonly SessionEntry[], leafId: string): AgentMessage[] {
  return chainTo(entries, leafId).flatMap((entry) =>
    entry.type === 'message' ? [copyOf(entry.message)] : [],
  );
}

/** The entries themselves, root first. */
function chainTo(entries: readonly SessionEntry[], leafId: string): SessionEntry[] {
  const byId = new Map<string, SessionEntry>();
  for (const entry of entries) {
    if (byId.has(entry.id)) throw new SessionTreeError('duplicate-id', entry.id);
    byId.set(entry.id, entry);
  }
  let entry = byId.get(leafId);
  if (!entry) throw new SessionTreeError('missing-leaf', leafId);
  const chain = new Set([entry]);
  while (entry.parentId !== null) {
    const parent = byId.get(entry.parentId);
    if (!parent) throw new SessionTreeError('missing-parent', entry.id, entry.parentId);
    if (chain.has(parent)) throw new SessionTreeError('cycle', entry.id, entry.parentId);
    chain.add(parent);
    entry = parent;
  }
  return [...chain].reverse();
}

/** A deep copy. The copy of JSON data has the type that the data had. */
export function copyOf<T extends SessionEntry | AgentMessage>(value: T): T {
  const copy: unknown = cloneJson(value);
  return copy as T;
}
