import { createSlicer, systemScheduler, type Scheduler } from '../core/lib/scheduler.ts';
import { inSlices } from '../core/lib/steps.ts';
import { Outline, outlineSteps } from '../core/outline/outline.ts';
import type { OutlineFilter, OutlineSource } from '../core/outline/outlineFilter.ts';

/** From so many entries on an outline is made in slices: at once it would be felt. */
export const LONG_ROWS = 50_000;
/** A session that grows faster than its outline is made is shown as it was a moment ago. */
const TRIES = 3;

/** What an outline is to be made of now; undefined while the session is not open. */
export type OutlineWish = () =>
  { readonly source: OutlineSource; readonly filter: OutlineFilter } | undefined;

/** The outline of one session. */
export class OutlineHolder {
  readonly #wish: OutlineWish;
  readonly #scheduler: Scheduler;
  #outline: Outline | undefined;
  /** Grows when rows lose their meaning. */
  #generation = 0;

  constructor(wish: OutlineWish, scheduler: Scheduler = systemScheduler) {
    this.#wish = wish;
    this.#scheduler = scheduler;
  }

  /**
   * The outline of the session as it is now. Of a long one whose newest outline is still to be made (see
   * {@link prepare}) the one before: its rows are the same, there are only fewer of them.
   */
  get current(): Outline | undefined {
    const wish = this.#wish();
    if (!wish) return undefined;
    const isShort = wish.source.table.size < LONG_ROWS;
    if (!this.#outline || (isShort && !this.#fits())) this.#outline = new Outline(wish.source, wish);
    return this.#outline;
  }

  /** Makes the outline of a long session in slices. */
  async prepare(): Promise<void> {
    for (let tries = 0; tries < TRIES && !this.#fits(); tries++) {
      const wish = this.#wish();
      if (!wish || wish.source.table.size < LONG_ROWS) return;
      const generation = this.#generation;
      const parts = await inSlices(outlineSteps(wish.source, wish), createSlicer(this.#scheduler));
      if (generation === this.#generation) this.#outline = new Outline(wish.source, wish, parts);
    }
  }

  /** Rows have no meaning any more, or nobody looks. */
  clear(): void {
    this.#generation += 1;
    this.#outline = undefined;
  }

  #fits(): boolean {
    const wish = this.#wish();
    const made = this.#outline;
    if (!wish || !made) return wish === undefined;
    const { source, filter } = wish;
    return made.source.table === source.table && made.source.tree === source.tree && made.filter === filter;
  }
}
