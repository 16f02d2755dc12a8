import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Outline } from '../../../src/core/outline/outline.ts';
import { OUTLINE_FILTERS, type OutlineSource } from '../../../src/core/outline/outlineFilter.ts';
import { fakeSource, type FakeEntry } from './fake.ts';

const ROLES = ['user', 'assistant', 'toolResult'] as const;

/** Sessions of every shape: forward references, loops, missing parents, repeats, labels between and beside. */
const sessions = fc
  .array(
    fc.record({
      id: fc.nat(25),
      parent: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 12, arbitrary: fc.nat(30) }),
      back: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      kind: fc.constantFrom('message', 'message', 'message', 'label', 'metadata'),
      role: fc.constantFrom(...ROLES),
      text: fc.boolean(),
      label: fc.option(fc.constant('here'), { nil: undefined, freq: 5 }),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map((rows) =>
    rows.map((row, index): FakeEntry => {
      const parent =
        row.parent === null ? null : row.back ? Math.max(0, index - 1 - (row.parent % 4)) : row.parent;
      const id = row.back ? `n${index}` : `n${row.id}`;
      const { label, ...rest } = row;
      const base = { id, parent: parent === null ? null : `n${parent}`, text: rest.text };
      const shape =
        rest.kind === 'message' ? { role: rest.role } : { kind: rest.kind as 'label', role: null };
      return { ...base, ...shape, ...(label === undefined ? {} : { label }) };
    }),
  );

function visibleNaively(source: OutlineSource, filter: string, row: number): boolean {
  const { table, tree, labels } = source;
  const message = table.kind(row) === 'message';
  if (filter === 'all') return true;
  if (filter === 'labelled-only') return labels.has(row);
  if (filter === 'user-only') return message && table.role(row) === 'user' && !table.isRepeat(row);
  if (!message) return false;
  if (filter === 'no-tools' && (table.role(row) === 'toolResult' || table.isRepeat(row))) return false;
  if (table.role(row) !== 'assistant' || table.hasText(row)) return true;
  return tree.firstChild[row] === -1 || tree.newestLeaf[row] === row || row === tree.defaultLeaf;
}

/** Visits every run that can be reached as a person would open it. */
function visit(outline: Outline): { rows: number[]; heads: number[] } {
  const rows: number[] = [];
  const heads: number[] = [];
  const open = [...outline.islands, ...(outline.mainHead >= 0 ? [outline.mainHead] : [])];
  for (let head = open.pop(); head !== undefined; head = open.pop()) {
    heads.push(head);
    const run = outline.run(head);
    rows.push(...run.rows);
    if (run.forksAbove) open.push(...outline.branches(head));
    for (const fork of run.forks) {
      const branches = outline.branches(run.rows[fork] as number);
      assert.ok(branches.length > 0, 'a fork has branches');
      open.push(...branches);
    }
  }
  return { rows, heads };
}

describe('outline, any session', function () {
  this.timeout(30_000);
  for (const strict of [false, true]) {
    const run = (check: (source: OutlineSource, entries: readonly FakeEntry[]) => void): void => {
      fc.assert(
        fc.property(sessions, (entries) => check(fakeSource(entries, strict), entries)),
        { numRuns: 400, seed: 20261130 },
      );
    };
    const reading = strict ? 'newest leaf without children' : 'newest leaf a conversation entry';

    it(`reaches every visible row exactly once (${reading})`, () => {
      run((source) => {
        for (const filter of OUTLINE_FILTERS) {
          const { rows } = visit(new Outline(source, { filter }));
          const wanted = Array.from({ length: source.table.size }, (_, row) => row).filter((row) =>
            visibleNaively(source, filter, row),
          );
          assert.deepEqual(
            [...rows].sort((a, b) => a - b),
            wanted,
            filter,
          );
        }
      });
    });

    it(`hangs each branch at the nearest visible ancestor, newest first (${reading})`, () => {
      run((source) => {
        for (const filter of OUTLINE_FILTERS) {
          const outline = new Outline(source, { filter });
          for (const head of visit(outline).heads) {
            let above = source.tree.parent[head] as number;
            while (above >= 0 && !visibleNaively(source, filter, above))
              above = source.tree.parent[above] as number;
            assert.equal(outline.host(head), above);
            if (above >= 0) assert.ok(outline.branches(above).includes(head));
          }
        }
      });
    });

    it(`places every row where it is shown (${reading})`, () => {
      run((source) => {
        for (const filter of OUTLINE_FILTERS) {
          const outline = new Outline(source, { filter });
          for (const row of visit(outline).rows) {
            const place = outline.place(row);
            assert.ok(place);
            assert.equal(place.row, row);
            assert.equal(outline.run(place.head).rows[place.index], row);
          }
        }
      });
    });

    it(`shows parents before children on a run, and the main run through the leaf (${reading})`, () => {
      run((source) => {
        const { table, tree } = source;
        for (let leaf = 0; leaf < table.size; leaf++) {
          if (table.isRepeat(leaf)) continue;
          const outline = new Outline(source, { filter: 'all', leaf });
          const { rows, heads } = visit(outline);
          assert.equal(new Set(rows).size, table.size);
          assert.equal(outline.place(leaf)?.head, outline.mainHead);
          for (const head of heads) {
            const seen = new Map([...outline.run(head).rows].map((row, index) => [row, index]));
            for (const [row, index] of seen) {
              const above = seen.get(tree.parent[row] as number);
              if (above !== undefined) assert.ok(above < index);
            }
          }
        }
      });
    });
  }
});
