import { IntList } from '../lib/intList.ts';
import { STEP_ROWS, type Steps } from '../lib/steps.ts';
import type { Runs } from '../tree/runs.ts';
import type { EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';

/** One run as it is shown: a flat list of rows. */
export interface OutlineRun {
  readonly head: number;
  /**
   * Visible rows from the run's beginning to its end. Directly after an entry come its repeats, then what hangs beside
   * it and carries no conversation (labels, names, notes).
   */
  readonly rows: Int32Array;
  /** Positions in `rows` of the entries at which branches hang. */
  readonly forks: Int32Array;
  /** Whether branches without a visible ancestor begin the list. */
  readonly forksAbove: boolean;
  /** The row that names the run: its first user message, else its first visible row, else its head. */
  readonly name: number;
}

/** Repeats by the row that holds their id: `first` and then `next`, -1 at the end. */
export interface Repeats {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

/** What the runs of one outline share. */
export interface RunContext {
  readonly table: EntryTable;
  readonly tree: SessionTree;
  readonly runs: Runs;
  /** 1 where the filter shows the row; 1 where it shows the row or anything below. */
  readonly shown: Uint8Array;
  readonly below: Uint8Array;
  readonly repeats: Repeats | undefined;
}

export function* buildRun(context: RunContext, head: number): Steps<OutlineRun> {
  const { tree, runs, shown } = context;
  const path = runs.path(head);
  const rows = new IntList(path.length);
  const forks: number[] = [];
  let host = -1;
  let forksAbove = false;
  for (let step = 0; step < path.length; step++) {
    const row = path[step] as number;
    if (step % STEP_ROWS === 0) yield;
    if (shown[row]) host = rows.length;
    emit(context, row, rows);
    const next = path[step + 1] ?? -1;
    const first = tree.firstChild[row] ?? -1;
    if (first === next && (next < 0 || tree.nextSibling[next] === -1)) continue;
    if (!emitChildren(context, row, next, rows)) continue;
    if (host < 0) forksAbove = true;
    else if (forks[forks.length - 1] !== host) forks.push(host);
  }
  // A branch whose own beginning is hidden hangs at its host with its branches; only a root has none above it.
  if (tree.parent[head] !== -1) forksAbove = false;
  return {
    head,
    rows: rows.toArray(),
    forks: Int32Array.from(forks),
    forksAbove,
    name: nameOf(context, path),
  };
}

/** Whether a child begins a branch: conversation goes on in it, or it is a side chain. */
export function beginsBranch(table: EntryTable, tree: SessionTree, child: number): boolean {
  return tree.carries[child] === 1 || table.startsSide?.(child) === true;
}

/** Emits what hangs beside `row`; tells whether a visible branch hangs there too. */
function emitChildren(context: RunContext, row: number, next: number, rows: IntList): boolean {
  const { table, tree, below } = context;
  let forked = false;
  for (let child = tree.firstChild[row] ?? -1; child >= 0; child = tree.nextSibling[child] ?? -1) {
    if (child === next || !below[child]) continue;
    if (beginsBranch(table, tree, child)) forked = true;
    else emitSubtree(context, child, rows);
  }
  return forked;
}

/** Everything at and below `top`, parents before children. */
function emitSubtree(context: RunContext, top: number, rows: IntList): void {
  const { parent, firstChild, nextSibling } = context.tree;
  for (let row = top; ;) {
    emit(context, row, rows);
    const child = firstChild[row] ?? -1;
    if (child >= 0) {
      row = child;
      continue;
    }
    while (row !== top && (nextSibling[row] ?? -1) < 0) row = parent[row] ?? top;
    if (row === top) return;
    row = nextSibling[row] ?? top;
  }
}

function emit({ shown, repeats }: RunContext, row: number, rows: IntList): void {
  if (shown[row]) rows.push(row);
  if (!repeats) return;
  for (let repeat = repeats.first[row] ?? -1; repeat >= 0; repeat = repeats.next[repeat] ?? -1) {
    if (shown[repeat]) rows.push(repeat);
  }
}

function nameOf({ table, shown }: RunContext, path: Int32Array): number {
  const user = path.find((row) => table.role(row) === 'user');
  return user ?? path.find((row) => shown[row] === 1) ?? path[0] ?? -1;
}
