import type { ForkSwitch } from '../src/core/conversation/items.ts';
import { h, icon, iconButton } from './dom.ts';
import type { Page } from './page.ts';
import { t } from './strings.ts';
import { visible } from './visible.ts';

/** `Branch 2 of 3 ◀ ▶`, with the list of all branches behind the words. */
export function forkElement(page: Page, fork: ForkSwitch): HTMLElement {
  const { index, count, row } = fork;
  const words = t(row < 0 ? 'startOf' : 'branchOf', index + 1, count);
  const element = h('div', { class: 'fork', role: 'group', 'aria-label': words, 'data-fork': row });
  const take = (branch: number): void => page.takeBranch(branch, element);
  element.append(step(take, fork, -1), branchList(take, fork, words), step(take, fork, 1));
  return element;
}

function branchList(take: (row: number) => void, fork: ForkSwitch, words: string): HTMLElement {
  const { index, count, first, branches } = fork;
  const shown = branches[index - first];
  const isPart = branches.length < count;
  return h(
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
    isPart ? h('p', { class: 'caption' }, t('branchList', first + 1, first + branches.length, count)) : null,
    h(
      'ol',
      { start: first + 1 },
      ...branches.map((branch, at) => h('li', null, branchButton(take, branch, first + at === index))),
    ),
  );
}

function branchButton(
  take: (row: number) => void,
  branch: ForkSwitch['branches'][number],
  isShown: boolean,
): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'branch',
      'aria-current': isShown && 'true',
      on: { click: () => isShown || take(branch.row) },
    },
    h('span', { class: 'branch-label' }, visible(branch.label)),
    isShown ? h('span', { class: 'tag' }, t('branchCurrent')) : null,
    h('span', { class: 'branch-line' }, t('line', String(branch.line))),
  );
}

function step(take: (row: number) => void, fork: ForkSwitch, by: -1 | 1): HTMLElement {
  const next = fork.branches[fork.index - fork.first + by];
  const label = next ? t(by < 0 ? 'branchPrevious' : 'branchNext', next.label) : t('branchNone');
  const button = iconButton(by < 0 ? 'left' : 'right', label, () => next && take(next.row), 'fork-step');
  button.dataset['step'] = String(by);
  button.disabled = !next;
  return button;
}
