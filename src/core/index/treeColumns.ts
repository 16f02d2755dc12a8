import { treeLink, type EntryTable } from './table.ts';

/**
 * Bits of {@link treeMarks}: as `isConversation`, `startsSide` and `isRepeat` of a table tell. They stand where a row's
 * flags (rowColumns.ts) have the same, so that these can be given as they are; other bits mean nothing.
 */
export const TALK = 1;
export const REPEATS = 4;
export const STARTS_SIDE = 64;

/**
 * What the rows from `from` to before `to` are to the tree, for walks over all of them: no call for each. To be read at
 * once and not to be written to: it may be the table's own memory.
 */
export function treeMarks(table: EntryTable, from = 0, to = table.size): Uint8Array {
  if (table.marks) return table.marks(from, to);
  const marks = new Uint8Array(to - from);
  for (let row = from; row < to; row++) {
    marks[row - from] =
      (table.isConversation(row) ? TALK : 0) |
      (table.startsSide?.(row) ? STARTS_SIDE : 0) |
      (table.isRepeat(row) ? REPEATS : 0);
  }
  return marks;
}

/** The same of {@link treeLink}; those of repeats mean nothing. */
export function treeLinks(table: EntryTable, from = 0, to = table.size): Int32Array {
  if (table.links) return table.links(from, to);
  const links = new Int32Array(to - from);
  for (let row = from; row < to; row++) links[row - from] = treeLink(table, row);
  return links;
}
