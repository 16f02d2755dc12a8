import type { KeptFrom, NoteItem } from '../src/core/conversation/items.ts';
import type { StringKey } from '../src/core/conversation/strings.ts';
import type { EntryKind } from '../src/core/entry.ts';
import { readableUsage } from '../src/core/usage/usageText.ts';
import { h } from './dom.ts';
import { fold } from './fold.ts';
import { markdown } from './markdown.ts';
import { boundedText } from './more.ts';
import type { Page } from './page.ts';
import { fieldList } from './parts.ts';
import { count, formatNumber, t } from './strings.ts';
import { visible } from './visible.ts';

const NAMES: Readonly<Record<EntryKind, StringKey>> = {
  message: 'noteUnknown',
  customMessage: 'custom',
  compaction: 'noteCompaction',
  branchSummary: 'noteBranchSummary',
  modelChange: 'noteModel',
  thinkingLevelChange: 'noteThinking',
  label: 'noteLabel',
  sessionName: 'noteName',
  contextEdit: 'noteContextEdit',
  usage: 'noteUsage',
  custom: 'noteCustom',
  metadata: 'noteMetadata',
  echo: 'noteEcho',
  unknown: 'noteUnknown',
};

/** What a note is about, for its heading. */
export function noteName(item: NoteItem): string {
  if (item.kind === 'label' && item.text === '') return t('noteLabelCleared');
  if (item.kind === 'sessionName' && item.text === '') return t('noteNameCleared');
  if (item.kind === 'unknown' && item.word === '') return t('noteUnreadable');
  return t(NAMES[item.kind]);
}

/** The note's line beside its name, and what can be unfolded below it. */
export function noteContent(
  page: Page,
  item: NoteItem,
): { readonly line: Node[]; readonly below: HTMLElement[] } {
  const line: Node[] = [];
  const say = (node: Node | string): void => {
    line.push(h('span', { class: 'note-piece' }, node));
  };
  // What a record of the agent's own says needs its name beside it: `0.2 s` of what?
  const hasOwnName = item.kind === 'metadata' || item.kind === 'unknown';
  if (hasOwnName && item.text !== '' && item.word !== '' && item.text !== item.word) say(visible(item.word));
  if (item.text !== '') say(visible(textOf(item)));
  // Numbers say what the record is.
  else if (item.fields && item.word !== '' && !(item.kind === 'usage' && item.usage)) say(visible(item.word));
  if (item.target) say(entryButton(page, item.target.row, t('onLine', String(item.target.line))));
  if (item.target && !item.target.onPath) say(t('otherBranch'));
  if (item.tokensBefore !== undefined) say(count('noteCompactionTokens', item.tokensBefore));
  if (item.kept) say(keptText(page, item.kept));
  return { line, below: below(page, item) };
}

function textOf({ kind, text }: NoteItem): string {
  return kind === 'usage' || kind === 'echo' ? readableUsage(text, formatNumber) : text;
}

function below(page: Page, item: NoteItem): HTMLElement[] {
  const elements: HTMLElement[] = [];
  const { body, fields } = item;
  if (body) {
    const ref = { row: item.row, at: 'text' };
    elements.push(
      fold(page, {
        key: `${item.line}:text`,
        group: 'other',
        className: 'summary',
        summary: [
          h('span', { class: 'fold-name' }, t('summary')),
          ' ',
          h('span', { class: 'fold-line' }, visible(body.text.slice(0, 200).replace(/\s+/g, ' ').trim())),
        ],
        content: () => [boundedText(page, body, ref, (text) => markdown(page, text))],
      }),
    );
  }
  if (fields && fields.length > 0) {
    elements.push(
      fold(page, {
        key: `${item.line}:record`,
        group: 'other',
        className: 'record',
        summary: [t('details')],
        content: () => [fieldList(page, fields)],
      }),
    );
  }
  return elements;
}

function keptText(page: Page, kept: KeptFrom): Node {
  if (kept.type === 'nothing') return document.createTextNode(t('keptNothing'));
  if (kept.type === 'unknown') return visible(t('keptUnknown', kept.id));
  return entryButton(page, kept.row, t('keptFrom', String(kept.line)));
}

function entryButton(page: Page, row: number, text: string): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'text-button', on: { click: () => page.showEntry(row) } },
    text,
  );
}
