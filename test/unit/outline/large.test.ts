import assert from 'node:assert/strict';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { OutlineSource } from '../../../src/core/outline/outlineFilter.ts';
import { OUTLINE_FILTERS } from '../../../src/core/outline/outlineFilter.ts';
import type { EntryTable } from '../../../src/core/index/table.ts';
import type { SessionTree } from '../../../src/core/tree/tree.ts';
import { fakeTable } from './fake.ts';

/** A session given by parent rows, built directly: `parents[row] < row`, all entries users. */
function large(parents: Int32Array): OutlineSource {
  const size = parents.length;
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size).fill(-1);
  const newestLeaf = Int32Array.from({ length: size }, (_, row) => row);
  for (let row = size - 1; row > 0; row--) {
    const above = parents[row] as number;
    nextSibling[row] = firstChild[above] as number;
    firstChild[above] = row;
    newestLeaf[above] = Math.max(newestLeaf[above] as number, newestLeaf[row] as number);
  }
  const tree: SessionTree = {
    size,
    parent: parents,
    firstChild,
    nextSibling,
    roots: Int32Array.of(0),
    cycles: [],
    newestLeaf,
    carries: new Uint8Array(size).fill(1),
    defaultLeaf: size - 1,
  };
  const table: EntryTable = {
    ...fakeTable([]),
    size,
    kind: () => 'message',
    role: () => 'user',
    hasText: () => true,
    isRepeat: () => false,
    firstOf: (row) => row,
    parentLink: (row) => parents[row] as number,
  };
  return { table, tree, labels: new Map() };
}

describe('outline of large sessions', () => {
  it('opens a chain 1,000,000 deep', function () {
    this.timeout(120_000);
    const source = large(Int32Array.from({ length: 1_000_000 }, (_, row) => row - 1));
    const outline = new Outline(source, { filter: 'default' });
    const run = outline.run(0);
    assert.equal(run.rows.length, 1_000_000);
    assert.equal(run.forks.length, 0);
    assert.deepEqual(outline.place(123_456), { row: 123_456, head: 0, index: 123_456 });
  });

  it('opens 100,000 siblings', function () {
    this.timeout(120_000);
    const source = large(Int32Array.from({ length: 100_000 }, (_, row) => (row === 0 ? -1 : 0)));
    const outline = new Outline(source, { filter: 'default' });
    const heads = outline.branches(0);
    assert.equal(heads.length, 99_998);
    assert.equal(heads[0], 99_998);
    assert.deepEqual([...outline.run(0).forks], [0]);
    for (const head of heads) assert.equal(outline.run(head).rows.length, 1);
  });

  it('opens a comb: 200,000 forks on one chain', function () {
    this.timeout(120_000);
    // Even rows go on from the even row before, odd rows hang beside it.
    const source = large(
      Int32Array.from({ length: 400_001 }, (_, row) => (row === 0 ? -1 : 2 * ((row - 1) >> 1))),
    );
    for (const filter of OUTLINE_FILTERS) {
      const outline = new Outline(source, { filter });
      if (filter === 'labelled-only') assert.equal(outline.run(0).rows.length, 0);
      else assert.equal(outline.run(0).forks.length, 200_000);
    }
  });
});
