import { oneLine } from '../text/oneLine.ts';
import { rowsOf, type BuildSource } from './build.ts';
import type { KinItem } from './items.ts';

/** Another session that parts from this one at a row. */
export interface RowKin {
  /** By which the page asks to be taken there. */
  readonly number: number;
  readonly kind: 'origin' | 'fork' | 'alike';
  readonly title: string;
}

/** Sessions that are named at one item; the tree and the commands know all. */
const LISTED_KIN = 20;

/** Sessions that part at an item: at its entry, or at results that stand inside it. */
export function kinOf(
  source: Pick<BuildSource, 'plan' | 'table' | 'kin'>,
  index: number,
): { kin?: readonly KinItem[]; moreKin?: number } {
  if (!source.kin) return {};
  const all = rowsOf(source.plan, source.table, index).flatMap((row) => source.kin?.(row) ?? []);
  const more = all.length - LISTED_KIN;
  const kin = all.slice(0, LISTED_KIN).map((one) => ({ ...one, title: oneLine(one.title) }));
  return { ...(kin.length > 0 && { kin }), ...(more > 0 && { moreKin: more }) };
}
