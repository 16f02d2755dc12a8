import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withBesideResults } from '../../../src/core/pairing/besideResults.ts';
import { nearestSettled, settledIndex, validCuts } from '../../../src/core/pairing/cuts.ts';
import { pairRows, type CallSource } from '../../../src/core/pairing/pairing.ts';
import { pathPairs } from '../../../src/core/pairing/pathPairs.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { treeOf, type Row } from '../tree/rows.ts';
import { naivePairs, type Item } from './naive.ts';

const sourceOf = (items: readonly Item[]): CallSource => ({
  calls: (row) => items[row]?.calls ?? [],
  results: (row) => items[row]?.results ?? [],
});
const rowsOf = (items: readonly Item[]): number[] => items.map((_, row) => row);

const ids = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 3 });
const anyItems = fc
  .array(fc.tuple(ids, ids), { maxLength: 10 })
  .map((list): Item[] => list.map(([calls, results], entry) => ({ entry, calls, results })));

describe('pairRows', function () {
  this.timeout(60_000);
  it('agrees with the cases rule on any calls and results', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const got = pairRows(sourceOf(items), rowsOf(items));
        const want = naivePairs(items);
        assert.deepEqual(
          got.pairs.map(({ key, callRow, resultRow }) => ({
            ...{ call: key, entry: callRow, result: resultRow < 0 ? null : resultRow },
          })),
          want.pairs,
        );
        assert.deepEqual(
          got.orphanResults.map(({ key, row }) => ({ call: key, entry: row })),
          want.orphan,
        );
        assert.deepEqual(
          got.extraResults.map(({ key, row }) => ({ call: key, entry: row })),
          want.extra,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('knows after every row how many calls are open there', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const { openAfter } = pairRows(sourceOf(items), rowsOf(items));
        const want = items.map((_, at) =>
          naivePairs(items.slice(0, at + 1)).pairs.filter(({ result }) => result === null),
        );
        assert.deepEqual(
          [...openAfter],
          want.map(({ length }) => length),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('says which call of a message it is, empty ids counted', () => {
    const items = [
      { entry: 0, calls: ['', 'a', 'b'], results: [] },
      { entry: 1, calls: [], results: ['b'] },
    ];
    const { pairs } = pairRows(sourceOf(items), [0, 1]);
    assert.deepEqual(
      pairs.map(({ callIndex, resultRow }) => [callIndex, resultRow]),
      [
        [0, -1],
        [1, -1],
        [2, 1],
      ],
    );
  });

  it('is linear: 300,000 open calls of one id, then their results', () => {
    const count = 300_000;
    const source: CallSource = {
      calls: (row) => (row < count ? [1] : []),
      results: (row) => (row < count ? [] : [1]),
    };
    const rows = Int32Array.from({ length: 2 * count }, (_, row) => row);
    const { pairs, openAfter } = pairRows(source, rows);
    assert.deepEqual([pairs.length, openAfter[count - 1], openAfter.at(-1)], [count, count, 0]);
    assert.ok(pairs.every(({ callRow, resultRow }) => resultRow === callRow + count));
  });
});

describe('cuts', function () {
  this.timeout(60_000);
  it('settledIndex: the deepest row without an open call at or above it (cases 061, 076)', () => {
    const items = [
      { entry: 0, calls: [], results: [] },
      { entry: 1, calls: ['a', 'b'], results: [] },
      { entry: 2, calls: [], results: ['a'] },
    ];
    const open = pairRows(sourceOf(items), rowsOf(items));
    assert.equal(settledIndex(open), 0);
    assert.deepEqual(nearestSettled(open, 1), { before: 0, after: -1 });
    const closed = [...items, { entry: 3, calls: [], results: ['b'] }];
    const pairing = pairRows(sourceOf(closed), rowsOf(closed));
    assert.equal(settledIndex(pairing), 3);
    assert.deepEqual(nearestSettled(pairing, 2), { before: 0, after: 3 });
    assert.deepEqual(nearestSettled(pairing, 3), { before: 3, after: 3 });
    assert.deepEqual(nearestSettled(pairing, -1), { before: -1, after: 0 });
    assert.equal(settledIndex(pairRows(sourceOf([]), [])), -1);
  });

  it('validCuts: suffixes without a result that lacks its call', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const want = rowsOf(items).filter((at) => naivePairs(items.slice(at)).orphan.length === 0);
        assert.deepEqual(validCuts(sourceOf(items), rowsOf(items)), want);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('results beside a path', function () {
  this.timeout(60_000);
  const call: Row = { id: 'call', parent: 'u', calls: ['a', 'b'] };
  const rows: Row[] = [
    { id: 'u' },
    call,
    { id: 'ra', parent: 'call', results: ['a'] },
    { id: 'rb', parent: 'ra', results: ['b'] },
    { id: 'old', parent: 'rb' },
    { id: 'new', parent: 'call' },
    { id: 'other', parent: 'call', results: ['x'] },
  ];
  const { table, tree } = treeOf(rows);

  it('come in where the file has them, chained ones too', () => {
    const path = pathRows(tree, table.rowOf('new'));
    assert.deepEqual([...withBesideResults(table, tree, path)], [0, 1, 2, 3, 5]);
    const plain = pathRows(tree, table.rowOf('old'));
    assert.equal(withBesideResults(table, tree, plain), plain);
  });

  it('answer calls that have no result on the path', () => {
    const pairs = pathPairs(table, tree, pathRows(tree, table.rowOf('new')));
    assert.deepEqual([pairs.resultOf(1, 0), pairs.resultOf(1, 1), pairs.callOf(2)], [2, 3, 1]);
    assert.deepEqual([pairs.calls, pairs.openCalls, pairs.orphanResults], [2, 0, 0]);
    assert.deepEqual([...pairs.beside], [2, 3]);
  });

  it('take no call from a result on the path', () => {
    const twice = treeOf([
      { id: 'u', calls: ['a'] },
      { id: 'r1', parent: 'u', results: ['a'] },
      { id: 'r2', parent: 'u', results: ['a'] },
    ]);
    const pairs = pathPairs(twice.table, twice.tree, pathRows(twice.tree, 2));
    assert.deepEqual([pairs.resultOf(0, 0), pairs.callOf(2), pairs.beside.size], [2, 0, 0]);
  });

  it('orphans and second answers on the path are told of', () => {
    const loose = treeOf([
      { id: 'u', results: ['z'] },
      { id: 'c', parent: 'u', calls: ['a', ''] },
      { id: 'r', parent: 'c', results: ['a', 'a'] },
    ]);
    const pairs = pathPairs(loose.table, loose.tree, pathRows(loose.tree, 2));
    assert.deepEqual(
      [pairs.orphanResults, pairs.openCalls, pairs.callOf(2), pairs.callOf(0)],
      [2, 1, -1, -1],
    );
    assert.equal(pairs.resultOf(1, 1), -1);
  });

  it('is linear on a path with many results beside it', () => {
    const count = 50_000;
    const many: Row[] = [{ id: 'c', calls: Array.from({ length: count }, (_, at) => `k${at}`) }];
    for (let at = 0; at < count; at++) many.push({ id: `r${at}`, parent: 'c', results: [`k${at}`] });
    many.push({ id: 'end', parent: 'c' });
    const wide = treeOf(many);
    const pairs = pathPairs(wide.table, wide.tree, pathRows(wide.tree, count + 1));
    assert.deepEqual([pairs.openCalls, pairs.beside.size], [0, count]);
  });
});
