import assert from 'node:assert/strict';
import { createDisposableStore, toDisposable } from '../../../src/core/lib/disposables.ts';
import { createEmitter } from '../../../src/core/lib/emitter.ts';
import { createLru } from '../../../src/core/lib/lru.ts';
import { mapLimit } from '../../../src/core/lib/mapLimit.ts';
import { Cancelled, createSlicer, SLICE_MS, systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { coalesce, createSerialQueue } from '../../../src/core/lib/serial.ts';
import { createThrottle } from '../../../src/core/lib/throttle.ts';
import { fakeScheduler, quiet, settle } from '../sessions/fakes.ts';

describe('disposable store', () => {
  it('ends its items once, newest first, and at once what comes too late', () => {
    const store = createDisposableStore();
    const ended: string[] = [];
    for (const name of ['a', 'b']) store.add(toDisposable(() => ended.push(name)));
    store.dispose();
    store.dispose();
    store.add(toDisposable(() => ended.push('late')));
    assert.deepEqual(ended, ['b', 'a', 'late']);
  });

  it('ends all others when one throws, and tells of it', () => {
    const store = createDisposableStore();
    let ended = 0;
    store.add(toDisposable(() => ended++));
    store.add(
      toDisposable(() => {
        throw new Error('bad');
      }),
    );
    assert.throws(() => {
      store.dispose();
    }, /bad/);
    assert.equal(ended, 1);
  });
});

describe('emitter', () => {
  it('calls every listener until it is ended, the same function once for each subscription', () => {
    const emitter = createEmitter<number>();
    const got: number[] = [];
    const listen = (value: number): void => void got.push(value);
    const first = emitter.event(listen);
    emitter.event(listen);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(got, [1, 1, 2]);
    assert.equal(emitter.used, true);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(got, [1, 1, 2]);
    assert.equal(emitter.used, false);
  });

  it('tells the others when one listener throws, and not those that were ended meanwhile', () => {
    const errors: unknown[] = [];
    const emitter = createEmitter<number>((error) => errors.push(error));
    const got: string[] = [];
    emitter.event(() => {
      second.dispose();
      throw new Error('bad');
    });
    const second = emitter.event(() => got.push('second'));
    emitter.event(() => got.push('third'));
    emitter.fire(1);
    assert.deepEqual(got, ['third']);
    assert.equal(errors.length, 1);
  });
});

describe('bounded cache', () => {
  it('forgets what was asked for longest ago, by cost', () => {
    const lru = createLru<string, number>(10);
    lru.set('a', 1, 4);
    lru.set('b', 2, 4);
    lru.get('a');
    lru.set('c', 3, 4);
    assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [1, undefined, 3]);
    assert.equal(lru.cost, 8);
    lru.set('c', 4, 1);
    assert.equal(lru.cost, 5);
    lru.set('huge', 5, 11);
    assert.equal(lru.get('huge'), undefined);
    lru.delete('a');
    lru.clear();
    assert.equal(lru.cost, 0);
  });
});

describe('serial queue', () => {
  it('runs tasks in order, and goes on after one that failed', async () => {
    const queue = createSerialQueue();
    const log: string[] = [];
    const task = (name: string, fails = false) =>
      queue.run(async () => {
        log.push(`+${name}`);
        await settle();
        log.push(`-${name}`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([task('a'), task('b', true), task('c')]);
    assert.deepEqual(log, ['+a', '-a', '+b', '-b', '+c', '-c']);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('makes one run of all calls that come during a run', async () => {
    let begun = 0;
    let ended = 0;
    const run = coalesce(async () => {
      begun += 1;
      await settle();
      ended += 1;
      if (begun === 1) throw new Error('first');
    });
    const first = run();
    const later = [run(), run(), run()];
    await assert.rejects(first, /first/);
    await Promise.all(later);
    assert.deepEqual([begun, ended], [2, 2]);
    await run();
    assert.equal(begun, 3);
  });
});

describe('throttle', () => {
  it('runs at once, then once when the time is over, and keeps no timer when idle', async () => {
    const scheduler = fakeScheduler();
    const ran: string[] = [];
    const throttle = createThrottle<string>(scheduler, 100, (key) => ran.push(key));
    throttle.poke('a');
    throttle.poke('a');
    throttle.poke('b');
    assert.deepEqual(ran, ['a', 'b']);
    await scheduler.advance(100);
    assert.deepEqual(ran, ['a', 'b', 'a']);
    await scheduler.advance(500);
    assert.deepEqual(ran, ['a', 'b', 'a']);
    assert.equal(scheduler.timers, 0);
    throttle.poke('a');
    throttle.poke('a');
    throttle.drop('a');
    throttle.dispose();
    await scheduler.advance(500);
    assert.equal(ran.length, 4);
  });
});

describe('slices', () => {
  it('are due when their time is used up, and give the event loop a turn', async () => {
    const slicer = createSlicer(systemScheduler);
    assert.equal(slicer.due(), false);
    const end = performance.now() + SLICE_MS + 1;
    while (performance.now() < end);
    assert.equal(slicer.due(), true);
    let turned = false;
    setImmediate(() => (turned = true));
    await slicer.pause();
    assert.equal(turned, true);
    assert.equal(slicer.due(), false);
  });

  it('end the work that nobody wants any more', async () => {
    const slicer = createSlicer(systemScheduler, () => true);
    await assert.rejects(slicer.pause(), Cancelled);
  });
});

describe('mapLimit', () => {
  it('keeps the order of results and the limit', async () => {
    let running = 0;
    let most = 0;
    const results = await mapLimit([3, 1, 2, 5, 4], 2, async (n) => {
      most = Math.max(most, ++running);
      await quiet(n);
      running -= 1;
      return n * 10;
    });
    assert.deepEqual(results, [30, 10, 20, 50, 40]);
    assert.equal(most, 2);
    assert.deepEqual(await mapLimit([], 2, () => Promise.resolve(1)), []);
  });
});
