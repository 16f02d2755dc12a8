import type { EntryTable } from '../core/index/table.ts';
import type { TreeNode } from './nodes.ts';

/** What a command speaks of: an entry, or a whole session. */
export interface Target {
  readonly uri: string;
  readonly row?: number;
}

/** Narrows what a menu, a key or another program hands to a command: a node of the view, or `{ uri, row? }`. */
export function targetOf(argument: unknown): Target | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, row } = argument as { readonly uri?: unknown; readonly row?: unknown };
  if (typeof uri !== 'string' || uri === '') return undefined;
  return Number.isSafeInteger(row) && (row as number) >= 0 ? { uri, row: row as number } : { uri };
}

/** Whether a node stands for an entry that can be opened, copied, and so on. */
export function isEntry(node: TreeNode | undefined): boolean {
  return node?.kind === 'entry' || node?.kind === 'branch';
}

/** The entry on a line, else the nearest one before it, else the first; -1 for a session without entries. */
export function rowAtLine(table: EntryTable, line: number): number {
  let [low, high] = [0, table.size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.line(middle) <= line) low = middle + 1;
    else high = middle;
  }
  if (table.size === 0) return -1;
  let row = Math.max(0, low - 1);
  // The first of several entries on the line.
  while (row > 0 && table.line(row - 1) === table.line(row)) row -= 1;
  return row;
}
