import type { Placement } from '../core/tree/placement.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { SessionReport } from './report.ts';

/** Rows, and the id of each. */
interface Named {
  readonly table: EntryTable;
  id(row: number): string;
  named(lists: readonly (readonly [number, ArrayLike<number>])[]): Record<string, string[]>;
}

/** A file's rows below each other by some links; repeats are left out. */
class LinkedRows {
  readonly roots: number[] = [];
  readonly children = new Map<number, number[]>();
  readonly rows: number[] = [];

  constructor(table: EntryTable, parentOf: (row: number) => number, isShown = (_row: number) => true) {
    for (let row = 0; row < table.size; row++) {
      if (table.isRepeat(row) || !isShown(row)) continue;
      this.rows.push(row);
      const parent = parentOf(row);
      const siblings = this.children.get(parent);
      if (parent < 0) this.roots.push(row);
      else if (siblings) siblings.push(row);
      else this.children.set(parent, [row]);
    }
  }

  get leaves(): number[] {
    return this.rows.filter((row) => !this.children.has(row));
  }
}

/**
 * The tree as a person reads it: by the parents' ids, and where there is none by the entry that a record says it follows
 * (cases/README "Tree": `logical`).
 */
export function logicalView(named: Named, places: Placement | undefined): SessionReport['logical'] {
  const { table } = named;
  const above = (row: number): number => {
    const parent = table.parentLink(row);
    return parent >= 0 ? parent : (places?.after(row) ?? -1);
  };
  const ids = (rows: Iterable<number>): string[] => Array.from(rows, (row) => named.id(row));
  const linked = new LinkedRows(table, above);
  return {
    roots: ids(linked.roots),
    leaves: ids(linked.leaves),
    path(leafId) {
      const rows = new Set<number>();
      for (let row = table.rowOf(leafId); row >= 0 && !rows.has(row); row = above(row)) rows.add(row);
      return ids([...rows].reverse());
    },
  };
}

/** The rows of the talk itself, linked through those that are passed through (cases/README: `conversation`). */
export function conversationView(named: Named, places: Placement | undefined): SessionReport['conversation'] {
  const { table } = named;
  const isShown = (row: number): boolean => !places?.isPassing(row) && !places?.isMarkedSide(row);
  const linked = new LinkedRows(table, nearestShown(table, isShown), isShown);
  const ids = (rows: readonly number[]): string[] => rows.map((row) => named.id(row));
  return {
    entries: linked.rows.length,
    roots: ids(linked.roots),
    leaves: ids(linked.leaves),
    forks: named.named([...linked.children].filter(([, rows]) => rows.length > 1)),
  };
}

/** For each row the nearest shown one above it, or -1. Each row is walked over once. */
function nearestShown(table: EntryTable, isShown: (row: number) => boolean): (row: number) => number {
  const known = new Map<number, number>();
  return (row) => {
    const trail: number[] = [];
    let at = table.parentLink(row);
    for (; at >= 0 && !isShown(at) && !known.has(at); at = table.parentLink(at)) {
      known.set(at, -1);
      trail.push(at);
    }
    const found = at < 0 || isShown(at) ? Math.max(-1, at) : (known.get(at) ?? -1);
    for (const hidden of trail) known.set(hidden, found);
    return found;
  };
}
