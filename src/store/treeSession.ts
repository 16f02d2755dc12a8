import { branchPoint, chatPath, type BranchPoint, type HistoryItem } from '../core/strict/chatBranch.ts';
import { copyChatMessage, type ChatEntry, type ChatMessage } from '../core/strict/chatEntry.ts';
import { createSerialQueue } from '../core/lib/serial.ts';
import { writeJson } from '../core/strict/writeJson.ts';
import { appendBytes, type LogIo } from './logIo.ts';
import { nodeLogIo } from './nodeLogIo.ts';
import { readTreeSession, setTailAside, type UnterminatedTail } from './treeSessionFile.ts';

export interface TreeSessionOptions {
  /** Becomes the first message of a session that has none yet. */
  readonly systemPrompt?: string;
  readonly io?: LogIo;
  /** Makes an id that is new to the file; by default 8 hexadecimal digits. */
  readonly newId?: () => string;
}

/**
 * A chat that is kept as a tree in an append-only file, `{id, parentId, message}` a line (seed 003). The conversation
 * is not stored: it is the path from the leaf to the root, worked out whenever it is asked for. To branch is to move
 * the leaf; the file does not change, and the next append grows the new branch.
 *
 * One writer, one instance: appends are taken as they are at the call and written in that order, one write each, no
 * fsync. A failed write makes the instance unusable, since nobody knows what the file holds now: open it again.
 */
export class TreeSession {
  readonly file: string;
  readonly #io: LogIo;
  readonly #newId: () => string;
  readonly #entries: Map<string, ChatEntry>;
  readonly #queue = createSerialQueue();
  #leafId: string | null;
  #tail: UnterminatedTail | null;
  #failure: Error | undefined;

  private constructor(
    file: string,
    read: Awaited<ReturnType<typeof readTreeSession>>,
    options: TreeSessionOptions,
  ) {
    this.file = file;
    this.#io = options.io ?? nodeLogIo;
    this.#newId = options.newId ?? (() => crypto.randomUUID().slice(0, 8));
    this.#entries = read.entries;
    this.#leafId = read.lastId;
    this.#tail = read.tail;
  }

  /**
   * Opens a session and resumes it where it was left: the leaf is the file's last entry. A missing file is a new
   * session, and its folder is made. What stands behind the last LF is skipped, told by {@link tail}, and stops {@link append}.
   * @throws SessionLineError with the physical line for the first committed line that is no entry, repeats an id or names
   *   a parent that no earlier line has; the system's own error when the file cannot be read.
   */
  static async open(file: string, options: TreeSessionOptions = {}): Promise<TreeSession> {
    const io = options.io ?? nodeLogIo;
    const read = await readTreeSession(io, file);
    const session = new TreeSession(file, read, options);
    if (read.entries.size > 0 || read.tail) return session;
    await io.makeFolderOf(file);
    if (options.systemPrompt !== undefined) {
      await session.append({ role: 'system', content: options.systemPrompt });
    }
    return session;
  }

  /** The entry that the next message will follow; null in an empty session. */
  get leafId(): string | null {
    this.#check();
    return this.#leafId;
  }

  /** What the last write left behind the last LF, null when the file ends as it should. */
  get tail(): UnterminatedTail | null {
    return this.#tail;
  }

  /** All entries of the file, every branch, in the file's order. Copies. */
  entries(): ChatEntry[] {
    this.#check();
    return structuredClone([...this.#entries.values()]);
  }

  /** The current path, root first, with the index that {@link branch} takes. Copies. */
  history(): HistoryItem[] {
    return structuredClone(this.#path().map(({ id, message }, index) => ({ index, id, message })));
  }

  /** The current path's messages, ready for a model: worked out anew each time. Copies. */
  messages(): ChatMessage[] {
    return structuredClone(this.#path().map((entry) => entry.message));
  }

  /** What branching from the path's message `index` would mean. Moves nothing. @throws RangeError */
  branchPoint(index: number): BranchPoint {
    return branchPoint(this.#path(), index);
  }

  /**
   * Branches from the path's message `index`: moves the leaf there, and nothing else. Inside a call and its result it
   * moves as well; the answer says so and names the nearest safe points, for the caller to decide.
   * @throws RangeError when the path has no such message; the leaf stays.
   */
  branch(index: number): BranchPoint {
    const point = this.branchPoint(index);
    this.#leafId = point.id;
    return point;
  }

  /**
   * Adds a message below the leaf and moves the leaf to it, both at once; the promise tells when it is in the file.
   * @returns a copy of the new entry
   * @throws SessionFormatError when `message` has no role or is no JSON; Error while the file has an unterminated tail;
   *   ShortWriteError or the system's own error when the write failed, and from then on that same error.
   */
  async append(message: ChatMessage): Promise<ChatEntry> {
    this.#check();
    if (this.#tail) throw new Error(this.#tail.advice);
    const entry: ChatEntry = {
      id: this.#freshId(),
      parentId: this.#leafId,
      message: copyChatMessage(message),
    };
    const line = new TextEncoder().encode(`${writeJson(entry)}\n`);
    this.#entries.set(entry.id, entry);
    this.#leafId = entry.id;
    await this.#queue.run(async () => {
      this.#check();
      try {
        await appendBytes(this.#io, this.file, line, { sync: false });
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
        throw this.#failure;
      }
    });
    return structuredClone(entry);
  }

  /**
   * Repairs an unterminated tail, on demand only: its bytes are saved in a new file beside the session, then cut off.
   * Refuses when the file changed since it was opened. @returns the saved tail's path, undefined when there was none
   */
  async setTailAside(): Promise<string | undefined> {
    this.#check();
    if (!this.#tail) return undefined;
    const saved = await setTailAside(this.#io, this.file, this.#tail);
    this.#tail = null;
    return saved;
  }

  #path(): ChatEntry[] {
    this.#check();
    return chatPath(this.#entries, this.#leafId);
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }

  #freshId(): string {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const id = this.#newId();
      if (id !== '' && !this.#entries.has(id)) return id;
    }
    return crypto.randomUUID();
  }
}
