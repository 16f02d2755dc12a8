import { STARTS_SIDE, TALK } from '../index/treeColumns.ts';
import { STEP_ROWS, type Steps } from '../lib/steps.ts';
import { Bits } from '../lib/bits.ts';

/**
 * Which leaf a reader of each subtree starts from, and whether there is conversation in it. A stale note at the end of
 * a branch does not make that branch the newest (cases 048); nobody is led into a side chain from above.
 * @param marks of all rows (core/index/treeColumns.ts)
 * @param isSorted all parents are known to stand before their children
 */
export function* newestLeaves(marks: Uint8Array, parent: Int32Array, isSorted = false): Steps<Int32Array> {
  const inOrder = isSorted || (yield* isInOrder(parent));
  return inOrder ? yield* byRows(marks, parent) : byOrder(marks, parent, bottomUp(parent));
}

function* isInOrder(parent: Int32Array): Steps<boolean> {
  for (let row = 0; row < parent.length; row++) {
    if (at(parent, row) >= row) return false;
    if (row % STEP_ROWS === 0) yield;
  }
  return true;
}

/** Where parents stand before their children. Each row is walked over once or twice. */
function* byRows(marks: Uint8Array, parent: Int32Array): Steps<Int32Array> {
  const newestLeaf = new Int32Array(parent.length).fill(-1);
  for (let end = parent.length; end > 0; end -= STEP_ROWS) {
    claimForNotes(marks, parent, newestLeaf, Math.max(0, end - STEP_ROWS), end);
    yield;
  }
  const claimed = new Bits(parent.length);
  for (let end = parent.length; end > 0; end -= STEP_ROWS) {
    claimForTalk(marks, parent, newestLeaf, claimed, Math.max(0, end - STEP_ROWS), end);
    yield;
  }
  return newestLeaf;
}

/** A subtree without conversation goes by its last row, which has no children. */
function claimForNotes(
  marks: Uint8Array,
  parent: Int32Array,
  newestLeaf: Int32Array,
  from: number,
  end: number,
): void {
  for (let leaf = end - 1; leaf >= from; leaf--) {
    if ((at(marks, leaf) & TALK) !== 0) continue;
    for (let row = leaf; row >= 0 && newestLeaf[row] === -1; row = at(parent, row)) {
      newestLeaf[row] = leaf;
      if ((at(marks, row) & (TALK | STARTS_SIDE)) !== 0) break;
    }
  }
}

/** The newest conversation claims all rows above it that no newer one has. */
function claimForTalk(
  marks: Uint8Array,
  parent: Int32Array,
  newestLeaf: Int32Array,
  claimed: Bits,
  from: number,
  end: number,
): void {
  for (let talk = end - 1; talk >= from; talk--) {
    if ((at(marks, talk) & TALK) === 0 || claimed.has(talk)) continue;
    const below = at(newestLeaf, talk);
    const leaf = below < 0 ? talk : below;
    for (let row = talk; row >= 0 && claimed.add(row); row = at(parent, row)) newestLeaf[row] = leaf;
  }
}

/**
 * The same for any links. `order` has children before their parents; a row goes by the child whose subtree holds the
 * last conversation, or the last row.
 */
function byOrder(marks: Uint8Array, parent: Int32Array, order: Int32Array): Int32Array {
  const size = parent.length;
  const newestLeaf = new Int32Array(size).fill(-1);
  // The subtree's last conversation row and last row; and both of the child that `newestLeaf` was taken from.
  const lastTalk = new Int32Array(size).fill(-1);
  const lastRow = new Int32Array(size);
  const chosenTalk = new Int32Array(size).fill(-1);
  const chosenRow = new Int32Array(size).fill(-1);
  for (let index = 0; index < size; index++) {
    const row = at(order, index);
    if (newestLeaf[row] === -1) newestLeaf[row] = row;
    if ((at(marks, row) & TALK) !== 0) lastTalk[row] = Math.max(at(lastTalk, row), row);
    lastRow[row] = Math.max(at(lastRow, row), row);
    const above = at(parent, row);
    if (above < 0 || (at(lastTalk, row) < 0 && (at(marks, row) & STARTS_SIDE) !== 0)) continue;
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
  return newestLeaf;
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

function at(array: Int32Array | Uint8Array, index: number): number {
  return array[index] ?? -1;
}
