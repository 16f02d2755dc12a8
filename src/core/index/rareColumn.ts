import { trimmed, withRoom } from './columns.ts';

/** Numbers from 0 up that nearly always are 0: no memory while all are, four bytes a row from the first other one on. */
export class RareColumn {
  #values: Uint32Array;

  constructor(data: Uint32Array = new Uint32Array(0)) {
    this.#values = data;
  }

  set(row: number, value: number): void {
    if (value === 0) return;
    this.#values = withRoom(this.#values, row + 1);
    this.#values[row] = value;
  }

  get(row: number): number {
    return this.#values[row] ?? 0;
  }

  pack(size: number): Uint32Array {
    return trimmed(this.#values, size);
  }

  get byteLength(): number {
    return this.#values.byteLength;
  }
}
