import type { EntryTable } from '../index/table.ts';
import { STEP_ROWS, type Steps } from '../lib/steps.ts';
import type { SessionTree } from './tree.ts';

/** What is below each row: see {@link SessionTree}. */
export type Below = Pick<SessionTree, 'newestLeaf' | 'carries'>;

/**
 * Which leaf a reader of each subtree starts from, and whether there is conversation in it. A stale note at the end of
 * a branch does not make that branch the newest (cases 048); nobody is led into a side chain from above.
 */
export function* newestLeaves(table: EntryTable, parent: Int32Array): Steps<Below> {
  return (yield* isInOrder(parent)) ? yield* byRows(table, parent) : byOrder(table, parent, bottomUp(parent));
}

function* isInOrder(parent: Int32Array): Steps<boolean> {
  for (let row = 0; row < parent.length; row++) {
    if (at(parent, row) >= row) return false;
    if (row % STEP_ROWS === 0) yield;
  }
  return true;
}

/**
 * Where parents stand before their children: the newest conversation claims all rows above it that no newer one has.
 * Each row is walked over once or twice. A subtree without conversation goes by its last row, which has no children.
 */
function* byRows(table: EntryTable, parent: Int32Array): Steps<Below> {
  const size = parent.length;
  const newestLeaf = new Int32Array(size).fill(-1);
  const carries = new Uint8Array(size);
  for (let leaf = size - 1; leaf >= 0; leaf--) {
    if (leaf % STEP_ROWS === 0) yield;
    if (table.isConversation(leaf)) continue;
    for (let row = leaf; row >= 0 && newestLeaf[row] === -1; row = at(parent, row)) {
      newestLeaf[row] = leaf;
      if (table.isConversation(row) || table.startsSide?.(row)) break;
    }
  }
  for (let talk = size - 1; talk >= 0; talk--) {
    if (talk % STEP_ROWS === 0) yield;
    if (carries[talk] !== 0 || !table.isConversation(talk)) continue;
    const below = at(newestLeaf, talk);
    const leaf = below < 0 ? talk : below;
    for (let row = talk; row >= 0 && carries[row] === 0; row = at(parent, row)) {
      newestLeaf[row] = leaf;
      carries[row] = 1;
    }
  }
  return { newestLeaf, carries };
}

/**
 * The same for any links. `order` has children before their parents; a row goes by the child whose subtree holds the
 * last conversation, or the last row.
 */
function byOrder(table: EntryTable, parent: Int32Array, order: Int32Array): Below {
  const size = parent.length;
  const newestLeaf = new Int32Array(size).fill(-1);
  const carries = new Uint8Array(size);
  // The subtree's last conversation row and last row; and both of the child that `newestLeaf` was taken from.
  const lastTalk = new Int32Array(size).fill(-1);
  const lastRow = new Int32Array(size);
  const chosenTalk = new Int32Array(size).fill(-1);
  const chosenRow = new Int32Array(size).fill(-1);
  for (let index = 0; index < size; index++) {
    const row = at(order, index);
    if (newestLeaf[row] === -1) newestLeaf[row] = row;
    if (table.isConversation(row)) lastTalk[row] = Math.max(at(lastTalk, row), row);
    lastRow[row] = Math.max(at(lastRow, row), row);
    carries[row] = at(lastTalk, row) >= 0 ? 1 : 0;
    const above = at(parent, row);
    if (above < 0 || (carries[row] === 0 && table.startsSide?.(row))) continue;
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

/** All rows, children before their parents. */
function bottomUp(parent: Int32Array): Int32Array {
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

function at(array: Int32Array, index: number): number {
  return array[index] ?? -1;
}
