import { EMPTY_CALL, type CallKey, type EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';

/**
 * The path with the results that hang beside it: below a row of it, on another branch, answering a call of it. They
 * come in where the file has them. For views that show every call with what is recorded of it; never for what a model
 * sees. Returns `path` itself when there are none.
 */
export function withBesideResults(table: EntryTable, tree: SessionTree, path: Int32Array): Int32Array {
  const onPath = new Set(path);
  const calls = new Set<CallKey>();
  for (const row of path) for (const key of table.calls(row)) if (key !== EMPTY_CALL) calls.add(key);
  const isBeside = (row: number): boolean =>
    !onPath.has(row) && !table.isSuperseded?.(row) && table.results(row).some((key) => calls.has(key));
  const beside: { row: number; below: number }[] = [];
  path.forEach((top, below) => {
    const from = [top];
    // Parallel results are chained: the second hangs below the first.
    for (let row = from.pop(); row !== undefined; row = from.pop()) {
      for (let child = tree.firstChild[row] ?? -1; child >= 0; child = tree.nextSibling[child] ?? -1) {
        if (!isBeside(child)) continue;
        from.push(child);
        beside.push({ row: child, below });
      }
    }
  });
  return beside.length === 0 ? path : merge(path, beside);
}

/** Puts each row behind the path row that it hangs below, and behind those that stand before it in the file. */
function merge(path: Int32Array, beside: { row: number; below: number }[]): Int32Array {
  const highest = new Int32Array(path.length);
  path.forEach((row, index) => (highest[index] = Math.max(row, highest[index - 1] ?? -1)));
  const placed = beside.map(({ row, below }) => ({
    row,
    slot: Math.max(below + 1, firstAbove(highest, row)),
  }));
  placed.sort((a, b) => a.slot - b.slot || a.row - b.row);
  const merged: number[] = [];
  let next = 0;
  for (let slot = 0; slot <= path.length; slot++) {
    for (let item = placed[next]; item?.slot === slot; item = placed[++next]) merged.push(item.row);
    if (slot < path.length) merged.push(path[slot] ?? -1);
  }
  return Int32Array.from(merged);
}

/** Index of the first number above `value` in a rising list; its length when there is none. */
function firstAbove(rising: Int32Array, value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
