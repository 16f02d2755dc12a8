import type { Problem, RelatedLine } from '../core/problem.ts';
import type { Placement } from '../core/tree/placement.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { MissingParent } from '../core/index/idLinks.ts';
import type { SessionTree } from '../core/tree/tree.ts';
import { shortId } from './lineProblems.ts';

/** Members of a loop that a problem names. */
const RELATED = 20;

/**
 * An entry below a gap.
 * @param above the row after which it is shown all the same, or -1
 * @param lostLine a damaged line that seems to have held the parent
 */
function missingParent(
  table: EntryTable,
  { row, id, parentId }: MissingParent,
  above: number,
  lostLine?: number,
): Problem {
  const text = `The entry ${shortId(id)} names the parent ${shortId(parentId)}, which is not in the file`;
  const where = lostLine === undefined ? '' : ` (it may have stood on the damaged line ${lostLine})`;
  const outcome =
    above < 0
      ? 'It is shown as a root below a gap: what stood before it is unknown.'
      : `It is shown below a gap after the entry on line ${table.line(above)}: what stood between is unknown.`;
  return {
    code: 'missing-parent',
    severity: 'warning',
    ...placeOf(table, row),
    message: `${text}${where}. ${outcome}`,
    ...(lostLine !== undefined && {
      related: [{ line: lostLine, message: `May have held the parent ${shortId(parentId)}` }],
    }),
  };
}

/** The session goes on with another one, whose file was not read before its own. */
function missingBeginning(table: EntryTable, row: number, id: string): Problem {
  return {
    code: 'missing-beginning',
    severity: 'warning',
    ...placeOf(table, row),
    message:
      `The session begins in the file of the session ${shortId(id)}, which was not found beside this one. ` +
      'What this file holds is shown below a gap; open it where the other file lies to see all of it.',
  };
}

/** Entries that are each other's ancestors. Reported at the one where the loop was cut, the first in the file. */
function cycle(table: EntryTable, rows: Int32Array): Problem {
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

/** What an entry says it follows comes below it: there the line stays cut (cases 052). */
function logicalLoop(table: EntryTable, row: number): Problem {
  return {
    code: 'logical-loop',
    severity: 'warning',
    ...placeOf(table, row),
    message: 'The entry says that it follows one that comes after it. That link is not followed.',
  };
}

/** The conversation goes on below a helper's entry (cases 042). */
function sideChainParent(table: EntryTable, row: number): Problem {
  const line = table.line(Math.max(0, table.parentLink(row)));
  return {
    code: 'side-chain-parent',
    severity: 'warning',
    ...placeOf(table, row),
    message: `The entry's parent on line ${line} belongs to a side chain: what this path shows begins there.`,
    related: [{ line, message: 'The parent, in a side chain' }],
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

/** A file that is read for want of anything that fits. */
export function unknownFormat(table: EntryTable): Problem {
  return {
    code: 'unknown-format',
    severity: 'information',
    ...placeOf(table, 0),
    message: 'No known format: shown as a list of records, in the order of the file.',
  };
}

/**
 * Every problem of the tree's links.
 * @param lostLines damaged lines by the ids that they seem to have held
 * @param baseId the session in whose file this one begins, where that was not read
 */
export function treeProblems(
  table: EntryTable & { readonly places?: Placement | undefined },
  tree: SessionTree,
  missing: readonly MissingParent[],
  lostLines: ReadonlyMap<string, number>,
  baseId?: string,
): Problem[] {
  const problems = missing.map((entry) =>
    entry.row === 0 && entry.parentId === baseId
      ? missingBeginning(table, entry.row, baseId)
      : missingParent(table, entry, tree.parent[entry.row] ?? -1, lostLines.get(entry.parentId)),
  );
  for (const rows of tree.cycles) problems.push(cycle(table, rows));
  for (const row of table.places?.loops ?? []) problems.push(logicalLoop(table, row));
  for (const row of table.places?.strays ?? []) problems.push(sideChainParent(table, row));
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
