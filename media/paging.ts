import type { ConversationItem } from '../src/core/conversation/items.ts';
import { h } from './dom.ts';
import type { ItemList } from './list.ts';
import type { Scroll } from './scroll.ts';
import { t } from './strings.ts';

interface Answer {
  readonly from: number;
  readonly items: readonly ConversationItem[];
}

/** Fetches the items before and after the window: by the two buttons, and by themselves when these come near. */
export class Paging {
  readonly earlier = h('button', {
    type: 'button',
    class: 'page-button',
    on: { click: () => void this.#load(true) },
  });
  readonly later = h('button', {
    type: 'button',
    class: 'page-button',
    on: { click: () => void this.#load(false) },
  });
  readonly #list: ItemList;
  readonly #scroll: Scroll;
  readonly #ask: (at: number, before: boolean) => Promise<Answer>;
  readonly #observer: IntersectionObserver;
  readonly #busy = new Set<HTMLElement>();
  /** Raised when the window is made anew: answers for an older one come to nothing. */
  #window = 0;

  constructor(list: ItemList, scroll: Scroll, ask: (at: number, before: boolean) => Promise<Answer>) {
    this.#list = list;
    this.#scroll = scroll;
    this.#ask = ask;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) void this.#load(target === this.earlier);
      },
      { rootMargin: '1200px 0px' },
    );
    this.update();
  }

  /** Whether the window holds the path's last item. */
  get isAtEnd(): boolean {
    return this.#list.to >= this.#list.total;
  }

  reset(): void {
    this.#window++;
    this.#busy.clear();
    this.update();
  }

  update(): void {
    this.#set(this.earlier, 'earlier', this.#list.from);
    this.#set(this.later, 'later', this.#list.total - this.#list.to);
  }

  #set(button: HTMLElement, key: 'earlier' | 'later', hidden: number): void {
    button.hidden = hidden <= 0;
    button.textContent = t(key, hidden);
    this.#observer.unobserve(button);
    // Observed anew each time, because a button that stays in view tells nothing by itself.
    if (hidden > 0) this.#observer.observe(button);
  }

  async #load(before: boolean): Promise<void> {
    const button = before ? this.earlier : this.later;
    if (this.#busy.has(button) || button.hidden) return;
    this.#busy.add(button);
    button.textContent = t('loading');
    const window = this.#window;
    const at = before ? this.#list.from : this.#list.to;
    try {
      const { from, items } = await this.#ask(at, before);
      if (window !== this.#window) return;
      this.#busy.delete(button);
      this.#take(before, at, from, items);
    } catch (error) {
      if (window !== this.#window) return;
      this.#busy.delete(button);
      button.textContent = t('failed', error instanceof Error ? error.message : String(error));
    }
  }

  #take(before: boolean, at: number, from: number, items: readonly ConversationItem[]): void {
    const fits = before
      ? this.#list.from === at && from + items.length === at
      : this.#list.to === at && from === at;
    if (fits && items.length > 0) {
      this.#scroll.keeping(() => {
        if (before) this.#list.prepend(items);
        else this.#list.append(items);
      });
    }
    this.update();
  }
}
