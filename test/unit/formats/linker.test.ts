import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from '../../../src/core/tree/buildTree.ts';
import { alternatives, pathRows } from '../../../src/core/tree/walk.ts';
import { Intake } from '../../../src/formats/intake.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { LineSplitter } from '../../../src/scan/lines.ts';
import { told } from '../sessions/worker/support.ts';
import { notebook } from './notebook.ts';

const encoder = new TextEncoder();

interface Said {
  readonly id?: string;
  readonly text: string;
}

const say = (...said: Said[]): string => `${JSON.stringify({ say: said })}\n`;
const back = (id: string): string => `${JSON.stringify({ back: id })}\n`;

function read(text: string): SessionReader {
  const reader = new SessionReader({ format: notebook });
  reader.push(encoder.encode(text));
  return reader;
}

function stateOf(text: string) {
  const state = read(text).state();
  assert.ok(state);
  return state;
}

/** The path to the default leaf. */
function path(text: string): number[] {
  const { tree } = stateOf(text);
  return [...pathRows(tree, tree.defaultLeaf)];
}

describe('records that hold several entries', () => {
  it('are a row each, with the record’s bytes and their place in it', () => {
    const text = say({ id: 'a', text: 'one' }, { id: 'b', text: 'two' }) + say({ id: 'c', text: 'three' });
    const { table, messageCount } = stateOf(text);
    assert.deepEqual([table.size, messageCount], [3, 3]);
    assert.deepEqual(
      [0, 1, 2].map((row) => [table.line(row), table.part(row), table.nth(row), table.offset(row)]),
      [
        [1, 1, 0, 0],
        [1, 2, 1, 0],
        [2, 1, 0, text.indexOf('\n') + 1],
      ],
    );
    assert.equal(table.length(1), text.indexOf('\n'));
    assert.deepEqual(path(text), [0, 1, 2]);
  });

  it('count on in a damaged line, and name the session', () => {
    const glued = say({ text: 'x' }, { text: 'y' }).trim() + '{"say":[{"text":"z"}],"title":"Named"}\n';
    const state = stateOf(glued);
    assert.deepEqual(
      [0, 1, 2].map((row) => [state.table.part(row), state.table.nth(row)]),
      [
        [1, 0],
        [2, 1],
        [3, 0],
      ],
    );
    assert.equal(state.title, 'Named');
    assert.equal(state.table.rowOf('1.3'), 2);
  });

  it('are side records without any', () => {
    assert.equal(read(say({ id: 'a', text: 'x' }) + say()).intake?.sideRecords, 1);
  });
});

describe('a linker', () => {
  it('gives parents by what came before, and drops what shows nothing new', () => {
    const text =
      say({ id: 'a', text: 'x' }, { id: 'b', text: 'y' }) + back('a') + say({ id: 'c', text: 'z' });
    const { table, tree } = stateOf(text + say({ id: 'd', text: '' }));
    assert.equal(table.size, 3);
    assert.deepEqual([...tree.parent], [-1, 0, 0]);
    assert.deepEqual([...alternatives(tree, 0)], [1, 2]);
    assert.equal(read(say({ text: '' })).intake?.sideRecords, 1);
  });

  it('tells faults once, where the entry stands', () => {
    const again = say({ id: 'a', text: 'x' }).repeat(3);
    const { problems } = stateOf(again);
    assert.deepEqual(
      problems.map(({ line, message }) => [line, message]),
      [[3, 'Again and again.']],
    );
  });
});

describe('a newer version of an entry', function () {
  this.timeout(60_000);
  const first = say({ id: 'a', text: '1' }, { id: 'b', text: '2' }, { id: 'c', text: '3' });

  it('stands in the place of the older one, which is history', () => {
    const text = first + say({ id: 'b', text: 'two' });
    const { table, tree, messageCount, branchCount } = stateOf(text);
    assert.deepEqual(path(text), [0, 3, 2]);
    assert.equal(tree.parent[1], 0, 'the older one is reachable where it was');
    assert.deepEqual([...alternatives(tree, 0)], [3]);
    assert.deepEqual(
      [table.isConversation(1), table.isSuperseded?.(1), table.standsFor?.(3)],
      [false, true, 1],
    );
    assert.deepEqual([messageCount, branchCount], [3, 0]);
    assert.deepEqual(table.renamed?.(3), { id: "b'", own: 'b' });
  });

  it('of the last entry is the leaf, and the conversation goes on below it', () => {
    const text = first + say({ id: 'c', text: 'three' }) + say({ id: 'c', text: 'drei' });
    assert.deepEqual(path(text), [0, 1, 4]);
    assert.deepEqual(path(text + say({ id: 'd', text: '4' })), [0, 1, 4, 5]);
  });

  it('leaves an overtaken state as it was', () => {
    const reader = read(first);
    const before = reader.state();
    const was = before && [...pathRows(before.tree, before.tree.defaultLeaf)];
    reader.push(encoder.encode(say({ id: 'b', text: 'two' })));
    reader.state();
    assert.deepEqual(before && [...pathRows(before.tree, before.tree.defaultLeaf)], was);
  });

  it('gives the same tree whether it grows or is built whole, and in another thread', () => {
    const step = fc.oneof(
      fc.record({ id: fc.constantFrom(...'abcdef'), text: fc.constantFrom('', 'x', 'y') }),
      fc.record({ back: fc.constantFrom(...'abcdefg') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, cut) => {
        const lines = steps.map((one) => ('back' in one ? back(one.back) : say(one)));
        const whole = read(lines.join(''));
        const grown = read('');
        const moved = new LineSplitter();
        let intake = new Intake(notebook, true);
        lines.forEach((line, index) => {
          grown.push(encoder.encode(line));
          if (index % 3 === 0) grown.state();
          if (index === cut) intake = Intake.unpack(structuredClone(intake.pack()), notebook);
          moved.push(encoder.encode(line), (raw) => intake.take(raw));
        });
        assert.deepEqual(told(grown.state()), told(whole.state()));
        const tree = whole.state()?.tree;
        for (const table of [whole.intake?.table, intake.table]) {
          assert.ok(table);
          const built = buildTree(table);
          assert.deepEqual([...built.parent], [...(tree?.parent ?? [])]);
          assert.deepEqual([...built.newestLeaf], [...(tree?.newestLeaf ?? [])]);
          assert.equal(built.defaultLeaf, tree?.defaultLeaf);
        }
        assert.deepEqual(intake.problems, whole.intake?.problems);
      }),
      { numRuns: 300 },
    );
  });
});
