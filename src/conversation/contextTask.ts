import { measureContext, type MeasuredContext } from '../core/context/contextView.ts';
import { Cancelled, createSlicer, type Scheduler } from '../core/lib/scheduler.ts';
import type { Telling } from '../core/text/telling.ts';
import type { ContextSetting, ContextShown } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { contextFacts } from './contextFacts.ts';
import { contextOfFormat, readPathEntries, type PathEntries } from './pathEntries.ts';
import { sizeOf } from './pathJson.ts';
import type { Scene } from './scene.ts';

/** A path over this is not worked out: all of its entries are held at once. */
const MAX_BYTES = 200_000_000;
/** Entries of a path up to this are kept, so that growth and another budget cost no second reading. */
const KEPT_BYTES = 32_000_000;
/** Progress is told when it has taken this long, and then as often, in ms. */
const PROGRESS_MS = 500;
/** After work that took longer than this, growth is followed only after a rest of so many times as long; in ms. */
const LONG_MS = 200;
const REST = 4;
const REST_STEP_MS = 50;

export interface ContextTaskOptions {
  readonly session: Session;
  readonly scene: () => Scene;
  /** Raised when the scene shows another path, and not the same one grown. */
  readonly view: () => number;
  /** Tells the page of the scene that is shown now; dropped by the holder while there is no page. */
  readonly post: (context: ContextShown | null) => void;
  readonly failed: (error: unknown) => void;
  readonly scheduler: Scheduler;
  readonly words: ContextWords;
}

export interface ContextWords {
  readonly telling: Telling;
  readonly fileChanged: string;
  /** `{0}` is replaced by the path's size. */
  readonly pathTooLarge: string;
}

interface Found {
  readonly scene: Scene;
  readonly rows: readonly number[];
  /** Where they are few. */
  readonly path: PathEntries | undefined;
  readonly measured: MeasuredContext;
}

/**
 * Works out what the model would receive of the shown path while the switch is on: again whenever the path changes, in
 * slices, and no longer than anybody wants it. Growth waits for the work that is under way, so that a file that never
 * rests is shown too.
 */
export class ContextTask {
  readonly #options: ContextTaskOptions;
  #setting: ContextSetting = { on: false, budget: null };
  #found: Found | undefined;
  /** Of the entries of the path that was looked at last: their rows, and what each says by itself. */
  #sizes: { readonly rows: readonly number[]; readonly own: (readonly number[])[] } = { rows: [], own: [] };
  /** When the last work was done, and for which view of the session. */
  #worked = { view: -1, began: 0, ended: 0 };
  #isRunning = false;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: ContextTaskOptions) {
    this.#options = options;
  }

  /** Whether the switch is as it is for a page that nobody touched. */
  get isUntouched(): boolean {
    return !this.#setting.on && this.#setting.budget === null;
  }

  get setting(): ContextSetting {
    return this.#setting;
  }

  set(setting: ContextSetting): void {
    this.#setting = setting;
    if (!setting.on) {
      this.#options.post(null);
      return;
    }
    const { scene, view } = this.#options;
    // Of a path that has grown meanwhile its beginning is shown at once.
    if (this.#found && this.#found.scene !== scene() && this.#worked.view === view()) this.#show(this.#found);
    this.update();
  }

  /** As a page that comes back kept it; nothing is told yet. */
  restore(setting: ContextSetting): void {
    this.#setting = setting;
  }

  /** The page is there, or the path changed: tells the page what holds now, or works it out. */
  update(): void {
    this.#isStopped = false;
    if (!this.#setting.on || !this.#options.session.snapshot.format.context) return;
    if (this.#found?.scene === this.#options.scene()) this.#show(this.#found);
    else if (!this.#isRunning) this.#running = this.#run();
  }

  /** Nobody sees it: what is under way ends. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Rows have other meanings now. */
  forget(): void {
    this.#found = undefined;
    this.#sizes = { rows: [], own: [] };
  }

  async settled(): Promise<void> {
    while (this.#isRunning) await this.#running;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isWanted() && this.#found?.scene !== this.#options.scene()) {
        await this.#rest();
        const began = this.#options.scheduler.elapsed();
        if (!(await this.#once())) return;
        this.#worked = {
          view: this.#options.view(),
          began,
          ended: this.#options.scheduler.elapsed(),
        };
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Leaves the thread to others before a long path that grew is worked out again; another path is not kept waiting. */
  async #rest(): Promise<void> {
    const { scheduler, view } = this.#options;
    const { began, ended } = this.#worked;
    const end = ended - began > LONG_MS ? ended + REST * (ended - began) : 0;
    while (this.#isWanted() && view() === this.#worked.view && scheduler.elapsed() < end) {
      await new Promise<void>((resolve) => void scheduler.after(REST_STEP_MS, resolve));
    }
  }

  /** @returns whether it makes sense to go on, should the path have changed meanwhile */
  async #once(): Promise<boolean> {
    const scene = this.#options.scene();
    const view = this.#options.view();
    const isCancelled = (): boolean => !this.#isWanted() || view !== this.#options.view();
    try {
      const found = await this.#find(scene, isCancelled);
      if (!found) return false;
      // Of a file that was replaced nothing may stay: its rows are other entries now.
      if (isCancelled()) return true;
      this.#found = found;
      this.#show(found);
      return true;
    } catch (error) {
      if (error instanceof Cancelled) return true;
      const message = error instanceof Error ? error.message : String(error);
      this.#options.post({ state: 'failed', message });
      this.#options.failed(error);
      return false;
    }
  }

  async #find(scene: Scene, isCancelled: () => boolean): Promise<Found | undefined> {
    const { session, scheduler, words } = this.#options;
    const { path } = scene.plan;
    const bytes = sizeOf(session, path);
    if (bytes > MAX_BYTES) {
      const message = words.pathTooLarge.replace('{0}', () => words.telling.bytes(bytes));
      this.#options.post({ state: 'failed', message });
      return undefined;
    }
    const slicer = createSlicer(scheduler, isCancelled);
    const read = await readPathEntries(session, path, slicer, this.#found?.path, this.#progress(path.length));
    if (isCancelled()) throw new Cancelled();
    const contextOf = read && contextOfFormat(scene.snapshot.format, scene.snapshot.table, read);
    if (!read || !contextOf) {
      if (!read) this.#options.post({ state: 'failed', message: words.fileChanged });
      return undefined;
    }
    const measured = await measureContext(read.entries, contextOf, slicer, this.#ownSizes(read.rows));
    return { scene, rows: read.rows, path: bytes <= KEPT_BYTES ? read : undefined, measured };
  }

  /** Sizes that are known of the beginning of this path. */
  #ownSizes(rows: readonly number[]): (readonly number[])[] {
    const { rows: before, own } = this.#sizes;
    let same = 0;
    while (same < own.length && before[same] === rows[same]) same++;
    this.#sizes = { rows, own: own.slice(0, same) };
    return this.#sizes.own;
  }

  #show({ scene, rows, measured }: Found): void {
    this.#options.post(contextFacts(scene, rows, measured, this.#setting.budget));
  }

  #progress(total: number): (read: number) => void {
    const { scheduler, post } = this.#options;
    let next = scheduler.elapsed() + PROGRESS_MS;
    return (read) => {
      if (scheduler.elapsed() < next) return;
      next = scheduler.elapsed() + PROGRESS_MS;
      post({ state: 'working', read, total });
    };
  }

  #isWanted(): boolean {
    return this.#setting.on && !this.#isStopped;
  }
}
