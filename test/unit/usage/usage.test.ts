import assert from 'node:assert/strict';
import fc from 'fast-check';
import { usageOf, UsageSum, type EntryUsage } from '../../../src/core/usage/usage.ts';

function sum(...told: readonly EntryUsage[]) {
  const sum = new UsageSum();
  for (const one of told) sum.add(one);
  return sum.total;
}

describe('usage of answers', () => {
  it('is none where no number says anything', () => {
    assert.equal(usageOf({}), undefined);
    assert.equal(usageOf({ input: 0, output: 0, cost: 0 }), undefined);
    assert.equal(usageOf({ input: Number.NaN, output: Infinity, cost: -1 }), undefined);
    assert.deepEqual(usageOf({ input: 3, cacheRead: 0, output: undefined }), { input: 3 });
  });

  it('is added up, each number by itself', () => {
    assert.deepEqual(
      sum({ usage: { input: 10, cacheRead: 4 } }, { usage: { input: 1, output: 5, cost: 0.5 } }),
      {
        usage: { input: 11, cacheRead: 4, output: 5, cost: 0.5 },
        answers: 2,
        withCost: 1,
      },
    );
    assert.equal(sum(), undefined);
  });

  it('counts an answer of several records once, as the last of them tells it', () => {
    const told = sum(
      { usage: { input: 100, output: 9 }, key: 'm' },
      { usage: { input: 5 }, key: 'n' },
      { usage: { input: 100, output: 159, cost: 1 }, key: 'm' },
    );
    assert.deepEqual(told, { usage: { input: 105, output: 159, cost: 1 }, answers: 2, withCost: 1 });
  });

  it('counts parts of answers only where no record tells the whole', () => {
    const part = { usage: { output: 7 }, isPart: true } as const;
    assert.deepEqual(sum(part, part)?.usage, { output: 14 });
    assert.deepEqual(sum(part, { usage: { input: 3, output: 9 } }, part)?.usage, { input: 3, output: 9 });
  });

  it('is the same however often an answer was told before its last record', () => {
    const answers = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), input: fc.integer({ min: 1, max: 1e9 }) }),
    );
    fc.assert(
      fc.property(answers, (all) => {
        const last = new Map(all.map(({ key, input }) => [key, input]));
        const expected = [...last.values()].reduce((total, input) => total + input, 0);
        const total = sum(...all.map(({ key, input }) => ({ usage: { input }, key })));
        assert.equal(total?.usage.input ?? 0, expected);
        assert.equal(total?.answers ?? 0, last.size);
      }),
    );
  });
});
