import assert from 'node:assert/strict';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import { neighbourFork } from '../../../src/tree/forks.ts';
import { Layout, Pages } from '../../../src/tree/layout.ts';
import { hasRow, NodeStore, type SessionNode, type TreeNode } from '../../../src/tree/nodes.ts';
import { rowAtLine, targetOf } from '../../../src/tree/target.ts';
import { textRow } from '../../../src/tree/textRows.ts';
import { fakeSource, fakeTable, fromIds, type FakeEntry } from './fake.ts';

const URI = 'file:///w/s.jsonl';
const SESSION: SessionNode = {
  kind: 'session',
  id: URI,
  uri: URI,
  view: URI,
  item: { uri: URI, name: 's.jsonl', size: 1, mtime: 1 },
};

function layoutOf(
  entries: readonly FakeEntry[],
  filter: OutlineFilter = 'all',
  store = new NodeStore(URI, URI),
  pages = new Pages(),
): Layout {
  return new Layout(new Outline(fakeSource(entries), { filter }), SESSION, store, pages);
}

function names(entries: readonly FakeEntry[], nodes: readonly TreeNode[]): string[] {
  return nodes.map((node) => {
    if (node.kind === 'more') return `more ${node.side} ${node.hidden}`;
    return hasRow(node) ? `${node.kind} ${(entries[node.row] as FakeEntry).id}` : node.kind;
  });
}

/** A chain of user entries `u0`, `u1`, …, and for each of `forks` as many branches beside what follows. */
function chain(length: number, forks: Readonly<Record<number, number>> = {}): FakeEntry[] {
  const entries: FakeEntry[] = [];
  for (let n = 0; n < length; n++) {
    for (let branch = 0; branch < (forks[n - 1] ?? 0); branch++) {
      entries.push({ id: `b${n - 1}.${branch}`, parent: `u${n - 1}` });
    }
    entries.push({ id: `u${n}`, parent: n === 0 ? null : `u${n - 1}` });
  }
  return entries;
}

const FORKED = fromIds([['u1', null], ['a1', 'u1'], ['u2', 'a1'], ['a2', 'u2'], ['u3', 'a2'], ['u4', 'a2'], ['u5', 'a1'], ['a5', 'u5']]); // prettier-ignore

