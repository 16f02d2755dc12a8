import { parseSessionEntry } from '../core/strict/parseEntry.ts';
import type { RecoveredSession } from '../core/strict/recover.ts';
import { createSerialQueue } from '../core/lib/serial.ts';
import type { SessionEntry } from '../core/strict/sessionEntry.ts';
import { writeJson } from '../core/strict/writeJson.ts';
import { nodeSessionIo } from './nodeSessionIo.ts';
import { readSession, type SessionFile } from './readSession.ts';
import { SessionStoreError, type SessionIo } from './sessionIo.ts';

/** Whether a store may go on writing (chapter 10 §5). */
export type SessionStoreState = 'ready' | 'needs-repair' | 'tainted';

/**
 * A session in an append-only JSONL file, one writer and one instance (chapter 10 §5). What was committed stays: the
 * file's bytes are always a prefix of its later bytes. It appends only while it knows how the file ends:
 *
 * | state | append | entries, read |
 * |---|---|---|
 * | ready | an entry that is refused, at the call or in its turn, leaves it ready; a failed write taints it | all |
 * | needs-repair: the file had an unterminated tail at {@link open} | refused, without I/O | committed prefix, warning |
 * | tainted: a write failed, and may have left half a line | fails with that write's error object, without I/O | the same |
 *
 * There is no way back to ready but to open the file again, which looks at the disk anew. Nothing here repairs, locks
 * or syncs. What the store knows is what it read at `open` and wrote itself.
 */
export class JsonlSessionStore {
  readonly file: string;
  readonly #io: SessionIo;
  readonly #queue = createSerialQueue();
  readonly #content: SessionFile;
  /** The first failed write. An object around it, since anything can be thrown. */
  #failure: { readonly error: unknown } | undefined;

  private constructor(file: string, io: SessionIo, content: SessionFile) {
    this.file = file;
    this.#io = io;
    this.#content = content;
  }

  /**
   * Opens a session file, and creates an empty one where there is none.
   * @param io what is missing in it is done by {@link nodeSessionIo}.
   * @throws (by rejecting) SessionLineError with the physical line for the first committed line that is bad, repeats
   *   an id or names a parent that no earlier line has; SessionStoreError, or the error of the `io` that was given.
   */
  static async open(file: string, io: Partial<SessionIo> = {}): Promise<JsonlSessionStore> {
    const whole = withDefaults(io);
    await whole.ensureFile(file);
    return new JsonlSessionStore(file, whole, await readSession(file, whole.readFile));
  }

  get state(): SessionStoreState {
    if (this.#failure) return 'tainted';
    return this.#content.warnings.length > 0 ? 'needs-repair' : 'ready';
  }

  /**
   * Adds an entry as one line, with one call of `appendFile`. The entry is checked and its line fixed before this call
   * returns: what the caller does to it afterwards does not reach the file. Whether its id is new and its parent there
   * is asked when its turn has come.
   * @throws (by rejecting) SessionFormatError; SessionTreeError `duplicate-id` or `missing-parent`; SessionStoreError
   *   `needs-repair`; what `appendFile` threw, and from then on that same object.
   */
  async append(entry: SessionEntry): Promise<void> {
    const snapshot = parseSessionEntry(entry);
    const line = `${writeJson(snapshot)}\n`;
    await this.#queue.run(() => this.#write(snapshot, line));
  }

  /**
   * All committed entries, in the file's order, as soon as the calls made so far are settled. Deep copies. Of a file
   * that needs repair the whole prefix; {@link read} tells the warning as well.
   * @throws (by rejecting) the failed write's error, when the store is tainted.
   */
  async entries(): Promise<SessionEntry[]> {
    return (await this.read()).entries;
  }

  /** What {@link entries} gives, and what was found behind the last LF. */
  read(): Promise<RecoveredSession> {
    return this.#queue.run(async () => {
      this.#checkFailure();
      const { committed, warnings } = this.#content;
      return { entries: committed.copies(), warnings: warnings.map((warning) => ({ ...warning })) };
    });
  }

  async #write(entry: SessionEntry, line: string): Promise<void> {
    this.#checkFailure();
    const { committed, warnings } = this.#content;
    const [tail] = warnings;
    if (tail) throw new SessionStoreError('needs-repair', this.file, { line: tail.line });
    committed.check(entry);
    try {
      await this.#io.appendFile(this.file, line);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
    committed.add(entry);
  }

  #checkFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

/** Each call is looked up when it is made, so that `io` may be any object, also one with methods of a class. */
function withDefaults(io: Partial<SessionIo>): SessionIo {
  return {
    ensureFile: (file) => (io.ensureFile ? io.ensureFile(file) : nodeSessionIo.ensureFile(file)),
    readFile: (file) => (io.readFile ? io.readFile(file) : nodeSessionIo.readFile(file)),
    appendFile: (file, line) =>
      io.appendFile ? io.appendFile(file, line) : nodeSessionIo.appendFile(file, line),
  };
}
