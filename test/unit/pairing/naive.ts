/** cases/check.mjs pairUp, word for word: the rule's first form, quadratic. */
export interface Item {
  readonly entry: number;
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

export interface NaivePairs {
  readonly pairs: readonly { call: string; entry: number; result: number | null }[];
  readonly orphan: readonly { call: string; entry: number }[];
  readonly extra: readonly { call: string; entry: number }[];
}

export function naivePairs(items: readonly Item[]): NaivePairs {
  const calls: { call: string; entry: number; at: number; result: number | null }[] = [];
  const results: { call: string; entry: number; at: number }[] = [];
  items.forEach((item, at) => {
    for (const call of item.calls) calls.push({ call, entry: item.entry, at, result: null });
    for (const call of item.results) results.push({ call, entry: item.entry, at });
  });
  const orphan: typeof results = [];
  const extra: typeof results = [];
  const left: typeof results = [];
  for (const result of results) {
    const open = calls.find((c) => c.call === result.call && c.result === null && c.at <= result.at);
    if (result.call !== '' && open) open.result = result.entry;
    else left.push(result);
  }
  for (const result of left) {
    const same = calls.filter((c) => c.call === result.call);
    const [only] = same;
    const alone = same.length === 1 && results.filter((r) => r.call === result.call).length === 1;
    if (result.call === '' || !only) orphan.push(result);
    else if (alone && only.result === null) only.result = result.entry;
    else extra.push(result);
  }
  const bare = ({ call, entry }: { call: string; entry: number }): { call: string; entry: number } => ({
    call,
    entry,
  });
  return {
    pairs: calls.map(({ call, entry, result }) => ({ call, entry, result })),
    orphan: orphan.map(bare),
    extra: extra.map(bare),
  };
}
