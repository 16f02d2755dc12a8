import type { Entry, EntryKind } from '../../core/entry.ts';
import { hex } from '../../core/text/hex.ts';
import type { JsonObject } from '../../core/json.ts';
import type { SessionHeader } from '../format.ts';

/** What a record is made from that has an agent go on at another entry of the same file. */
export interface InPlaceRequest {
  /** Where it is to go on. */
  readonly entry: Entry;
  readonly header: SessionHeader | null;
  /** The file's last entry: where it would go on else. */
  readonly last: Entry;
  /** The last entry of the kind that {@link InPlaceWriter.sample} names. */
  readonly sample?: Entry;
  /** Messages of the active path behind the entry, which the agent leaves. */
  readonly left: number;
  /** Whether a compaction stands behind the entry in the file, on its branch or another. */
  readonly isCompacted: boolean;
  isTaken(id: string): boolean;
  /** Unix ms. */
  readonly now: number;
  random(length: number): Uint8Array;
}

/**
 * How a branch is begun in a session's own file: by one more record at its end, without words, with which the agent
 * goes on below an earlier entry. Only for formats that are trees and whose agents go on where the file ends.
 */
export interface InPlaceWriter {
  /** The agent's program in a terminal heeds the record; what else reads the file goes by its last message. */
  readonly onlyTerminal?: boolean;
  /** Kind of entry that such a record is made after, where only some files of the format have them. */
  readonly sample?: EntryKind;
  /** The record; undefined where this session can have none. */
  record(request: InPlaceRequest): JsonObject | undefined;
}

/** An id of `bytes` random bytes that no entry of the session has. */
export function freeId(
  { isTaken, random }: Pick<InPlaceRequest, 'isTaken' | 'random'>,
  make: (random: (length: number) => Uint8Array) => string = (some) => hex(some(4)),
): string {
  for (;;) {
    const id = make(random);
    if (!isTaken(id)) return id;
  }
}
