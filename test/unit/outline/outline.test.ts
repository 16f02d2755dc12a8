import assert from 'node:assert/strict';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import { fakeSource, fromIds, type FakeEntry } from './fake.ts';

/** The outline as nested text: `>` a branch, `~` an island, `^` a branch above its run, `+` the way on. */
function draw(entries: readonly FakeEntry[], filter: OutlineFilter = 'all', leaf?: string): string[] {
  const source = fakeSource(entries);
  const outline = new Outline(source, {
    filter,
    ...(leaf === undefined ? {} : { leaf: source.table.rowOf(leaf) }),
  });
  const id = (row: number): string => (entries[row] as FakeEntry).id;
  const lines: string[] = [];
  const drawRun = (head: number, indent: string): void => {
    const run = outline.run(head);
    if (run.forksAbove) for (const top of outline.branches(head)) drawBranch(top, '^', indent);
    const forks = new Set(run.forks);
    run.rows.forEach((row, index) => {
      const marks = [outline.isCutOff(row) ? '?' : '', outline.closesLoop(row) ? '@' : ''].join('');
      lines.push(indent + id(row) + marks + (outline.isRepeat(row) ? '=' : ''));
      if (!forks.has(index)) return;
      if (outline.onward(run, index) >= 0) lines.push(`${indent}  +`);
      for (const branch of outline.branches(row)) drawBranch(branch, '>', `${indent}  `);
    });
  };
  const drawBranch = (head: number, mark: string, indent: string): void => {
    lines.push(`${indent}${mark}${id(outline.run(head).name)}`);
    drawRun(head, `${indent}  `);
  };
  for (const island of outline.islands) drawBranch(island, '~', '');
  if (outline.mainHead >= 0) drawRun(outline.mainHead, '');
  return lines;
}

