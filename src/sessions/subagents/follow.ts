import type { FileAccess } from '../../core/files.ts';
import { createDisposableStore, type Disposable } from '../../core/lib/disposables.ts';
import { mapLimit } from '../../core/lib/mapLimit.ts';
import type { Scheduler } from '../../core/lib/scheduler.ts';
import { createThrottle } from '../../core/lib/throttle.ts';
import type { Subagent } from './find.ts';

/** Where no events come: folders are looked into this often, in ms, while somebody shows the session. */
export const POLL_MS = 5000;
/** Events lead to a look at most this often, in ms. */
const THROTTLE_MS = 1000;
const PARALLEL = 8;

/** Tells of changes in a folder, which need not be there; absent where a host has no such thing. */
export type WatchFolder = (uri: string, touched: () => void) => Disposable;

export interface FollowOptions {
  readonly files: Pick<FileAccess, 'stat'>;
  readonly scheduler: Scheduler;
  readonly watch?: WatchFolder | undefined;
  /** Folders in which something may change. */
  readonly folders: () => Promise<readonly string[]>;
  /** The session's subagents as they are now. @throws FileAccessError */
  readonly look: () => Promise<readonly Subagent[]>;
}

/**
 * Watches for subagents of one session that appear, are told more of, or grow, while somebody listens. Looks by itself
 * every few seconds, and soon after an event; a look that fails is made again.
 */
export class SubagentFollower {
  readonly #options: FollowOptions;
  readonly #listeners = new Set<() => void>();
  #known: string | undefined;
  #own: ReturnType<typeof createDisposableStore> | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** @param changed something is not as it was when the session began to be followed, or at the last call */
  follow(changed: () => void): Disposable {
    const listener = (): void => changed();
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return {
      dispose: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size > 0) return;
        this.#own?.dispose();
        this.#own = undefined;
        this.#known = undefined;
      },
    };
  }

  /** Resolves when the look that is under way is done. */
  settled(): Promise<void> {
    return this.#looking;
  }

  #begin(): void {
    const own = createDisposableStore();
    this.#own = own;
    const { scheduler, watch } = this.#options;
    const throttle = own.add(createThrottle<0>(scheduler, THROTTLE_MS, () => this.#look(own)));
    let timer: Disposable | undefined;
    const poll = (): void => {
      throttle.poke(0);
      timer = scheduler.after(POLL_MS, poll);
    };
    poll();
    own.add({ dispose: () => timer?.dispose() });
    if (watch) void this.#watch(own, watch, () => throttle.poke(0));
  }

  async #watch(
    own: ReturnType<typeof createDisposableStore>,
    watch: WatchFolder,
    touched: () => void,
  ): Promise<void> {
    const folders = await this.#options.folders().catch(() => []);
    if (own !== this.#own) return;
    for (const folder of folders) own.add(watch(folder, touched));
  }

  #look(own: unknown): void {
    this.#looking = this.#looking.then(async () => {
      const now = await this.#state().catch(() => undefined);
      if (own !== this.#own || now === undefined || now === this.#known) return;
      const isFirst = this.#known === undefined;
      this.#known = now;
      if (!isFirst) for (const listener of [...this.#listeners]) listener();
    });
  }

  /** What is known of the subagents, and how large their files are, as a text that can be compared. */
  async #state(): Promise<string> {
    const all = await this.#options.look();
    const sizes = await mapLimit(all, PARALLEL, async ({ uri }) =>
      this.#options.files.stat(uri).then(
        ({ size }) => size,
        () => -1,
      ),
    );
    return JSON.stringify(all.map(({ uri, facts }, index) => [uri, facts, sizes[index]]));
  }
}
