import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';

/** How long the first rows may take until those are shown that are there, and agents' sessions where there are no others; in ms. */
const BEGIN_MS = 500;
const AGENTS_MS = 2_000;
/** So long after the files were looked for they are not looked for again when somebody comes back; in ms. */
export const BACK_MS = 30_000;

export interface ListingServices {
  readonly library: Pick<SessionLibrary, 'rescan' | 'items'>;
  readonly agents: Pick<AgentSessions, 'rescan'>;
  /** A failure that nobody waits for. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
}

/** Has the view's files looked for: once, when they are first wanted, and again when somebody asks. */
export class Listing {
  readonly #services: ListingServices;
  #listed: Promise<void> | undefined;
  #scanned: Promise<void> | undefined;
  #lookedAt = -Infinity;

  constructor(services: ListingServices) {
    this.#services = services;
  }

  /** Whether anybody wanted the list. */
  get hasBegun(): boolean {
    return this.#listed !== undefined;
  }

  /** Waits for the workspace's own files. */
  files(): Promise<void> {
    const { agents, onError } = this.#services;
    this.#listed ??= this.#look().catch((error: unknown) => {
      this.#listed = undefined;
      throw error;
    });
    // These come after the workspace's own, and nobody waits for them; what fails is tried again while the view is seen.
    this.#scanned ??= agents.rescan().catch(onError);
    return this.#listed;
  }

  /** Waits for the list, or until there is something to show; where there is nothing, for agents' sessions a while. */
  async begin(): Promise<void> {
    const { library } = this.#services;
    const whole = this.files();
    let isWhole = false;
    const end = (): void => void (isWhole = true);
    whole.then(end, end);
    do await Promise.race([whole, pause(BEGIN_MS)]);
    while (!isWhole && library.items.length === 0);
    if (library.items.length === 0) await Promise.race([this.#scanned, pause(AGENTS_MS)]);
  }

  /** Looks for all files anew. */
  async again(): Promise<void> {
    const { agents } = this.#services;
    this.#listed = this.#look();
    await Promise.all([this.#listed, agents.rescan()]);
  }

  /**
   * The person came back to the window or the view. Events do not tell of everything: VS Code's watcher on Linux misses
   * what happens in folders that were made at once with the one around them (@parcel/watcher, `InotifyBackend`: it watches a
   * new folder, not those in it). Agents' own folders are looked at regularly, so only the workspace's files are looked for.
   */
  back(): void {
    const { elapsed, onError } = this.#services;
    if (!this.hasBegun || elapsed() - this.#lookedAt < BACK_MS) return;
    void this.#look().catch(onError);
  }

  #look(): Promise<void> {
    this.#lookedAt = this.#services.elapsed();
    return this.#services.library.rescan();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
