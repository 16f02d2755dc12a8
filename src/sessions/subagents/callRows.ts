import { keyOfCall } from '../../core/index/callColumn.ts';
import { EMPTY_CALL, type CallKey, type EntryTable } from '../../core/index/table.ts';

/** Which row makes a call, which of the row's calls it is, and the row that answers it (-1: none). */
export interface CallPlace {
  readonly row: number;
  readonly index: number;
  readonly resultRow: number;
}

/** Rows of a growing table by their calls' ids: the first row with an id counts. Costs the new rows only. */
export class CallRows {
  readonly #calls = new Map<CallKey, { row: number; index: number }>();
  readonly #results = new Map<CallKey, number>();
  #rows = 0;

  /** Takes in the rows that the table has more. */
  update(table: EntryTable): void {
    for (; this.#rows < table.size; this.#rows++) {
      const row = this.#rows;
      table.calls(row).forEach((key, index) => {
        if (key !== EMPTY_CALL && !this.#calls.has(key)) this.#calls.set(key, { row, index });
      });
      for (const key of table.results(row)) {
        if (key !== EMPTY_CALL && !this.#results.has(key)) this.#results.set(key, row);
      }
    }
  }

  /** @returns undefined where no row makes a call with this id */
  find(callId: string): CallPlace | undefined {
    const key = keyOfCall(callId);
    const call = key === EMPTY_CALL ? undefined : this.#calls.get(key);
    return call && { ...call, resultRow: this.#results.get(key) ?? -1 };
  }
}
