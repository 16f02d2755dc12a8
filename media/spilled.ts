import type { SpilledPart } from '../src/core/conversation/items.ts';
import { terminalText } from './ansi.ts';
import { h } from './dom.ts';
import { boundedText } from './more.ts';
import type { Page } from './page.ts';
import { formatSize, t } from './strings.ts';
import { visible } from './visible.ts';

/** A button for an output that lies in a file of its own; the file is read when it is pressed. */
export function spilledElement(page: Page, { ref, name, size }: SpilledPart): HTMLElement {
  const holder = h('div', { class: 'rest' });
  const text = size === undefined ? t('spilledShow') : t('spilledShowSize', formatSize(size));
  const status = h('span', { class: 'rest-status', role: 'status' });
  const button = h('button', { type: 'button', class: 'rest-button', title: name }, text);
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = t('loading');
    page.requestText(ref, 0).then(
      ({ text: first, total }) => {
        const whole = { text: first, ...(total > first.length && { total }) };
        holder.replaceChildren(
          boundedText(page, whole, ref, (all) => h('pre', { class: 'output' }, terminalText(all))),
        );
      },
      (error: unknown) => {
        button.disabled = false;
        const message = error instanceof Error ? error.message : String(error);
        status.replaceChildren(visible(t('failed', message)));
      },
    );
  });
  holder.append(button, ' ', status);
  return holder;
}
