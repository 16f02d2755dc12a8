import { carrying } from './carrying.ts';
import { newestLeaves } from './newestLeaves.ts';
import { atOnce, type Steps } from '../lib/steps.ts';
import type { EntryTable } from '../index/table.ts';
import { treeMarks } from '../index/treeColumns.ts';
import type { SessionTree } from './tree.ts';

/** Arrays of a tree at one size. Those of children and what is carried go on changing while the tree grows. */
export interface TreeArrays {
  readonly size: number;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly carries: Uint8Array;
  readonly roots: Int32Array;
  readonly cycles: readonly Int32Array[];
  readonly branches: number;
  /** All parents are known to stand before their children. */
  readonly isInOrder: boolean;
  readonly defaultLeaf: number;
}

/**
 * A growing tree at one moment. As long as it is the newest, its arrays are those of the growing tree; one that was
 * overtaken makes its own when it is asked, which is seldom: ask a tree for its arrays, do not keep them.
 */
export class LinkedTree implements SessionTree {
  readonly size: number;
  readonly parent: Int32Array;
  readonly roots: Int32Array;
  readonly cycles: readonly Int32Array[];
  readonly branches: number;
  readonly defaultLeaf: number;
  readonly #shared: TreeArrays;
  readonly #table: EntryTable;
  readonly #isNewest: () => boolean;
  #own: Pick<SessionTree, 'firstChild' | 'nextSibling'> | undefined;
  #newestLeaf: Int32Array | undefined;
  #carries: Uint8Array | undefined;

  constructor(shared: TreeArrays, table: EntryTable, isNewest: () => boolean) {
    this.size = shared.size;
    this.parent = shared.parent;
    this.roots = shared.roots;
    this.cycles = shared.cycles;
    this.branches = shared.branches;
    this.defaultLeaf = shared.defaultLeaf;
    this.#shared = shared;
    this.#table = table;
    this.#isNewest = isNewest;
  }

  get firstChild(): Int32Array {
    return this.#links.firstChild;
  }
  get nextSibling(): Int32Array {
    return this.#links.nextSibling;
  }
  get carries(): Uint8Array {
    if (this.#isNewest()) return this.#shared.carries;
    this.#carries ??= carrying(treeMarks(this.#table), this.parent);
    return this.#carries;
  }
  get newestLeaf(): Int32Array {
    this.#newestLeaf ??= atOnce(this.#newestLeaves());
    return this.#newestLeaf;
  }

  get #links(): Pick<SessionTree, 'firstChild' | 'nextSibling'> {
    if (this.#isNewest()) return this.#shared;
    // A first child or a next sibling once set never changes: what came later are rows beyond the size.
    this.#own ??= {
      firstChild: this.#shared.firstChild.map((row) => (row < this.size ? row : -1)),
      nextSibling: this.#shared.nextSibling.map((row) => (row < this.size ? row : -1)),
    };
    return this.#own;
  }

  *settle(): Steps<void> {
    this.#newestLeaf ??= yield* this.#newestLeaves();
  }

  #newestLeaves(): Steps<Int32Array> {
    return newestLeaves(treeMarks(this.#table), this.parent, this.#shared.isInOrder);
  }
}
