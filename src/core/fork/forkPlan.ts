import { holdsOn, type OpenCall } from './forkHolds.ts';
import { withTravellers } from './travellers.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import { NO_PARENT, type EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';

export type { OpenCall } from './forkHolds.ts';

/** What a plan is made from: a session's snapshot, or its parts. */
export interface PlanSource {
  readonly table: EntryTable;
  readonly tree: SessionTree;
  readonly problems: readonly Problem[];
}

/** What a fork from one entry would hold, and what is to be said before it is written. */
export interface ForkPlan {
  /** The entry forked from, the last of the path. */
  readonly row: number;
  /** The path, root first, and the results of parallel calls that hang beside it (design: "travel along"). */
  readonly rows: readonly number[];
  /**
   * Where the path begins: at a root; below a parent that the file does not hold, so that everything before is
   * missing; or where a loop of parents was cut.
   */
  readonly top: 'root' | 'missing-parent' | 'loop';
  /**
   * Damage in lines of the path, in file order: the records could be read, but not without a word. Entries below the
   * top whose own parent is missing are among it: formats with places let the conversation go on over such a gap.
   */
  readonly damage: readonly Problem[];
  /** Damaged lines just above the top's line, where a missing parent may have been. */
  readonly suspects: readonly Problem[];
  /** Calls on the path without a result on it. */
  readonly openCalls: readonly OpenCall[];
  /** Whether the fork would part a call that still waits from its result. */
  readonly inside: boolean;
  /** The nearest rows on the path, and on from it to the newest leaf, that part no call and result; null if none. */
  readonly before: number | null;
  readonly after: number | null;
  /** Messages (user, assistant, tool results) and bytes (with line ends) of the path. */
  readonly messages: number;
  readonly bytes: number;
}

/** Faults through which a record may be lost, and with it the parent of another. */
const LOSS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'invalid-utf8',
  'invalid-json',
  'not-an-object',
  'not-an-entry',
  'glued-fragment',
  'nul-run',
]);
/** Faults of a line's bytes or of its message; faults of links are told by `top`. */
const DAMAGE: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...LOSS,
  'glued-records',
  'malformed-message',
]);
const MAX_SUSPECTS = 3;

/**
 * Plans a fork from `row`. Pure, and linear in the path's length.
 * @throws RangeError when there is no such row, or when it repeats the id of an entry above it, so that no session
 *   could hold both.
 */
export function planFork({ table, tree, problems }: PlanSource, row: number): ForkPlan {
  if (!Number.isInteger(row) || row < 0 || row >= table.size) throw new RangeError(`No entry in row ${row}`);
  const path = pathTo(table, tree, row);
  const rows = withTravellers(table, tree, path);
  const held = new Set(rows);
  const place = rows.length - 1;
  const full = [...rows, ...onward(tree, row).filter((each) => !held.has(each))];
  const holds = holdsOn(table, full);
  const nearest = (from: number, step: 1 | -1) => {
    for (let at = from + step; at >= 0 && at < full.length; at += step)
      if (holds.safe[at] === 1) return full[at] ?? null;
    return null;
  };
  const top = rows[0] ?? row;
  const lines = new Set(rows.map((each) => table.line(each)));
  const gaps = new Set(rows.slice(1).map((each) => table.line(each)));
  const link = table.parentLink(top);
  return {
    row,
    rows,
    top: link === NO_PARENT ? 'root' : link < 0 ? 'missing-parent' : 'loop',
    damage: problems.filter(
      ({ line, code }) =>
        (DAMAGE.has(code) && lines.has(line)) || (code === 'missing-parent' && gaps.has(line)),
    ),
    suspects: link < NO_PARENT ? suspectsAbove(table, problems, top) : [],
    openCalls: holds.openAt(place),
    inside: holds.safe[place] !== 1,
    before: nearest(place, -1),
    after: nearest(place, 1),
    ...counts(table, rows),
  };
}

/** Root to `row`. A row that repeats an id has no place in the tree's links; its record still names its parent. */
function pathTo(table: EntryTable, tree: SessionTree, row: number): number[] {
  const rows = [row];
  let above = table.isRepeat(row) ? Math.max(table.parentLink(row), -1) : (tree.parent[row] ?? -1);
  for (; above >= 0; above = tree.parent[above] ?? -1) rows.push(above);
  if (table.isRepeat(row) && rows.includes(table.firstOf(row))) {
    throw new RangeError(
      `Line ${table.line(row)} repeats the id of an entry above it, in line ${table.line(table.firstOf(row))}`,
    );
  }
  return rows.reverse();
}

/** The rows below `row` on the way to its newest leaf. */
function onward(tree: SessionTree, row: number): number[] {
  const rows: number[] = [];
  for (let at = tree.newestLeaf[row] ?? -1; at >= 0 && at !== row; at = tree.parent[at] ?? -1) rows.push(at);
  return rows.reverse();
}

function suspectsAbove(table: EntryTable, problems: readonly Problem[], top: number): Problem[] {
  const above = problems.filter((problem) => problem.line < table.line(top) && LOSS.has(problem.code));
  return above.slice(-MAX_SUSPECTS);
}

function counts(table: EntryTable, rows: readonly number[]): { messages: number; bytes: number } {
  let messages = 0;
  let bytes = 0;
  for (const row of rows) {
    const role = table.kind(row) === 'message' ? table.role(row) : null;
    if (role === 'user' || role === 'assistant' || role === 'toolResult') messages++;
    bytes += table.length(row) + 1;
  }
  return { messages, bytes };
}
