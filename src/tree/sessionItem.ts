import type { TreeItemCollapsibleState } from 'vscode';
import { l10n, MarkdownString, TreeItem, Uri, workspace } from 'vscode';
import { oneLine } from '../core/text/oneLine.ts';
import type { SessionNotes } from '../core/sessionNotes.ts';
import { sessionTime, type SessionSummary } from '../sessions/library.ts';
import { SHORT_ROW_TEXT } from './entryItems.ts';
import * as icons from './icons.ts';
import type { KinWords } from './kinWords.ts';
import type { SessionNode } from './nodes.ts';
import { plainMarkdown } from './plainMarkdown.ts';
import { sessionTitle } from './sessionList.ts';
import * as words from './words.ts';

/** What a row shows that the session's own facts do not tell. */
export interface RowSurroundings {
  /** What tells it from another session of the list that has the same title. */
  readonly twinId?: string | undefined;
  /** Where sessions of several agents stand together. */
  readonly agent?: string | undefined;
  /** Sessions that it came from and that came from it. */
  readonly kin?: KinWords | undefined;
}

export function sessionItem(
  node: SessionNode,
  state: TreeItemCollapsibleState,
  notes: SessionNotes = {},
  { twinId, agent, kin }: RowSurroundings = {},
): TreeItem {
  const { item } = node;
  const { summary } = item;
  const title = oneLine(sessionTitle(item, notes));
  const row = new TreeItem(oneLine(title, SHORT_ROW_TEXT), state);
  const damage = summary && summary.problemCount > 0 ? words.problems(summary.problemCount) : undefined;
  const facts = [
    ...(notes.pinned ? [l10n.t('pinned')] : []),
    ...(kin?.from ?? []),
    ...(item.subagentOf === undefined ? [] : [l10n.t('subagent of a session that is not here')]),
    ...(twinId === undefined ? [] : [words.clock(sessionTime(item)), twinId]),
    ...(agent === undefined ? [] : [agent]),
    ...(item.error === undefined ? [] : [l10n.t('cannot be read')]),
    ...(summary ? [words.messages(summary.messageCount)] : []),
    ...(summary && summary.branchCount > 0 ? [words.branches(branchesOf(summary))] : []),
    ...(damage === undefined ? [] : [damage]),
    ...(kin?.forks ?? []),
    ...(twinId === undefined ? [words.age(sessionTime(item))] : []),
  ];
  row.id = node.id;
  row.description = words.joined(facts);
  row.iconPath = icons.sessionIcon(summary?.worstSeverity, item.error !== undefined, notes.pinned);
  const kinds = [
    ...['session', damage !== undefined && 'damaged', notes.pinned && 'pinned'],
    ...[kin?.hasOrigin && 'forked', kin?.hasForks && 'origin'],
  ];
  row.contextValue = kinds.filter(Boolean).join(' ');
  row.accessibilityInformation = { label: [`${l10n.t('session')}: ${title}`, ...facts].join(', ') };
  return row;
}

/** The branch that needs no fork point is one of them, as it is at a fork point and on the page. */
function branchesOf({ branchCount }: SessionSummary): number {
  return branchCount + 1;
}

/** Path, size and whatever else does not fit into a row. Everything from a file goes in as text. */
export function sessionTooltip(
  { item }: SessionNode,
  notes: SessionNotes = {},
  kin?: KinWords,
): MarkdownString {
  const { summary } = item;
  const text = new MarkdownString();
  const line = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') text.appendMarkdown(`${name}: ${plainMarkdown(value)}\n\n`);
  };
  text.appendMarkdown(`**${plainMarkdown(oneLine(sessionTitle(item, notes)))}**\n\n`);
  for (const paragraph of notes.note?.split('\n') ?? [])
    text.appendMarkdown(`${plainMarkdown(paragraph)}\n\n`);
  // The file's own title, where another one was given by hand.
  line(l10n.t('Title in the file'), notes.title && oneLine(sessionTitle(item, {})));
  line(l10n.t('Error'), item.error);
  line(l10n.t('File'), workspace.asRelativePath(Uri.parse(item.uri, true), true));
  line(l10n.t('Format'), summary?.formatTitle);
  line(l10n.t('Size'), words.bytes(item.size));
  line(l10n.t('Messages'), summary && words.number(summary.messageCount));
  line(l10n.t('Branches'), summary && words.number(branchesOf(summary)));
  line(
    l10n.t('Problems'),
    summary && summary.problemCount > 0 ? words.number(summary.problemCount) : undefined,
  );
  line(
    l10n.t('Last entry'),
    summary?.lastActivity === null ? undefined : words.moment(summary?.lastActivity ?? NaN),
  );
  for (const [name, value] of kin?.tooltip ?? []) line(name, value);
  return text;
}
