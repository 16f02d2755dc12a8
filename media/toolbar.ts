import { h, iconButton, type IconName } from './dom.ts';
import type { ItemList, Slot } from './list.ts';
import type { Page } from './page.ts';
import { t } from './strings.ts';
import type { StringKey } from '../src/core/conversation/strings.ts';
import type { PageAction } from '../src/protocol.ts';

const ACTIONS: readonly (readonly [PageAction, IconName, StringKey])[] = [
  ['copyMessage', 'copy', 'copyMessage'],
  ['openSource', 'source', 'openSource'],
  ['fork', 'fork', 'fork'],
  ['reveal', 'tree', 'reveal'],
];

/**
 * Gives an item its buttons when the pointer or the focus first comes to it: most items of a long session never get
 * any, and the keyboard meets only those of the item that it is in.
 */
export function giveToolbars(page: Page, list: ItemList): void {
  const give = (event: Event): void => {
    const slot = list.holding(event.target instanceof Node ? event.target : null);
    if (slot) addToolbar(page, slot);
  };
  list.element.addEventListener('pointerover', give);
  list.element.addEventListener('focusin', give);
}

function addToolbar(page: Page, { article, item }: Slot): void {
  const head = article.querySelector('.head');
  if (!head || head.querySelector('.toolbar')) return;
  const buttons = ACTIONS.map(([action, picture, key]) =>
    iconButton(picture, t(key), () => page.act(action, item.row)),
  );
  head.append(h('div', { class: 'toolbar' }, ...buttons));
}
