import type { PlaceFacts } from '../tree/placeFacts.ts';

/**
 * What the index keeps of one entry, as RowFacts (core/index/rowFacts.ts), in numbers: codes and hashes in the place of
 * words and ids, for a scanner that makes no strings. One object is filled again for every entry.
 */
export interface HashedEntry {
  /** As {@link kindCode} and {@link roleCode} (core/index/rowColumns.ts) give them. */
  kind: number;
  role: number;
  /** Unix ms, NaN when unknown. */
  timestamp: number;
  /** CONVERSATION and HAS_TEXT (core/index/rowColumns.ts). */
  flags: number;
  /** Hashes of ids (core/index/idHash.ts), both words signed. */
  idLow: number;
  idHigh: number;
  hasParent: boolean;
  parentLow: number;
  parentHigh: number;
  /** Keys of the calls that it makes and answers, as {@link callKey} and EMPTY_CALL give them; the lists may be longer. */
  callCount: number;
  readonly calls: number[];
  resultCount: number;
  readonly results: number[];
  /** Where the table's entries have places; with the key of the message of which it is a piece, 0 for none. */
  place: PlaceFacts | undefined;
  message: number;
}
