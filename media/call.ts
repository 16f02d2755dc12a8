import type { CallPart, CallResult } from '../src/core/conversation/items.ts';
import { h, icon, type IconName } from './dom.ts';
import { fold } from './fold.ts';
import { boundedText } from './more.ts';
import type { Page } from './page.ts';
import { fieldList, partElements } from './parts.ts';
import { count, t } from './strings.ts';
import { spilledElement } from './spilled.ts';
import { subagentButtons } from './subagents.ts';
import { visible } from './visible.ts';

const STATES = {
  ok: { icon: 'check', key: 'callOk' },
  error: { icon: 'cross', key: 'callError' },
  none: { icon: 'open', key: 'callNone' },
} as const satisfies Record<CallPart['state'], { icon: IconName; key: string }>;

/** A tool call: one line with its state; below it, folded, its arguments and its result. */
export function callElement(page: Page, part: CallPart, line: number): HTMLElement {
  const state = STATES[part.state];
  const word = t(state.key);
  const { result } = part;
  const element = fold(page, {
    key: `${line}:${part.ref.at}`,
    group: 'call',
    className: `call call-${part.state}`,
    summary: [
      h(
        'span',
        { class: 'call-state', title: word },
        icon(state.icon),
        h('span', { class: 'sr-only' }, word),
      ),
      h('span', { class: 'call-name' }, visible(part.name || '—')),
      ' ',
      h('span', { class: 'fold-line' }, visible(part.summary)),
      part.state === 'none' ? h('span', { class: 'tag tag-warning' }, word) : null,
      part.state === 'error' ? h('span', { class: 'tag tag-error' }, word) : null,
      result && (result.distance > 0 || result.beside) ? h('span', { class: 'tag' }, distance(result)) : null,
    ].filter((child) => child !== null && child !== undefined),
    content: () => [argumentsElement(page, part), ...(result ? [resultElement(page, result)] : [])],
  });
  if (result) element.dataset['resultRow'] = String(result.row);
  const subagents = subagentButtons(page, part.ref.row, part);
  return subagents ? h('div', { class: 'call-group' }, element, subagents) : element;
}

function distance({ distance, beside }: CallResult): string {
  return beside ? t('resultBeside') : count('resultLater', distance);
}

function argumentsElement(page: Page, { fields, raw, ref }: CallPart): HTMLElement {
  const empty = fields.length === 0 && !raw;
  return h(
    'section',
    { class: 'call-part' },
    fields.length > 0 ? fieldList(page, fields) : null,
    raw ? h('p', { class: 'caption' }, t('rawArguments')) : null,
    raw
      ? boundedText(page, raw, { row: ref.row, at: `${ref.at}.raw` }, (text) =>
          h('pre', { class: 'output' }, visible(text)),
        )
      : null,
    empty ? h('p', { class: 'caption' }, t('noArguments')) : null,
  );
}

function resultElement(page: Page, result: CallResult): HTMLElement {
  const isEmpty = result.parts.length === 0;
  return h(
    'section',
    { class: 'call-part call-result' },
    h(
      'p',
      { class: 'caption' },
      t('result'),
      h('span', { class: 'caption-more' }, t('line', String(result.line))),
      result.toolName === undefined ? null : h('span', { class: 'caption-more' }, visible(result.toolName)),
    ),
    result.malformed === undefined
      ? null
      : h('p', { class: 'mark' }, icon('warning'), visible(t('malformed', result.malformed))),
    ...partElements(page, result.parts, result.line),
    result.spilled ? spilledElement(page, result.spilled) : null,
    isEmpty ? h('p', { class: 'muted' }, t('emptyResult')) : null,
    result.details.length > 0
      ? fold(page, {
          key: `${result.line}:details`,
          group: 'other',
          className: 'details',
          summary: [t('details')],
          content: () => [fieldList(page, result.details)],
        })
      : null,
  );
}
