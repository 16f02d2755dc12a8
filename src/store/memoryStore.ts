import { createCommittedEntries } from '../core/strict/committedEntries.ts';
import { parseSessionEntry } from '../core/strict/parseEntry.ts';
import { createSerialQueue } from '../core/lib/serial.ts';
import type { SessionEntry } from '../core/strict/sessionEntry.ts';

/**
 * A session in memory (chapter 10 §3): the same ownership and order as the file store, without a file. Calls are
 * carried out in the order in which they were made; one that fails does not stop those behind it.
 */
export class MemorySessionStore {
  readonly #committed = createCommittedEntries();
  readonly #queue = createSerialQueue();

  /**
   * Adds an entry. It is checked and copied before this call returns: what the caller does to it afterwards does not
   * reach the store. Whether its id is new and its parent there is asked when its turn has come, so that a parent
   * which is still queued counts.
   * @throws (by rejecting) SessionFormatError, or SessionTreeError `duplicate-id` or `missing-parent`; the store is
   *   then as if the call had not been made.
   */
  async append(entry: SessionEntry): Promise<void> {
    const snapshot = parseSessionEntry(entry);
    await this.#queue.run(async () => {
      this.#committed.check(snapshot);
      this.#committed.add(snapshot);
    });
  }

  /** All entries, in the order of their appends, as soon as the calls made so far are settled. Deep copies. */
  entries(): Promise<SessionEntry[]> {
    return this.#queue.run(async () => this.#committed.copies());
  }
}
