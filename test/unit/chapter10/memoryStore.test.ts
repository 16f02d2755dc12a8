import assert from 'node:assert/strict';
import { MemorySessionStore, SessionFormatError, SessionTreeError } from '../../../src/api.ts';
import { assistant, chapterTree, ids, metadata, spoil, user } from './chapterTree.ts';

describe('MemorySessionStore', () => {
  it('takes the snapshot before append returns, not when the turn comes', async () => {
    const store = new MemorySessionStore();
    const entry = user('u', null, 'as it was');
    const appended = store.append(entry);
    spoil(entry);
    await appended;
    assert.deepEqual(await store.entries(), [user('u', null, 'as it was')]);
  });

  it('lets a child pass whose parent is still queued', async () => {
    const store = new MemorySessionStore();
    await Promise.all([store.append(user('u', null)), store.append(assistant('a', 'u'))]);
    assert.deepEqual(ids(await store.entries()), ['u', 'a']);
  });

  it('refuses a child whose parent comes later', async () => {
    const store = new MemorySessionStore();
    const [child] = await Promise.allSettled([
      store.append(assistant('a', 'u')),
      store.append(user('u', null)),
    ]);
    assert.ok(child.status === 'rejected' && child.reason instanceof SessionTreeError);
    assert.deepEqual(
      [child.reason.code, child.reason.id, child.reason.parentId],
      ['missing-parent', 'a', 'u'],
    );
    assert.deepEqual(ids(await store.entries()), ['u']);
  });

  it('refuses a child whose parent was refused', async () => {
    const store = new MemorySessionStore();
    const appends = [
      store.append(user('a', 'gone')),
      store.append(user('b', 'a')),
      store.append(user('c', null)),
    ];
    const settled = await Promise.allSettled(appends);
    assert.deepEqual(settled.map((result) => result.status), ['rejected', 'rejected', 'fulfilled']); // prettier-ignore
    assert.deepEqual(ids(await store.entries()), ['c']);
  });

  it('refuses a repeated id, also of the same entry and of itself as parent', async () => {
    const store = new MemorySessionStore();
    await store.append(user('u', null));
    for (const entry of [user('u', null), assistant('u', 'u')]) {
      await assert.rejects(store.append(entry), { name: 'SessionTreeError', code: 'duplicate-id', id: 'u' });
    }
    await assert.rejects(store.append(user('self', 'self')), { code: 'missing-parent' });
    assert.deepEqual(await store.entries(), [user('u', null)]);
  });

  it('rejects what is no entry: by the promise, without a trace, without waiting for its turn', async () => {
    const store = new MemorySessionStore();
    const slow = store.append(user('u', null));
    const refused = store.append({ ...metadata('m', 'u'), timestamp: NaN });
    const fine = store.append(metadata('m', 'u'));
    await assert.rejects(
      refused,
      (error) => error instanceof SessionFormatError && error.path === 'timestamp',
    );
    await Promise.all([slow, fine]);
    assert.deepEqual(ids(await store.entries()), ['u', 'm']);
  });

  it('takes several roots, and branches in any order', async () => {
    const store = new MemorySessionStore();
    const entries = [...chapterTree(), user('second', null), assistant('late', 'u-1')];
    for (const entry of entries) await store.append(entry);
    assert.deepEqual(await store.entries(), entries);
  });

  it('waits with entries() for the calls before it, and for no later ones', async () => {
    const store = new MemorySessionStore();
    void store.append(user('a', null));
    const first = store.entries();
    void store.append(user('b', 'a'));
    const second = store.entries();
    assert.deepEqual([ids(await first), ids(await second)], [['a'], ['a', 'b']]);
  });

  it('gives a failed call its own error, and entries() none of it', async () => {
    const store = new MemorySessionStore();
    const refused = assert.rejects(store.append(user('a', 'gone')), { code: 'missing-parent' });
    assert.deepEqual(await store.entries(), []);
    await refused;
  });

  it('gives deep copies: changing them changes neither the store nor other copies', async () => {
    const store = new MemorySessionStore();
    for (const entry of chapterTree()) await store.append(entry);
    const one = await store.entries();
    spoil(one);
    assert.deepEqual(await store.entries(), chapterTree());
  });

  it('keeps two stores apart', async () => {
    const [one, two] = [new MemorySessionStore(), new MemorySessionStore()];
    await one.append(user('u', null));
    await two.append(user('u', null));
    await assert.rejects(two.append(user('v', 'x')));
    assert.deepEqual(ids(await one.entries()), ['u']);
  });
});
