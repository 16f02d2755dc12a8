import { l10n, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { OutlineSource } from '../core/outline/outlineFilter.ts';
import { moreCount } from '../core/outline/pageWindow.ts';
import { NO_PARENT } from '../core/index/table.ts';
import type { Preview } from '../sessions/session.ts';
import type { KinMark } from '../sessions/lineage/lineage.ts';
import { oneLine } from '../core/text/oneLine.ts';
import * as icons from './icons.ts';
import { markWords } from './kinWords.ts';
import type { Layout } from './layout.ts';
import type { BranchNode, EntryNode, GapNode, MoreNode, OnwardNode } from './nodes.ts';
import type { ReplayBegin } from './replay.ts';
import { subagents } from './subagentWords.ts';
import { textRow } from './textRows.ts';
import * as words from './words.ts';

/** What items are drawn from: the newest outline, and what was read for it. */
export interface ItemSource {
  readonly layout: Layout;
  readonly replay?: ReplayBegin | undefined;
  preview(row: number): Preview | undefined;
  missingParent(row: number): string | undefined;
  /** Sessions that part from this one at an entry. */
  kin?(row: number): readonly KinMark[];
}

const { None, Collapsed } = TreeItemCollapsibleState;
/** Units of an entry's text in a row: more would leave no room for what is said of it. The tooltip has the rest. */
const ROW_TEXT = 80;
/** The same for rows of which more is said: sessions, and entries with branches. */
export const SHORT_ROW_TEXT = 36;
/** Marks rows of the active path; the accessible label says it in words. */
const ACTIVE_MARK = '•';

export function entryItem(node: EntryNode, source: ItemSource): TreeItem {
  const { outline } = source.layout;
  const { table, labels } = outline.source;
  const { row } = node;
  const preview = source.preview(row);
  const forks = outline.branchCount(row);
  const agents = source.layout.subagentCount(row);
  const kin = source.kin?.(row) ?? [];
  const active = outline.isActive(row);
  const mark = preview?.mark;
  const kind = table.kind(row);
  const item = new TreeItem(
    rowText(outline.source, row, preview, forks + agents + kin.length > 0 ? SHORT_ROW_TEXT : ROW_TEXT),
    forks + agents > 0 ? Collapsed : None,
  );
  const label = labels.get(row);
  const notes = [
    ...(source.replay?.row === row
      ? [l10n.t('replay begins here ({0} entries)', words.number(source.replay.count))]
      : []),
    ...(kind === 'sessionName' ? [l10n.t('session title')] : []),
    ...(outline.isRepeat(row) ? [l10n.t('repeats line {0}', table.line(table.firstOf(row)))] : []),
    ...(outline.closesLoop(row) ? [l10n.t('parent loop, cut here')] : []),
    ...(table.isRecovered(row) ? [l10n.t('recovered')] : []),
    ...(mark === undefined ? [] : [markText(mark)]),
    ...kinNotes(kin),
    ...(label === undefined ? [] : [`[${label}]`]),
    ...(agents > 0 ? [subagents(agents)] : []),
    ...(forks > 0 ? [words.branches(forks + (source.layout.onwardRow(row) >= 0 ? 1 : 0))] : []),
  ];
  const above = source.layout.above(row);
  const time = words.clock(table.timestamp(row), above < 0 ? null : table.timestamp(above));
  item.id = node.id;
  item.description = marked(active, words.joined([...notes, time]));
  item.iconPath = icons.entryIcon(kind, table.role(row), active, mark !== undefined);
  item.contextValue = ['entry', forks > 0 && 'fork', ...kinKinds(kin)].filter(Boolean).join(' ');
  item.accessibilityInformation = {
    label: [
      `${words.speaker(kind, table.role(row))}: ${preview ? words.textOf(kind, preview) : ''}`,
      ...(preview && preview.calls.length > 0 ? [words.toolCalls(preview.calls.length)] : []),
      ...notes,
      ...(time ? [time] : []),
      ...(active ? [l10n.t('on the active path')] : []),
    ].join(', '),
  };
  item.command = {
    command: 'sessionTree.openConversation',
    title: l10n.t('Open Conversation'),
    arguments: [{ uri: node.uri, row }],
  };
  return item;
}

/** Kin named in a row; the tooltip has more of them. */
const KIN_NAMED = 1;

function kinNotes(kin: readonly KinMark[]): string[] {
  const more = kin.length - KIN_NAMED;
  return [
    ...kin.slice(0, KIN_NAMED).map(markWords),
    ...(more > 0 ? [l10n.t('{0} more', words.number(more))] : []),
  ];
}

/** Which ways lead from the entry to other sessions, for its menu. */
function kinKinds(kin: readonly KinMark[]): string[] {
  return [
    ...(kin.some(({ kind }) => kind !== 'fork') ? ['forked'] : []),
    ...(kin.some(({ kind }) => kind === 'fork') ? ['origin'] : []),
  ];
}

export function branchItem(node: BranchNode, source: ItemSource): TreeItem {
  const { outline } = source.layout;
  const { table, tree } = outline.source;
  const island = tree.parent[node.row] === -1;
  const name = textRow(source.layout, node);
  const item = new TreeItem(rowText(outline.source, name, source.preview(name)), Collapsed);
  const side = table.startsSide?.(node.row) === true;
  const what = side ? l10n.t('side chain') : island ? islandText(node.row, source) : l10n.t('branch');
  const size = words.entries(outline.count(node.row));
  const newest = table.timestamp(tree.newestLeaf[node.row] ?? node.row);
  const time = Number.isNaN(newest) ? undefined : words.age(newest);
  item.id = node.id;
  item.description = words.joined([island || side ? what : undefined, size, time]);
  // A beginning that names no parent is whole: nothing is torn off there.
  const tornOff = island && table.parentLink(node.row) !== NO_PARENT;
  item.iconPath = side ? icons.sideIcon : tornOff ? icons.islandIcon : icons.branchIcon;
  item.contextValue = island ? 'branch island entry' : 'branch entry';
  item.accessibilityInformation = {
    label: [`${what}: ${source.preview(name)?.text ?? ''}`, size, ...(time ? [time] : [])].join(', '),
  };
  item.command = {
    command: 'sessionTree.openConversation',
    title: l10n.t('Open Conversation'),
    arguments: [{ uri: node.uri, row: name }],
  };
  return item;
}

export function onwardItem(node: OnwardNode, source: ItemSource): TreeItem {
  const { outline } = source.layout;
  const active = outline.isActive(node.row);
  const name = textRow(source.layout, node);
  const text = rowText(outline.source, name, source.preview(name));
  const item = new TreeItem(text, None);
  const below = active ? l10n.t('active branch, continues below') : l10n.t('continues below');
  item.id = node.id;
  item.description = marked(active, below);
  item.iconPath = active ? icons.onwardIcon : icons.restIcon;
  item.contextValue = 'onward';
  item.accessibilityInformation = { label: `${below}: ${text}` };
  item.command = {
    command: 'sessionTree.reveal',
    title: l10n.t('Go There'),
    arguments: [{ uri: node.uri, row: source.layout.onwardRow(node.row) }],
  };
  return item;
}

export function gapItem(node: GapNode, source: ItemSource): TreeItem {
  const parent = source.missingParent(node.row);
  const item = new TreeItem(
    parent === undefined
      ? l10n.t('The entry before this is missing')
      : l10n.t('Entry "{0}" is missing', short(parent)),
    None,
  );
  item.id = node.id;
  item.description = l10n.t('what came before it cannot be linked');
  item.iconPath = icons.gapIcon;
  item.contextValue = 'gap';
  item.accessibilityInformation = { label: `${String(item.label)}, ${item.description}` };
  return item;
}

export function moreItem(node: MoreNode): TreeItem {
  const n = moreCount(node.hidden);
  const label =
    n === node.hidden
      ? l10n.t('Show {0} more', words.number(n))
      : l10n.t('Show {0} more of {1}', words.number(n), words.number(node.hidden));
  const item = new TreeItem(label, None);
  item.id = node.id;
  if (node.list.startsWith('run:'))
    item.description = node.side === 'before' ? l10n.t('earlier') : l10n.t('later');
  item.iconPath = icons.moreIcon;
  item.contextValue = 'more';
  item.command = { command: 'sessionTree._more', title: label, arguments: [node] };
  return item;
}

/** An entry's text as far as a row shows it; its line where it could not be read. */
function rowText(
  { table }: OutlineSource,
  row: number,
  preview: Preview | undefined,
  length = ROW_TEXT,
): string {
  if (!preview) return l10n.t('Line {0}', table.line(row));
  return oneLine(words.textOf(table.kind(row), preview), length);
}

function marked(active: boolean, text: string): string {
  return active ? `${ACTIVE_MARK} ${text}` : text;
}

function islandText(row: number, source: ItemSource): string {
  const { outline } = source.layout;
  if (outline.closesLoop(row)) return l10n.t('island: a loop of parents');
  if (!outline.isCutOff(row)) return l10n.t('another beginning');
  const parent = source.missingParent(row);
  return parent === undefined
    ? l10n.t('island: parent missing')
    : l10n.t('island: parent "{0}" missing', short(parent));
}

/** Why an entry did not end well, as rows say it. */
export function markText(mark: string): string {
  switch (mark) {
    case 'aborted':
      return l10n.t('aborted');
    case 'length':
      return l10n.t('cut off by length');
    default:
      return l10n.t('failed');
  }
}

/** An id from the file as a part of a sentence. */
function short(id: string): string {
  return oneLine(id, 40);
}
