import { copyOf } from './path.ts';
import type { SessionEntry } from './sessionEntry.ts';
import { SessionTreeError } from './sessionErrors.ts';

/** The committed entries of a session, in the order in which they were written. */
export interface CommittedEntries {
  /**
   * Whether `entry` may be the next: its id is new, and its parent is null or committed before it (chapter 10 §3, §5).
   * Any number of roots is allowed. Changes nothing.
   * @throws SessionTreeError `duplicate-id` or `missing-parent`
   */
  check(entry: SessionEntry): void;
  /** Takes over `entry`, which {@link check} let through. */
  add(entry: SessionEntry): void;
  /** Deep copies of all of them. */
  copies(): SessionEntry[];
}

export function createCommittedEntries(): CommittedEntries {
  const entries: SessionEntry[] = [];
  const ids = new Set<string>();
  return {
    check({ id, parentId }) {
      if (ids.has(id)) throw new SessionTreeError('duplicate-id', id);
      if (parentId !== null && !ids.has(parentId)) throw new SessionTreeError('missing-parent', id, parentId);
    },
    add(entry) {
      entries.push(entry);
      ids.add(entry.id);
    },
    copies: () => entries.map(copyOf),
  };
}
