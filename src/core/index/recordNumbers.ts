/** From `row` on, records are counted `shift` further than rows. */
export interface RecordStep {
  readonly row: number;
  readonly shift: number;
}

/** Which row is the file's n-th record: nearly always n less the header, so only the places where that changes are kept. */
export class RecordNumbers {
  readonly #steps: RecordStep[];
  /** The last step's shift. */
  #shift: number | undefined;

  constructor(steps: readonly RecordStep[] = []) {
    this.#steps = [...steps];
    this.#shift = steps.at(-1)?.shift;
  }

  /** All that is known, for a copy. */
  get steps(): readonly RecordStep[] {
    return this.#steps;
  }

  /** Rows and records come in rising order; rows without a number are left out. */
  set(row: number, record: number): void {
    const shift = record - row;
    if (shift === this.#shift) return;
    this.#steps.push({ row, shift });
    this.#shift = shift;
  }

  /** The row of a record, -1 for a record that is no row. May be a row beyond the last one or one without a number. */
  rowOf(record: number): number {
    let low = 0;
    let high = this.#steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const step = this.#steps[middle];
      if (step && step.row + step.shift <= record) low = middle + 1;
      else high = middle;
    }
    const step = this.#steps[low - 1];
    if (!step) return -1;
    const row = record - step.shift;
    return row < (this.#steps[low]?.row ?? Infinity) ? row : -1;
  }
}
