import type { ItemList, Slot } from './list.ts';
import type { Page } from './page.ts';
import type { Scroll } from './scroll.ts';

interface KeyContext {
  readonly page: Page;
  readonly list: ItemList;
  readonly scroll: Scroll;
  /** Goes to an item of the path that may not be in the document. */
  readonly seek: (index: number) => void;
  readonly showHelp: () => void;
  readonly toggleContext: () => void;
}

/**
 * The page's keys (listed in help.ts). One article is in the tab order at a time; j and k move it on.
 */
export class Keys {
  readonly #context: KeyContext;
  #row = -1;

  constructor(context: KeyContext) {
    this.#context = context;
    document.addEventListener('keydown', (event) => {
      if (this.#handle(event)) event.preventDefault();
    });
    context.list.element.addEventListener('focusin', (event) => {
      const slot = context.list.holding(event.target as Node);
      if (slot) this.#become(slot);
    });
  }

  /** Makes a slot the current one without moving the focus or the view. */
  setCurrent(slot: Slot | undefined): void {
    if (slot) this.#become(slot);
  }

  /** After the list was made anew: the current article if it is still there, else the one at the top. */
  refresh(): void {
    this.setCurrent(this.#context.list.byRow(this.#row) ?? this.#context.scroll.anchor()?.slot);
  }

  focus(slot: Slot): void {
    this.#become(slot);
    slot.article.focus({ preventScroll: true });
    this.#context.scroll.into(slot);
  }

  #become(slot: Slot): void {
    const old = this.#context.list.byRow(this.#row);
    if (old) old.article.tabIndex = -1;
    slot.article.tabIndex = 0;
    this.#row = slot.item.row;
  }

  #current(): Slot | undefined {
    const { list, scroll } = this.#context;
    return list.holding(document.activeElement) ?? list.byRow(this.#row) ?? scroll.anchor()?.slot;
  }

  #handle(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (document.querySelector('dialog[open]') || event.target instanceof HTMLInputElement) return false;
    const { page } = this.#context;
    const row = this.#current()?.item.row ?? null;
    switch (event.key) {
      case 'j':
        return this.#move(1);
      case 'k':
        return this.#move(-1);
      case 'g':
        return this.#seek(0);
      case 'G':
        return this.#seek(this.#context.list.total - 1);
      case 'Enter':
        return this.#toggle(event);
      case '[':
        return this.#branch('-1');
      case ']':
        return this.#branch('1');
      case 't':
        return this.#toggleAll('thinking');
      case 'o':
        return this.#toggleAll('call');
      case 'c':
        return act(() => page.act('copyMessage', row));
      case 's':
        return act(() => page.act('openSource', row));
      case 'f':
        return act(() => page.act('fork', row));
      case 'r':
        return act(() => page.act('reveal', row));
      case 'x':
        return act(this.#context.toggleContext);
      case 'p':
        return act(() => page.act('pin', null));
      case '?':
        return act(this.#context.showHelp);
      default:
        return false;
    }
  }

  #move(by: number): boolean {
    const { list } = this.#context;
    const current = this.#current();
    if (!current) return false;
    // The first key press goes to the message that is being read, not past it.
    const isFocused = list.holding(document.activeElement) === current;
    const index = isFocused ? current.index + by : current.index;
    const slot = list.at(index);
    if (slot) this.focus(slot);
    return slot !== undefined;
  }

  #seek(index: number): boolean {
    if (index < 0) return false;
    this.#context.seek(index);
    return true;
  }

  /** Only on the article itself: inside it, Enter belongs to the button or the fold that has the focus. */
  #toggle(event: KeyboardEvent): boolean {
    const { list } = this.#context;
    const slot = list.holding(event.target as Node);
    if (!slot || event.target !== slot.article) return false;
    const folds = [...slot.article.querySelectorAll<HTMLDetailsElement>('details.fold')];
    const outer = folds.filter((fold) => !fold.parentElement?.closest('details.fold'));
    const open = !outer.some((fold) => fold.open);
    for (const fold of outer) fold.open = open;
    return outer.length > 0;
  }

  #branch(step: '1' | '-1'): boolean {
    const { list } = this.#context;
    const current = this.#current();
    if (!current) return false;
    for (let index = current.index; index >= list.from; index--) {
      const steps = list
        .at(index)
        ?.element.querySelectorAll<HTMLButtonElement>(`.fork [data-step="${step}"]`);
      const button = steps?.[steps.length - 1];
      if (!button) continue;
      button.click();
      return true;
    }
    return false;
  }

  #toggleAll(group: string): boolean {
    const { list, scroll, page } = this.#context;
    const folds = [...list.element.querySelectorAll<HTMLDetailsElement>(`details[data-group="${group}"]`)];
    const open = !folds.some((fold) => fold.open);
    page.setGroup(group, open);
    scroll.keeping(() => {
      for (const fold of folds) fold.open = open;
    });
    return folds.length > 0;
  }
}

function act(action: () => void): true {
  action();
  return true;
}
