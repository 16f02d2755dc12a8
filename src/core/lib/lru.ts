/** A map that holds at most `limit` units of cost and forgets what was asked for longest ago. */
export interface Lru<K, V> {
  get(key: K): V | undefined;
  /** Keeps `value`; one that alone costs more than the limit is not kept. */
  set(key: K, value: V, cost: number): void;
  delete(key: K): void;
  clear(): void;
  /** The cost of all that is held. */
  readonly cost: number;
}

/** @param limit in the unit of the costs that `set` is given, mostly bytes */
export function createLru<K, V>(limit: number): Lru<K, V> {
  // A Map iterates in order of insertion: a hit is put in anew, the oldest is the first key.
  const held = new Map<K, { readonly value: V; readonly cost: number }>();
  let total = 0;
  const remove = (key: K): void => {
    total -= held.get(key)?.cost ?? 0;
    held.delete(key);
  };
  return {
    get(key) {
      const found = held.get(key);
      if (!found) return undefined;
      held.delete(key);
      held.set(key, found);
      return found.value;
    },
    set(key, value, cost) {
      remove(key);
      if (cost > limit) return;
      held.set(key, { value, cost });
      total += cost;
      for (const oldest of held.keys()) {
        if (total <= limit) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      held.clear();
      total = 0;
    },
    get cost() {
      return total;
    },
  };
}
