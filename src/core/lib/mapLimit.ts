/** Runs `work` for every item, at most `limit` at a time, beginning in the order of the list. */
export async function mapLimit<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const rest = items.entries();
  const lane = async (): Promise<void> => {
    // All lanes draw from one iterator, so a slow item holds up its own lane only.
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
