import assert from 'node:assert/strict';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import type { SessionSubagents } from '../../../src/sessions/subagents/subagentSessions.ts';
import type { Subagent } from '../../../src/sessions/subagents/find.ts';
import { Layout, Pages } from '../../../src/tree/layout.ts';
import { NodeStore, type SessionNode, type SubagentNode, type TreeNode } from '../../../src/tree/nodes.ts';
import { subagentRows } from '../../../src/tree/subagentRows.ts';
import { fakeSource, fromIds, type FakeEntry } from './fake.ts';

const URI = 'file:///w/s.jsonl';
const item = { uri: URI, name: 's.jsonl', size: 1, mtime: 1 };
const SESSION: SessionNode = { kind: 'session', id: URI, uri: URI, view: URI, item };
const NONE: SessionSubagents = { placed: [], loose: [], unlisted: 0, unsearched: 0 };

function agent(id: string, isHelper = false): Subagent {
  return { uri: id, name: id, facts: { ids: [id], ...(isHelper && { isHelper: true }) } };
}

const at = (id: string, row: number, resultRow = -1) => ({ subagent: agent(id), row, index: 0, resultRow });

/** `u1 a1 r1 u2`: the second entry only calls, so that it is hidden by default; the third answers it. */
const ENTRIES: FakeEntry[] = [
  { id: 'u1', parent: null },
  { id: 'a1', parent: 'u1', role: 'assistant', text: false },
  { id: 'r1', parent: 'a1', role: 'toolResult' },
  { id: 'u2', parent: 'r1' },
];

function layoutOf(found: SessionSubagents, filter: OutlineFilter, entries: readonly FakeEntry[] = ENTRIES) {
  const outline = new Outline(fakeSource(entries), { filter });
  const store = new NodeStore(URI, URI);
  const nodes = new Map<string, SubagentNode>();
  return new Layout(outline, SESSION, store, new Pages(), {
    rows: subagentRows(outline, found),
    node: (subagent) => {
      const { uri } = subagent;
      const node = nodes.get(uri) ?? { kind: 'subagent', id: uri, uri, view: uri, subagent };
      nodes.set(uri, node);
      return node;
    },
    notices: () => (found.unlisted > 0 ? [store.notice('more', '1')] : []),
  });
}

/** Rows below the session, two levels deep: `r1(x)`, groups by their kind. */
function drawn(layout: Layout, entries: readonly FakeEntry[] = ENTRIES): string {
  const name = (node: TreeNode): string =>
    node.kind === 'entry' ? (entries[node.row]?.id ?? '') : node.kind === 'subagent' ? node.uri : node.kind;
  return layout
    .children(SESSION)
    .map((node) => {
      const below = layout.children(node).map(name);
      return below.length > 0 ? `${name(node)}(${below.join(' ')})` : name(node);
    })
    .join(' ');
}

describe("subagents in a session's tree", () => {
  it('hang at the entry with the call, or at its result where the filter hides the call', () => {
    const found = { ...NONE, placed: [at('x', 1, 2)] };
    assert.equal(drawn(layoutOf(found, 'all')), 'u1 a1(x) r1 u2');
    assert.equal(drawn(layoutOf(found, 'default')), 'u1 r1(x) u2');
  });

  it('hang at the nearest visible entry above where both are hidden', () => {
    assert.equal(drawn(layoutOf({ ...NONE, placed: [at('x', 1, 2)] }, 'user-only')), 'u1(x) u2');
    assert.equal(drawn(layoutOf({ ...NONE, placed: [at('x', 1)] }, 'default')), 'u1(x) r1 u2');
  });

  it('stand together at the session where their calls are not known, the agent’s own last', () => {
    const found = { ...NONE, placed: [at('p', 9)], loose: [agent('h', true), agent('l')] };
    assert.equal(drawn(layoutOf(found, 'all')), 'subagents(p l h) u1 a1 r1 u2');
    assert.equal(layoutOf(found, 'all').looseCount, 3);
    assert.equal(drawn(layoutOf({ ...NONE, placed: [at('p', 0)] }, 'labelled-only')), 'subagents(p)');
  });

  it('that are not listed are told where the others are', () => {
    assert.equal(drawn(layoutOf({ ...NONE, unlisted: 3 }, 'all')), 'subagents(notice) u1 a1 r1 u2');
  });

  it('come before the branches of a fork point', () => {
    const entries = fromIds([
      ['u1', null],
      ['a1', 'u1'],
      ['u2', 'a1'],
      ['u3', 'a1'],
    ]);
    assert.equal(
      drawn(layoutOf({ ...NONE, placed: [at('x', 1)] }, 'all', entries), entries),
      'u1 a1(x onward branch) u3',
    );
  });

  it('know the node that they hang at, also beyond the first page of many', () => {
    const placed = Array.from({ length: 450 }, (_, n) => at(`x${n}`, 1));
    const layout = layoutOf({ ...NONE, placed, loose: [agent('l')] }, 'all');
    const [group, , call] = layout.children(SESSION);
    const node = (uri: string): SubagentNode => ({
      kind: 'subagent',
      ...{ id: uri, uri, view: uri, subagent: agent(uri) },
    });
    assert.equal(layout.hostOf(node('l')), group);
    assert.equal(layout.hostOf(node('x449')), call);
    assert.equal(layout.hostOf(node('nobody')), undefined);
    assert.ok(call && group && layout.parent(group) === SESSION);
    const shows = (): boolean => layout.children(call).some((child) => child.uri === 'x449');
    assert.equal(shows(), false);
    assert.deepEqual(layout.showSubagent(node('x449')), [call]);
    assert.equal(shows(), true);
  });
});
