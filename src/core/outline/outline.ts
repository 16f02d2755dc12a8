import { visibleRows, type OutlineFilter, type OutlineSource } from './outlineFilter.ts';
import { beginsBranch, buildRun, type OutlineRun, type Repeats, type RunContext } from './outlineRun.ts';
import { atOnce, STEP_ROWS, type Steps } from '../lib/steps.ts';
import { Runs } from '../tree/runs.ts';
import { MISSING_PARENT } from '../index/table.ts';

export interface OutlineOptions {
  readonly filter: OutlineFilter;
  /** The main leaf; the tree's default leaf when absent. */
  readonly leaf?: number;
}

/** Where a row stands: its run, and its position among the run's rows. */
export interface OutlinePlace {
  readonly row: number;
  readonly head: number;
  readonly index: number;
}

/** The work of an outline over all rows, done. */
export interface OutlineParts {
  readonly context: RunContext;
  readonly main: OutlineRun | undefined;
}

/** Does the work of an outline over all rows: some 100 ms for a million, hence piece by piece. */
export function* outlineSteps(source: OutlineSource, options: OutlineOptions): Steps<OutlineParts> {
  const { table, tree } = source;
  if (tree.settle) yield* tree.settle();
  const leaf = options.leaf ?? tree.defaultLeaf;
  const shown = yield* visibleRows(source, options.filter, leaf);
  const runs = new Runs(tree, leaf);
  yield;
  const below = yield* markAncestors(source, shown);
  const repeats = yield* repeatsOf(source);
  const context = { table, tree, runs, shown, below, repeats };
  const head = runs.main[0];
  return { context, main: head === undefined ? undefined : yield* buildRun(context, head) };
}

/**
 * What a reader sees of a session's tree: the main run as one flat list, at each fork point the other branches, each
 * again a flat run in which forks nest the same way; other roots as islands. Depth grows only with branches off the
 * run. Rows that the filter hides give their branches to the nearest visible ancestor. Made anew for each snapshot and
 * filter; runs and branch lists are worked out when they are first asked for, by loops.
 */
export class Outline {
  readonly source: OutlineSource;
  readonly filter: OutlineFilter;
  /** Head of the main run, -1 when the tree is empty. */
  readonly mainHead: number;
  /** Heads of the other runs that begin at a root and show anything, newest first. */
  readonly islands: Int32Array;
  readonly #context: RunContext;
  readonly #runs = new Map<number, OutlineRun>();
  readonly #branches = new Map<number, Int32Array>();
  readonly #branchCounts = new Map<number, number>();

  /** @param parts what {@link outlineSteps} made of the same source and options */
  constructor(
    source: OutlineSource,
    options: OutlineOptions,
    { context, main }: OutlineParts = atOnce(outlineSteps(source, options)),
  ) {
    this.source = source;
    this.filter = options.filter;
    this.#context = context;
    this.mainHead = main?.head ?? -1;
    if (main) this.#runs.set(main.head, main);
    this.islands = newestFirst(
      source,
      Array.from(source.tree.roots).filter((root) => root !== this.mainHead && context.below[root]),
    );
  }

  /** The run that begins at `head`: a root, or an element of {@link branches}. */
  run(head: number): OutlineRun {
    let run = this.#runs.get(head);
    if (!run) this.#runs.set(head, (run = atOnce(buildRun(this.#context, head))));
    return run;
  }

  /**
   * Heads of the branches that hang at a visible row: the real alternatives beside its run's own way on, newest first.
   * For a root that is hidden: those that have no visible ancestor and begin the run's list.
   */
  branches(row: number): Int32Array {
    let heads = this.#branches.get(row);
    if (!heads) this.#branches.set(row, (heads = newestFirst(this.source, this.#collect(row))));
    return heads;
  }

  /** Row at which the branch `head` hangs, or -1 when it begins the list of its root's run. */
  host(head: number): number {
    return this.visibleAncestor(this.source.tree.parent[head] ?? -1);
  }

  /** How many branches hang at `row`, as {@link branches} lists them. */
  branchCount(row: number): number {
    let count = this.#branches.get(row)?.length ?? this.#branchCounts.get(row);
    if (count === undefined) this.#branchCounts.set(row, (count = this.#collect(row).length));
    return count;
  }

  /** How many rows are shown at and below `head`. */
  count(head: number): number {
    const { parent, firstChild, nextSibling } = this.source.tree;
    const { shown, below, repeats } = this.#context;
    let count = 0;
    for (let row = head; ;) {
      if (shown[row]) count += 1;
      for (let copy = repeats?.first[row] ?? -1; copy >= 0; copy = repeats?.next[copy] ?? -1)
        count += shown[copy] ?? 0;
      const child = below[row] ? (firstChild[row] ?? -1) : -1;
      if (child >= 0) {
        row = child;
        continue;
      }
      while (row !== head && (nextSibling[row] ?? -1) < 0) row = parent[row] ?? head;
      if (row === head) return count;
      row = nextSibling[row] ?? head;
    }
  }

  isVisible(row: number): boolean {
    return this.#context.shown[row] === 1;
  }

