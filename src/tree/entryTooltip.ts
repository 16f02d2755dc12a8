import { l10n, MarkdownString } from 'vscode';
import { callsLine } from '../core/text/preview.ts';
import { markText, type ItemSource } from './entryItems.ts';
import { markWords } from './kinWords.ts';
import type { EntryNode } from './nodes.ts';
import { plainMarkdown } from './plainMarkdown.ts';
import * as words from './words.ts';

/** Calls that are named; the rest is counted. */
const CALLS_SHOWN = 10;
/** Sessions that part here and are named. */
const KIN_SHOWN = 10;

/** What a row has no room for. Text from the file goes in as text: no markup, no links, no pictures. */
export function entryTooltip(node: EntryNode, source: ItemSource): MarkdownString {
  const { table, labels } = source.layout.outline.source;
  const preview = source.preview(node.row);
  const text = new MarkdownString();
  const line = (value: string): void => {
    if (value !== '') text.appendMarkdown(`${plainMarkdown(value)}\n\n`);
  };
  const mark = preview?.mark === undefined ? undefined : markText(preview.mark);
  line(words.joined([words.speaker(table.kind(node.row), table.role(node.row)), mark]));
  const calls = preview?.calls ?? [];
  // What is told by its calls has each of them below.
  if (preview && preview.text !== callsLine(calls)) line(words.textOf(table.kind(node.row), preview));
  for (const call of calls.slice(0, CALLS_SHOWN)) line(`→ ${call}`);
  if (calls.length > CALLS_SHOWN) line(l10n.t('→ {0} more tool calls', calls.length - CALLS_SHOWN));
  const label = labels.get(node.row);
  if (label !== undefined) line(l10n.t('Label: {0}', label));
  const kin = source.kin?.(node.row) ?? [];
  for (const mark of kin.slice(0, KIN_SHOWN)) line(markWords(mark));
  if (kin.length > KIN_SHOWN) line(l10n.t('{0} more', words.number(kin.length - KIN_SHOWN)));
  if (table.isRecovered(node.row)) line(l10n.t('Recovered from a damaged line.'));
  line(words.joined([l10n.t('Line {0}', table.line(node.row)), words.moment(table.timestamp(node.row))]));
  return text;
}
