import type { EntryTable } from '../table.ts';
import type { SessionTree } from '../tree.ts';

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
  for (let at = 0; at + 1 < path.length; at++) {
    const row = path[at] as number;
    const fork = forkAt(row, children(tree, row), path[at + 1] as number, tree, beside);
    if (!fork) continue;
    const item = itemOf(row);
    const known = forks.get(item);
    if (known) known.push(fork);
    else forks.set(item, [fork]);
  }
  const first = path[0];
  const start = first === undefined ? undefined : forkAt(-1, tree.roots, first, tree, beside);
  return { forks, start };
}

/** The row that names a branch: its first user message from `row` down to its newest leaf, else `row` itself. */
export function branchLabelRow(table: EntryTable, tree: SessionTree, row: number): number {
  const leaf = tree.newestLeaf[row];
  for (let at = row, steps = 0; at >= 0 && steps < LABEL_SEARCH; steps++) {
    if (table.role(at) === 'user') return at;
    let next = -1;
    if (at !== leaf)
      for (const child of children(tree, at)) if (tree.newestLeaf[child] === leaf) next = child;
    at = next;
  }
  return row;
}

function forkAt(
  row: number,
  candidates: Iterable<number>,
  taken: number,
  tree: SessionTree,
  beside: ReadonlySet<number>,
): ForkPoint | undefined {
  const branches: number[] = [];
  for (const child of candidates) {
    if (child === taken || (tree.carries[child] && !isBeside(tree, beside, child))) branches.push(child);
  }
  const index = branches.indexOf(taken);
  return branches.length > 1 && index >= 0 && tree.carries[taken] ? { row, branches, index } : undefined;
}

/** A result beside the path with nothing below it that goes on. */
function isBeside(tree: SessionTree, beside: ReadonlySet<number>, row: number): boolean {
  if (!beside.has(row)) return false;
  for (const child of children(tree, row)) if (tree.carries[child]) return false;
  return true;
}

function* children(tree: SessionTree, row: number): Generator<number> {
  for (let child = tree.firstChild[row] ?? -1; child >= 0; child = tree.nextSibling[child] ?? -1) yield child;
}
