import assert from 'node:assert/strict';
import { ConversationView } from '../../../src/conversation/view.ts';
import type { ViewOptions } from '../../../src/conversation/viewHost.ts';
import type { FromPage, Stamp, ToPage } from '../../../src/protocol.ts';
import { opened, URI, type Opened } from '../sessions/support.ts';
import { call, jsonl, message, result, VIEW_WORDS } from './support.ts';

interface Viewed extends Opened {
  readonly view: ConversationView;
  readonly sent: ToPage[];
  readonly failures: unknown[];
  /** Sends a message from the page and waits for what comes of it. */
  take(message: FromPage): Promise<void>;
  append(...lines: readonly object[]): Promise<void>;
  last<T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }>;
  stamp(): Stamp;
}

async function viewed(lines: readonly unknown[], options: Partial<ViewOptions> = {}): Promise<Viewed> {
  const session = await opened(jsonl(lines));
  const sent: ToPage[] = [];
  const failures: unknown[] = [];
  const view = new ConversationView(
    session.session,
    {
      post: (message) => sent.push(message),
      changed: () => undefined,
      failed: (error) => failures.push(error),
      words: VIEW_WORDS,
    },
    { fileName: 'a session.jsonl', pinned: false, ...options },
  );
  session.session.onDidChange((change) => view.follow(change));
  const last = <T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }> => {
    const found = sent.findLast((message) => message.type === type);
    assert.ok(found, `no ${type} among ${sent.map((message) => message.type).join()}`);
    return found as Extract<ToPage, { type: T }>;
  };
  return {
    ...session,
    view,
    sent,
    failures,
    last,
    stamp: () => last('show').stamp,
    async take(message) {
      view.take(message);
      await view.settled();
    },
    async append(...more) {
      session.files.append(URI, jsonl(more));
      await session.scheduler.advance(10_000);
      await session.session.refresh();
      await view.settled();
    },
  };
}

const user = (id: string, parentId: string | null, text = `text of ${id}`): object =>
  message(id, parentId, 'user', text);
const chainOf = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => user(`n${i}`, i === 0 ? null : `n${i - 1}`));
const ready: FromPage = { type: 'ready', anchor: null };

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

describe('ConversationView: the rest of texts, pictures', () => {
  it('gives texts in slices, and says when there is none', async () => {
    const { take, last, stamp } = await viewed([user('u', null, 'é'.repeat(1_200_000))]);
    await take(ready);
    const ref = { row: 0, at: 'b0' };
    await take({ type: 'text', stamp: stamp(), request: 1, ref, from: 1_000_000 });
    assert.deepEqual([last('text').text.length, last('text').total], [200_000, 1_200_000]);
    await take({ type: 'text', stamp: stamp(), request: 2, ref: { row: 0, at: 'b7' }, from: 0 });
    assert.deepEqual([last('failed').request, last('failed').message], [2, 'gone']);
    await take({ type: 'text', stamp: stamp(), request: 3, ref: { row: 77, at: 'b0' }, from: 0 });
    assert.equal(last('failed').request, 3);
  });

  it('gives pictures that are pictures', async () => {
    const image = (mimeType: string, data: string): object => ({ type: 'image', mimeType, data });
    const content = [
      image('image/png', 'iVBORw0KGgo='),
      image('image/svg+xml', 'PHN2Zz4='),
      image('image/png', '"><b>'),
    ];
    const { take, last, stamp, sent } = await viewed([message('u', null, 'user', content as never)]);
    await take(ready);
    for (const index of [0, 1, 2]) {
      await take({ type: 'image', stamp: stamp(), request: index, ref: { row: 0, at: `b${index}` } });
    }
    assert.deepEqual([last('image').request, last('image').data], [0, 'iVBORw0KGgo=']);
    assert.equal(sent.filter(({ type }) => type === 'failed').length, 2);
  });
});

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