describe('outline', () => {
  it('keeps a chain flat', () => {
    assert.deepEqual(draw(fromIds([['u1', null], ['a1', 'u1'], ['u2', 'a1'], ['a2', 'u2']])), ['u1', 'a1', 'u2', 'a2']); // prettier-ignore
  });

  it('shows nothing of an empty session', () => {
    assert.deepEqual(draw([]), []);
  });

  it('goes on below a fork and names the other branch by its first user message', () => {
    const entries = fromIds([['u1', null], ['a1', 'u1'], ['c2', 'a1'], ['u3', 'c2'], ['u2', 'a1'], ['a2', 'u2']]); // prettier-ignore
    assert.deepEqual(draw(entries), ['u1', 'a1', '  +', '  >u3', '    c2', '    u3', 'u2', 'a2']);
  });

  it('lists branches newest first and nests forks of a branch', () => {
    const entries = fromIds([
      ['u1', null],
      ['a1', 'u1'],
      ['u2', 'a1'],
      ['u3', 'a1'],
      ['a3', 'u3'],
      ['u4', 'a3'],
      ['u5', 'a3'],
      ['u6', 'a1'],
    ]);
    assert.deepEqual(draw(entries), [
      'u1',
      'a1',
      '  +',
      '  >u3',
      '    u3',
      '    a3',
      '      +',
      '      >u4',
      '        u4',
      '    u5',
      '  >u2',
      '    u2',
      'u6',
    ]);
  });

  it('draws the tree of the chapter', () => {
    const entries: FakeEntry[] = [
      ...fromIds([['u-1', null], ['c-read', 'u-1'], ['r-read', 'c-read'], ['a-final', 'r-read'], ['a-alt', 'u-1']]), // prettier-ignore
      { id: 'meta-cwd', parent: 'a-final', kind: 'metadata', role: null },
    ];
    assert.deepEqual(draw(entries), [
      'u-1',
      '  +',
      '  >c-read',
      '    c-read',
      '    r-read',
      '    a-final',
      '    meta-cwd',
      'a-alt',
    ]);
    assert.deepEqual(draw(entries, 'default'), [
      'u-1',
      '  +',
      '  >r-read',
      '    r-read',
      '    a-final',
      'a-alt',
    ]);
    assert.deepEqual(draw(entries, 'all', 'meta-cwd'), [
      'u-1',
      '  +',
      '  >a-alt',
      '    a-alt',
      'c-read',
      'r-read',
      'a-final',
      'meta-cwd',
    ]);
  });

  it('hangs labels beside the run, before the way on', () => {
    const entries = fromIds([['u1', null], ['l1', 'u1'], ['l2', 'l1'], ['a1', 'u1'], ['l3', 'a1'], ['l4', 'a1']]); // prettier-ignore
    assert.deepEqual(draw(entries), ['u1', 'l1', 'l2', 'a1', 'l3', 'l4']);
    assert.deepEqual(draw(entries, 'default'), ['u1', 'a1']);
  });

  it('keeps a label that the conversation goes on from on the run', () => {
    assert.deepEqual(
      draw(
        fromIds([
          ['u1', null],
          ['l1', 'u1'],
          ['a1', 'l1'],
        ]),
      ),
      ['u1', 'l1', 'a1'],
    );
  });

  it('shows repeats after the entry that holds the id', () => {
    const entries = fromIds([
      ['u1', null],
      ['u1', null],
      ['a1', 'u1'],
      ['a1', 'u1'],
    ]);
    assert.deepEqual(draw(entries), ['u1', 'u1=', 'a1', 'a1=']);
    assert.deepEqual(draw(entries, 'user-only'), ['u1']);
  });

  it('lists other roots as islands, newest first, and marks cut-off beginnings', () => {
    const entries = fromIds([['u1', 'gone'], ['a1', 'u1'], ['u2', null], ['u3', 'lost'], ['a3', 'u3']]); // prettier-ignore
    assert.deepEqual(draw(entries), ['~u2', '  u2', '~u1', '  u1?', '  a1', 'u3?', 'a3']);
  });

  it('marks where a loop was cut and shows all of it', () => {
    assert.deepEqual(
      draw(
        fromIds([
          ['u1', 'a2'],
          ['a1', 'u1'],
          ['a2', 'a1'],
        ]),
      ),
      ['u1@', 'a1', 'a2'],
    );
    assert.deepEqual(draw(fromIds([['u1', 'u1']])), ['u1@']);
  });

  it('gives branches of hidden rows to the nearest visible ancestor', () => {
    const entries = fromIds([
      ['u1', null],
      ['a1', 'u1'],
      ['u2', 'a1'],
      ['a2', 'u1'],
      ['u3', 'a2'],
      ['u4', 'a2'],
      ['u5', 'a1'],
    ]);
    assert.deepEqual(draw(entries, 'user-only'), ['u1', '  +', '  >u4', '    u4', '  >u3', '    u3', '  >u2', '    u2', 'u5']); // prettier-ignore
  });

  it('leaves out branches and forks of which the filter shows nothing', () => {
    const entries = fromIds([
      ['u1', null],
      ['a1', 'u1'],
      ['a2', 'u1'],
      ['u2', 'a2'],
    ]);
    assert.deepEqual(draw(entries, 'user-only'), ['u1', 'u2']);
  });

  it('begins with branches that have no visible ancestor', () => {
    const entries = fromIds([
      ['a0', null],
      ['u1', 'a0'],
      ['u2', 'a0'],
      ['u3', 'a0'],
    ]);
    assert.deepEqual(draw(entries, 'user-only'), ['^u2', '  u2', '^u1', '  u1', 'u3']);
  });

  it('shows labelled entries only', () => {
    const entries = fromIds([
      ['u1', null],
      ['a1', 'u1'],
      ['u2', 'a1'],
      ['u3', 'a1'],
      ['a3', 'u3'],
    ]);
    const labelled = entries.map((entry) =>
      /^(u1|u2|a3)$/.test(entry.id) ? { ...entry, label: 'x' } : entry,
    );
    assert.deepEqual(draw(labelled, 'labelled-only'), ['u1', '  +', '  >u2', '    u2', 'a3']);
  });

  it('orders branches by their last conversation, not by notes written later', () => {
    const entries = fromIds([
      ['u1', null],
      ['u2', 'u1'],
      ['u3', 'u1'],
      ['u4', 'u1'],
      ['l1', 'u2'],
    ]);
    const strict = new Outline(fakeSource(entries, true), { filter: 'all' });
    assert.deepEqual([...strict.branches(0)], [2, 1]);
  });

  it('counts what is shown at and below an entry', () => {
    const entries = fromIds([
      ['u1', null],
      ['u1', null],
      ['a1', 'u1'],
      ['l1', 'u1'],
      ['u2', 'a1'],
      ['u3', 'a1'],
    ]);
    const count = (filter: OutlineFilter, row: number): number =>
      new Outline(fakeSource(entries), { filter }).count(row);
    assert.equal(count('all', 0), 6);
    assert.equal(count('user-only', 0), 3);
    assert.equal(count('all', 2), 3);
    assert.equal(count('all', 5), 1);
  });

  it('hides tool results with no-tools', () => {
    const entries = fromIds([
      ['u1', null],
      ['c1', 'u1'],
      ['r1', 'c1'],
      ['a1', 'r1'],
    ]);
    assert.deepEqual(draw(entries, 'no-tools'), ['u1', 'a1']);
    assert.deepEqual(draw(entries, 'default'), ['u1', 'r1', 'a1']);
  });

  it('shows an assistant without text where nothing came after it', () => {
    assert.deepEqual(
      draw(
        fromIds([
          ['u1', null],
          ['c1', 'u1'],
          ['l1', 'c1'],
        ]),
        'default',
      ),
      ['u1', 'c1'],
    );
  });

  it('finds the place of a row, or of the nearest visible ancestor', () => {
    const entries = fromIds([
      ['u1', null],
      ['c1', 'u1'],
      ['r1', 'c1'],
      ['u2', 'r1'],
      ['u3', 'r1'],
      ['u3', 'r1'],
    ]);
    const outline = new Outline(fakeSource(entries), { filter: 'default' });
    assert.deepEqual(outline.place(1), { row: 0, head: 0, index: 0 });
    assert.deepEqual(outline.place(3), { row: 3, head: 3, index: 0 });
    assert.deepEqual(outline.place(5), { row: 5, head: 0, index: 3 });
    assert.equal(outline.place(99), undefined);
    assert.equal(outline.place(-1), undefined);
    assert.equal(outline.host(3), 2);
  });
});
