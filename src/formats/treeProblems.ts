import type { Problem, RelatedLine } from '../core/problem.ts';
import type { EntryTable } from '../core/table.ts';
import type { MissingParent } from '../core/tableBuilder.ts';
import type { SessionTree } from '../core/tree.ts';
import { shortId } from './lineProblems.ts';

/** Members of a loop that a problem names. */
const RELATED = 20;

/**
 * An entry below a gap.
 * @param lostLine a damaged line that seems to have held the parent
 */
export function missingParent(
  table: EntryTable,
  { row, id, parentId }: MissingParent,
  lostLine?: number,
): Problem {
  const text = `The entry ${shortId(id)} names the parent ${shortId(parentId)}, which is not in the file`;
  const where = lostLine === undefined ? '' : ` (it may have stood on the damaged line ${lostLine})`;
  return {
    code: 'missing-parent',
    severity: 'warning',
    ...placeOf(table, row),
    message: `${text}${where}. It is shown as a root below a gap: what stood before it is unknown.`,
    ...(lostLine !== undefined && {
      related: [{ line: lostLine, message: `May have held the parent ${shortId(parentId)}` }],
    }),
  };
}

/** Entries that are each other's ancestors. Reported at the one where the loop was cut, the first in the file. */
export function cycle(table: EntryTable, rows: Int32Array): Problem {
  const first = rows[0] ?? 0;
  const text =
    rows.length === 1
      ? 'The entry names itself as its parent.'
      : `The parents of ${rows.length} entries form a loop: ${lineList(table, rows)}.`;
  const related: RelatedLine[] = Array.from(rows.subarray(1, RELATED + 1), (row) => ({
    line: table.line(row),
    message: 'Also in the loop',
  }));
  return {
    code: 'cycle',
    severity: 'warning',
    ...placeOf(table, first),
    message: `${text} The loop is cut here: this entry is shown as a root.`,
    ...(related.length > 0 && { related }),
  };
}

/** A file of a format with headers that has none. */
export function missingHeader(table: EntryTable, title: string): Problem {
  return {
    code: 'missing-header',
    severity: 'warning',
    ...placeOf(table, 0),
    message: `The file has no ${title} session header. Its entries are shown; the agent itself may refuse to open it.`,
  };
}

/**
 * Every problem of the tree's links.
 * @param lostLines damaged lines by the ids that they seem to have held
 */
export function treeProblems(
  table: EntryTable,
  tree: SessionTree,
  missing: readonly MissingParent[],
  lostLines: ReadonlyMap<string, number>,
): Problem[] {
  const problems = missing.map((entry) => missingParent(table, entry, lostLines.get(entry.parentId)));
  for (const rows of tree.cycles) problems.push(cycle(table, rows));
  return problems;
}

function placeOf(table: EntryTable, row: number): { line: number; start: number; end: number } {
  const start = table.startInLine(row);
  return { line: table.line(row), start, end: start + table.length(row) };
}

function lineList(table: EntryTable, rows: Int32Array): string {
  const lines = Array.from(rows.subarray(0, RELATED), (row) => table.line(row));
  const more = rows.length > RELATED ? ` and ${rows.length - RELATED} more` : '';
  return `lines ${lines.join(', ')}${more}`;
}
