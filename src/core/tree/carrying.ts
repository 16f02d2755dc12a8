import { TALK } from '../index/treeColumns.ts';

/** 1 for every row that is conversation or has some below it, whatever the order of the rows; by their marks. */
export function carrying(marks: Uint8Array, parent: Int32Array): Uint8Array {
  const carries = new Uint8Array(parent.length);
  for (let talk = 0; talk < parent.length; talk++) {
    if (((marks[talk] ?? 0) & TALK) === 0) continue;
    for (let row = talk; row >= 0 && carries[row] === 0; row = parent[row] ?? -1) carries[row] = 1;
  }
  return carries;
}
