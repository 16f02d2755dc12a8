import type { Field, ImagePart, Part, TextPart, ThinkingPart } from '../src/core/conversation/items.ts';
import { terminalText } from './ansi.ts';
import { callElement } from './call.ts';
import { codeBlock, diffLines, isDiff } from './code.ts';
import { h, icon } from './dom.ts';
import { fold } from './fold.ts';
import { markdown } from './markdown.ts';
import { boundedText } from './more.ts';
import type { Page } from './page.ts';
import { formatSize, t } from './strings.ts';
import { visible } from './visible.ts';

/** What a message holds, in its order. `line` names the record in the keys of folds. */
export function partElements(page: Page, parts: readonly Part[], line: number): HTMLElement[] {
  return parts.map((part) => partElement(page, part, line));
}

function partElement(page: Page, part: Part, line: number): HTMLElement {
  switch (part.type) {
    case 'text':
      return textElement(page, part);
    case 'thinking':
      return thinkingElement(page, part, line);
    case 'image':
      return imageElement(page, part);
    case 'call':
      return callElement(page, part, line);
    case 'command': {
      const exit = part.exitCode ?? 0;
      const code = exit === 0 ? null : h('p', { class: 'mark mark-error' }, t('exitCode', String(exit)));
      const command = boundedText(page, part.text, part.ref, (text) =>
        h('pre', { class: 'command' }, '$ ', visible(text)),
      );
      return code ? h('div', null, command, code) : command;
    }
    case 'raw':
      return h(
        'div',
        { class: 'raw' },
        h('p', { class: 'caption' }, t('unknownBlock')),
        boundedText(page, part.text, part.ref, (text) => h('pre', { class: 'output' }, visible(text))),
      );
  }
}

function textElement(page: Page, part: TextPart): HTMLElement {
  if (part.style === 'markdown')
    return boundedText(page, part.text, part.ref, (text) => markdown(page, text));
  return boundedText(page, part.text, part.ref, (text) => h('pre', { class: 'output' }, terminalText(text)));
}

function thinkingElement(page: Page, part: ThinkingPart, line: number): HTMLElement {
  const { text, redacted } = part;
  if (redacted && text.text.trim() === '')
    return h('p', { class: 'thinking-redacted' }, icon('thought'), t('redacted'));
  const preview = text.text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return fold(page, {
    key: `${line}:${part.ref.at}`,
    group: 'thinking',
    className: 'thinking',
    summary: [
      icon('thought'),
      h('span', { class: 'fold-name' }, redacted ? t('redacted') : t('thinking')),
      ' ',
      h('span', { class: 'fold-line' }, visible(preview)),
    ],
    content: () => [boundedText(page, text, part.ref, (all) => markdown(page, all))],
  });
}

function imageElement(page: Page, part: ImagePart): HTMLElement {
  const size = formatSize(part.size);
  if (!part.supported)
    return h('p', { class: 'image-note' }, visible(t('imageUnsupported', part.mimeType, size)));
  const holder = h('div', { class: 'image' });
  const button = h('button', { type: 'button', class: 'rest-button' }, t('showImage', part.mimeType, size));
  button.addEventListener('click', () => {
    button.disabled = true;
    page.requestImage(part.ref).then(
      ({ mimeType, data }) => {
        const src = `data:${mimeType};base64,${data}`;
        holder.replaceChildren(h('img', { src, alt: t('imageAlt') }));
      },
      (error: unknown) => {
        holder.append(
          h('p', { class: 'mark' }, t('failed', error instanceof Error ? error.message : String(error))),
        );
      },
    );
  });
  holder.append(button);
  return holder;
}

/** Members of a JSON object, each under its key. */
export function fieldList(page: Page, fields: readonly Field[]): HTMLElement {
  return h('dl', { class: 'fields' }, ...fields.flatMap((field) => fieldElements(page, field)));
}

function fieldElements(page: Page, { key, value, ref, style }: Field): Node[] {
  const isShort = value.total === undefined && value.text.length <= 100 && !value.text.includes('\n');
  const content = isShort
    ? h('code', null, visible(value.text))
    : boundedText(page, value, ref, (text) => {
        if (style === 'json') return codeBlock(page, text, '');
        return h('pre', { class: 'output' }, isDiff(key) ? diffLines(text) : visible(text));
      });
  const className = isShort ? 'field-short' : `field-long ${change(key)}`.trim();
  return [h('dt', { class: className }, visible(key)), h('dd', { class: className }, content)];
}

/** What an edit takes away and what it puts in its place, by the names that agents' tools give to the two. */
function change(key: string): string {
  if (/(^|\.)(oldText|old_string|old_str)$/.test(key)) return 'field-removed';
  return /(^|\.)(newText|new_string|new_str)$/.test(key) ? 'field-added' : '';
}
