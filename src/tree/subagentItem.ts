import { l10n, MarkdownString, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import { fileName } from '../core/text/fileName.ts';
import { oneLine } from '../core/text/oneLine.ts';
import { SHORT_ROW_TEXT } from './entryItems.ts';
import * as icons from './icons.ts';
import type { SubagentNode, SubagentsNode } from './nodes.ts';
import { plainMarkdown } from './plainMarkdown.ts';
import type { SubagentSummary } from './subagentViews.ts';
import { subagents, withoutCall } from './subagentWords.ts';
import * as words from './words.ts';

/** A subagent's row: what it does, what sort of agent it is, how much there is of it. */
export function subagentItem(node: SubagentNode, summary: SubagentSummary | undefined): TreeItem {
  const { facts } = node.subagent;
  const title = titleOf(node, summary);
  const item = new TreeItem(
    l10n.t('Subagent: {0}', oneLine(title, SHORT_ROW_TEXT)),
    TreeItemCollapsibleState.Collapsed,
  );
  const { read, error } = summary ?? {};
  const parts = [
    facts.sort === undefined ? undefined : oneLine(facts.sort, SHORT_ROW_TEXT),
    facts.isHelper ? l10n.t('the agent’s own') : undefined,
    error === undefined ? undefined : l10n.t('cannot be read'),
    read ? words.entries(read.entries) : summary && !error ? words.bytes(summary.size) : undefined,
    read && read.problems > 0 ? words.problems(read.problems) : undefined,
  ];
  item.id = node.id;
  item.description = words.joined(parts);
  item.iconPath = icons.subagentIcon(read?.worst, error !== undefined);
  item.contextValue = 'subagent';
  item.accessibilityInformation = {
    label: [l10n.t('Subagent: {0}', oneLine(title)), ...parts.filter((part) => part !== undefined)].join(
      ', ',
    ),
  };
  item.command = {
    command: 'sessionTree.openConversation',
    title: l10n.t('Open Conversation'),
    arguments: [{ uri: node.uri }],
  };
  return item;
}

/** What does not fit into the row. Everything from a file goes in as text. */
export function subagentTooltip(node: SubagentNode, summary: SubagentSummary | undefined): MarkdownString {
  const { facts } = node.subagent;
  const text = new MarkdownString();
  const line = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') text.appendMarkdown(`${name}: ${plainMarkdown(value)}\n\n`);
  };
  text.appendMarkdown(`**${plainMarkdown(oneLine(titleOf(node, summary)))}**\n\n`);
  line(l10n.t('Error'), summary?.error);
  line(l10n.t('Prompt'), facts.prompt === undefined ? undefined : oneLine(facts.prompt, 400));
  line(l10n.t('Agent'), facts.sort === undefined ? undefined : oneLine(facts.sort));
  line(l10n.t('File'), workspace.asRelativePath(Uri.parse(node.uri, true), true));
  line(l10n.t('Size'), summary && words.bytes(summary.size));
  return text;
}

/** The group of those whose calls were not found. */
export function subagentsItem(node: SubagentsNode, count: number): TreeItem {
  const label = count === 0 ? subagents(0) : withoutCall(count);
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.id = node.id;
  item.description = l10n.t('no entry of this session names them');
  item.iconPath = icons.sideIcon;
  item.contextValue = 'subagents';
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  return item;
}

function titleOf({ subagent, uri }: SubagentNode, summary: SubagentSummary | undefined): string {
  return subagent.facts.title ?? summary?.read?.title ?? fileName(uri);
}
