import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from '../../../src/core/tree/buildTree.ts';
import { inOwnMemory } from '../../../src/sessions/worker/ownMemory.ts';
import type { EntryTable } from '../../../src/core/index/table.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import type { SessionTree } from '../../../src/core/tree/tree.ts';
import { branchCount, childRows, pathRows } from '../../../src/core/tree/walk.ts';
import { append, rowsOf, type Row } from './rows.ts';

const list = (numbers: Iterable<number>): number[] => [...numbers];

function facts(tree: SessionTree): unknown {
  const { size, defaultLeaf } = tree;
  return {
    ...{ size, defaultLeaf, branches: branchCount(tree) },
    parent: list(tree.parent),
    firstChild: list(tree.firstChild),
    nextSibling: list(tree.nextSibling),
    roots: list(tree.roots),
    cycles: tree.cycles.map(list),
    newestLeaf: list(tree.newestLeaf),
    carries: list(tree.carries),
  };
}

/** The same tree, built whole. */
const whole = (table: EntryTable): unknown => facts(buildTree(table));

/** Rows that mostly follow each other, as sessions do; some name a later row, some an id again. */
const sessionRows = fc
  .array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 9 }), fc.boolean()), { maxLength: 40 })
  .map((items) =>
    items.map(([target, kind, talk], at): Row => {
      const parent = kind < 6 ? at - 1 : kind < 9 ? Math.min(target, at - 1) : target;
      return { id: `n${kind === 8 ? target : at}`, parent: parent < 0 ? null : `n${parent}`, talk };
    }),
  );

describe('a tree that grows with its table', function () {
  this.timeout(60_000);

  it('is at every size the tree that would be built whole, and older ones stay as they were', () => {
    fc.assert(
      fc.property(sessionRows, fc.array(fc.nat({ max: 5 })), (rows, steps) => {
        const builder = new TableBuilder();
        const seen: { tree: SessionTree; table: EntryTable; was: unknown; asked: boolean }[] = [];
        let step = 0;
        rows.forEach((row, at) => {
          append(builder, row);
          if (at % ((steps[step % Math.max(1, steps.length)] ?? 0) + 1) !== 0) return;
          step += 1;
          const tree = builder.tree();
          const table = builder.view();
          const asked = step % 2 === 0;
          // Every other one is asked only when it is old.
          if (asked) assert.deepEqual(facts(tree), whole(table));
          seen.push({ tree, table, was: whole(table), asked });
        });
        for (const { tree, was } of seen) assert.deepEqual(facts(tree), was);
      }),
      { numRuns: 1500 },
    );
  });

  it('goes on in another thread where it stood, whatever comes then', () => {
    fc.assert(
      fc.property(sessionRows, fc.nat({ max: 40 }), fc.boolean(), (rows, cut, asked) => {
        let builder = new TableBuilder();
        rows.forEach((row, at) => {
          if (at === cut) {
            if (asked) builder.tree();
            builder = new TableBuilder({ data: inOwnMemory(structuredClone(builder.pack())) });
          }
          append(builder, row);
        });
        assert.deepEqual(facts(builder.tree()), whole(builder));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps no parents of its own while the links of the table are the same', () => {
    const builder = new TableBuilder();
    for (const row of rowsOf('a b<a c<b')) append(builder, row);
    const before = builder.tree();
    assert.equal(before.parent.buffer, builder.links(0, 3).buffer);
    assert.equal(builder.pack().tree.parent, undefined);
    append(builder, { id: 'd', parent: 'gone' });
    const after = builder.tree();
    assert.notEqual(after.parent.buffer, builder.links(0, 4).buffer);
    append(builder, { id: 'gone', parent: 'c' });
    assert.deepEqual([...builder.tree().parent], [-1, 0, 1, 4, 2]);
    assert.deepEqual([...before.parent, ...after.parent], [-1, 0, 1, -1, 0, 1, -1]);
  });

  it('is the same object while nothing was appended', () => {
    const builder = new TableBuilder();
    for (const row of rowsOf('a b<a')) append(builder, row);
    assert.equal(builder.tree(), builder.tree());
    append(builder, { id: 'c', parent: 'b' });
    assert.deepEqual(list(childRows(builder.tree(), 1)), [2]);
  });

  it('sees a parent that comes later, and a loop that it closes', () => {
    const builder = new TableBuilder();
    for (const row of rowsOf('a b<z c<b')) append(builder, row);
    const before = builder.tree();
    append(builder, { id: 'z', parent: 'c' });
    const after = builder.tree();
    assert.deepEqual(after.cycles.map(list), [[1, 2, 3]]);
    assert.deepEqual([list(before.roots), before.cycles.length], [[0, 1], 0]);
    append(builder, { id: 'd', parent: 'z' });
    assert.deepEqual(list(pathRows(builder.tree(), 4)), [1, 2, 3, 4]);
  });

  it('costs the new rows only: 1,000 appends to a chain of 300,000, each with its tree', () => {
    const builder = new TableBuilder();
    for (let at = 0; at < 300_000; at++)
      append(builder, { id: `n${at}`, parent: at > 0 ? `n${at - 1}` : null });
    builder.tree();
    const begin = process.cpuUsage();
    for (let at = 300_000; at < 301_000; at++) {
      append(builder, { id: `n${at}`, parent: `n${at - 1}` });
      assert.equal(builder.tree().defaultLeaf, at);
    }
    const { user } = process.cpuUsage(begin);
    // Building each of them whole takes 10 s or more; this a few ms.
    assert.ok(user < 2_000_000, `${user} µs`);
  });
});
