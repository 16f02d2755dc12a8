import type { ItemList, Slot } from './list.ts';

/** How near the end still counts as being there. */
const NEAR_END = 40;
/** Frames in which heights settle: what comes into view is measured only then. */
const SETTLE_FRAMES = 6;

/** Where the reader stands, kept while what is above or below changes. */
export class Scroll {
  readonly #list: ItemList;
  readonly #header: () => number;
  /** Raised by every new aim, so that an older one stops. */
  #aim = 0;

  /** @param header height of what covers the top of the window. */
  constructor(list: ItemList, header: () => number) {
    this.#list = list;
    this.#header = header;
    // The reader's own hand on the page ends every aim.
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      addEventListener(type, () => this.#aim++, { passive: true, capture: true });
    }
  }

  /** The first slot below the header, and how far its top is above the header's lower edge. */
  anchor(): { readonly slot: Slot; readonly offset: number } | undefined {
    const { slots } = this.#list;
    const edge = this.#header();
    let low = 0;
    let high = slots.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const bottom = slots[middle]?.element.getBoundingClientRect().bottom ?? 0;
      if (bottom > edge + 1) high = middle;
      else low = middle + 1;
    }
    const slot = slots[low];
    return slot && { slot, offset: Math.round(edge - slot.element.getBoundingClientRect().top) };
  }

  /** Changes the list and leaves what the reader looks at where it is. */
  keeping(change: () => void): void {
    const before = this.anchor();
    const top = before?.slot.element.getBoundingClientRect().top ?? 0;
    change();
    const slot =
      before && (before.slot.element.isConnected ? before.slot : this.#list.byRow(before.slot.item.row));
    if (!slot) return;
    const moved = slot.element.getBoundingClientRect().top - top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }

  /** Changes what stands above the list and stays in sight: what the reader looks at stays below it. */
  keepingBelow(change: () => void): void {
    const before = this.anchor();
    change();
    if (before?.slot.element.isConnected) this.to(before.slot, before.offset);
  }

  isAtEnd(): boolean {
    const root = document.documentElement;
    return root.scrollHeight - innerHeight - scrollY < NEAR_END;
  }

  toEnd(): void {
    this.#settle(() => document.documentElement.scrollHeight - innerHeight - scrollY);
  }

  /** The page's own top: the facts and notices above the first item belong to it. */
  toStart(): void {
    this.#settle(() => -scrollY);
  }

  /** Puts a slot's top `offset` pixels above the header's edge (below it when negative). */
  to(slot: Slot, offset: number): void {
    this.#settle(() => slot.element.getBoundingClientRect().top - this.#header() + offset);
  }

  /** Puts an element inside a slot below the header, with some room above it. */
  toElement(element: Element): void {
    this.#settle(() => element.getBoundingClientRect().top - this.#header() - 12);
  }

  /** Puts an element's top at `top` in the window. */
  elementTo(element: Element, top: number): void {
    this.#settle(() => element.getBoundingClientRect().top - top);
  }

  /** Brings a slot into view, moving as little as possible. */
  into(slot: Slot): void {
    const { top, bottom } = slot.article.getBoundingClientRect();
    const edge = this.#header();
    if (top < edge || top > innerHeight - 40) this.toElement(slot.article);
    else if (bottom > innerHeight)
      scrollBy({ top: Math.min(bottom - innerHeight, top - edge - 12), behavior: 'instant' });
  }

  #settle(distance: () => number): void {
    const aim = ++this.#aim;
    let frames = 0;
    const step = (): void => {
      if (aim !== this.#aim) return;
      const left = distance();
      if (Math.abs(left) >= 1) scrollBy({ top: left, behavior: 'instant' });
      if (++frames < SETTLE_FRAMES) requestAnimationFrame(step);
    };
    step();
  }
}
