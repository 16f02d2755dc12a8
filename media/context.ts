import type { ContextFacts, ContextSetting, ContextShown, PageHeader } from '../src/protocol.ts';
import { ContextMarks } from './contextMarks.ts';
import { h, icon, iconButton } from './dom.ts';
import type { Slot } from './list.ts';
import type { Page } from './page.ts';
import { count, t } from './strings.ts';
import { visible } from './visible.ts';

/** Typing is followed after this pause, in ms. */
const PAUSE = 400;

interface ContextOptions {
  readonly page: Page;
  /** Tells the extension. */
  readonly send: (setting: ContextSetting) => void;
  /** Every item in the document is to be marked anew. */
  readonly remark: () => void;
  /** Changes the bar's height and keeps what is read in sight. */
  readonly keep: (change: () => void) => void;
}

/** The Context switch, and the bar below the title that belongs to it: counts, the budget, what is wrong. */
export class ContextBar {
  readonly button = h(
    'button',
    { type: 'button', class: 'toggle-button', on: { click: () => this.toggle() } },
    icon('context'),
    t('context'),
  );
  readonly element = h('div', {
    class: 'context-bar',
    role: 'group',
    'aria-label': t('context'),
    hidden: true,
  });
  readonly #options: ContextOptions;
  readonly #marks = new ContextMarks();
  readonly #facts = h('div', { class: 'context-facts' });
  readonly #problems = h('div', { class: 'context-problems' });
  readonly #error = h('span', { class: 'mark-error context-error', id: 'budget-error', role: 'alert' });
  readonly #budget = h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    spellcheck: 'false',
    id: 'budget',
    class: 'budget',
    placeholder: t('contextNoBudget'),
    on: { input: () => this.#typed(), change: () => this.#send(), keydown: (event) => this.#key(event) },
  });
  #setting: ContextSetting = { on: false, budget: null };
  #isKnown = false;
  #said = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ContextOptions) {
    this.#options = options;
    this.element.append(
      this.#facts,
      h(
        'div',
        { class: 'context-budget' },
        h('label', { for: 'budget' }, t('contextBudget')),
        this.#budget,
        iconButton('copy', t('contextCopy'), () => options.page.act('copyContext', null)),
        this.#error,
      ),
      this.#problems,
    );
  }

  toggle(): void {
    if (!this.#isKnown) {
      this.#options.page.announce(t('contextUnknown'));
      return;
    }
    const on = !this.#setting.on;
    this.#said = '';
    this.#options.keep(() => {
      this.#apply({ ...this.#setting, on });
      if (!on) this.take(null);
    });
    if (!on) this.#options.page.announce(t('contextOff'));
    this.#options.send(this.#setting);
  }

  update({ context, hasContext }: PageHeader): void {
    this.#isKnown = hasContext;
    this.button.setAttribute('aria-disabled', String(!hasContext));
    this.button.title = t(hasContext ? 'contextTitle' : 'contextUnknown');
    // What is being typed is newer than what the extension knows.
    if (!this.#timer && document.activeElement !== this.#budget) {
      this.#budget.value = context.budget === null ? '' : String(context.budget);
    }
    this.#apply(context);
  }

  take(context: ContextShown | null): void {
    if (!this.#setting.on && context) return;
    const facts = context?.state === 'shown' ? context : undefined;
    // While a longer path is worked out, what is known of its beginning stays.
    if (context?.state !== 'working') {
      this.#marks.set(facts);
      this.#options.remark();
    }
    this.#facts.replaceChildren(...(context ? this.#factsOf(context) : []));
    this.#setError(facts?.budgetError ?? null);
    this.#problems.replaceChildren(...(facts ? problemList(this.#options.page, facts) : []));
    if (facts) this.#say(facts);
  }

  mark(slot: Slot): void {
    this.#marks.mark(slot);
  }

  #apply(setting: ContextSetting): void {
    this.#setting = setting;
    this.button.setAttribute('aria-pressed', String(setting.on && this.#isKnown));
    this.element.hidden = !setting.on || !this.#isKnown;
  }

  #factsOf(context: ContextShown): Node[] {
    if (context.state === 'failed') return [fact(visible(context.message), 'fact-warning')];
    if (context.state === 'working') return [fact(t('contextWorking', context.read, context.total))];
    const { compaction, replay } = context;
    const facts = sizes(context).map((text) => fact(text));
    if (compaction) {
      const { row, line, retained } = compaction;
      const click = (): void => this.#options.page.showEntry(row);
      const button = h(
        'button',
        { type: 'button', class: 'text-button', on: { click } },
        t('line', String(line)),
      );
      facts.push(fact(h('span', null, `${t('contextCompaction')} `, button)));
      if (retained > 0) facts.push(fact(count('contextRetained', retained)));
    }
    if (replay !== null) facts.push(fact(t('contextReplay', replay)));
    return facts;
  }

  /** Read out once for every answer that says something new. */
  #say(facts: ContextFacts): void {
    const [messages = '', chars = ''] = sizes(facts);
    const text = facts.budgetError ?? t('contextSaid', messages, chars);
    if (text === this.#said) return;
    this.#said = text;
    if (facts.budgetError === null) this.#options.page.announce(text);
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE);
  }

  #key(event: Event): void {
    if (event instanceof KeyboardEvent && event.key === 'Enter') this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const budget = parseBudget(this.#budget.value);
    if (budget === undefined) {
      this.#setError(t('contextBudgetBad'));
      return;
    }
    if (budget === this.#setting.budget) return;
    this.#apply({ ...this.#setting, budget });
    this.#options.send(this.#setting);
  }

  #setError(message: string | null): void {
    if (this.#error.textContent !== (message ?? '')) this.#error.textContent = message ?? '';
    this.#budget.setAttribute('aria-invalid', String(message !== null));
    if (message === null) this.#budget.removeAttribute('aria-describedby');
    else this.#budget.setAttribute('aria-describedby', 'budget-error');
  }
}

/** Digits as people write them, in groups or not; null for nothing, undefined for anything else. */
function parseBudget(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  if (!/^\d{1,3}(([,.'’\s])\d{3}(\2\d{3})*)?$|^\d+$/.test(plain)) return undefined;
  const number = Number(plain.replace(/\D/g, ''));
  return Number.isSafeInteger(number) ? number : undefined;
}

function sizes({ messages, sentMessages, chars, sentChars }: ContextFacts): string[] {
  return [t('contextMessages', sentMessages, messages), t('contextChars', sentChars, chars)];
}

function fact(content: Node | string, kind = ''): HTMLElement {
  return h('span', { class: `fact ${kind}`.trim() }, content);
}

/** Folded, since there may be many of them. */
function problemList(page: Page, { problems, moreProblems }: ContextFacts): Node[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ message, row, line }) => {
    const click = (): void => {
      if (row !== null) page.showEntry(row);
    };
    const button =
      row === null
        ? null
        : h('button', { type: 'button', class: 'text-button', on: { click } }, t('line', String(line)));
    return h('li', null, button, button ? ': ' : null, visible(message));
  });
  if (moreProblems > 0) lines.push(h('li', null, count('contextMore', moreProblems)));
  return [
    h(
      'details',
      null,
      h('summary', null, icon('warning'), count('contextProblems', problems.length + moreProblems)),
      h('ul', null, ...lines),
    ),
  ];
}
