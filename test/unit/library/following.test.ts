import assert from 'node:assert/strict';
import { LIVE_MS } from '../../../src/library/live.ts';
import { LOOK_MS, RESCAN_MS } from '../../../src/library/model.ts';
import { FRESH_MS } from '../../../src/sessions/snapshot.ts';
import { quiet, SLOW_MS } from '../sessions/fakes.ts';
import { chain, record } from '../sessions/support.ts';
import { listAll, messages, setUp, uriOf } from './support.ts';

describe('session library, following', function () {
  this.timeout(SLOW_MS);

  it('reads a changed file again, and follows it as long as it is being written', async () => {
    const t = setUp();
    const big = chain(...Array.from({ length: 2000 }, (_, i) => `id${String(i)}`));
    t.put('a', big);
    await listAll(t);
    t.files.reset();
    const append = async (id: string, parent: string): Promise<void> => {
      t.files.append(uriOf('a'), `${record(id, parent)}\n`);
      t.event('changed', 'a');
      t.event('changed', 'a');
      await t.scheduler.advance(LOOK_MS * 2);
      await quiet(50);
    };
    await append('x', 'id1999');
    assert.equal(messages(t), 2001);
    const once = t.files.counts.bytes;
    await append('y', 'x');
    await append('z', 'y');
    assert.equal(messages(t), 2003);
    assert.ok(t.files.counts.bytes - once < 40_000, 'the new bytes and the ends, not the whole file');
    assert.notEqual(t.registry.peek(uriOf('a')), undefined);
    await t.scheduler.advance(LIVE_MS + 10_000);
    assert.equal(t.registry.peek(uriOf('a')), undefined, 'let go when it rests');
    assert.equal(t.scheduler.timers, 0);
  });

  it('tells of a tail that stays without line feed, though nobody has the session open', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    await listAll(t);
    t.files.append(uriOf('a'), '{"id":"half');
    t.event('changed', 'a');
    await t.scheduler.advance(LOOK_MS);
    await quiet(50);
    assert.equal(t.library.items[0]?.summary?.problemCount, 0);
    await t.scheduler.advance(FRESH_MS);
    await quiet(50);
    assert.equal(t.library.items[0]?.summary?.worstSeverity, 'warning');
  });

  it('has an open session look when the list finds its file changed, of which no event told', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    await listAll(t);
    const lease = await t.registry.acquire(uriOf('a'));
    t.files.append(uriOf('a'), `${record('b', 'a')}\n`);
    await t.library.rescan();
    await quiet(50);
    assert.equal(lease?.session.snapshot.table.size, 2);
    assert.equal(messages(t), 2);
    lease.dispose();
  });

  it('takes over what an open session knows, without reading again', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    await listAll(t);
    const lease = await t.registry.acquire(uriOf('a'));
    const reads = t.read.length;
    t.files.append(uriOf('a'), `${record('b', 'a')}\n`);
    await lease?.session.refresh();
    assert.equal(messages(t), 2);
    assert.equal(t.read.length, reads + 1);
  });

  it('lists what is created, and what becomes a session', async () => {
    const t = setUp();
    await listAll(t);
    t.put('new', '', 0);
    t.event('created', 'new');
    await t.scheduler.advance(RESCAN_MS);
    await quiet(50);
    assert.deepEqual(t.names(), []);
    t.files.append(uriOf('new'), chain('a'));
    t.event('changed', 'new');
    await t.scheduler.advance(LOOK_MS);
    await quiet(50);
    assert.deepEqual(t.names(), ['new']);
    assert.equal(t.counts.finds, 2);
  });

  it('ignores files that the source does not list', async () => {
    const t = setUp();
    await listAll(t);
    t.files.write(uriOf('excluded'), chain('a'));
    t.event('changed', 'excluded');
    await t.scheduler.advance(RESCAN_MS * 2);
    assert.deepEqual(t.names(), []);
    assert.equal(t.counts.finds, 1);
  });

  it('drops what is deleted, excluded, or no session any more', async () => {
    const t = setUp();
    for (const name of ['a', 'b', 'c']) t.put(name, chain('a'));
    await listAll(t);
    t.files.remove(uriOf('a'));
    t.event('deleted', 'a');
    t.files.write(uriOf('b'), '{"a":1}\n'.repeat(30));
    t.event('changed', 'b');
    await t.scheduler.advance(LOOK_MS);
    await quiet(100);
    t.listed.delete(uriOf('c'));
    t.rules();
    await t.scheduler.advance(RESCAN_MS);
    await quiet(100);
    assert.deepEqual(t.names(), []);
    assert.deepEqual(t.removed.sort(), ['a', 'b', 'c']);
  });

  it('lists no records of unknown format, neither by themselves nor when somebody opens them', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    t.put('data', '{"a":1}\n'.repeat(200_000));
    await listAll(t);
    assert.deepEqual(t.names(), ['a']);
    assert.ok(t.files.counts.bytes < 256 * 1024, 'little is read of them');
    const lease = await t.registry.acquire(uriOf('data'));
    assert.equal(lease?.session.snapshot.table.size, 200_000);
    await quiet(100);
    assert.deepEqual([t.names(), t.read], [['a'], ['a']]);
    lease.dispose();
  });

  it('keeps a file that is replaced by deleting and creating it', async () => {
    const t = setUp();
    t.put('a', chain('a'));
    await listAll(t);
    t.files.write(uriOf('a'), chain('x', 'y'));
    t.event('deleted', 'a');
    t.event('created', 'a');
    await t.scheduler.advance(LOOK_MS);
    await quiet(100);
    assert.deepEqual(t.names(), ['a']);
    assert.deepEqual(t.removed, []);
    assert.equal(messages(t), 2);
  });

  it('ends its watching and its leases', async () => {
    const t = setUp();
    t.put('a', chain('a'), 1000);
    await listAll(t);
    assert.notEqual(t.registry.peek(uriOf('a')), undefined, 'just written, so it is followed');
    t.library.dispose();
    assert.equal(t.counts.watches, 0);
    assert.equal(t.registry.peek(uriOf('a')), undefined);
    assert.equal(t.scheduler.timers, 0);
    await t.library.rescan();
    assert.equal(t.counts.finds, 1);
  });
});
