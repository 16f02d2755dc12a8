import type { EntryTable } from '../index/table.ts';
import { REPEATS, TALK } from '../index/treeColumns.ts';

/**
 * The row of the last talk among the rows that `marks` tells of (core/index/treeColumns.ts), the first of them `from`; or
 * -1. A newer version of an entry stands where the first one stood.
 */
export function lastTalk(table: EntryTable, marks: Uint8Array, from = 0): number {
  let last = -1;
  let place = -1;
  // No row stands behind itself, so that none before the best one's place can be better.
  for (let row = from + marks.length - 1; row >= Math.max(from, place + 1); row--) {
    if (((marks[row - from] ?? 0) & (TALK | REPEATS)) !== TALK) continue;
    const stands = placeInFile(table, row);
    if (stands > place) [last, place] = [row, stands];
  }
  return last;
}

/** The last row among them that is no repeat, or -1. */
export function lastOwn(marks: Uint8Array, from = 0): number {
  let at = marks.length - 1;
  while (at >= 0 && ((marks[at] ?? 0) & REPEATS) !== 0) at -= 1;
  return at < 0 ? -1 : from + at;
}

/** Which of two rows of talk is the last one of the file, the newer one given first; -1 for none. */
export function laterTalk(table: EntryTable, newer: number, older: number): number {
  if (newer < 0 || older < 0) return Math.max(newer, older);
  return placeInFile(table, newer) >= placeInFile(table, older) ? newer : older;
}

function placeInFile(table: EntryTable, row: number): number {
  return table.standsFor?.(row) ?? row;
}
