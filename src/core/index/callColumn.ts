import { trimmed, withRoom } from './columns.ts';
import { hashId } from './idHash.ts';
import { EMPTY_CALL, type CallKey } from './table.ts';

const NONE: readonly CallKey[] = [];

export interface CallData {
  readonly keys: Float64Array;
  readonly owners: Uint32Array;
  readonly count: number;
}

/**
 * The key of a call id with this hash: 53 of its bits as one number. A false match needs two ids on one path with the
 * same key: for 10,000 calls a chance of 6e-9.
 */
export function callKey(low: number, high: number): number {
  return (high & 0x1f_ffff) * 0x1_0000_0000 + low || 1;
}

/** The key that a table keeps of the id of a call, or of a message. */
export function keyOfCall(id: string): number {
  if (id === '') return EMPTY_CALL;
  const hash = new Uint32Array(2);
  hashId(id, hash);
  return callKey(hash[0] ?? 0, hash[1] ?? 0);
}

/** Calls and results of all rows in one list, in the order of rows: rows without any cost nothing. */
export class CallColumn {
  #keys: Float64Array;
  /** Twice the row, and one more for results. Never falls. */
  #owners: Uint32Array;
  #count: number;

  constructor(data?: CallData) {
    this.#keys = data?.keys ?? new Float64Array(0);
    this.#owners = data?.owners ?? new Uint32Array(0);
    this.#count = data?.count ?? 0;
  }

  /** Adds one more call (or result) of the row; a row's calls come before its results. */
  push(row: number, isResult: boolean, key: number): void {
    if (this.#count >= this.#owners.length) this.reserve(this.#count + 1);
    this.#keys[this.#count] = key;
    this.#owners[this.#count] = ownerOf(row, isResult);
    this.#count += 1;
  }

  /** Room for so many calls and results. */
  reserve(count: number): void {
    this.#keys = withRoom(this.#keys, count);
    this.#owners = withRoom(this.#owners, count);
  }

  get size(): number {
    return this.#count;
  }

  get(row: number, isResult: boolean): readonly CallKey[] {
    const owner = ownerOf(row, isResult);
    const start = this.#firstOf(owner);
    let end = start;
    while (end < this.#count && this.#owners[end] === owner) end += 1;
    return start === end ? NONE : Array.from(this.#keys.subarray(start, end));
  }

  /** Calls and results of the row with an empty id. */
  empty(row: number): number {
    let count = 0;
    for (let at = this.#firstOf(row * 2); at < this.#count && (this.#owners[at] ?? 0) >>> 1 === row; at++)
      if (this.#keys[at] === EMPTY_CALL) count += 1;
    return count;
  }

  pack(): CallData {
    const count = this.#count;
    return { keys: trimmed(this.#keys, count), owners: trimmed(this.#owners, count), count };
  }

  get byteLength(): number {
    return this.#keys.byteLength + this.#owners.byteLength;
  }

  /** Index of the first call whose owner is `owner` or comes after it. */
  #firstOf(owner: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#owners[middle] ?? 0) < owner) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function ownerOf(row: number, isResult: boolean): number {
  return row * 2 + (isResult ? 1 : 0);
}
