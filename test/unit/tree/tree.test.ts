import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alternatives, branchCount, childRows, forkPoints, pathRows } from '../../../src/core/tree/walk.ts';
import { naiveTree } from './naive.ts';
import { rowsOf, treeOf, type Row } from './rows.ts';

const list = (numbers: Iterable<number>): number[] => [...numbers];

/** Any links: forward, backward, to itself, to nothing; ids used again; notes among the conversation. */
const anyRows = fc
  .array(fc.tuple(fc.nat({ max: 14 }), fc.nat({ max: 17 }), fc.boolean()), { maxLength: 16 })
  .map((items) =>
    items.map(([id, parent, talk]): Row => ({
      id: `n${id}`,
      parent: parent > 15 ? null : `n${parent}`,
      talk,
    })),
  );

describe('buildTree', function () {
  this.timeout(60_000);
  it('agrees with the naive tree on any links', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { table, tree } = treeOf(rows);
        const naive = naiveTree(table);
        assert.deepEqual(list(tree.parent), naive.parent);
        assert.deepEqual(list(tree.roots), naive.roots);
        assert.deepEqual(tree.cycles.map(list), naive.cycles);
        assert.deepEqual(
          rows.map((_, row) => list(childRows(tree, row))),
          naive.children,
        );
        assert.deepEqual(list(tree.carries), naive.carries.map(Number));
        assert.deepEqual(list(tree.newestLeaf), naive.newestLeaf);
        assert.equal(tree.defaultLeaf, naive.defaultLeaf);
      }),
      { numRuns: 3000 },
    );
  });

  it('reaches every entry from a root exactly once, repeats from none', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { table, tree } = treeOf(rows);
        const reached: number[] = [];
        const open = list(tree.roots);
        for (let row = open.pop(); row !== undefined; row = open.pop()) {
          reached.push(row);
          open.push(...childRows(tree, row));
        }
        const wanted = rows.map((_, row) => row).filter((row) => !table.isRepeat(row));
        assert.deepEqual(
          reached.sort((a, b) => a - b),
          wanted,
        );
      }),
    );
  });

  it('is empty for an empty table', () => {
    const { tree } = treeOf([]);
    assert.deepEqual([tree.size, list(tree.roots), tree.defaultLeaf], [0, [], -1]);
  });

  it('cuts a loop at its first row in the file, and hangs the others below it', () => {
    const { tree } = treeOf(rowsOf('x c<a a<b b<c d<c'));
    assert.deepEqual(tree.cycles.map(list), [[1, 2, 3]]);
    assert.deepEqual(list(tree.roots), [0, 1]);
    assert.deepEqual(list(pathRows(tree, 2)), [1, 3, 2]);
    assert.deepEqual(list(pathRows(tree, 4)), [1, 4]);
  });

  it('takes the last conversation as default leaf, not a later note elsewhere (cases 048)', () => {
    const { tree } = treeOf(rowsOf('a b<a c<b -name<a'));
    assert.equal(tree.defaultLeaf, 2);
    assert.equal(tree.newestLeaf[0], 2);
    assert.equal(treeOf(rowsOf('-a -b<a')).tree.defaultLeaf, 1);
    // A repeat moves it neither.
    assert.equal(treeOf(rowsOf('a b<a c<b a')).tree.defaultLeaf, 2);
  });

  it('finds the newest leaf below a row, notes at its end included', () => {
    const { tree } = treeOf(rowsOf('a b<a c<a -label<b d<c -n<d'));
    assert.equal(tree.newestLeaf[0], 5);
    assert.equal(tree.newestLeaf[1], 3);
  });

  it('holds a chain of 1,000,000, and one of 300,000 that stands backwards in the file', function () {
    this.timeout(60_000);
    for (const backwards of [false, true]) {
      const size = backwards ? 300_000 : 1_000_000;
      const rows = Array.from({ length: size }, (_, at): Row => {
        const parent = backwards ? at + 1 : at - 1;
        return { id: `${at}`, parent: parent < 0 || parent >= size ? null : `${parent}` };
      });
      const { tree } = treeOf(rows);
      const root = backwards ? size - 1 : 0;
      const leaf = backwards ? 0 : size - 1;
      assert.deepEqual(list(tree.roots), [root]);
      assert.equal(tree.newestLeaf[root], leaf);
      const path = pathRows(tree, leaf);
      assert.deepEqual([path.length, path[0], path.at(-1)], [size, root, leaf]);
      assert.equal(forkPoints(tree).length, 0);
    }
  });

  it('holds a loop of 1,000,000', function () {
    this.timeout(60_000);
    const size = 1_000_000;
    const { tree } = treeOf(
      Array.from({ length: size }, (_, at) => ({ id: `${at}`, parent: `${(at + 1) % size}` })),
    );
    assert.equal(tree.cycles[0]?.length, size);
    assert.deepEqual(list(tree.roots), [0]);
    assert.equal(pathRows(tree, 1).length, size);
  });

  it('holds 100,000 siblings', () => {
    const rows = [
      { id: 'top' },
      ...Array.from({ length: 100_000 }, (_, at) => ({ id: `${at}`, parent: 'top' })),
    ];
    const { tree } = treeOf(rows);
    assert.equal(childRows(tree, 0).length, 100_000);
    assert.equal(alternatives(tree, 0).length, 100_000);
    assert.deepEqual([list(forkPoints(tree)), branchCount(tree)], [[0], 99_999]);
  });
});

describe('walking', () => {
  const { tree } = treeOf(rowsOf('a b<a -l<a c<a -m<b -n<b d e<d'));

  it('pathRows: root first; a row without parent alone; nothing for -1', () => {
    assert.deepEqual(list(pathRows(tree, 4)), [0, 1, 4]);
    assert.deepEqual(list(pathRows(tree, 0)), [0]);
    assert.deepEqual(list(pathRows(tree, -1)), []);
  });

  it('alternatives: children that carry conversation; forks: two or more of them', () => {
    assert.deepEqual(list(childRows(tree, 0)), [1, 2, 3]);
    assert.deepEqual(list(alternatives(tree, 0)), [1, 3]);
    assert.deepEqual(list(alternatives(tree, 1)), []);
    assert.deepEqual(list(forkPoints(tree)), [0]);
    assert.equal(branchCount(tree), 1);
    assert.deepEqual(list(alternatives(tree, -1)), [0, 6]);
  });

  it('leaves out what a format says is no fork', () => {
    const isFalse = (child: number): boolean => child === 3;
    assert.deepEqual(list(alternatives(tree, 0, isFalse)), [1]);
    assert.deepEqual([list(forkPoints(tree, isFalse)), branchCount(tree, isFalse)], [[], 0]);
  });
});
