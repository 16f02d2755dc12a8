import type { EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';
import { alternatives, childRows, type FalseFork } from '../tree/walk.ts';

/** An entry of the path with two or more children that are real alternatives. */
export interface ForkPoint {
  /** -1 for the beginnings of the session. */
  readonly row: number;
  /** First rows of the branches, in file order. */
  readonly branches: readonly number[];
  /** Which of them the path took. */
  readonly index: number;
}

interface Forks {
  readonly forks: Map<number, ForkPoint[]>;
  readonly start: ForkPoint | undefined;
}

/** How far below a branch's first row its first user message is looked for. */
const LABEL_SEARCH = 200;

/**
 * The fork points of a path, by the item below which they stand. Children that do not carry the conversation, and
 * results of parallel calls that merely hang beside the path, are no alternatives.
 */
export function findForks(
  tree: SessionTree,
  path: Int32Array,
  beside: ReadonlySet<number>,
  itemOf: (row: number) => number,
): Forks {
  const forks = new Map<number, ForkPoint[]>();
  const isFalse = besideOnly(tree, beside);
  for (let at = 0; at + 1 < path.length; at++) {
    const row = path[at] as number;
    if (tree.nextSibling[tree.firstChild[row] ?? -1] === -1) continue;
    const fork = forkAt(tree, row, path[at + 1] as number, isFalse);
    if (!fork) continue;
    const item = itemOf(row);
    const known = forks.get(item);
    if (known) known.push(fork);
    else forks.set(item, [fork]);
  }
  const first = path[0];
  const start = first === undefined ? undefined : forkAt(tree, -1, first, isFalse);
  return { forks, start };
}

/** The row that names a branch: its first user message from `row` down to its newest leaf, else `row` itself. */
export function branchLabelRow(table: EntryTable, tree: SessionTree, row: number): number {
  const leaf = tree.newestLeaf[row];
  for (let at = row, steps = 0; at >= 0 && steps < LABEL_SEARCH; steps++) {
    if (table.role(at) === 'user') return at;
    let next = -1;
    if (at !== leaf)
      for (const child of childRows(tree, at)) if (tree.newestLeaf[child] === leaf) next = child;
    at = next;
  }
  return row;
}

function forkAt(tree: SessionTree, row: number, taken: number, isFalse: FalseFork): ForkPoint | undefined {
  const branches = alternatives(tree, row, (child) => child !== taken && isFalse(child));
  const index = branches.indexOf(taken);
  return branches.length > 1 && index >= 0 ? { row, branches: [...branches], index } : undefined;
}

/** A result beside the path, of a call on it, with nothing below it that goes on. */
function besideOnly(tree: SessionTree, beside: ReadonlySet<number>): FalseFork {
  return (row) => beside.has(row) && !childRows(tree, row).some((child) => tree.carries[child] === 1);
}
