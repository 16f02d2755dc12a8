import type { TreeItem } from 'vscode';
import * as items from './entryItems.ts';
import type { TreeNode } from './nodes.ts';
import { islandsItem } from './otherItems.ts';

/** The item of a node that stands for something in a session. */
export function rowItem(node: TreeNode, source: items.ItemSource): TreeItem | undefined {
  switch (node.kind) {
    case 'entry':
      return items.entryItem(node, source);
    case 'branch':
      return items.branchItem(node, source);
    case 'onward':
      return items.onwardItem(node, source);
    case 'gap':
      return items.gapItem(node, source);
    case 'islands':
      return islandsItem(node, source);
    default:
      return undefined;
  }
}
