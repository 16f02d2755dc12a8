import { EMPTY_CALL, type CallKey } from '../index/table.ts';

/** What pairing needs to know of a row. An EntryTable is one. */
export interface CallSource {
  calls(row: number): readonly CallKey[];
  results(row: number): readonly CallKey[];
}

/** A call, and the result that answers it on these rows. */
export interface CallPair {
  readonly key: CallKey;
  readonly callRow: number;
  /** Which of the row's calls, from 0, calls with an empty id counted. */
  readonly callIndex: number;
  /** -1 while no result is on these rows. */
  readonly resultRow: number;
}

/** A result that answers no call. */
export interface LooseResult {
  readonly key: CallKey;
  readonly row: number;
}

export interface Pairing {
  /** One for every call, in the order of the rows. */
  readonly pairs: readonly CallPair[];
  /** Results without any call of their id on these rows, or with an empty id. */
  readonly orphanResults: readonly LooseResult[];
  /** Results beyond the calls of their id: a second answer. */
  readonly extraResults: readonly LooseResult[];
  /** For every index into the rows: how many calls at or before it have no result at or before it. */
  readonly openAfter: Int32Array;
}

/**
 * Pairs calls with results along `rows` (a path, root first; one with {@link withBesideResults}; a linear file): by id
 * and by occurrence, in linear time. A result answers the first still open call with its id before it; a lone result
 * before a lone call of the same id is paired too. Empty ids pair with nothing. Source: cases/README "Pairs".
 */
export function pairRows(source: CallSource, rows: ArrayLike<number>): Pairing {
  const pairing = new PairingWalk();
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? -1;
    source.calls(row).forEach((key, callIndex) => pairing.addCall(key, row, callIndex));
    for (const key of source.results(row)) pairing.addResult(key, row);
    pairing.endRow();
  }
  return pairing.end();
}

/** What one id has seen so far. */
interface KeyState {
  calls: number;
  results: number;
  /** Its calls without a result, the first at `head`. */
  readonly open: MutablePair[];
  head: number;
}

type MutablePair = { -readonly [Name in keyof CallPair]: CallPair[Name] };

class PairingWalk {
  readonly #pairs: MutablePair[] = [];
  readonly #keys = new Map<CallKey, KeyState>();
  /** Results that found no open call before them, in order. */
  readonly #left: LooseResult[] = [];
  readonly #openAfter: number[] = [];
  #open = 0;

  addCall(key: CallKey, callRow: number, callIndex: number): void {
    const pair = { key, callRow, callIndex, resultRow: -1 };
    this.#pairs.push(pair);
    if (isEmpty(key)) {
      this.#open += 1;
      return;
    }
    this.#change(key, (state) => {
      state.calls += 1;
      state.open.push(pair);
    });
  }

  addResult(key: CallKey, row: number): void {
    if (isEmpty(key)) {
      this.#left.push({ key, row });
      return;
    }
    this.#change(key, (state) => {
      state.results += 1;
      const pair = state.open[state.head];
      if (pair) {
        pair.resultRow = row;
        state.head += 1;
      } else this.#left.push({ key, row });
    });
  }

  endRow(): void {
    this.#openAfter.push(this.#open);
  }

  end(): Pairing {
    const orphanResults: LooseResult[] = [];
    const extraResults: LooseResult[] = [];
    for (const result of this.#left) {
      const state = this.#keys.get(result.key);
      if (!state || state.calls === 0) orphanResults.push(result);
      else if (isLonePair(state)) (state.open[state.head] as MutablePair).resultRow = result.row;
      else extraResults.push(result);
    }
    return { pairs: this.#pairs, orphanResults, extraResults, openAfter: Int32Array.from(this.#openAfter) };
  }

  /** Changes one id's state and keeps the number of open calls true. */
  #change(key: CallKey, change: (state: KeyState) => void): void {
    let state = this.#keys.get(key);
    if (!state) this.#keys.set(key, (state = { calls: 0, results: 0, open: [], head: 0 }));
    this.#open -= openCalls(state);
    change(state);
    this.#open += openCalls(state);
  }
}

function isEmpty(key: CallKey): boolean {
  return key === EMPTY_CALL || key === '';
}

/** One call and one result in all, the result first. */
function isLonePair(state: KeyState): boolean {
  return state.calls === 1 && state.results === 1 && state.open.length - state.head === 1;
}

function openCalls(state: KeyState): number {
  return isLonePair(state) ? 0 : state.open.length - state.head;
}
