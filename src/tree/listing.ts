import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';

/** How long the first rows may take until those are shown that are there, and agents' sessions where there are no others; in ms. */
const BEGIN_MS = 500;
const AGENTS_MS = 2_000;

export interface ListingServices {
  readonly library: Pick<SessionLibrary, 'rescan' | 'items'>;
  readonly agents: Pick<AgentSessions, 'rescan'>;
  /** A failure that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** Has the view's files looked for: once, when they are first wanted, and again when somebody asks. */
export class Listing {
  readonly #services: ListingServices;
  #listed: Promise<void> | undefined;
  #scanned: Promise<void> | undefined;

  constructor(services: ListingServices) {
    this.#services = services;
  }

  /** Whether anybody wanted the list. */
  get hasBegun(): boolean {
    return this.#listed !== undefined;
  }

  /** Waits for the workspace's own files. */
  files(): Promise<void> {
    const { library, agents, onError } = this.#services;
    this.#listed ??= library.rescan().catch((error: unknown) => {
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
    const { library, agents } = this.#services;
    this.#listed = library.rescan();
    await Promise.all([this.#listed, agents.rescan()]);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
