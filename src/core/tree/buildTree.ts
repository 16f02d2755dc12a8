import { atOnce } from '../lib/steps.ts';
import { carrying } from './carrying.ts';
import { lastOwn, lastTalk } from './defaultLeaf.ts';
import { newestLeaves } from './newestLeaves.ts';
import type { EntryTable } from '../index/table.ts';
import { REPEATS, treeLinks, treeMarks } from '../index/treeColumns.ts';
import type { SessionTree } from './tree.ts';

/**
 * The tree over a table's links, in O(n) and by loops only: any depth and any width. Loops in the links are cut at
 * their first row in the file, which becomes a root; a missing parent makes a root; repeats stay outside.
 */
export function buildTree(table: EntryTable): SessionTree {
  const { size } = table;
  const marks = treeMarks(table);
  const links = treeLinks(table);
  const parent = new Int32Array(size);
  for (let row = 0; row < size; row++) parent[row] = isRepeat(marks, row) ? -1 : Math.max(-1, at(links, row));
  const cycles = cutCycles(parent);
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size).fill(-1);
  const roots: number[] = [];
  for (let row = size - 1; row >= 0; row--) {
    const above = at(parent, row);
    if (above >= 0) {
      nextSibling[row] = at(firstChild, above);
      firstChild[above] = row;
    } else if (!isRepeat(marks, row)) roots.push(row);
  }
  roots.reverse();
  const talk = lastTalk(table, marks);
  return {
    size,
    parent,
    firstChild,
    nextSibling,
    roots: Int32Array.from(roots),
    cycles,
    newestLeaf: atOnce(newestLeaves(marks, parent)),
    carries: carrying(marks, parent),
    defaultLeaf: talk < 0 ? lastOwn(marks) : talk,
  };
}

function at(array: Int32Array, index: number): number {
  return array[index] ?? -1;
}

function isRepeat(marks: Uint8Array, row: number): boolean {
  return ((marks[row] ?? 0) & REPEATS) !== 0;
}

/** Finds every loop, makes its first row in the file a root, and returns the loops' rows in file order. */
function cutCycles(parent: Int32Array): Int32Array[] {
  const cycles: Int32Array[] = [];
  // The walk on which a row was met first, from 1. Each row is walked over once.
  const walkOf = new Int32Array(parent.length);
  for (let start = 0; start < parent.length; start++) {
    let row = start;
    while (row >= 0 && walkOf[row] === 0) {
      walkOf[row] = start + 1;
      row = at(parent, row);
    }
    if (row < 0 || walkOf[row] !== start + 1) continue;
    const rows = [row];
    for (let next = at(parent, row); next !== row; next = at(parent, next)) rows.push(next);
    const cycle = Int32Array.from(rows).sort();
    parent[at(cycle, 0)] = -1;
    cycles.push(cycle);
  }
  return cycles.sort((a, b) => at(a, 0) - at(b, 0));
}
