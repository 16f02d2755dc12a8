import type { Bounded, PartRef } from '../src/core/conversation/items.ts';
import { TEXT_SLICE } from '../src/protocol.ts';
import { h } from './dom.ts';
import type { Page } from './page.ts';
import { formatNumber, t } from './strings.ts';

/** Up to this many characters the whole is drawn anew when the rest was asked for; beyond, the rest is appended. */
const REDRAWN = 300_000;

/**
 * A text that may be cut: drawn by `draw`, with its true size and a button for the rest where something is missing.
 * @param draw makes the nodes of a text; called again with more of it.
 */
export function boundedText(
  page: Page,
  text: Bounded,
  ref: PartRef,
  draw: (text: string) => Node,
): HTMLElement {
  const content = h('div', { class: 'bounded' }, draw(text.text));
  if (text.total !== undefined) new Rest(page, content, ref, draw, text.text, text.total);
  return content;
}

class Rest {
  readonly #page: Page;
  readonly #content: HTMLElement;
  readonly #ref: PartRef;
  readonly #draw: (text: string) => Node;
  readonly #status = h('span', { class: 'rest-status' });
  readonly #button = h('button', {
    type: 'button',
    class: 'rest-button',
    on: { click: () => void this.#load() },
  });
  readonly #bar = h('div', { class: 'rest' }, this.#status, ' ', this.#button);
  #text: string;
  #total: number;
  /** Whether what came after the first piece stands in blocks of its own. */
  #isLong = false;

  constructor(
    page: Page,
    content: HTMLElement,
    ref: PartRef,
    draw: (text: string) => Node,
    text: string,
    total: number,
  ) {
    this.#page = page;
    this.#content = content;
    this.#ref = ref;
    this.#draw = draw;
    this.#text = text;
    this.#total = total;
    this.#update();
    content.append(this.#bar);
  }

  async #load(): Promise<void> {
    this.#button.disabled = true;
    this.#status.textContent = t('loading');
    // What was printed from a value's beginning may differ from the whole's: so the whole is asked for from 0.
    const from = this.#isLong ? this.#text.length : 0;
    try {
      const { text, total } = await this.#page.requestText(this.#ref, from);
      this.#show(text, from, total);
    } catch (error) {
      this.#status.textContent = t('failed', error instanceof Error ? error.message : String(error));
    }
    this.#button.disabled = false;
  }

  #show(text: string, from: number, total: number): void {
    this.#text = from === 0 ? text : this.#text + text;
    this.#total = total;
    if (from === 0) {
      this.#isLong = text.length > REDRAWN;
      this.#content.replaceChildren(
        this.#isLong ? h('pre', { class: 'output' }, text) : this.#draw(text),
        this.#bar,
      );
    } else this.#bar.before(h('pre', { class: 'output' }, text));
    this.#update();
    if (this.#text.length < total) this.#isLong = true;
    else this.#bar.remove();
  }

  #update(): void {
    const left = this.#total - this.#text.length;
    this.#status.textContent = t('shownOf', this.#text.length, this.#total);
    this.#button.textContent =
      this.#total <= TEXT_SLICE
        ? t('showAll', formatNumber(this.#total))
        : t('showMore', Math.min(left, TEXT_SLICE));
  }
}
