import type { ConversationItem } from '../src/core/conversation/items.ts';
import { h } from './dom.ts';
import { forkElement } from './forkSwitch.ts';
import { kinElements } from './kin.ts';
import { itemElement } from './message.ts';
import type { Page } from './page.ts';
import { t } from './strings.ts';

/** Items in the document at most; more are let go at the far end and fetched again when they are scrolled to. */
const MAX_ITEMS = 600;

export interface Slot {
  index: number;
  readonly item: ConversationItem;
  /** The item's article between what stands above it and the forks below it. */
  readonly element: HTMLElement;
  readonly article: HTMLElement;
}

/** The window of items that is in the document: `from` and the ones after it, without gaps. */
export class ItemList {
  readonly element = h('div', { class: 'items' });
  total = 0;
  /** What else is to be done with every slot that is made. */
  decorate: (slot: Slot) => void = () => undefined;
  #slots: Slot[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get from(): number {
    return this.#slots[0]?.index ?? 0;
  }

  /** Index after the last item of the window. */
  get to(): number {
    return this.from + this.#slots.length;
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  at(index: number): Slot | undefined {
    return this.#slots[index - this.from];
  }

  byRow(row: number): Slot | undefined {
    return this.#slots.find(({ item }) => item.row === row);
  }

  /** The slot that holds an element of the page. */
  holding(node: Node | null): Slot | undefined {
    return node ? this.#slots.find(({ element }) => element.contains(node)) : undefined;
  }

  show(from: number, items: readonly ConversationItem[], total: number): void {
    this.total = total;
    this.#slots = this.#make(from, items);
    this.element.replaceChildren(...this.#slots.map(({ element }) => element));
  }

  append(items: readonly ConversationItem[]): void {
    const slots = this.#make(this.to, items);
    this.element.append(...slots.map(({ element }) => element));
    this.#slots.push(...slots);
    this.#drop(this.#slots.splice(0, Math.max(0, this.#slots.length - MAX_ITEMS)));
  }

  prepend(items: readonly ConversationItem[]): void {
    const slots = this.#make(this.from - items.length, items);
    this.element.prepend(...slots.map(({ element }) => element));
    this.#slots.unshift(...slots);
    this.#drop(this.#slots.splice(MAX_ITEMS));
  }

  replace(index: number, item: ConversationItem): void {
    const old = this.at(index);
    if (!old) return;
    const slot = this.#slot(index, item, this.at(index - 1)?.item.time ?? null);
    // What is not this item's any more must not take the focus with it.
    const hadFocus = old.element.contains(document.activeElement);
    slot.article.tabIndex = old.article.tabIndex;
    slot.article.classList.toggle('target', old.article.classList.contains('target'));
    old.element.replaceWith(slot.element);
    this.#slots[index - this.from] = slot;
    if (hadFocus) slot.article.focus({ preventScroll: true });
  }

  #drop(slots: readonly Slot[]): void {
    for (const { element } of slots) element.remove();
  }

  #make(from: number, items: readonly ConversationItem[]): Slot[] {
    let before = this.at(from - 1)?.item.time ?? null;
    return items.map((item, i) => {
      const slot = this.#slot(from + i, item, before);
      before = item.time ?? before;
      return slot;
    });
  }

  #slot(index: number, item: ConversationItem, before: number | null): Slot {
    const article = itemElement(this.#page, item, before);
    const element = h(
      'div',
      { class: item.type === 'note' ? 'slot slot-note' : 'slot' },
      item.start && forkElement(this.#page, item.start),
      item.replayOf === undefined ? null : h('p', { class: 'replay' }, t('replayBegins', item.replayOf)),
      article,
      ...kinElements(this.#page, item),
      ...(item.forks ?? []).map((fork) => forkElement(this.#page, fork)),
    );
    const slot = { index, item, element, article };
    this.decorate(slot);
    return slot;
  }
}
