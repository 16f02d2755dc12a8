import type { ConversationItem, MessageItem, NoteItem } from '../src/core/conversation/items.ts';
import type { StringKey } from '../src/core/conversation/strings.ts';
import type { Role } from '../src/core/entry.ts';
import { isDate } from '../src/core/text/telling.ts';
import { h, icon, type IconName } from './dom.ts';
import { boundedText } from './more.ts';
import { noteContent, noteName } from './note.ts';
import { fold } from './fold.ts';
import type { Page } from './page.ts';
import { partElements } from './parts.ts';
import { formatDuration, formatFullTime, formatTime, t } from './strings.ts';
import { subagentButtons } from './subagents.ts';
import { usageLine } from './usage.ts';
import { visible } from './visible.ts';

const ROLES: Readonly<Record<Exclude<Role, 'other'>, { key: StringKey; icon: IconName }>> = {
  user: { key: 'user', icon: 'user' },
  assistant: { key: 'assistant', icon: 'assistant' },
  toolResult: { key: 'toolResult', icon: 'tool' },
  system: { key: 'system', icon: 'system' },
  bash: { key: 'bash', icon: 'terminal' },
  custom: { key: 'custom', icon: 'note' },
};
const STOPS: Readonly<Record<string, StringKey>> = {
  aborted: 'stopAborted',
  error: 'stopError',
  length: 'stopLength',
};

/** An item as an article: its heading, what is said of it, and what it holds. */
export function itemElement(page: Page, item: ConversationItem, before: number | null): HTMLElement {
  const isNote = item.type === 'note';
  const kind = isNote ? 'note' : `message role-${item.role}`;
  const heading = h('h2', { id: `entry-${item.row}` }, isNote ? noteName(item) : roleName(item));
  const note = isNote ? noteContent(page, item) : undefined;
  return h(
    'article',
    {
      class: `item ${kind}`,
      'data-row': item.row,
      tabindex: -1,
      'aria-labelledby': heading.id,
      'data-vscode-context': JSON.stringify({ webviewSection: 'entry', row: item.row }),
    },
    h('div', { class: 'gutter' }, icon(isNote ? noteIcon(item) : roleIcon(item))),
    h(
      'div',
      { class: 'body' },
      h(
        'header',
        { class: 'head' },
        heading,
        h(
          'div',
          { class: 'said' },
          ...spaced([...(note?.line ?? []), ...tags(item), ...(item.usage ? [usageLine(item.usage)] : [])]),
        ),
        place(item, before),
      ),
      ...warnings(item),
      ...(isNote ? (note?.below ?? []) : messageContent(page, item)),
      subagentButtons(page, item.row, item),
    ),
  );
}

function roleName(item: MessageItem): Node {
  if (item.roleName !== undefined) return visible(item.roleName);
  if (item.orphan?.toolName) return visible(`${t('toolResult')}: ${item.orphan.toolName}`);
  return document.createTextNode(item.role === 'other' ? t('noteUnknown') : t(ROLES[item.role].key));
}

function roleIcon(item: MessageItem): IconName {
  return item.role === 'other' ? 'note' : ROLES[item.role].icon;
}

function noteIcon(item: NoteItem): IconName {
  return item.kind === 'branchSummary' ? 'fork' : 'note';
}

function messageContent(page: Page, item: MessageItem): HTMLElement[] {
  const parts = partElements(page, item.parts, item.line);
  const content = parts.length > 0 || item.error ? parts : [h('p', { class: 'muted' }, t('noText'))];
  if (item.error) {
    const ref = { row: item.row, at: 'error' };
    content.push(
      boundedText(page, item.error, ref, (text) => h('p', { class: 'mark mark-error' }, visible(text))),
    );
  }
  // A system prompt is long and the same every time.
  if (item.role === 'system' && item.parts.length > 0) {
    const first = item.parts.find((part) => part.type === 'text');
    const preview = first?.text.text.slice(0, 200).replace(/\s+/g, ' ') ?? '';
    return [
      fold(page, {
        key: `${item.line}:system`,
        group: 'other',
        className: 'summary',
        summary: [
          h('span', { class: 'fold-name' }, t('prompt')),
          ' ',
          h('span', { class: 'fold-line' }, visible(preview)),
        ],
        content: () => content,
      }),
    ];
  }
  return [h('div', { class: 'content' }, ...content)];
}

/** Words apart, where they are copied or read out too. */
function spaced(nodes: readonly Node[]): (Node | string)[] {
  return nodes.flatMap((node, index) => (index > 0 ? [' ', node] : [node]));
}

/** Short marks beside the heading. Words, not colours alone. */
function tags(item: ConversationItem): Node[] {
  const all: Node[] = [];
  const tag = (text: Node | string, kind = ''): void => {
    all.push(h('span', { class: `tag ${kind}`.trim() }, text));
  };
  if (item.label !== undefined) tag(visible(t('label', item.label)), 'tag-label');
  if (item.type === 'message') {
    if (item.model !== undefined) all.push(h('span', { class: 'note-piece' }, visible(item.model)));
    if (item.stop !== undefined) tag(t(STOPS[item.stop] ?? 'stopError'), 'tag-warning');
    if (item.orphan) tag(t(item.orphan.callId === '' ? 'orphanNoId' : 'orphan'), 'tag-warning');
    if (item.orphan?.isError) tag(t('callError'), 'tag-error');
    if (item.inContext === false) tag(t('notInContext'));
    if (item.hidden) tag(t('hidden'));
  }
  if (item.recovered) tag(t('recovered'), 'tag-warning');
  return all;
}

function warnings(item: ConversationItem): HTMLElement[] {
  const all: string[] = [];
  if (item.gap) all.push(t('gap', item.gap.parentId));
  if (item.loop) all.push(t('loop'));
  if (item.repeats) all.push(t('repeats', item.repeats.join(', ')));
  if (item.repeatOf !== undefined) all.push(t('repeatOf', String(item.repeatOf)));
  if (item.malformed !== undefined) all.push(t('malformed', item.malformed));
  return all.map((text) => h('p', { class: 'mark' }, icon('warning'), h('span', null, visible(text))));
}

function place({ time, line }: ConversationItem, before: number | null): HTMLElement {
  return h(
    'div',
    { class: 'place' },
    isDate(time)
      ? h(
          'time',
          { datetime: new Date(time).toISOString(), title: timeTitle(time, before) },
          formatTime(time, before),
        )
      : null,
    h('span', { class: 'line' }, t('line', String(line))),
  );
}

function timeTitle(time: number, before: number | null): string {
  const later = before === null ? -1 : time - before;
  return later >= 0
    ? `${formatFullTime(time)} (${t('duration', formatDuration(later))})`
    : formatFullTime(time);
}
