import { h, iconButton } from './dom.ts';
import { highlighted } from './highlight.ts';
import type { Page } from './page.ts';
import { t } from './strings.ts';
import { visible } from './visible.ts';

/** A block of code with a button that copies it as it stands. */
export function codeBlock(page: Page, text: string, language: string): HTMLElement {
  const name = language.trim().split(/\s/, 1)[0]?.slice(0, 40) ?? '';
  return h(
    'div',
    { class: 'code-block' },
    name === '' ? null : h('span', { class: 'code-language' }, visible(name)),
    copyButton(page, () => text),
    h('pre', null, h('code', null, isDiff(name) ? diffLines(text) : highlighted(text, name))),
  );
}

function copyButton(page: Page, text: () => string): HTMLElement {
  return iconButton(
    'copy',
    t('copyCode'),
    () => {
      page.copy(text());
      page.announce(t('copied'));
    },
    'copy-code',
  );
}

/** Lines of a diff, added and removed ones told apart by their sign and by colour. */
export function diffLines(text: string): Node {
  const nodes = document.createDocumentFragment();
  for (const line of text.split(/(?<=\n)/)) {
    const kind = /^\+(?!\+\+ )/.test(line) ? 'added' : /^-(?!-- )/.test(line) ? 'removed' : '';
    nodes.append(kind === '' ? visible(line) : h('span', { class: `diff-${kind}` }, visible(line)));
  }
  return nodes;
}

export function isDiff(name: string): boolean {
  return name === 'diff' || name === 'patch';
}
