import type { EntryTable } from '../../../src/core/index/table.ts';

/** The tree by the contract's words: objects, recursion, and no thought of speed. */
export interface NaiveTree {
  readonly parent: readonly number[];
  readonly children: readonly (readonly number[])[];
  readonly roots: readonly number[];
  readonly cycles: readonly (readonly number[])[];
  readonly carries: readonly boolean[];
  readonly newestLeaf: readonly number[];
  readonly defaultLeaf: number;
}

export function naiveTree(table: EntryTable): NaiveTree {
  const rows = Array.from({ length: table.size }, (_, row) => row);
  const first = rows.filter((row) => !table.isRepeat(row));
  const link = (row: number): number => (table.isRepeat(row) ? -1 : Math.max(-1, table.parentLink(row)));
  const cycles = findCycles(first, link);
  const cut = new Set(cycles.map((cycle) => cycle[0]));
  const parent = rows.map((row) => (cut.has(row) ? -1 : link(row)));
  const children = rows.map((row) => first.filter((child) => parent[child] === row));
  const below = (row: number): number[] => [row, ...(children[row] ?? []).flatMap(below)];
  const lastTalk = (row: number): number =>
    Math.max(-1, ...below(row).filter((each) => table.isConversation(each)));
  const newest = (row: number): number => {
    const ordered = [...(children[row] ?? [])].sort(
      (a, b) => lastTalk(b) - lastTalk(a) || Math.max(...below(b)) - Math.max(...below(a)),
    );
    return ordered[0] === undefined ? row : newest(ordered[0]);
  };
  return {
    parent,
    children,
    cycles,
    roots: first.filter((row) => parent[row] === -1),
    carries: rows.map((row) => lastTalk(row) >= 0),
    newestLeaf: rows.map(newest),
    defaultLeaf: first.findLast((row) => table.isConversation(row)) ?? first.at(-1) ?? -1,
  };
}

function findCycles(rows: readonly number[], link: (row: number) => number): number[][] {
  const found = new Map<string, number[]>();
  for (const start of rows) {
    const trail: number[] = [];
    for (let row = start; row >= 0; row = link(row)) {
      if (trail.includes(row)) {
        const cycle = trail.slice(trail.indexOf(row)).sort((a, b) => a - b);
        found.set(cycle.join(), cycle);
        break;
      }
      trail.push(row);
    }
  }
  return [...found.values()].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}
