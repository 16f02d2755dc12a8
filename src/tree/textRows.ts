import type { Layout } from './layout.ts';
import type { TreeNode } from './nodes.ts';

/** The row whose text names a node: an entry itself, a branch's first user message. -1 for what has none. */
export function textRow(layout: Layout, node: TreeNode): number {
  if (node.kind === 'entry') return node.row;
  if (node.kind === 'branch') return layout.outline.run(node.row).name;
  return node.kind === 'onward' ? onwardName(layout, node.row) : -1;
}

/** Rows whose previews the items of `nodes` show. */
export function textRows(layout: Layout, nodes: readonly TreeNode[]): number[] {
  return [...new Set(nodes.map((node) => textRow(layout, node)).filter((row) => row >= 0))];
}

/** The first user message after a fork on its own run, else the entry at which it goes on. */
function onwardName(layout: Layout, fork: number): number {
  const onward = layout.onwardRow(fork);
  const place = layout.outline.place(onward);
  if (!place) return onward;
  const { table } = layout.outline.source;
  const rest = layout.outline.run(place.head).rows.subarray(place.index);
  return rest.find((row) => table.role(row) === 'user' && !table.isRepeat(row)) ?? onward;
}
