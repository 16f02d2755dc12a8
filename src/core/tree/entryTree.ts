import { buildTree } from './buildTree.ts';
import type { Entry } from '../entry.ts';
import { factsOf } from '../index/rowFacts.ts';
import { TableBuilder } from '../index/tableBuilder.ts';
import type { SessionTree } from './tree.ts';
import { pathRows } from './walk.ts';

/** Decoded entries, linked: for what needs a whole session's entries at hand and no file. */
export interface EntryTree {
  /** In file order; a row is a place in it. */
  readonly entries: readonly Entry[];
  readonly tree: SessionTree;
  /** The first entry's row with this id, or -1. */
  rowOf(id: string): number;
  /** Entries from the root down to `id`, both included; none for an id that no entry has. Loops are cut. */
  path(id: string): Entry[];
}

/** Links entries as the index links a file's rows: first of a repeated id, loops cut, orphans as roots. */
export function linkEntries(entries: readonly Entry[]): EntryTree {
  const table = new TableBuilder();
  entries.forEach((entry, row) => {
    const range = { line: row + 1, offset: row, length: 0, startInLine: 0, recovered: false, record: row };
    table.append(factsOf(entry, true), range);
  });
  const tree = buildTree(table);
  return {
    entries,
    tree,
    rowOf: (id) => table.rowOf(id),
    path: (id) => Array.from(pathRows(tree, table.rowOf(id))).flatMap((row) => entries[row] ?? []),
  };
}
