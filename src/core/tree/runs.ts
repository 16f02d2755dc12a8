import { IntList } from '../lib/intList.ts';
import type { SessionTree } from './tree.ts';

/**
 * Cuts a tree into runs, the flat stretches that a reader sees: a run goes from its head (a root, or one child of a fork
 * point) down to the newest leaf below. The main run goes through the main leaf. Every row that carries conversation
 * lies on exactly one run; a row that does not hangs beside the run of the nearest ancestor that does.
 */
export class Runs {
  /** Rows of the main run, root first; empty when the tree is. */
  readonly main: Int32Array;
  readonly #tree: SessionTree;
  readonly #onMain: Uint8Array;

  /** @param leaf the main leaf; a row that does not carry stands for the nearest ancestor that does. */
  constructor(tree: SessionTree, leaf: number = tree.defaultLeaf) {
    this.#tree = tree;
    this.#onMain = new Uint8Array(tree.size);
    this.main = leaf < 0 || leaf >= tree.size ? new Int32Array(0) : this.#mainPath(leaf);
    const { main } = this;
    for (let step = 0; step < main.length; step++) this.#onMain[main[step] ?? 0] = 1;
  }

  /** Whether `row` lies on the main run. */
  isMain(row: number): boolean {
    return this.#onMain[row] === 1;
  }

  /** Whether `row`, a child of `parent`, is where the run of `parent` goes on. */
  continues(parent: number, row: number): boolean {
    const { carries, newestLeaf } = this.#tree;
    if (!carries[row]) return false;
    if (this.isMain(parent)) return this.isMain(row);
    const newest = newestLeaf[parent];
    if (newestLeaf[row] === newest) return true;
    // Where the newest leaf lies below a carrying child, that child alone goes on.
    if (newest !== undefined && newest !== parent && carries[newest]) return false;
    return this.next(parent) === row;
  }

  /** The child in which the run of `row` goes on, or -1 at the run's end. */
  next(row: number): number {
    return this.#next(row, this.isMain(row));
  }

  /** The rows of the run that begins at `head`, from there to its end. */
  path(head: number): Int32Array {
    return this.main[0] === head ? this.main : this.#descend(startingWith(head));
  }

  /** The head of the run on or beside which `row` lies. A row that repeats an id must be asked for by its first. */
  headOf(row: number): number {
    const { parent, carries } = this.#tree;
    let head = row;
    for (let above = up(parent, head); above >= 0 && !carries[head]; above = up(parent, head)) head = above;
    for (let above = up(parent, head); above >= 0 && this.continues(above, head); above = up(parent, head)) {
      head = above;
    }
    return head;
  }

  #mainPath(leaf: number): Int32Array {
    const { parent, carries } = this.#tree;
    let bottom = leaf;
    for (let above = up(parent, bottom); above >= 0 && !carries[bottom]; above = up(parent, bottom))
      bottom = above;
    const path = new IntList();
    climb(parent, bottom, -1, path);
    return this.#descend(path);
  }

  /** Goes on below the last row of `path` until no child carries. */
  #descend(path: IntList): Int32Array {
    const { parent, carries, newestLeaf } = this.#tree;
    for (let last = path.last(); last >= 0;) {
      const newest = newestLeaf[last] ?? last;
      const next = newest !== last && carries[newest] ? newest : this.#next(last, false);
      if (next < 0) break;
      climb(parent, next, last, path);
      last = next;
    }
    return path.toArray();
  }

  #next(row: number, main: boolean): number {
    const { firstChild, nextSibling, carries, newestLeaf } = this.#tree;
    let best = -1;
    for (let child = firstChild[row] ?? -1; child >= 0; child = nextSibling[child] ?? -1) {
      if (!carries[child]) continue;
      if (main ? this.isMain(child) : newestLeaf[child] === newestLeaf[row]) return child;
      if (best < 0 || (newestLeaf[child] ?? -1) > (newestLeaf[best] ?? -1)) best = child;
    }
    return best;
  }
}

function up(parent: Int32Array, row: number): number {
  return parent[row] ?? -1;
}

function startingWith(row: number): IntList {
  const list = new IntList(4);
  list.push(row);
  return list;
}

/** Appends the rows from below `above` down to `bottom`. */
function climb(parent: Int32Array, bottom: number, above: number, path: IntList): void {
  let count = 0;
  for (let row = bottom; row !== above && row >= 0; row = up(parent, row)) count += 1;
  const part = path.extend(count);
  for (let row = bottom; count > 0; row = up(parent, row)) part[--count] = row;
}
