import type { EntryKind, Role } from '../entry.ts';

/**
 * What the index keeps of one entry, as RowFacts (core/index/rowFacts.ts), with hashes in the place of ids (core/index/idHash.ts):
 * for a scanner that makes no strings. One object is filled again for every entry.
 */
export interface HashedEntry {
  kind: EntryKind;
  role: Role | null;
  /** Unix ms, NaN when unknown. */
  timestamp: number;
  isConversation: boolean;
  hasText: boolean;
  readonly id: Uint32Array;
  hasParent: boolean;
  readonly parent: Uint32Array;
  /** Keys of the calls that it makes and answers, as {@link callKey} and EMPTY_CALL give them. */
  readonly calls: number[];
  readonly results: number[];
}
