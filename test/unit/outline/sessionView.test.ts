import assert from 'node:assert/strict';
import type { OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import { FindIndex } from '../../../src/tree/findIndex.ts';
import type { TreeNode } from '../../../src/tree/nodes.ts';
import { SessionView } from '../../../src/tree/sessionView.ts';
import { fromIds } from './fake.ts';
import { FakeRegistry, FakeSession } from './fakeSession.ts';

const URI = 'file:///w/s.jsonl';
const ITEM = { uri: URI, name: 's.jsonl', size: 1, mtime: 1 };
const BEFORE = fromIds([
  ['u1', null],
  ['a1', 'u1'],
]);
const AFTER = fromIds([
  ['u1', null],
  ['a1', 'u1'],
  ['u2', 'a1'],
]);

function viewOf(session: FakeSession | undefined, filter: OutlineFilter = 'all') {
  const registry = new FakeRegistry(session);
  const changed: TreeNode[] = [];
  const node = { kind: 'session', id: URI, uri: URI, view: URI, item: ITEM } as const;
  const view = new SessionView(node, {
    sessions: registry,
    filter: () => filter,
    onChange: (nodes) => changed.push(...nodes),
  });
  return { view, registry, changed };
}

describe('a session in the view', () => {
  it('opens when its children are asked for, and reads only what they show', async () => {
    const session = new FakeSession(URI, AFTER);
    const { view, registry } = viewOf(session, 'user-only');
    assert.equal(registry.leases, 0);
    const nodes = await view.children(view.node);
    assert.equal(nodes?.length, 2);
    assert.equal(registry.leases, 1);
    assert.deepEqual(session.asked, [0, 2]);
    assert.equal(view.preview(2)?.text, 'u2');
    await view.children(view.node);
    assert.deepEqual(session.asked, [0, 2], 'what was read is kept');
  });

  it('lets the session go when it is closed, and says that it is stale', async () => {
    const session = new FakeSession(URI, BEFORE);
    const { view, registry } = viewOf(session);
    const before = await view.children(view.node);
    view.close();
    assert.equal(registry.leases, 0);
    assert.equal(session.followed, false);
    assert.equal(view.isStale, true);
    assert.equal(view.layout, undefined);
    const after = await view.children(view.node);
    assert.equal(view.isStale, false);
    assert.equal(after?.[0], before?.[0], 'the same objects');
  });

  it('lets go of a session that arrives after it was closed', async () => {
    const { view, registry } = viewOf(new FakeSession(URI, BEFORE));
    const opening = view.open();
    view.close();
    assert.equal(await opening, undefined);
    assert.equal(registry.leases, 0);
  });

  it('opens once for several questions at a time', async () => {
    const { view, registry } = viewOf(new FakeSession(URI, BEFORE));
    await Promise.all([view.children(view.node), view.children(view.node), view.open()]);
    assert.equal(registry.leases, 1);
  });

  it('keeps its nodes when the file grows', async () => {
    const session = new FakeSession(URI, BEFORE);
    const { view, changed } = viewOf(session);
    const before = await view.children(view.node);
    session.change('grown', AFTER);
    assert.deepEqual(changed, [view.node]);
    const after = await view.children(view.node);
    assert.equal(after?.length, 3);
    before?.forEach((node, index) => assert.equal(node, after?.[index]));
  });

  it('forgets what rows meant when the file is replaced, also while they are being read', async () => {
    const session = new FakeSession(URI, AFTER);
    const { view } = viewOf(session);
    let open = (): void => undefined;
    session.gate = new Promise((resolve) => (open = resolve));
    const asking = view.children(view.node);
    await new Promise((resolve) => setImmediate(resolve));
    session.change('replaced', fromIds([['u9', null]]));
    open();
    const nodes = await asking;
    assert.equal(nodes?.length, 1);
    assert.equal(view.preview(0)?.text, 'u9');
  });

  it('has no children when the file holds no session or was deleted', async () => {
    const none = viewOf(undefined);
    assert.equal(await none.view.children(none.view.node), undefined);
    const session = new FakeSession(URI, BEFORE);
    const { view, registry, changed } = viewOf(session);
    await view.children(view.node);
    session.change('deleted');
    assert.equal(registry.leases, 0);
    assert.deepEqual(changed, [view.node]);
  });

  it('names the parent that is missing', async () => {
    const session = new FakeSession(
      URI,
      fromIds([
        ['u1', 'gone'],
        ['a1', 'u1'],
      ]),
    );
    const { view } = viewOf(session);
    await view.children(view.node);
    assert.equal(view.missingParent(0), 'gone');
  });
});

describe('finding entries', () => {
  const entries = fromIds(Array.from({ length: 1200 }, (_, n) => [`u${n}`, n === 0 ? null : `u${n - 1}`]));

  it('finds entries in which every word occurs, newest first, and counts what it does not list', async () => {
    const index = new FindIndex(new FakeSession(URI, entries), () => 'Speaker');
    let pieces = 0;
    await index.load(
      () => false,
      () => (pieces += 1),
    );
    assert.equal(index.read, 1200);
    assert.equal(pieces, 3);
    const found = index.search('  speaker U11 ');
    assert.equal(found.matches[0]?.preview.text, 'u1199');
    assert.equal(found.matches.length, 111);
    assert.equal(found.hidden, 0);
    const all = index.search('');
    assert.equal(all.matches.length, 200);
    assert.equal(all.hidden, 1000);
    assert.equal(index.search('u1 absent').matches.length, 0);
  });

  it('stops reading when nobody waits any more', async () => {
    const index = new FindIndex(new FakeSession(URI, entries), () => '');
    await index.load(
      () => index.read > 0,
      () => undefined,
    );
    assert.equal(index.read, 500);
  });

  it('says how many old entries are beyond what it searches', () => {
    const session = new FakeSession(URI, []);
    const table = { ...session.snapshot.table, size: 60_000 };
    session.snapshot = { ...session.snapshot, table };
    assert.equal(new FindIndex(session, () => '').beyond, 10_000);
  });
});
