import type { EntryTable } from '../core/index/table.ts';

/** How much is read between two pauses. */
export interface BatchSize {
  readonly rows: number;
  readonly bytes: number;
}

/** The next rows to be read, from the `from`-th on: at least one where there is one, however large its record is. */
export function nextBatch(
  table: Pick<EntryTable, 'length'>,
  rows: readonly number[],
  from: number,
  most: BatchSize,
): number[] {
  const batch: number[] = [];
  for (let bytes = 0; batch.length < most.rows && bytes < most.bytes;) {
    const row = rows[from + batch.length];
    if (row === undefined) break;
    batch.push(row);
    bytes += table.length(row);
  }
  return batch;
}