  /** On the way from the root through the main leaf. */
  isActive(row: number): boolean {
    return this.#context.runs.isMain(row);
  }

  /** Begins a run whose parent the file does not hold. */
  isCutOff(row: number): boolean {
    return this.source.table.parentLink(row) === MISSING_PARENT;
  }

  /** The entry at which a loop of parents was cut: a root that names a parent. */
  closesLoop(row: number): boolean {
    return (
      this.source.tree.parent[row] === -1 && this.source.table.parentLink(row) >= 0 && !this.isRepeat(row)
    );
  }

  isRepeat(row: number): boolean {
    return this.source.table.isRepeat(row);
  }

  /** `row` itself, or the nearest ancestor that the filter shows; -1 when there is none. */
  visibleAncestor(row: number): number {
    const { table, tree } = this.source;
    let at = row;
    while (at >= 0 && !this.isVisible(at))
      at = table.isRepeat(at) ? table.firstOf(at) : (tree.parent[at] ?? -1);
    return at;
  }

  /** Where `row`, or the nearest visible ancestor in its place, is shown. */
  place(row: number): OutlinePlace | undefined {
    const shown = row >= 0 && row < this.source.table.size ? this.visibleAncestor(row) : -1;
    if (shown < 0) return undefined;
    const head = this.#headOf(this.source.table.firstOf(shown));
    // From the end, where long runs are shown.
    return { row: shown, head, index: this.run(head).rows.lastIndexOf(shown) };
  }

  /** The head of the run that shows `row`: that of its side chain, if it is in one. */
  #headOf(row: number): number {
    const { table, tree } = this.source;
    for (let at = row; at >= 0 && !tree.carries[at]; at = tree.parent[at] ?? -1)
      if (table.startsSide?.(at)) return at;
    return this.#context.runs.headOf(row);
  }

  /** The root above a run's head. */
  rootOf(head: number): number {
    const { parent } = this.source.tree;
    let root = head;
    for (let above = parent[root] ?? -1; above >= 0; above = parent[root] ?? -1) root = above;
    return root;
  }

  /** Position in `run` where the conversation goes on after position `index`, or -1. */
  onward(run: OutlineRun, index: number): number {
    for (let at = index + 1; at < run.rows.length; at++) {
      const row = run.rows[at] as number;
      if (this.source.tree.carries[row] && !this.isRepeat(row)) return at;
    }
    return -1;
  }

  /** Alternatives at `start` and at the hidden rows that follow it, on its run and on hidden beginnings of others. */
  #collect(start: number): number[] {
    const { table, tree, runs, shown, below } = this.#context;
    const found: number[] = [];
    const walks = [start];
    for (let row = walks.pop(); row !== undefined; row = walks.pop()) {
      const next = runs.next(row);
      for (let child = tree.firstChild[row] ?? -1; child >= 0; child = tree.nextSibling[child] ?? -1) {
        if (child === next || !below[child] || !beginsBranch(table, tree, child)) continue;
        found.push(child);
        if (!shown[child]) walks.push(child);
      }
      if (next >= 0 && !shown[next]) walks.push(next);
    }
    return found;
  }
}

/** 1 for every row at or below which something is shown. Repeats count where their first stands. */
function* markAncestors({ table, tree }: OutlineSource, shown: Uint8Array): Steps<Uint8Array> {
  const below = new Uint8Array(shown.length);
  for (let row = 0; row < shown.length; row++) {
    if (row % STEP_ROWS === 0) yield;
    if (!shown[row]) continue;
    for (let at = table.firstOf(row); at >= 0 && !below[at]; at = tree.parent[at] ?? -1) below[at] = 1;
  }
  return below;
}

/** The repeats of each row, in file order; undefined in the usual file, which has none. */
function* repeatsOf({ table }: OutlineSource): Steps<Repeats | undefined> {
  let repeats: Repeats | undefined;
  for (let row = table.size - 1; row >= 0; row--) {
    if (row % STEP_ROWS === 0) yield;
    if (!table.isRepeat(row)) continue;
    repeats ??= { first: new Int32Array(table.size).fill(-1), next: new Int32Array(table.size).fill(-1) };
    const holder = table.firstOf(row);
    repeats.next[row] = repeats.first[holder] ?? -1;
    repeats.first[holder] = row;
  }
  return repeats;
}

/** By the place in the file of the last conversation on each run, never by clocks; late notes do not count. */
function newestFirst({ table, tree }: OutlineSource, heads: readonly number[]): Int32Array {
  // One number for both, so that many thousands are sorted as numbers: a million rows squared is well below 2^53.
  const { size, newestLeaf, parent } = tree;
  const keys = new Float64Array(heads.length);
  for (let index = 0; index < heads.length; index++) {
    const head = heads[index] ?? 0;
    let last = newestLeaf[head] ?? head;
    while (last !== head && last >= 0 && !table.isConversation(last)) last = parent[last] ?? -1;
    keys[index] = last * size + head;
  }
  keys.sort();
  const sorted = new Int32Array(keys.length);
  for (let index = 0; index < keys.length; index++)
    sorted[keys.length - 1 - index] = (keys[index] ?? 0) % size;
  return sorted;
}
