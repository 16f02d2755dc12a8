/** Keys that wait for work, the most wanted first, a few at a time. */
export interface WorkQueue {
  /** Asks for `key` to be worked on; `urgent` puts it before all that is not. Nothing is queued twice. */
  add(key: string, order: number, urgent?: boolean): void;
  /** Takes back a wish that has not begun. */
  remove(key: string): void;
  /** Finished since the queue was last empty, and all that was asked for since then: "reading 3 of 12". */
  readonly done: number;
  readonly total: number;
  /** Stops taking up work; what runs ends by itself. */
  dispose(): void;
}

export interface WorkQueueOptions {
  readonly concurrency: number;
  /** Must not fail: handle errors inside. */
  readonly work: (key: string) => Promise<void>;
  /** `done` or `total` changed. */
  readonly onProgress: () => void;
}

interface Wish {
  readonly order: number;
  readonly urgent: boolean;
}

/** A queue in which the greatest `order` (a file's time of change) goes first. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  return new Queue(options);
}

class Queue implements WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Map<string, Wish>();
  readonly #running = new Set<string>();
  /** The waiting keys, the best last; made anew when a wish comes in. */
  #sorted: string[] | undefined;
  done = 0;
  #disposed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.done + this.#running.size + this.#waiting.size;
  }

  add(key: string, order: number, urgent = false): void {
    if (this.#disposed) return;
    const before = this.#waiting.get(key);
    this.#waiting.set(key, { order, urgent: urgent || (before?.urgent ?? false) });
    this.#sorted = undefined;
    this.#options.onProgress();
    // Not at once: whoever adds a whole list means the best of the list to be the first.
    queueMicrotask(() => {
      this.#fill();
    });
  }

  remove(key: string): void {
    if (this.#waiting.delete(key)) this.#options.onProgress();
  }

  dispose(): void {
    this.#disposed = true;
    this.#waiting.clear();
  }

  #fill(): void {
    while (this.#running.size < this.#options.concurrency) {
      const key = this.#best();
      if (key === undefined) return;
      void this.#run(key);
    }
  }

  async #run(key: string): Promise<void> {
    this.#waiting.delete(key);
    this.#running.add(key);
    await this.#options.work(key);
    this.#running.delete(key);
    if (this.#waiting.has(key)) this.#sorted = undefined;
    this.done += 1;
    if (this.#running.size + this.#waiting.size === 0) this.done = 0;
    if (!this.#disposed) this.#options.onProgress();
    this.#fill();
  }

  /** The best wish that is not being worked on: a key asked for again while it runs waits for its end. */
  #best(): string | undefined {
    this.#sorted ??= [...this.#waiting.keys()].sort((a, b) => this.#compare(a, b));
    for (let key = this.#sorted.pop(); key !== undefined; key = this.#sorted.pop()) {
      if (this.#waiting.has(key) && !this.#running.has(key)) return key;
    }
    return undefined;
  }

  /** The best last, where `pop` finds it. */
  #compare(a: string, b: string): number {
    const [left, right] = [this.#waiting.get(a), this.#waiting.get(b)];
    if (!left || !right) return 0;
    return Number(left.urgent) - Number(right.urgent) || left.order - right.order;
  }
}
