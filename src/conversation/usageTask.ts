import { Cancelled, createSlicer, type Scheduler, type Slicer } from '../core/lib/scheduler.ts';
import { UsageSum, type EntryUsage } from '../core/usage/usage.ts';
import type { PageUsage } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { nextBatch, type BatchSize } from './batch.ts';
import type { Scene } from './scene.ts';

/** See {@link UsageTaskOptions.autoBytes}. */
const AUTO_BYTES = 32_000_000;
/** Records read at a time: few enough that nothing else has to wait long. */
const BATCH: BatchSize = { rows: 64, bytes: 500_000 };
/** Progress is told when it has taken this long, and then as often, in ms. */
const PROGRESS_MS = 500;

export interface UsageTaskOptions {
  readonly session: Session;
  readonly scene: () => Scene;
  /** Raised when the scene shows another path, and not the same one grown. */
  readonly view: () => number;
  /** {@link UsageTask.header} tells something else now. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
  readonly scheduler: Scheduler;
  /** More bytes than this are only read when somebody asks for the sum. */
  readonly autoBytes?: number;
}

/** The entries of a scene's path that may tell usage. */
interface Tellers {
  readonly scene: Scene;
  readonly rows: readonly number[];
}

/**
 * Adds up what the answers of the shown path used, while a page shows it. Only entries that may tell it are read, in
 * small batches, and when the path grows only the new ones.
 */
export class UsageTask {
  readonly #options: UsageTaskOptions;
  #tellers: Tellers | undefined;
  /** Rows that were read, in the path's order, and what each told. */
  #rows: number[] = [];
  #told: (EntryUsage | undefined)[] = [];
  #shown: { readonly view: number; readonly usage: PageUsage | undefined } = { view: -1, usage: undefined };
  /** The scene whose sum is shown, or cannot be had. */
  #doneFor: Scene | undefined;
  /** The view for which somebody asked for the sum, however large. */
  #askedFor = -1;
  #isStopped = true;
  #isRunning = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: UsageTaskOptions) {
    this.#options = options;
  }

  /** What the top of the page says of usage. Of a path that grows the last sum stays until there is a new one. */
  get header(): { usage?: PageUsage } {
    const { view, usage } = this.#shown;
    return view === this.#options.view() && usage ? { usage } : {};
  }

  /** A page shows the scene as it is now. */
  update(): void {
    this.#isStopped = false;
    if (!this.#isRunning && this.#isWanted()) this.#running = this.#run();
  }

  /** The sum is wanted, however much has to be read for it. */
  ask(): void {
    this.#askedFor = this.#options.view();
    this.#doneFor = undefined;
    this.update();
  }

  /** Nobody sees it: what is under way ends. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Rows have other meanings now. */
  forget(): void {
    this.#rows = [];
    this.#told = [];
    this.#tellers = undefined;
    this.#doneFor = undefined;
  }

  async settled(): Promise<void> {
    while (this.#isRunning) await this.#running;
  }

  #isWanted(): boolean {
    const scene = this.#options.scene();
    const { format, partial } = scene.snapshot;
    return !this.#isStopped && format.usage !== undefined && !partial && this.#doneFor !== scene;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const { scheduler, failed } = this.#options;
    let told = scheduler.elapsed();
    try {
      const slicer = createSlicer(scheduler, () => !this.#isWanted());
      while (this.#isWanted()) {
        await this.#step(slicer);
        if (scheduler.elapsed() < told + PROGRESS_MS || !this.#isWanted()) continue;
        told = scheduler.elapsed();
        this.#show({ state: 'working', read: this.#rows.length, total: this.#tellersNow().rows.length });
      }
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.#doneFor = this.#options.scene();
      failed(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Reads some more of the path, or shows what it comes to. */
  async #step(slicer: Slicer): Promise<void> {
    const { session, scene, view, autoBytes = AUTO_BYTES } = this.#options;
    const { snapshot } = scene();
    const { rows } = this.#tellersNow();
    this.#keepBeginning(rows);
    const done = this.#rows.length;
    if (done === rows.length) {
      this.#finish(this.#sum());
      return;
    }
    const bytes = this.#askedFor === view() ? 0 : sizeFrom(snapshot.table, rows, done);
    if (bytes > autoBytes) {
      this.#finish({ state: 'large', bytes });
      return;
    }
    const batch = nextBatch(snapshot.table, rows, done, BATCH);
    await slicer.pause();
    const read = this.#rows;
    const entries = await session.entries(batch);
    // The file was replaced, or another path is shown.
    if (read !== this.#rows) return;
    // The file holds other bytes by now, and will be read again.
    if (entries.includes(null)) {
      this.#finish(undefined);
      return;
    }
    entries.forEach((entry, index) => {
      this.#rows.push(batch[index] as number);
      this.#told.push(entry ? snapshot.format.usage?.of(entry) : undefined);
    });
  }

  #tellersNow(): Tellers {
    const scene = this.#options.scene();
    if (this.#tellers?.scene !== scene) this.#tellers = { scene, rows: tellersOf(scene) };
    return this.#tellers;
  }

  /** What was read stays as far as the path begins with the same entries. */
  #keepBeginning(rows: readonly number[]): void {
    let same = 0;
    while (same < this.#rows.length && this.#rows[same] === rows[same]) same++;
    if (same === this.#rows.length) return;
    this.#rows = this.#rows.slice(0, same);
    this.#told = this.#told.slice(0, same);
  }

  #sum(): PageUsage | undefined {
    const sum = new UsageSum();
    for (const told of this.#told) if (told) sum.add(told);
    return sum.total && { state: 'sum', ...sum.total };
  }

  #finish(usage: PageUsage | undefined): void {
    this.#doneFor = this.#options.scene();
    this.#show(usage);
  }

  #show(usage: PageUsage | undefined): void {
    const before = this.header.usage;
    this.#shown = { view: this.#options.view(), usage };
    if (before || usage) this.#options.changed();
  }
}

function tellersOf({ snapshot: { table, format }, plan: { path } }: Scene): number[] {
  const rows: number[] = [];
  for (const row of path) if (format.usage?.mayTell(table.kind(row), table.role(row))) rows.push(row);
  return rows;
}

function sizeFrom(table: Scene['snapshot']['table'], rows: readonly number[], from: number): number {
  let bytes = 0;
  for (let at = from; at < rows.length; at++) bytes += table.length(rows[at] as number);
  return bytes;
}
