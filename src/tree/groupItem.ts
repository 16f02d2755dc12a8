import { l10n, MarkdownString, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../core/text/oneLine.ts';
import type { SessionGroup } from '../sessions/agentSessions.ts';
import { SHORT_ROW_TEXT } from './entryItems.ts';
import * as icons from './icons.ts';
import type { GroupNode } from './nodes.ts';
import { plainMarkdown } from './plainMarkdown.ts';
import * as words from './words.ts';

const { Collapsed, Expanded } = TreeItemCollapsibleState;

/** The row of an agent's group, or of a project; both from what files say, so nothing of them is markup. */
export function groupItem(node: GroupNode, group: SessionGroup, isFirst: boolean): TreeItem {
  const label = oneLine(group.title);
  const facts = [words.sessions(group.count), words.age(group.newest)];
  const item = new TreeItem(oneLine(label, SHORT_ROW_TEXT), isFirst ? Expanded : Collapsed);
  item.id = node.id;
  item.description = words.joined(facts);
  item.iconPath = group.key.startsWith('agent:') ? icons.agentIcon : icons.projectIcon;
  item.contextValue = 'group';
  item.accessibilityInformation = { label: [label, ...facts].join(', ') };
  item.tooltip = new MarkdownString(plainMarkdown(oneLine(group.path ?? group.title)));
  return item;
}

/** The row that holds all projects but this workspace's. */
export function projectsItem(node: GroupNode, count: number): TreeItem {
  const item = new TreeItem(l10n.t('All projects'), Collapsed);
  item.id = node.id;
  item.description = words.projects(count);
  item.iconPath = icons.projectsIcon;
  item.contextValue = 'group';
  item.accessibilityInformation = { label: `${l10n.t('All projects')}, ${words.projects(count)}` };
  item.tooltip = l10n.t(
    'Sessions that agents keep in their own folders, about folders that are not open here.',
  );
  return item;
}
