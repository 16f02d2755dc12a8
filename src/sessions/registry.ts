import type { Disposable } from '../core/lib/disposables.ts';
import { toDisposable } from '../core/lib/disposables.ts';
import { createEmitter, type Event } from '../core/lib/emitter.ts';
import { fileAccessError } from '../core/files.ts';
import { Cancelled, type Scheduler } from '../core/lib/scheduler.ts';
import { createThrottle } from '../core/lib/throttle.ts';
import type { AcquireOptions, Session, SessionLease, SessionRegistry } from './session.ts';

/** At most one look at a file in this time, in ms: watchers send each change twice or more. */
export const TOUCH_MS = 250;
/** How long a session that nobody holds stays open, in ms: closing one view to open another is no reason to re-read. */
export const GRACE_MS = 5_000;

/** A session that its owner can close. */
export interface ClosableSession extends Session, Disposable {}

/** How the registry opens a file; undefined when it holds no session. `isCancelled` tells that nobody wants it now. */
export type OpenFile = (uri: string, isCancelled: () => boolean) => Promise<ClosableSession | undefined>;

export interface RegistryOptions {
  readonly open: OpenFile;
  readonly scheduler: Scheduler;
  /** Told of failures that nobody waits for: a refresh after a watcher's event. */
  readonly onError: (uri: string, error: unknown) => void;
}

/** A registry that tells which sessions are open, so that what has no events can be polled. */
export interface ObservableRegistry extends SessionRegistry {
  /** As `acquire`, for a short look: the session closes at once with its last lease if all of them were visits. */
  visit(uri: string): Promise<SessionLease | undefined>;
  readonly onDidOpen: Event<Session>;
  readonly onDidClose: Event<string>;
}

/** One file's place in the registry, from the first wish to open it until the session is closed. */
interface Slot {
  readonly uri: string;
  readonly opening: Promise<ClosableSession | undefined>;
  session?: ClosableSession;
  holders: number;
  /** Stays open for a while after its last lease. */
  lingers: boolean;
  closed: boolean;
  /** The session's file was gone at the last look; who holds the session waits for it to come back. */
  isDeleted: boolean;
  grace?: Disposable;
}

/** @returns a registry with nothing open */
export function createSessionRegistry(options: RegistryOptions): ObservableRegistry {
  return new Registry(options);
}

class Registry implements ObservableRegistry {
  readonly #options: RegistryOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #touches;
  readonly #opened = createEmitter<Session>();
  readonly #closed = createEmitter<string>();
  readonly onDidOpen = this.#opened.event;
  readonly onDidClose = this.#closed.event;
  #disposed = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#touches = createThrottle<string>(options.scheduler, TOUCH_MS, (uri) => void this.#refresh(uri));
  }

  async acquire(uri: string, { partial = false }: AcquireOptions = {}): Promise<SessionLease | undefined> {
    return this.#lease(uri, true, partial);
  }

  async visit(uri: string): Promise<SessionLease | undefined> {
    return this.#lease(uri, false, false);
  }

  async #lease(uri: string, lingers: boolean, partial: boolean): Promise<SessionLease | undefined> {
    if (this.#disposed) throw new Cancelled();
    const slot = this.#slots.get(uri) ?? this.#begin(uri);
    slot.lingers ||= lingers;
    slot.grace?.dispose();
    slot.holders += 1;
    const lease = toDisposable(() => {
      this.#release(slot);
    });
    try {
      const known = slot.session;
      const session = known ?? (await slot.opening);
      if (!partial) await session?.whole;
      if (known && !known.snapshot.partial) await this.#bringUpToDate(slot, known);
      // Neither a failure nor "no session" is remembered: the next wish looks at the file again.
      return session && !slot.closed ? { session, dispose: lease.dispose } : undefined;
    } catch (error) {
      lease.dispose();
      throw error;
    }
  }

  /** An open session for somebody new: with the file as it is now, whether or not its events have come yet. */
  async #bringUpToDate(slot: Slot, session: ClosableSession): Promise<void> {
    await session.refresh();
    if (slot.isDeleted) throw fileAccessError('not-found', slot.uri);
  }

  peek(uri: string): Session | undefined {
    return this.#slots.get(uri)?.session;
  }

  touched(uri: string): void {
    if (this.#slots.has(uri)) this.#touches.poke(uri);
  }

  dispose(): void {
    this.#disposed = true;
    for (const slot of [...this.#slots.values()]) this.#close(slot);
    this.#touches.dispose();
    this.#opened.dispose();
    this.#closed.dispose();
  }

  #begin(uri: string): Slot {
    const opening = this.#options
      .open(uri, () => slot.closed)
      .then(
        (session) => this.#arrived(slot, session),
        (error: unknown) => {
          this.#forget(slot);
          throw error;
        },
      );
    const slot: Slot = { uri, opening, holders: 0, lingers: false, closed: false, isDeleted: false };
    this.#slots.set(uri, slot);
    return slot;
  }

  #arrived(slot: Slot, session: ClosableSession | undefined): ClosableSession | undefined {
    if (!session || slot.closed) {
      session?.dispose();
      this.#forget(slot);
      return undefined;
    }
    slot.session = session;
    // The session ends its event when it is closed: there is no subscription to keep.
    session.onDidChange(({ kind }) => {
      slot.isDeleted = kind === 'deleted';
    });
    // The beginning of a file whose rest cannot be read is no session: the next wish begins anew.
    session.whole?.catch((error: unknown) => {
      if (!slot.closed && !(error instanceof Cancelled)) this.#options.onError(slot.uri, error);
      this.#close(slot);
    });
    this.#opened.fire(session);
    return session;
  }

  /** Looks at the file; while it is being opened, afterwards. */
  async #refresh(uri: string): Promise<void> {
    const slot = this.#slots.get(uri);
    try {
      const session = await slot?.opening;
      if (!slot?.closed) await session?.refresh();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#options.onError(uri, error);
    }
  }

  #release(slot: Slot): void {
    slot.holders -= 1;
    if (slot.holders > 0 || slot.closed) return;
    if (!slot.lingers) {
      this.#close(slot);
      return;
    }
    slot.grace = this.#options.scheduler.after(GRACE_MS, () => {
      this.#close(slot);
    });
  }

  #close(slot: Slot): void {
    if (slot.closed) return;
    this.#forget(slot);
    slot.session?.dispose();
    if (slot.session) this.#closed.fire(slot.uri);
  }

  #forget(slot: Slot): void {
    slot.closed = true;
    slot.grace?.dispose();
    this.#touches.drop(slot.uri);
    if (this.#slots.get(slot.uri) === slot) this.#slots.delete(slot.uri);
  }
}
