import { chatLinks, type ChatEntry, type ChatMessage } from './chatEntry.ts';
import { nearestSettled } from '../pairing/cuts.ts';
import { pairRows } from '../pairing/pairing.ts';

/** One line of a chat's history: the message and its place on the path, from 0. */
export interface HistoryItem {
  readonly index: number;
  readonly id: string;
  readonly message: ChatMessage;
}

/** What it means to branch from a message of the path. */
export interface BranchPoint {
  readonly index: number;
  readonly id: string;
  /**
   * Ids of the calls that have no result up to here, oldest first. Not empty: the point lies inside a call and its
   * result, and the next request to a model would be refused (seed 003, "常见坑").
   */
  readonly openCalls: readonly string[];
  /** The nearest points of this path without open calls, above and below; null where there is none. */
  readonly safeBefore: number | null;
  readonly safeAfter: number | null;
}

/** Entries from the root to `leafId`, both included; none for null. Links that miss or loop end it where they do. */
export function chatPath(entries: ReadonlyMap<string, ChatEntry>, leafId: string | null): ChatEntry[] {
  const path = new Set<ChatEntry>();
  for (let id = leafId; id !== null;) {
    const entry = entries.get(id);
    if (!entry || path.has(entry)) break;
    path.add(entry);
    id = entry.parentId;
  }
  return [...path].reverse();
}

/**
 * Looks at a branch point before anything is moved.
 * @param index place on the path, from 0.
 * @throws RangeError when the path has no such place.
 */
export function branchPoint(path: readonly ChatEntry[], index: number): BranchPoint {
  const entry = Number.isInteger(index) ? path[index] : undefined;
  if (!entry) {
    const range = path.length === 0 ? 'is empty' : `goes from 0 to ${path.length - 1}`;
    throw new RangeError(`There is no message ${index} to branch from: the history ${range}.`);
  }
  const links = path.map((at) => chatLinks(at.message));
  const pairing = pairRows(
    { calls: (row) => links[row]?.calls ?? [], results: (row) => links[row]?.results ?? [] },
    path.map((_, row) => row),
  );
  const isOpen = (call: { callRow: number; resultRow: number }) =>
    call.callRow <= index && (call.resultRow < 0 || call.resultRow > index);
  const { before } = nearestSettled(pairing, index - 1);
  const { after } = nearestSettled(pairing, index + 1);
  return {
    index,
    id: entry.id,
    openCalls: pairing.pairs.filter(isOpen).map(({ key }) => String(key)),
    safeBefore: before < 0 ? null : before,
    safeAfter: after < 0 ? null : after,
  };
}
