/** How many rows a list shows at first, and how many more at a time. */
const PAGE_SIZE = 200;
/** A list that follows its end while rows are added lets go of earlier ones beyond this many pages. */
const FOLLOWED_PAGES = 5;

/** The part of a list that is shown: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Which part of a long list is shown. A list that is anchored at its end shows the last page and goes on with it as the
 * list grows; one that is anchored at its start shows the first page. Every row outside is counted by a "more" item.
 */
export class PageWindow {
  #start: number | undefined;
  /** Undefined: up to the list's end, wherever that is. */
  #end: number | undefined;
  #followed = PAGE_SIZE * FOLLOWED_PAGES;
  readonly #anchor: 'start' | 'end';

  constructor(anchor: 'start' | 'end') {
    this.#anchor = anchor;
    if (anchor === 'start') this.#end = PAGE_SIZE;
  }

  span(total: number): Span {
    const end = Math.min(total, this.#end ?? total);
    if (this.#anchor === 'start') return { start: Math.min(this.#start ?? 0, end), end };
    this.#start ??= Math.max(0, total - PAGE_SIZE);
    if (this.#end === undefined) this.#start = Math.max(this.#start, total - this.#followed);
    // The list became another, shorter one: show its end again.
    if (this.#start >= end) this.#start = Math.max(0, end - PAGE_SIZE);
    return { start: this.#start, end };
  }

  /** Shows another page before or after what is shown. */
  more(side: 'before' | 'after', total: number): void {
    const { start, end } = this.span(total);
    this.#followed += PAGE_SIZE;
    if (side === 'before') this.#start = Math.max(0, start - PAGE_SIZE);
    else this.#setEnd(end + PAGE_SIZE, total);
  }

  /** Makes the row at `index` visible: by a page or two more where it is near, else by going there. */
  include(index: number, total: number): void {
    const { start, end } = this.span(total);
    if (index >= start && index < end) return;
    const near = index < start ? start - index <= 2 * PAGE_SIZE : index - end < 2 * PAGE_SIZE;
    if (near && index < start) {
      this.#followed += 2 * PAGE_SIZE;
      this.#start = Math.max(0, index - PAGE_SIZE / 2);
    } else if (near) this.#setEnd(index + PAGE_SIZE / 2, total);
    else {
      this.#start = Math.max(0, index - PAGE_SIZE / 2);
      this.#setEnd(index + PAGE_SIZE / 2, total);
    }
  }

  #setEnd(end: number, total: number): void {
    this.#end = end < total || this.#anchor === 'start' ? end : undefined;
  }
}

/** How many rows a "more" item brings, of how many that are hidden on its side. */
export function moreCount(hidden: number): number {
  return Math.min(PAGE_SIZE, hidden);
}
