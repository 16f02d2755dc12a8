import assert from 'node:assert/strict';
import { AUTO_READ_BYTES, CHANGE_MS } from '../../../src/library/model.ts';
import { quiet, SLOW_MS } from '../sessions/fakes.ts';
import { chain, record } from '../sessions/support.ts';
import { listAll, messages, setUp, uriOf } from './support.ts';

describe('session library', function () {
  this.timeout(SLOW_MS);

  it('reads and watches nothing before it is asked', async () => {
    const { library, counts, files, scheduler } = setUp(['a']);
    await quiet();
    assert.deepEqual(library.items, []);
    assert.equal(library.busy, undefined);
    assert.deepEqual([counts.finds, counts.watches, files.counts.stats, scheduler.timers], [0, 0, 0, 0]);
  });

  it('lists the files that hold a session, newest first, with their summaries', async () => {
    const t = setUp();
    t.put('old', chain('a', 'b'), 900_000);
    t.put('new', `${chain('a', 'b')}${record('c', 'a')}\n{bad\n`, 800_000);
    t.put('other', '{"a":1}\n', 700_000);
    t.put('empty', '', 600_000);
    await listAll(t);
    assert.deepEqual(t.names(), ['new', 'old']);
    const [first, second] = t.library.items;
    assert.deepEqual(first?.summary, {
      title: 'text of a',
      formatTitle: 'tiny-pi',
      messageCount: 3,
      branchCount: 1,
      problemCount: 1,
      worstSeverity: 'error',
      lastActivity: 1_700_000_000_000,
    });
    assert.equal(second?.summary?.problemCount, 0);
    assert.equal(second.size, chain('a', 'b').length);
    assert.deepEqual(t.read, ['new', 'old'], 'newest first');
    assert.equal(t.library.busy, undefined);
    assert.deepEqual(t.errors, []);
  });

  it('says that it looks for files until they were found once', async () => {
    const t = setUp(['a']);
    t.failFind(true);
    await assert.rejects(t.library.rescan(), /no folder/);
    t.failFind(false);
    const listing = t.library.rescan();
    assert.equal(t.library.busy, 'listing');
    await listing;
  });

  it('is in the order of the newest entries, which its rows show, not of the files', async () => {
    const t = setUp();
    const entry = (time: number): string => `${record('a', null).replace('1700000000000', String(time))}\n`;
    t.put('copied', entry(1_700_000_000_000), 100_000);
    t.put('newer', entry(1_750_000_000_000), 200_000);
    t.put('future', entry(9_000_000_000_000), 300_000);
    await listAll(t);
    assert.deepEqual(t.names(), ['future', 'newer', 'copied'], 'no entry is younger than its file');
  });

  it('leaves nothing open and nothing running when all is read', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    await listAll(t);
    assert.equal(t.registry.peek(uriOf('a')), undefined);
    await t.scheduler.advance(1000);
    assert.equal(t.scheduler.timers, 0);
  });

  it('reads no file whole before all names are there, but for rows that are seen', async () => {
    const t = setUp();
    for (let i = 0; i < 40; i++) t.put(`s${i}`, chain('a', 'b'), 900_000 + i);
    const listing = t.library.rescan();
    const early: number[] = [];
    t.library.onDidRead(() => early.push(t.library.items.length));
    for (let turn = 0; t.library.items.length < 10; turn++) {
      assert.ok(turn < 1000);
      await quiet(1);
    }
    t.library.summarize(uriOf('s3'));
    await listing;
    await quiet(200);
    assert.equal(t.read[0], 's3');
    assert.deepEqual(
      early.slice(1).filter((names) => names < 40),
      [],
    );
    assert.equal(new Set(t.read).size, t.read.length, 'each is read once');
    assert.equal(t.read.length, 40);
  });

  it('shows names and titles before everything is read, and says what it is doing', async () => {
    const t = setUp();
    for (let i = 0; i < 12; i++) t.put(`s${String(i)}`, chain('a', 'b'), 900_000 + i);
    const busy = new Set<string | undefined>();
    const unread = new Set<string | undefined>();
    const listing = t.library.rescan();
    for (let turn = 0; turn < 200; turn++) {
      await quiet(1);
      busy.add(t.library.busy);
      for (const { title, summary } of t.library.items) if (!summary) unread.add(title);
    }
    await listing;
    assert.ok(busy.has('listing'));
    assert.ok(busy.has('reading 3 of 12'), [...busy].join('; '));
    assert.ok(busy.has(undefined));
    busy.clear();
    const again = t.library.rescan();
    for (let turn = 0; turn < 20; turn++) {
      busy.add(t.library.busy);
      await quiet(1);
    }
    await again;
    assert.ok(!busy.has('listing'), 'only the first time');
    assert.deepEqual([...unread], ['text of a']);
    assert.equal(t.library.items.length, 12);
  });

  it('reads only what has changed when it lists again', async () => {
    const t = setUp();
    t.put('a', chain('a'), 900_000);
    t.put('b', chain('b'), 950_000);
    t.put('none', '{"a":1}\n');
    await listAll(t);
    const item = t.library.items.find(({ uri }) => uri === uriOf('b'));
    t.files.reset();
    t.put('a', chain('a', 'x'), 800_000);
    await listAll(t);
    assert.deepEqual(t.read, ['a', 'b', 'a']);
    assert.equal(t.counts.probes, 3, 'what is known is not probed again');
    assert.equal(
      t.library.items.find(({ uri }) => uri === uriOf('b')),
      item,
      'the same object while nothing changes',
    );
    assert.equal(messages(t), 2);
  });

  it('tells changes at most once in the throttle time', async () => {
    const t = setUp();
    for (let i = 0; i < 50; i++) t.put(`s${String(i)}`, chain('a'), 900_000 + i);
    await t.library.rescan();
    await quiet(300);
    assert.equal(t.counts.changes, 1);
    await t.scheduler.advance(CHANGE_MS);
    assert.equal(t.counts.changes, 2);
  });

  it('keeps files that cannot be read in the list, with the reason', async () => {
    const t = setUp();
    t.put('secret', chain('a'));
    t.files.fail(uriOf('secret'), 'no-permission');
    await listAll(t);
    assert.match(t.library.items[0]?.error ?? '', /may not be read/);
    t.files.fail(uriOf('secret'), undefined);
    await listAll(t);
    assert.equal(t.library.items[0]?.error, undefined);
    assert.equal(messages(t), 1);
  });

  it('reads a very large file only when its row is seen', async () => {
    const t = setUp();
    t.put('large', chain('a', 'b'));
    const size = AUTO_READ_BYTES + 1;
    const { stat } = t.files;
    t.files.stat = async (uri) => ({
      ...(await stat(uri)),
      size: uri === uriOf('large') && !seen ? size : (await stat(uri)).size,
    });
    let seen = false;
    await listAll(t);
    assert.equal(t.library.items[0]?.summary, undefined);
    assert.equal(t.library.items[0]?.title, 'text of a');
    seen = true;
    t.library.summarize(uriOf('large'));
    await quiet(100);
    assert.equal(messages(t), 2);
  });
});