describe('tree layout', () => {
  it('nests branches at their fork point only', () => {
    const layout = layoutOf(FORKED);
    const roots = layout.children(SESSION);
    assert.deepEqual(names(FORKED, roots), ['entry u1', 'entry a1', 'entry u5', 'entry a5']);
    const fork = layout.children(roots[1] as TreeNode);
    assert.deepEqual(names(FORKED, fork), ['onward a1', 'branch u2']);
    const branch = layout.children(fork[1] as TreeNode);
    assert.deepEqual(names(FORKED, branch), ['entry u2', 'entry a2', 'entry u4']);
    assert.deepEqual(names(FORKED, layout.children(branch[1] as TreeNode)), ['onward a2', 'branch u3']);
    assert.deepEqual(layout.children(roots[0] as TreeNode), []);
    assert.deepEqual(layout.children(fork[0] as TreeNode), []);
  });

  it('hands out the same objects, and every child knows its parent', () => {
    const store = new NodeStore(URI, URI);
    const layouts = [layoutOf(FORKED, 'all', store), layoutOf(FORKED, 'all', store)];
    const visit = (layout: Layout): TreeNode[] => {
      const open: TreeNode[] = [SESSION];
      for (const node of open) {
        for (const child of layout.children(node)) {
          assert.equal(layout.parent(child), node);
          open.push(child);
        }
      }
      return open;
    };
    const [first, second] = layouts.map(visit);
    assert.equal(first?.length, 13);
    first?.forEach((node, index) => assert.equal(node, second?.[index]));
  });

  it('makes ids of the uri and the line', () => {
    const ids = layoutOf(FORKED)
      .children(SESSION)
      .map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 2), [`${URI}#entry:1`, `${URI}#entry:2`]);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('puts a gap before a beginning that is cut off, islands first, many of them into one item', () => {
    const few = fromIds([
      ['u1', 'gone'],
      ['u2', null],
      ['u3', 'lost'],
    ]);
    assert.deepEqual(names(few, layoutOf(few).children(SESSION)), [
      'branch u2',
      'branch u1',
      'gap u3',
      'entry u3',
    ]);
    const many = fromIds(['u1', 'u2', 'u3', 'u4', 'u5'].map((id) => [id, null]));
    const layout = layoutOf(many);
    const roots = layout.children(SESSION);
    assert.deepEqual(names(many, roots), ['islands', 'entry u5']);
    const islands = layout.children(roots[0] as TreeNode);
    assert.deepEqual(names(many, islands), ['branch u4', 'branch u3', 'branch u2', 'branch u1']);
    for (const island of islands) assert.equal(layout.parent(island), roots[0]);
  });

  it('shows the newest 200 rows of a run and 200 more at a time', () => {
    const entries = chain(4512);
    const layout = layoutOf(entries);
    const first = layout.children(SESSION);
    assert.deepEqual(names(entries, first.slice(0, 2)), ['more before 4312', 'entry u4312']);
    assert.equal(first.length, 201);
    assert.equal(layout.more('run:0', 'before'), SESSION);
    const second = layout.children(SESSION);
    assert.equal(second[0], first[0], 'the item stays the same object');
    assert.deepEqual(names(entries, second.slice(0, 2)), ['more before 4112', 'entry u4112']);
  });

  it('knows what is shown right above an entry: nothing for the first one that is shown', () => {
    const long = chain(250);
    const pages = new Pages();
    const layout = layoutOf(long, 'all', new NodeStore(URI, URI), pages);
    layout.children(SESSION);
    assert.deepEqual(
      [49, 50, 51, 249].map((row) => layout.above(row)),
      [-1, -1, 50, 248],
    );
    layout.more('run:0', 'before');
    assert.deepEqual(
      [0, 50].map((row) => layout.above(row)),
      [-1, 49],
    );
    const forked = layoutOf(FORKED);
    // u1 · a1 · u5 · a5 is one list; u2 begins the branch at a1.
    assert.deepEqual(
      [1, 6, 2, 3].map((row) => forked.above(row)),
      [0, 1, -1, 2],
    );
  });

  it('shows the newest 200 branches and 200 more at a time', () => {
    const entries = chain(2, { 0: 450 });
    const layout = layoutOf(entries);
    const [fork] = layout.children(SESSION);
    assert.ok(fork);
    const branches = layout.children(fork);
    assert.equal(branches.length, 202);
    assert.deepEqual(names(entries, [branches[0], branches[1], branches[201]] as TreeNode[]), [
      'onward u0',
      'branch b0.449',
      'more after 250',
    ]);
    assert.equal(layout.more('branches:0', 'after'), fork);
    assert.equal(layout.children(fork).length, 402);
  });

  it('locates a row on a branch of a branch, in pages of its own', () => {
    // A fork far up, whose 300th branch is long and forks itself.
    const entries = chain(3000, { 10: 400 });
    const head = entries.findIndex(({ id }) => id === 'b10.100');
    const tail: FakeEntry[] = [];
    for (let n = 0; n < 1000; n++) tail.push({ id: `t${n}`, parent: n === 0 ? 'b10.100' : `t${n - 1}` });
    tail.push({ id: 'deep', parent: 't5' }, { id: 'end', parent: 't999' }, { id: 'last', parent: 'u2999' });
    const all = [...entries, ...tail];
    const layout = layoutOf(all);
    assert.equal(layout.children(SESSION).length, 201);
    const row = all.findIndex(({ id }) => id === 'deep');
    const located = layout.locate(row);
    assert.ok(located);
    assert.equal(located.node.row, row);
    assert.equal(located.changed.length, 2, 'pages of the main run and of the branch run');
    // From the entry up to the session, every node is among the children that its parent shows.
    const kinds: string[] = [];
    let node: TreeNode = located.node;
    for (let parent = layout.parent(node); parent; parent = layout.parent(node)) {
      assert.ok(layout.children(parent).includes(node), `${node.id} is shown`);
      kinds.push(node.kind);
      node = parent;
    }
    assert.equal(node, SESSION);
    assert.deepEqual(kinds, ['entry', 'branch', 'entry', 'branch', 'entry']);
    assert.deepEqual(layout.locate(row)?.changed, [], 'a second time nothing has to change');
    assert.ok(head > 0);
  });

  it('locates the nearest visible ancestor, and nothing where there is none', () => {
    const entries = fromIds([
      ['l0', null],
      ['u1', null],
      ['c1', 'u1'],
      ['r1', 'c1'],
    ]);
    assert.equal(layoutOf(entries, 'user-only').locate(3)?.node.row, 1);
    assert.equal(layoutOf(entries, 'user-only').locate(0), undefined);
  });

  it('names a branch and the way on by their first user message', () => {
    const entries = fromIds([
      ['u1', null],
      ['c1', 'u1'],
      ['u2', 'c1'],
      ['c2', 'u1'],
      ['u3', 'c2'],
    ]);
    const layout = layoutOf(entries);
    const [fork] = layout.children(SESSION);
    const [onward, branch] = layout.children(fork as TreeNode);
    assert.equal(textRow(layout, onward as TreeNode), 4);
    assert.equal(textRow(layout, branch as TreeNode), 2);
  });

  it('goes from fork to fork, and from a branch to the fork that it hangs at', () => {
    const entries = chain(6, { 1: 1, 3: 1 });
    const outline = new Outline(fakeSource(entries), { filter: 'all' });
    const id = (row: number): string | undefined => entries[row]?.id;
    const at = (name: string): number => entries.findIndex((entry) => entry.id === name);
    assert.equal(id(neighbourFork(outline, at('u0'), 'next')), 'u1');
    assert.equal(id(neighbourFork(outline, at('u1'), 'next')), 'u3');
    assert.equal(neighbourFork(outline, at('u3'), 'next'), -1);
    assert.equal(id(neighbourFork(outline, at('u5'), 'previous')), 'u3');
    assert.equal(id(neighbourFork(outline, at('b3.0'), 'previous')), 'u3');
    assert.equal(neighbourFork(outline, at('u1'), 'previous'), -1);
  });
});

describe('targets of commands', () => {
  it('narrows what it is handed', () => {
    assert.deepEqual(targetOf({ uri: URI, row: 3, more: 1 }), { uri: URI, row: 3 });
    assert.deepEqual(targetOf({ uri: URI, row: -1 }), { uri: URI });
    assert.deepEqual(targetOf({ uri: URI, row: '3' }), { uri: URI });
    for (const value of [undefined, null, 'x', 3, {}, { uri: 5 }, { uri: '' }])
      assert.equal(targetOf(value), undefined);
  });

  it('finds the entry on a line, or the nearest before it', () => {
    const lines = [2, 3, 3, 7];
    const table = { ...fakeTable([]), size: 4, line: (row: number) => lines[row] as number };
    assert.deepEqual(
      [1, 2, 3, 5, 7, 99].map((line) => rowAtLine(table, line)),
      [0, 0, 1, 1, 3, 3],
    );
    assert.equal(rowAtLine(fakeTable([]), 1), -1);
  });
});
