import type { ForkSwitch } from '../src/core/conversation/items.ts';
import { h, icon, iconButton } from './dom.ts';
import type { Page } from './page.ts';
import { formatNumber, t } from './strings.ts';
import { visible } from './visible.ts';

/** `Branch 2 of 3 ◀ ▶`, with the list of all branches behind the words. */
export function forkElement(page: Page, fork: ForkSwitch): HTMLElement {
  const { index, count, first, branches, row } = fork;
  const words = t(row < 0 ? 'startOf' : 'branchOf', index + 1, count);
  const shown = branches[index - first];
  return h(
    'div',
    { class: 'fork', role: 'group', 'aria-label': words },
    step(page, fork, -1),
    h(
      'details',
      { class: 'fork-list' },
      h(
        'summary',
        null,
        icon('fork'),
        h('span', { class: 'fork-words' }, words),
        ' ',
        h('span', { class: 'fold-line' }, visible(shown?.label ?? '')),
      ),
      branches.length < count
        ? h('p', { class: 'caption' }, t('branchList', first + 1, first + branches.length, count))
        : null,
      h(
        'ol',
        { start: first + 1 },
        ...branches.map((branch, at) => h('li', null, branchButton(page, branch, first + at === index))),
      ),
    ),
    step(page, fork, 1),
  );
}

function branchButton(page: Page, branch: ForkSwitch['branches'][number], isShown: boolean): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'branch',
      'aria-current': isShown && 'true',
      on: { click: () => page.takeBranch(branch.row) },
    },
    h('span', { class: 'branch-label' }, visible(branch.label)),
    h('span', { class: 'branch-line' }, t('line', formatNumber(branch.line))),
    isShown ? h('span', { class: 'tag' }, t('branchCurrent')) : null,
  );
}

function step(page: Page, fork: ForkSwitch, by: -1 | 1): HTMLElement {
  const next = fork.branches[fork.index - fork.first + by];
  const label = next ? t(by < 0 ? 'branchPrevious' : 'branchNext', next.label) : t('branchNone');
  const button = iconButton(
    by < 0 ? 'left' : 'right',
    label,
    () => next && page.takeBranch(next.row),
    'fork-step',
  );
  button.dataset['step'] = String(by);
  button.disabled = !next;
  return button;
}
