import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EMPTY_CALL, MISSING_PARENT, NO_PARENT } from '../../../src/core/index/table.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import { append, rowsOf, tableOf } from './rows.ts';

describe('TableBuilder', function () {
  this.timeout(60_000);
  it('keeps what it is told of a row', () => {
    const builder = new TableBuilder();
    append(builder, { id: 'a' });
    const range = { line: 7, offset: 6e9, length: 5, startInLine: 3, recovered: true, record: -1 };
    const row = append(builder, { id: 'b', parent: 'a', results: ['c'] }, range);
    const table = builder.view();
    assert.deepEqual(
      [table.line(row), table.offset(row), table.length(row), table.startInLine(row), table.isRecovered(row)],
      [7, 6e9, 5, 3, true],
    );
    assert.deepEqual(
      [table.kind(row), table.role(row), table.timestamp(row), table.isConversation(row), table.hasText(row)],
      ['message', 'toolResult', 1, true, true],
    );
    assert.equal(table.parentLink(row), 0);
  });

  it('tells no parent, a missing one, one that comes later, and itself', () => {
    const table = tableOf(rowsOf('a b<x c<d d e<e'));
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((row) => table.parentLink(row)),
      [NO_PARENT, MISSING_PARENT, 3, NO_PARENT, 4],
    );
    assert.deepEqual(table.missingParents(), [{ row: 1, id: 'b', parentId: 'x' }]);
  });

  it('lets the first of several rows hold an id', () => {
    const table = tableOf(rowsOf('a b<a a<b c<a'));
    assert.deepEqual(
      [table.isRepeat(0), table.isRepeat(2), table.firstOf(2), table.rowOf('a')],
      [false, true, 0, 0],
    );
    assert.equal(table.parentLink(3), 0);
    assert.equal(table.rowOf('c'), 3);
  });

  it('keeps an older view true while it grows', () => {
    const builder = tableOf(rowsOf('a b<later c<a'));
    const view = builder.view();
    for (let more = 0; more < 1000; more++) append(builder, { id: `n${more}`, parent: 'a' });
    append(builder, { id: 'later' });
    assert.deepEqual(
      [view.size, view.parentLink(1), view.rowOf('later'), view.rowOf('n5')],
      [3, MISSING_PARENT, -1, -1],
    );
    assert.deepEqual([view.line(2), view.parentLink(2), view.rowOf('c')], [3, 0, 2]);
    assert.equal(builder.view().parentLink(1), 1003);
    assert.deepEqual(builder.missingParents(), []);
  });

  it('gives equal call ids equal keys, and empty ones none', () => {
    const builder = new TableBuilder();
    append(builder, { id: 'a', calls: ['x', '', '__proto__'] });
    append(builder, { id: 'b', results: ['__proto__', ''] });
    append(builder, { id: 'c' });
    const [x, empty, proto] = builder.calls(0);
    assert.deepEqual(builder.results(1), [proto, EMPTY_CALL]);
    assert.deepEqual([empty, builder.emptyCallIds(0), builder.emptyCallIds(1)], [EMPTY_CALL, 1, 1]);
    assert.deepEqual([builder.keyOf('x'), builder.keyOf('__proto__')], [x, proto]);
    assert.notEqual(x, proto);
    assert.deepEqual([builder.calls(2), builder.results(2), builder.calls(1)], [[], [], []]);
  });

  it('counts entries that share a line', () => {
    const builder = new TableBuilder();
    for (const line of [1, 2, 2, 2, 3]) append(builder, { id: `${builder.size}` }, { line });
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((row) => builder.part(row)),
      [1, 1, 2, 3, 1],
    );
  });

  it('finds a row by its number among the records', () => {
    const numbers = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, (steps) => {
        const builder = new TableBuilder();
        const rows = new Map<number, number>();
        let record = 0;
        for (const [step, recovered] of steps) {
          if (!recovered) record += step;
          const row = append(
            builder,
            { id: `${builder.size}` },
            { record: recovered ? -1 : record, recovered },
          );
          if (!recovered) rows.set(record, row);
        }
        for (let number = 0; number <= record + 1; number++) {
          assert.equal(builder.rowOfRecord(number), rows.get(number) ?? -1);
        }
      }),
    );
  });

  it('takes ids that are names on Object.prototype', () => {
    const table = tableOf(rowsOf('__proto__ constructor<__proto__ toString<constructor'));
    assert.deepEqual([table.parentLink(1), table.parentLink(2), table.rowOf('valueOf')], [0, 1, -1]);
  });
});
