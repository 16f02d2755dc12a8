import { pathThrough } from '../core/conversation/plan.ts';
import type { Outline } from '../core/outline/outline.ts';

/** Where what is read back of a session begins, when it is resumed. */
export interface ReplayBegin {
  readonly row: number;
  /** How many entries are read back. */
  readonly count: number;
}

/** The first shown row that is read back; undefined where all of the path is. */
export function replayBegin(outline: Outline, limit: number | undefined): ReplayBegin | undefined {
  if (limit === undefined) return undefined;
  const { table, tree } = outline.source;
  const path = pathThrough(table, tree, tree.defaultLeaf);
  if (path.length <= limit) return undefined;
  const row = path.subarray(path.length - limit).find((one) => outline.isVisible(one));
  return row === undefined ? undefined : { row, count: limit };
}
