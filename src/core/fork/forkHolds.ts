import { pairRows, type CallPair } from '../pairing/pairing.ts';
import type { Role } from '../entry.ts';
import type { EntryTable } from '../index/table.ts';

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

/**
 * Which places of a path lie between a call and its result, paired as `pairRows` does. A call that is never answered
 * (or has an empty id, which pairs with nothing) holds the path until somebody speaks: then the agent went on without
 * it, and so may a fork.
 * @param path rows, root first, as far as the newest leaf: results behind the forked entry count.
 */
export function holdsOn(table: EntryTable, path: readonly number[]): Holds {
  const { pairs } = pairRows(table, path);
  const placeOf = new Map(path.map((row, place) => [row, place]));
  const place = (row: number) => placeOf.get(row) ?? -1;
  const spoken = nextSpoken(table, path);
  /** The first place that the call does not hold any more. */
  const endOf = ({ callRow, resultRow }: CallPair) =>
    resultRow < 0 ? (spoken[place(callRow)] ?? path.length) : Math.max(place(callRow), place(resultRow));
  // How many calls hold a place: begins and ends are marked, then summed up.
  const change = new Int32Array(path.length + 1);
  for (const pair of pairs) {
    change[place(pair.callRow)] = (change[place(pair.callRow)] ?? 0) + 1;
    change[endOf(pair)] = (change[endOf(pair)] ?? 0) - 1;
  }
  const safe = new Uint8Array(path.length);
  let holding = 0;
  for (let at = 0; at < path.length; at++) {
    holding += change[at] ?? 0;
    safe[at] = holding === 0 ? 1 : 0;
  }
  const isOpen = (at: number) => (pair: CallPair) =>
    place(pair.callRow) <= at && (pair.resultRow < 0 || place(pair.resultRow) > at);
  return {
    safe,
    openAt: (at) =>
      pairs.filter(isOpen(at)).map((pair) => ({
        row: pair.callRow,
        ordinal: pair.callIndex,
        holds: endOf(pair) > at,
        answered: pair.resultRow >= 0,
      })),
  };
}

/**
 * For every place the next one after it at which user or assistant speak; the path's length if none. A reply right
 * behind a reply goes on with it: some agents write one record for every block of a message.
 */
function nextSpoken(table: EntryTable, path: readonly number[]): Int32Array {
  const next = new Int32Array(path.length);
  const roleAt = (place: number) => table.role(path[place] ?? -1);
  const before = spokenBefore(path.length, roleAt);
  let spoken = path.length;
  for (let place = path.length - 1; place >= 0; place--) {
    next[place] = spoken;
    const role = roleAt(place);
    const isReply = role === 'assistant' && before[place] !== 'assistant';
    if (role === 'user' || role === 'bash' || isReply) spoken = place;
  }
  return next;
}

/** For every place the role of the last message before it; notes and settings have none. */
function spokenBefore(length: number, roleAt: (place: number) => Role | null): (Role | null)[] {
  const before: (Role | null)[] = [];
  let last: Role | null = null;
  for (let place = 0; place < length; place++) {
    before.push(last);
    last = roleAt(place) ?? last;
  }
  return before;
}
