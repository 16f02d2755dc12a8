import type { StringKey } from '../src/core/conversation/strings.ts';
import { h, iconButton } from './dom.ts';
import { t } from './strings.ts';

const KEYS: readonly (readonly [keys: readonly string[], key: StringKey])[] = [
  [['j', 'k'], 'helpNext'],
  [['g', 'G'], 'helpEnds'],
  [['Enter'], 'helpToggle'],
  [['[', ']'], 'helpBranch'],
  [['t'], 'helpThinking'],
  [['o'], 'helpCalls'],
  [['c', 's', 'f', 'r'], 'helpActions'],
  [['x'], 'helpContext'],
  [['p'], 'helpPin'],
  [['?'], 'helpHelp'],
];

/** The list of keys, as a dialog that Escape closes. */
export function helpDialog(): HTMLDialogElement {
  const rows = KEYS.flatMap(([keys, text]) => [
    h('dt', null, ...keys.flatMap((key, i) => [i > 0 ? ' ' : null, h('kbd', null, key)])),
    h('dd', null, t(text)),
  ]);
  const dialog: HTMLDialogElement = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    h(
      'div',
      { class: 'help-head' },
      h('h2', { id: 'help-title' }, t('helpTitle')),
      iconButton('cross', t('close'), () => dialog.close()),
    ),
    h('dl', null, ...rows),
  );
  return dialog;
}
