/** Ids of the calls that a message makes, one for each in order, and of the calls that it answers. */
export interface CallLinks {
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

/**
 * For every message of a list whether it is a settled point: no call made at or before it is still without a result at
 * or before it. There a model may be asked on.
 */
export function settledPoints(links: readonly CallLinks[]): boolean[] {
  const open = new OpenCalls();
  return links.map((message) => {
    open.pass(message);
    return open.count === 0;
  });
}

/** Ids of the calls in `links` that have no result in it, in the order in which the newest of them were made. */
export function openCallIds(links: readonly CallLinks[]): string[] {
  const open = new OpenCalls();
  for (const message of links) open.pass(message);
  const ids: string[] = [];
  for (const message of links.toReversed()) {
    for (const id of message.calls.toReversed()) if (open.take(id)) ids.push(id);
  }
  return ids.reverse();
}

/** Counts calls without a result while a list is gone through. A result without such a call counts for nothing. */
class OpenCalls {
  count = 0;
  readonly #byId = new Map<string, number>();

  pass(message: CallLinks): void {
    for (const id of message.results) this.take(id);
    for (const id of message.calls) {
      this.#byId.set(id, (this.#byId.get(id) ?? 0) + 1);
      this.count += 1;
    }
  }

  /** Takes one open call with this id away. @returns whether there was one */
  take(id: string): boolean {
    const number = this.#byId.get(id) ?? 0;
    if (number === 0) return false;
    this.#byId.set(id, number - 1);
    this.count -= 1;
    return true;
  }
}

/** For every message the place of the last result of its calls, or its own place. See `trimContext` for which is whose. */
export function lastResults(links: readonly CallLinks[]): number[] {
  const last = links.map((_, index) => index);
  /** Places of calls without a result so far, newest last, by id. */
  const open = new Map<string, number[]>();
  /** Place of the newest call, by id. */
  const newest = new Map<string, number>();
  links.forEach(({ calls, results }, index) => {
    for (const id of results) {
      const call = open.get(id)?.pop() ?? newest.get(id);
      if (call !== undefined) last[call] = index;
    }
    for (const id of calls) {
      newest.set(id, index);
      const places = open.get(id);
      if (places) places.push(index);
      else open.set(id, [index]);
    }
  });
  return last;
}
