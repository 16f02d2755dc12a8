import type { EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';
import { childRows, pathRows } from '../tree/walk.ts';
import { findForks, type ForkPoint } from './forks.ts';

/** Calls and results of one path, as pairing found them. Rows are -1 where there is none. */
export interface PathPairs {
  /** The row that answers the `index`-th call of `row`. */
  resultOf(row: number, index: number): number;
  /** The row whose call `row` answers, if `row` is a tool's and every result in it answers a call. */
  callOf(row: number): number;
  /** Whether every result in `row` answers a call, and so is shown there. */
  answers(row: number): boolean;
  readonly calls: number;
  readonly openCalls: number;
  readonly orphanResults: number;
  /** Rows beside the path that answer calls of it. */
  readonly beside: ReadonlySet<number>;
}

/**
 * Which rows of a path are items of the conversation, and in which order; made from the index alone, so that a page of
 * a long session costs the bodies of that page only.
 */
export interface ConversationPlan {
  /** Root first. */
  readonly path: Int32Array;
  /** Rows that are items of their own: the path without the results that stand inside their calls. */
  readonly items: Int32Array;
  /** Index of the item that shows `row`, or -1. */
  indexOf(row: number): number;
  /** Whether `row` is on the path, as an item or inside one. */
  onPath(row: number): boolean;
  readonly pairs: PathPairs;
  /** For results that do not follow their call at once: how many items stand between. */
  readonly distances: ReadonlyMap<number, number>;
  /** Fork points drawn below the item with this index. */
  readonly forks: ReadonlyMap<number, readonly ForkPoint[]>;
  /** Other beginnings of the session, drawn above the first item. */
  readonly start: ForkPoint | undefined;
  /** Repeats of rows of the path, in file order. */
  readonly repeats: ReadonlyMap<number, readonly number[]>;
}

/**
 * Rows from the root to `leaf`, and on through what hangs below it without being conversation (a name, a model set at
 * the end). A repeat is no part of the tree and stands alone.
 */
export function pathThrough(table: EntryTable, tree: SessionTree, leaf: number): Int32Array {
  if (leaf < 0 || leaf >= tree.size) return new Int32Array(0);
  if (table.isRepeat(leaf)) return Int32Array.of(leaf);
  const path = pathRows(tree, leaf);
  const below: number[] = [];
  for (let row = lastChild(table, tree, leaf); row >= 0; row = lastChild(table, tree, row)) below.push(row);
  if (below.length === 0) return path;
  const whole = new Int32Array(path.length + below.length);
  whole.set(path);
  whole.set(below, path.length);
  return whole;
}

/** @param path as {@link pathThrough} made it. */
export function planConversation(
  table: EntryTable,
  tree: SessionTree,
  path: Int32Array,
  pairs: PathPairs,
): ConversationPlan {
  const items: number[] = [];
  const index = new Map<number, number>();
  const distances = new Map<number, number>();
  for (const row of path) {
    const call = pairs.callOf(row);
    const host = call < 0 ? echoHost(table, row, items.length - 1) : index.get(call);
    if (host === undefined) index.set(row, items.push(row) - 1);
    else {
      index.set(row, host);
      if (call >= 0 && items.length - 1 > host) distances.set(row, items.length - 1 - host);
    }
  }
  const { forks, start } = findForks(tree, path, pairs.beside, (row) => index.get(row) ?? 0);
  return {
    path,
    items: Int32Array.from(items),
    indexOf: (row) => index.get(row) ?? besideIndex(pairs, index, row),
    onPath: (row) => index.has(row),
    pairs,
    distances,
    forks,
    start,
    repeats: repeatsOn(table, index),
  };
}

/** The item before a row that only says again what another one says: it is shown with that. */
function echoHost(table: EntryTable, row: number, before: number): number | undefined {
  return before >= 0 && table.kind(row) === 'echo' ? before : undefined;
}

function besideIndex(pairs: PathPairs, index: ReadonlyMap<number, number>, row: number): number {
  const call = pairs.beside.has(row) ? pairs.callOf(row) : -1;
  return index.get(call) ?? -1;
}

function repeatsOn(table: EntryTable, onPath: ReadonlyMap<number, number>): Map<number, number[]> {
  const repeats = new Map<number, number[]>();
  for (let row = 0; row < table.size; row++) {
    if (!table.isRepeat(row)) continue;
    const first = table.firstOf(row);
    if (!onPath.has(first)) continue;
    const rows = repeats.get(first);
    if (rows) rows.push(row);
    else repeats.set(first, [row]);
  }
  return repeats;
}

/** The last child below a row where nothing carries the conversation on, else -1. A side chain is a branch of its own. */
function lastChild(table: EntryTable, tree: SessionTree, row: number): number {
  const children = childRows(tree, row).filter((child) => table.startsSide?.(child) !== true);
  return children.some((child) => tree.carries[child] === 1) ? -1 : (children.at(-1) ?? -1);
}
