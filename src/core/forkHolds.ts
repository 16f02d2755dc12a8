import { EMPTY_CALL, type CallKey, type EntryTable } from './table.ts';

/** A call that has no result on the forked path. */
export interface OpenCall {
  /** The row that makes it. */
  readonly row: number;
  /** Which of the row's calls, from 0. */
  readonly ordinal: number;
  /** False where the conversation went on without the result, and never got it: no fork can be blamed for that. */
  readonly holds: boolean;
  /** Whether its result comes later on the path. */
  readonly answered: boolean;
}

/** What calls do to the places of a path. */
export interface Holds {
  /** For every place of the path whether a fork there keeps every call that still waits together with its result. */
  readonly safe: Uint8Array;
  /** Calls made at or before `place` whose results are not among the rows up to `place`. */
  openAt(place: number): OpenCall[];
}

interface Call {
  readonly place: number;
  readonly ordinal: number;
  /** Place of its result, or -1. */
  answered: number;
}

/**
 * Which places of a path lie between a call and its result. A result answers the oldest open call with its id before
 * it (ids are used again). A call that is never answered holds the path until somebody speaks: then the agent went on
 * without it, and so may a fork.
 * @param path rows, root first, as far as the newest leaf: results behind the forked entry count.
 */
export function holdsOn(table: EntryTable, path: readonly number[]): Holds {
  const calls = pairCalls(table, path);
  const spoken = nextSpoken(table, path);
  const endOf = (call: Call) => (call.answered >= 0 ? call.answered : (spoken[call.place] ?? path.length));
  // How many calls hold a place: begins and ends are marked, then summed up.
  const change = new Int32Array(path.length + 1);
  for (const call of calls) {
    change[call.place] = (change[call.place] ?? 0) + 1;
    change[endOf(call)] = (change[endOf(call)] ?? 0) - 1;
  }
  const safe = new Uint8Array(path.length);
  let holding = 0;
  for (let place = 0; place < path.length; place++) {
    holding += change[place] ?? 0;
    safe[place] = holding === 0 ? 1 : 0;
  }
  return {
    safe,
    openAt: (place) =>
      calls
        .filter((call) => call.place <= place && (call.answered < 0 || call.answered > place))
        .map((call) => ({
          row: path[call.place] ?? -1,
          ordinal: call.ordinal,
          holds: endOf(call) > place,
          answered: call.answered > place,
        })),
  };
}

function pairCalls(table: EntryTable, path: readonly number[]): Call[] {
  const calls: Call[] = [];
  const waiting = new Map<CallKey, Call[]>();
  path.forEach((row, place) => {
    // Results first: a row that answers and calls answers what came before it.
    for (const key of table.results(row)) {
      const call = waiting.get(key)?.shift();
      if (call) call.answered = place;
    }
    table.calls(row).forEach((key, ordinal) => {
      const call: Call = { place, ordinal, answered: -1 };
      calls.push(call);
      // An empty id pairs with nothing: such a call waits until somebody speaks.
      if (key === EMPTY_CALL) return;
      const queue = waiting.get(key);
      if (queue) queue.push(call);
      else waiting.set(key, [call]);
    });
  });
  return calls;
}

/** For every place the next one after it at which user or assistant speak; the path's length if none. */
function nextSpoken(table: EntryTable, path: readonly number[]): Int32Array {
  const next = new Int32Array(path.length);
  let spoken = path.length;
  for (let place = path.length - 1; place >= 0; place--) {
    next[place] = spoken;
    const role = table.role(path[place] ?? -1);
    if (role === 'user' || role === 'assistant' || role === 'bash') spoken = place;
  }
  return next;
}
