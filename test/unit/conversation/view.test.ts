import assert from 'node:assert/strict';
import { URI } from '../sessions/support.ts';
import { chainOf, ready, user, viewed } from './viewed.ts';

describe('ConversationView: showing', () => {
  it('says nothing before the page is ready, then shows the end of the default path', async () => {
    const { view, sent, take, last } = await viewed(chainOf(500));
    await view.settled();
    assert.deepEqual(sent, []);
    await take(ready);
    const show = last('show');
    assert.deepEqual(
      [show.total, show.from, show.items.length, show.target, show.anchor],
      [500, 300, 200, null, null],
    );
    assert.deepEqual(show.state, { uri: URI, leaf: { line: 500, id: 'n499' }, target: null, pinned: false });
    assert.deepEqual([show.header.messages, show.header.isDefaultLeaf, show.header.leaves], [500, true, 1]);
  });

  it('says where the format is not known, and counts that as no problem', async () => {
    const { take, last } = await viewed([{ a: 1 }, { type: 'log', text: 'x' }]);
    await take(ready);
    const { header, items } = last('show');
    assert.deepEqual([header.isList, header.problems, header.format], [true, 0, 'JSON lines']);
    assert.deepEqual(
      items.map((item) => item.type === 'note' && [item.kind, item.word]),
      [
        ['unknown', 'record'],
        ['unknown', 'log'],
      ],
    );
  });

  it('shows a chosen entry with items on both sides', async () => {
    const { take, last } = await viewed(chainOf(500), { row: 250 });
    await take(ready);
    const show = last('show');
    assert.deepEqual(show.target, { index: 250, row: 250 });
    assert.deepEqual([show.from, show.from + show.items.length], [170, 370]);
    assert.deepEqual(show.state.target, { line: 251, id: 'n250' });
  });

  it('goes to an entry of the shown path without sending it again', async () => {
    const { view, take, last, sent } = await viewed(chainOf(50), { row: 10 });
    await take(ready);
    view.open(20);
    await view.settled();
    assert.deepEqual(last('goto').target, { index: 20, row: 20 });
    assert.equal(sent.filter(({ type }) => type === 'show').length, 1);
  });

  it('shows another path for an entry beside the shown one, as a new view', async () => {
    const { view, take, last, stamp } = await viewed([...chainOf(3), user('b', 'n0'), user('c', 'b')], {
      row: 2,
    });
    await take(ready);
    const before = stamp();
    view.open(3);
    await view.settled();
    const show = last('show');
    assert.deepEqual(
      show.items.map(({ id }) => id),
      ['n0', 'b', 'c'],
    );
    assert.ok(show.stamp.view > before.view);
    assert.ok(!view.isCurrent(before));
  });

  it('answers for items on either side, and drops what is asked of an older view', async () => {
    const { take, last, stamp, sent } = await viewed(chainOf(500));
    await take(ready);
    await take({ type: 'items', stamp: stamp(), request: 5, at: 300, before: true });
    assert.deepEqual([last('items').from, last('items').items.length, last('items').request], [100, 200, 5]);
    await take({ type: 'items', stamp: stamp(), request: 6, at: 0, before: false });
    assert.equal(last('items').items[0]?.id, 'n0');
    const { length } = sent;
    await take({ type: 'items', stamp: { ...stamp(), view: 99 }, request: 7, at: 0, before: false });
    await take({ type: 'items', stamp: { ...stamp(), uri: 'mem:/other' }, request: 7, at: 0, before: false });
    assert.equal(sent.length, length);
  });

  it('keeps messages small when items are large, and still gets everywhere', async () => {
    const { take, last, stamp } = await viewed(
      Array.from({ length: 60 }, (_, i) => user(`n${i}`, i === 0 ? null : `n${i - 1}`, 'x'.repeat(60_000))),
    );
    await take(ready);
    let { from } = last('show');
    const sizes = [JSON.stringify(last('show')).length];
    while (from > 0) {
      await take({ type: 'items', stamp: stamp(), request: 1, at: from, before: true });
      assert.equal(last('items').from + last('items').items.length, from);
      ({ from } = last('items'));
      sizes.push(JSON.stringify(last('items')).length);
    }
    assert.ok(
      sizes.every((size) => size < 1_000_000),
      sizes.join(),
    );
  });

  it('seeks, keeps the anchor of a page that comes back, and starts fresh for a new entry', async () => {
    const { view, take, last, stamp } = await viewed(chainOf(500));
    await take(ready);
    await take({ type: 'seek', stamp: stamp(), index: 3 });
    assert.deepEqual(last('show').anchor, { index: 3, offset: 0 });
    const anchor = { place: { line: 101, id: 'n100' }, offset: 17 };
    await take({ type: 'ready', anchor });
    assert.deepEqual(last('show').anchor, { index: 100, offset: 17 });
    view.lost();
    view.open(7);
    await take({ type: 'ready', anchor });
    assert.deepEqual([last('show').anchor, last('show').target], [null, { index: 7, row: 7 }]);
  });
});
