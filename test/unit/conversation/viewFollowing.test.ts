import assert from 'node:assert/strict';
import { URI } from '../sessions/support.ts';
import { call, jsonl, message, result } from './support.ts';
import { chainOf, ready, user, viewed } from './viewed.ts';

describe('ConversationView: following the file', () => {
  it('adds what was appended to the shown branch', async () => {
    const { take, append, last } = await viewed(chainOf(3));
    await take(ready);
    await append(user('n3', 'n2'), user('n4', 'n3'));
    const grown = last('grown');
    assert.deepEqual(
      [grown.total, grown.from, grown.items.map(({ id }) => id), grown.changed],
      [5, 3, ['n3', 'n4'], []],
    );
    assert.deepEqual(grown.state.leaf, { line: 5, id: 'n4' });
    assert.equal(grown.header.messages, 5);
  });

  it('changes the items that the growth touches: an answered call, a new branch', async () => {
    const { take, append, last } = await viewed([
      user('u', null),
      message('a', 'u', 'assistant', [call('c1')]),
    ]);
    await take(ready);
    await append(result('r', 'a', 'c1'));
    assert.deepEqual(
      last('grown').changed.map(({ index, item }) => [index, JSON.stringify(item).includes('"state":"ok"')]),
      [[1, true]],
    );
    assert.deepEqual(last('grown').items, []);
    await append(message('b', 'u', 'assistant', 'another way'));
    assert.deepEqual(
      last('grown').changed.map(({ index, item }) => [index, item.forks?.[0]?.count]),
      [[0, 2]],
    );
    assert.equal(last('elsewhere').count, 1);
  });

  it('does not send the new end to a page that is far from it', async () => {
    const { take, append, last } = await viewed(chainOf(500), { row: 5 });
    await take(ready);
    await append(user('n500', 'n499'));
    assert.deepEqual([last('grown').total, last('grown').items], [501, []]);
  });

  it('does nothing for a page that is away, and shows it all when it is back', async () => {
    const { view, take, append, last, sent } = await viewed(chainOf(3));
    await take(ready);
    view.lost();
    const { length } = sent;
    await append(user('n3', 'n2'));
    await append(user('n4', 'n3'));
    assert.equal(sent.length, length);
    await take({ type: 'ready', anchor: { place: { line: 1, id: 'n0' }, offset: 2 } });
    assert.deepEqual([last('show').total, last('show').anchor], [5, { index: 0, offset: 2 }]);
    assert.equal(last('show').stamp.revision, view.session.snapshot.revision);
  });

  it('asks where the page stands when items move, and shows the path anew there', async () => {
    const { take, append, last, view, stamp } = await viewed([
      user('u', null),
      message('a', 'u', 'assistant', 'one'),
      { id: 'm', parentId: 'a', timestamp: 1, type: 'metadata', key: 'cwd', value: '/w' },
    ]);
    await take(ready);
    const before = stamp();
    // Goes on beside the note that was the last item.
    await append(user('b', 'a'));
    last('ask');
    assert.ok(!view.isCurrent(before));
    await take({ type: 'ready', anchor: { place: { line: 2, id: 'a' }, offset: 3 } });
    assert.deepEqual(
      last('show').items.map(({ id }) => id),
      ['u', 'a', 'b'],
    );
    assert.deepEqual(last('show').anchor, { index: 1, offset: 3 });
  });

  it('finds its place again in a file that was replaced, and says so', async () => {
    const { take, files, scheduler, session, view, last } = await viewed(chainOf(10), { row: 4 });
    await take(ready);
    files.write(
      URI,
      jsonl([
        user('x', null),
        ...chainOf(6).map((line, i) => ({ ...line, parentId: i === 0 ? 'x' : `n${i - 1}` })),
      ]),
    );
    await scheduler.advance(10_000);
    await session.refresh();
    await view.settled();
    assert.equal(last('notice').message, 'replaced');
    await take({ type: 'ready', anchor: { place: { line: 5, id: 'n4' }, offset: 1 } });
    const show = last('show');
    assert.deepEqual(
      show.items.map(({ id }) => id),
      ['x', 'n0', 'n1', 'n2', 'n3', 'n4', 'n5'],
    );
    assert.deepEqual(
      [show.target, show.anchor],
      [
        { index: 5, row: 5 },
        { index: 5, offset: 1 },
      ],
    );
  });

  it('says that the file is gone, to a page that comes later too', async () => {
    const { take, files, scheduler, session, view, last, sent } = await viewed(chainOf(2));
    await take(ready);
    files.remove(URI);
    await scheduler.advance(10_000);
    await session.refresh();
    await view.settled();
    assert.equal(last('notice').message, 'deleted');
    sent.length = 0;
    await take(ready);
    assert.equal(last('notice').message, 'deleted');
  });

  it('restores what a page showed, wherever it is now', async () => {
    const state = { uri: URI, leaf: { line: 2, id: 'n1' }, target: { line: 9, id: 'n0' }, pinned: true };
    const { take, last, view } = await viewed([...chainOf(2), user('b', 'n0')], { state, pinned: true });
    await take({ type: 'ready', anchor: { place: { line: 2, id: 'n1' }, offset: 4 } });
    assert.deepEqual(
      last('show').items.map(({ id }) => id),
      ['n0', 'n1'],
    );
    assert.deepEqual(
      [last('show').target, last('show').anchor],
      [
        { index: 0, row: 0 },
        { index: 1, offset: 4 },
      ],
    );
    assert.ok(view.pinned && last('show').header.pinned);
  });
});
