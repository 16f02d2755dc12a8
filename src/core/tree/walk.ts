import type { SessionTree } from './tree.ts';

/** Rows from the root down to `row`, both included; empty for -1. A repeat is alone on its path. */
export function pathRows(tree: SessionTree, row: number): Int32Array {
  const { parent } = tree;
  let length = 0;
  for (let at = row; at >= 0; at = parent[at] ?? -1) length += 1;
  const path = new Int32Array(length);
  for (let at = row; at >= 0; at = parent[at] ?? -1) path[--length] = at;
  return path;
}

/** Children of `row` in file order; of -1 the roots. */
export function childRows(tree: SessionTree, row: number): Int32Array {
  if (row < 0) return tree.roots;
  const { firstChild, nextSibling } = tree;
  let count = 0;
  const first = firstChild[row] ?? -1;
  for (let child = first; child >= 0; child = nextSibling[child] ?? -1) count += 1;
  const children = new Int32Array(count);
  count = 0;
  for (let child = first; child >= 0; child = nextSibling[child] ?? -1) children[count++] = child;
  return children;
}

/** Says of a child that it only looks like a branch: streaming splits, parallel calls (design: False forks). */
export type FalseFork = (child: number) => boolean;

/**
 * Children of `row` that are real alternatives, in file order: conversation goes on at or below them. Of -1: such
 * roots. Labels, names and other notes beside the conversation are none.
 */
export function alternatives(tree: SessionTree, row: number, isFalse?: FalseFork): Int32Array {
  const { carries } = tree;
  return childRows(tree, row).filter((child) => carries[child] === 1 && !isFalse?.(child));
}

/** Rows with two or more real alternatives, in file order. */
export function forkPoints(tree: SessionTree, isFalse?: FalseFork): Int32Array {
  const points: number[] = [];
  forEachFork(tree, isFalse, (row) => points.push(row));
  return Int32Array.from(points);
}

/** Real alternatives beyond the first, over all fork points. */
export function branchCount(tree: SessionTree, isFalse?: FalseFork): number {
  if (!isFalse && tree.branches !== undefined) return tree.branches;
  let branches = 0;
  forEachFork(tree, isFalse, (_row, count) => (branches += count - 1));
  return branches;
}

function forEachFork(
  tree: SessionTree,
  isFalse: FalseFork | undefined,
  visit: (row: number, alternatives: number) => void,
): void {
  // A tree makes its arrays when it is asked for them.
  const { firstChild, nextSibling, carries, size } = tree;
  for (let row = 0; row < size; row++) {
    const first = firstChild[row] ?? -1;
    if (first < 0 || (nextSibling[first] ?? -1) < 0) continue;
    let count = 0;
    for (let child = first; child >= 0; child = nextSibling[child] ?? -1) {
      if (carries[child] === 1 && !isFalse?.(child)) count += 1;
    }
    if (count > 1) visit(row, count);
  }
}
