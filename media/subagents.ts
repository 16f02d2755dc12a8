import type { SubagentMark } from '../src/core/conversation/items.ts';
import { h } from './dom.ts';
import type { Page } from './page.ts';
import { count, t } from './strings.ts';
import { visible } from './visible.ts';

/** Buttons that open the conversations of an entry's subagents; nothing where it has none. */
export function subagentButtons(
  page: Page,
  row: number,
  { subagents = [], moreSubagents = 0 }: { subagents?: readonly SubagentMark[]; moreSubagents?: number },
): HTMLElement | null {
  if (subagents.length === 0) return null;
  return h(
    'div',
    { class: 'subagents' },
    ...subagents.map(({ number, name }) => {
      const text = name === '' ? t('subagentOpen') : t('subagentOpenNamed', name);
      const click = (): void => page.openSubagent(row, number);
      return h('button', { type: 'button', class: 'rest-button', on: { click } }, visible(text));
    }),
    moreSubagents > 0 ? h('span', { class: 'muted' }, count('subagentMore', moreSubagents)) : null,
  );
}
