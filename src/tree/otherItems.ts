import { TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { ItemSource } from './entryItems.ts';
import { islandsIcon, noticeIcon } from './icons.ts';
import type { NoticeNode, TreeNode } from './nodes.ts';
import * as words from './words.ts';

const { None, Collapsed } = TreeItemCollapsibleState;

/** The group of beginnings beside the main one. */
export function islandsItem(node: TreeNode, { layout }: ItemSource): TreeItem {
  const n = layout.outline.islands.length;
  const item = new TreeItem(words.beginnings(n), Collapsed);
  item.id = node.id;
  item.iconPath = islandsIcon;
  item.contextValue = 'islands';
  item.accessibilityInformation = { label: String(item.label) };
  return item;
}

/** Something to be said in place of content. */
export function noticeItem(node: NoticeNode): TreeItem {
  const item = new TreeItem(node.text, None);
  item.id = node.id;
  item.iconPath = noticeIcon;
  item.contextValue = 'notice';
  item.tooltip = node.text;
  return item;
}

/** For the moment between the file's change and the view's next question. */
export function placeholder(node: TreeNode): TreeItem {
  const item = new TreeItem('…', None);
  item.id = node.id;
  return item;
}
