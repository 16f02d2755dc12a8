import type { ConversationItem, KinItem } from '../src/core/conversation/items.ts';
import type { StringKey } from '../src/core/conversation/strings.ts';
import { h, icon } from './dom.ts';
import type { Page } from './page.ts';
import { count, t } from './strings.ts';
import { visible } from './visible.ts';

const WORDS: Readonly<Record<KinItem['kind'], StringKey>> = {
  origin: 'forkedFrom',
  fork: 'forkedHere',
  alike: 'partsFrom',
};

/** Slim notes below an item: the sessions that part from this one there, each a button that leads to it. */
export function kinElements(page: Page, { kin = [], moreKin = 0 }: ConversationItem): HTMLElement[] {
  const notes = kin.map(({ kind, number, title }) => {
    const click = (): void => page.openKin(number);
    const text = visible(t(WORDS[kind], title));
    return h(
      'p',
      { class: 'kin' },
      icon('fork'),
      h('button', { type: 'button', class: 'text-button', on: { click } }, text),
    );
  });
  return moreKin > 0 ? [...notes, h('p', { class: 'kin muted' }, count('kinMore', moreKin))] : notes;
}
