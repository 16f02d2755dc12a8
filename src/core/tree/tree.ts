import type { Steps } from '../lib/steps.ts';

/**
 * The tree over a table's rows: links resolved, loops cut at their first entry in the file, repeats left out. Typed
 * arrays of one number a row; -1 means none. Built and walked by loops only.
 */
export interface SessionTree {
  readonly size: number;
  /** Parent row, or -1 for a root: no parent, a missing parent, or the first entry of a loop. Repeats have -1. */
  readonly parent: Int32Array;
  /** Children in file order, as first child and next sibling. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Rows without a parent, in file order. Repeats are none of them. */
  readonly roots: Int32Array;
  /** Loops in the links as they stand, each as its rows in file order. Its first row became a root. */
  readonly cycles: readonly Int32Array[];
  /** For every row the leaf at or below it that the file holds last, counting conversation before anything else. */
  readonly newestLeaf: Int32Array;
  /** 1 where the row or anything below it is conversation. */
  readonly carries: Uint8Array;
  /** Real alternatives beyond the first, over all fork points, where that was counted on the way. */
  readonly branches?: number;
  /** Works out what is made when it is first asked for, piece by piece; absent where nothing is left to be done. */
  settle?(): Steps<void>;
  /** Row that a reader starts from: the last conversation row of the file; the last row if there is none; -1 if empty. */
  readonly defaultLeaf: number;
}
