import { h, icon } from './dom.ts';
import type { Page } from './page.ts';
import { count, t } from './strings.ts';
import { visible } from './visible.ts';

/** What is said beside the conversation: that the file is gone, that there is more below or elsewhere. */
export class Notices {
  readonly top = h('div', { class: 'notice', role: 'status', hidden: true });
  readonly bottom = h('div', { class: 'pills' });
  readonly live = h('div', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  readonly #empty = h('p', { class: 'muted empty' }, t('empty'));
  readonly #below = h('button', { type: 'button', class: 'pill' });
  readonly #elsewhere = h(
    'button',
    { type: 'button', class: 'pill' },
    icon('fork'),
    `${t('newElsewhere')}: ${t('show')}`,
  );
  #new = 0;
  #first = 0;

  constructor(page: Page) {
    this.#below.addEventListener('click', () => {
      page.goToIndex(this.#first);
      this.addBelow(0, 0);
    });
    this.#elsewhere.addEventListener('click', () => page.act('showElsewhere', null));
  }

  setNotice(message: string | null): void {
    this.top.hidden = message === null;
    this.top.replaceChildren(
      ...(message === null ? [] : [icon('warning'), h('span', null, visible(message))]),
    );
  }

  setEmpty(isEmpty: boolean): void {
    if (isEmpty) this.top.after(this.#empty);
    else this.#empty.remove();
  }

  /** Says that so many items came below what is seen, the first of them at this index; 0 takes it back. */
  addBelow(added: number, first: number): void {
    if (added === 0) {
      if (this.#new === 0) return;
      this.#new = 0;
      this.#below.remove();
      return;
    }
    if (this.#new === 0) this.#first = first;
    this.#new += added;
    this.#below.replaceChildren(icon('down'), count('newMessages', this.#new));
    this.bottom.append(this.#below);
  }

  setElsewhere(isThere: boolean): void {
    if (isThere && !this.#elsewhere.isConnected) {
      this.bottom.append(this.#elsewhere);
      this.announce(t('newElsewhere'));
    } else if (!isThere) this.#elsewhere.remove();
  }

  clear(): void {
    this.addBelow(0, 0);
    this.setElsewhere(false);
  }

  announce(text: string): void {
    // The same text twice in a row would not be read again.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }
}
