import type { EntryTable } from './table.ts';
import type { SessionTree } from './tree.ts';

/**
 * The tree over a table's links, in O(n) and by loops only: any depth and any width. Loops in the links are cut at
 * their first row in the file, which becomes a root; a missing parent makes a root; repeats stay outside.
 */
export function buildTree(table: EntryTable): SessionTree {
  const { size } = table;
  const parent = new Int32Array(size);
  for (let row = 0; row < size; row++)
    parent[row] = table.isRepeat(row) ? -1 : Math.max(-1, table.parentLink(row));
  const cycles = cutCycles(parent);
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size).fill(-1);
  const roots: number[] = [];
  for (let row = size - 1; row >= 0; row--) {
    const above = at(parent, row);
    if (above >= 0) {
      nextSibling[row] = at(firstChild, above);
      firstChild[above] = row;
    } else if (!table.isRepeat(row)) roots.push(row);
  }
  roots.reverse();
  const { newestLeaf, carries } = sumUp(table, parent, bottomUp(parent));
  return {
    size,
    parent,
    firstChild,
    nextSibling,
    roots: Int32Array.from(roots),
    cycles,
    newestLeaf,
    carries,
    defaultLeaf: defaultLeaf(table),
  };
}

function at(array: Int32Array, index: number): number {
  return array[index] ?? -1;
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

/** All rows, children before their parents; undefined when file order backwards already is such an order. */
function bottomUp(parent: Int32Array): Int32Array | undefined {
  if (parent.every((above, row) => above < row)) return undefined;
  const open = new Int32Array(parent.length);
  for (const above of parent) if (above >= 0) open[above] = at(open, above) + 1;
  const order = new Int32Array(parent.length);
  let count = 0;
  for (let row = parent.length - 1; row >= 0; row--) {
    let next = row;
    // A row whose children are all done is done itself, and may complete its parent.
    while (next >= 0 && open[next] === 0) {
      order[count++] = next;
      open[next] = -1;
      const above = at(parent, next);
      if (above >= 0) open[above] = at(open, above) - 1;
      next = above;
    }
  }
  return order;
}

/**
 * From the leaves up: which subtree holds the file's last conversation row, and which leaf a reader of it starts from.
 * A stale note at the end of a branch does not make that branch the newest (cases 048).
 */
function sumUp(
  table: EntryTable,
  parent: Int32Array,
  order: Int32Array | undefined,
): { newestLeaf: Int32Array; carries: Uint8Array } {
  const size = parent.length;
  const newestLeaf = new Int32Array(size).fill(-1);
  const carries = new Uint8Array(size);
  // The subtree's last conversation row and last row; and both of the child that `newestLeaf` was taken from.
  const lastTalk = new Int32Array(size).fill(-1);
  const lastRow = new Int32Array(size);
  const chosenTalk = new Int32Array(size).fill(-1);
  const chosenRow = new Int32Array(size).fill(-1);
  for (let index = 0; index < size; index++) {
    const row = order ? at(order, index) : size - 1 - index;
    if (newestLeaf[row] === -1) newestLeaf[row] = row;
    if (table.isConversation(row)) lastTalk[row] = Math.max(at(lastTalk, row), row);
    lastRow[row] = Math.max(at(lastRow, row), row);
    carries[row] = at(lastTalk, row) >= 0 ? 1 : 0;
    const above = at(parent, row);
    if (above < 0) continue;
    const talk = at(lastTalk, row);
    const last = at(lastRow, row);
    const best = at(chosenTalk, above);
    if (talk > best || (talk === best && last > at(chosenRow, above))) {
      newestLeaf[above] = at(newestLeaf, row);
      chosenTalk[above] = talk;
      chosenRow[above] = last;
    }
    lastTalk[above] = Math.max(at(lastTalk, above), talk);
    lastRow[above] = Math.max(at(lastRow, above), last);
  }
  return { newestLeaf, carries };
}

function defaultLeaf(table: EntryTable): number {
  let last = -1;
  for (let row = table.size - 1; row >= 0; row--) {
    if (table.isRepeat(row)) continue;
    if (table.isConversation(row)) return row;
    if (last < 0) last = row;
  }
  return last;
}
