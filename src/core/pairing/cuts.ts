import type { CallSource, Pairing } from './pairing.ts';
import { EMPTY_CALL, type CallKey } from '../index/table.ts';

/**
 * Index of the deepest row that is settled: no call at or above it is open there. -1 when there is none. From here a
 * model may be asked on (cases/README `settled_leaf`).
 */
export function settledIndex({ openAfter }: Pairing): number {
  return openAfter.lastIndexOf(0);
}

/** The settled indexes nearest to `index`, itself included; -1 where there is none. */
export function nearestSettled({ openAfter }: Pairing, index: number): { before: number; after: number } {
  return {
    before: index < 0 ? -1 : openAfter.lastIndexOf(0, index),
    after: openAfter.indexOf(0, Math.max(0, index)),
  };
}

/**
 * Indexes into `rows` (messages of a path, root first) at which a kept suffix may start: no result in it lacks its call
 * (cases/README `valid_cuts`). Linear.
 */
export function validCuts(source: CallSource, rows: ArrayLike<number>): number[] {
  const cuts: number[] = [];
  const hasCall = new Set<CallKey>();
  const waiting = new Map<CallKey, number>();
  let orphans = 0;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index] ?? -1;
    for (const key of source.results(row)) {
      if (key !== EMPTY_CALL && key !== '' && hasCall.has(key)) continue;
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      orphans += 1;
    }
    for (const key of source.calls(row)) {
      if (key === EMPTY_CALL || key === '') continue;
      hasCall.add(key);
      orphans -= waiting.get(key) ?? 0;
      waiting.delete(key);
    }
    if (orphans === 0) cuts.push(index);
  }
  return cuts.reverse();
}
