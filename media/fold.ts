import { h, icon } from './dom.ts';
import type { Page } from './page.ts';

interface FoldOptions {
  /** Stays the same over reloads: the record's line and the part. */
  readonly key: string;
  /** What "open or close all" speaks of. */
  readonly group: 'thinking' | 'call' | 'other';
  readonly className: string;
  readonly summary: readonly (Node | string)[];
  readonly content: () => readonly Node[];
}

/**
 * Something folded. Its content is there from the start, so that finding in the page finds it; whether it is open is
 * kept over reloads.
 */
export function fold(page: Page, options: FoldOptions): HTMLDetailsElement {
  const { key, group, className } = options;
  const details = h(
    'details',
    { class: `fold ${className}`, 'data-fold': key, 'data-group': group },
    h('summary', null, icon('chevron'), ...options.summary),
    h('div', { class: 'fold-content' }, ...options.content()),
  );
  details.open = page.isOpen(key, group);
  let isOpen = details.open;
  details.addEventListener('toggle', () => {
    // The event also comes, late, for the state that it was made with.
    if (details.open === isOpen) return;
    isOpen = details.open;
    page.setOpen(key, group, isOpen);
  });
  return details;
}
