import type { Usage } from '../src/core/usage/usage.ts';
import type { PageUsage } from '../src/protocol.ts';
import { h } from './dom.ts';
import { count, formatCompact, formatCost, formatNumber, formatSize, t } from './strings.ts';

/** What an answer used, in few characters; all digits are in the tooltip. */
export function usageLine(usage: Usage): HTMLElement {
  return h(
    'span',
    { class: 'note-piece usage', title: usageText(usage, formatNumber) },
    usageText(usage, formatCompact),
  );
}

/** `12.3k in (11k cached), 320 out, $0.02`: what is not told is left out. */
function usageText(usage: Usage, number: (value: number) => string): string {
  const { input, cacheRead, cacheWrite, output, reasoning, cost } = usage;
  const cached = [
    cacheRead === undefined ? '' : t('usageCacheRead', number(cacheRead)),
    cacheWrite === undefined ? '' : t('usageCacheWrite', number(cacheWrite)),
  ].filter(Boolean);
  const thought = reasoning === undefined ? '' : ` (${t('usageReasoning', number(reasoning))})`;
  return [
    input === undefined
      ? cached.join(', ')
      : `${t('usageIn', number(input))}${cached.length > 0 ? ` (${cached.join(', ')})` : ''}`,
    output === undefined ? thought : `${t('usageOut', number(output))}${thought}`,
    cost === undefined ? '' : formatCost(cost),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * What the answers of the path used, at the page's top: a short sum, and below it, when it is asked for, all digits and
 * what the sum covers. Stays the same element, so that it keeps the focus.
 */
export class UsageFact {
  readonly #button: HTMLButtonElement;
  readonly details = h('p', { class: 'usage-details', id: 'usage-details', hidden: true });
  readonly #ask: () => void;
  #usage: PageUsage | undefined;
  #isOpen = false;

  /** @param ask the sum is wanted, however much has to be read for it */
  constructor(ask: () => void) {
    this.#ask = ask;
    this.#button = h('button', {
      type: 'button',
      class: 'text-button',
      on: { click: () => this.#click() },
    });
  }

  /** The fact to be shown, null where nothing is known. */
  update(usage: PageUsage | undefined): Node | null {
    this.#usage = usage;
    this.#draw();
    if (!usage) return null;
    if (usage.state === 'working') return h('span', null, t('usageWorking', usage.read, usage.total));
    return this.#button;
  }

  #click(): void {
    if (this.#usage?.state === 'large') this.#ask();
    else this.#isOpen = !this.#isOpen;
    this.#draw();
  }

  #draw(): void {
    const usage = this.#usage;
    const isSum = usage?.state === 'sum';
    const isOpen = isSum && this.#isOpen;
    this.details.hidden = !isOpen;
    this.details.textContent = isOpen ? sumText(usage) : '';
    if (isSum) {
      this.#button.textContent = t('usageSum', usageText(shortSum(usage), formatCompact));
      this.#button.setAttribute('aria-expanded', String(isOpen));
      this.#button.setAttribute('aria-controls', this.details.id);
    } else {
      this.#button.removeAttribute('aria-expanded');
      this.#button.removeAttribute('aria-controls');
      this.#button.textContent = usage?.state === 'large' ? t('usageLarge', formatSize(usage.bytes)) : '';
    }
  }
}

/** Of a sum only what fits in a line with other facts. */
function shortSum({ usage: { input, output, cost } }: { readonly usage: Usage }): Usage {
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cost !== undefined && { cost }),
  };
}

function sumText({ usage, answers, withCost }: PageUsage & { state: 'sum' }): string {
  const sentences = [`${usageText(usage, formatNumber)}.`, count('usageAnswers', answers)];
  if (usage.cost !== undefined)
    sentences.push(withCost < answers ? t('usageCostOfSome', withCost) : t('usageCost'));
  return [...sentences, t('usageCovers')].join(' ');
}
