import type { PageAction, PageHeader } from '../src/protocol.ts';
import type { ContextBar } from './context.ts';
import { h, icon, iconButton } from './dom.ts';
import type { Page } from './page.ts';
import { count, t } from './strings.ts';
import { UsageFact } from './usage.ts';
import { visible } from './visible.ts';

/** The page's top: what session and path this is, how much of it there is, and what can be done with the whole. */
export class Header {
  readonly element = h('header', { class: 'top' });
  readonly #row = h('div', { class: 'top-row' });
  readonly #facts = h('div', { class: 'facts' });
  readonly #stays: HTMLElement;
  readonly #context: ContextBar;
  readonly #page: Page;
  readonly #usage: UsageFact;
  readonly #showHelp: () => void;

  constructor(page: Page, context: ContextBar, showHelp: () => void) {
    this.#page = page;
    this.#context = context;
    this.#showHelp = showHelp;
    this.#stays = h('div', { class: 'top-stays' }, this.#row, context.element);
    this.#usage = new UsageFact(() => page.act('addUsage', null));
    this.element.append(this.#stays, this.#facts, this.#usage.details);
  }

  /** Where the part that stays in sight ends in the window. */
  get bottom(): number {
    return this.#stays.getBoundingClientRect().bottom;
  }

  update(header: PageHeader): void {
    const focused = this.element.querySelector(':focus');
    const label = focused?.getAttribute('aria-label');
    this.#row.replaceChildren(h('h1', { title: header.title }, visible(header.title)), this.#buttons(header));
    this.#facts.replaceChildren(...this.#factsOf(header));
    this.#context.update(header);
    document.title = header.title;
    for (const button of this.element.querySelectorAll('button')) {
      const isSame = label ? button.getAttribute('aria-label') === label : button === focused;
      if (isSame) button.focus({ preventScroll: true });
    }
  }

  #buttons(header: PageHeader): HTMLElement {
    const act = (action: Parameters<Page['act']>[0]) => (): void => this.#page.act(action, null);
    return h(
      'div',
      { class: 'top-buttons' },
      this.#context.button,
      header.isDefaultLeaf ? null : iconButton('down', t('defaultLeaf'), act('defaultLeaf')),
      iconButton('copy', t('copyPath'), act('copyPath')),
      header.pinned
        ? h(
            'span',
            { class: 'pinned', title: t('pinned') },
            icon('pin'),
            h('span', { class: 'sr-only' }, t('pinned')),
          )
        : iconButton('pin', t('pin'), act('pin')),
      iconButton('help', t('help'), this.#showHelp),
    );
  }

  #button(text: string, action: PageAction): HTMLElement {
    const click = (): void => this.#page.act(action, null);
    return h('button', { type: 'button', class: 'text-button', on: { click } }, visible(text));
  }

  #factsOf(header: PageHeader): Node[] {
    const facts: Node[] = [];
    const say = (content: Node | string, kind = ''): void => {
      facts.push(h('span', { class: `fact ${kind}`.trim() }, content));
    };
    if (header.subagentOf !== undefined) say(this.#button(t('subagentOf', header.subagentOf), 'openParent'));
    const { origin, forks = 0 } = header.kin ?? {};
    if (typeof origin === 'string') say(this.#button(t('forkedFrom', origin), 'openOrigin'));
    else if (origin === null) say(this.#button(t('originMissing'), 'openOrigin'), 'fact-warning');
    if (forks > 0) say(this.#button(count('kinForks', forks), 'openForks'));
    say(visible(header.fileName), 'fact-file');
    if (header.beginning) say(beginningText(header.beginning));
    say(visible(header.format));
    if (header.isList) say(t('unknownFormat'), 'fact-warning');
    const { line } = header.leaf;
    // A session without entries has no leaf.
    if (line > 0) {
      say(`${t(header.isDefaultLeaf ? 'newestLeaf' : 'notDefaultLeaf')}, ${t('line', String(line))}`);
    }
    say(count('messages', header.messages));
    if (header.calls > 0) say(count('calls', header.calls));
    if (header.openCalls > 0) say(count('openCalls', header.openCalls), 'fact-warning');
    if (header.orphanResults > 0) say(count('orphanResults', header.orphanResults), 'fact-warning');
    if (header.forks > 0) say(count('forks', header.forks));
    if (header.leaves > 1) say(count('leaves', header.leaves));
    const usage = this.#usage.update(header.usage);
    if (usage) say(usage);
    if (header.problems > 0) {
      say(this.#button(count('problems', header.problems), 'showProblems'), 'fact-warning');
    }
    return facts;
  }
}

/** Lines count through all files of a session. */
function beginningText({ fileName, files, lines }: NonNullable<PageHeader['beginning']>): Node {
  const [end, more] = [String(lines), String(files - 1)];
  return visible(files === 1 ? t('beginsIn', end, fileName) : t('beginsInMore', end, fileName, more));
}
