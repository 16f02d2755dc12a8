import assert from 'node:assert/strict';
import { createEmitter } from '../../../src/core/lib/emitter.ts';
import { activeGlobs, anyOf, placeOf } from '../../../src/library/globs.ts';
import { createLiveSessions, LIVE_LIMIT, LIVE_MS } from '../../../src/library/live.ts';
import { followOutside, POLL_MS, QUIET_MS, QUIET_ROUNDS } from '../../../src/library/outside.ts';
import { WALK_FOLDERS, walkFolders } from '../../../src/library/walkFolders.ts';
import { createWorkQueue } from '../../../src/library/workQueue.ts';
import type { ObservableRegistry } from '../../../src/sessions/registry.ts';
import type { Session } from '../../../src/sessions/session.ts';
import { fakeScheduler, quiet, settle, SLOW_MS } from '../sessions/fakes.ts';

describe('globs', function () {
  this.timeout(SLOW_MS);

  it('of an exclude setting are those that are on', () => {
    assert.deepEqual(activeGlobs({ '**/a': true, '**/b': false, '**/*.js': { when: '$(basename).ts' } }), [
      '**/a',
    ]);
    assert.deepEqual(activeGlobs(undefined), []);
  });

  it('are joined, each with all below it', () => {
    assert.equal(anyOf(['**/a']), '{**/a,**/a/**}');
    assert.equal(anyOf(['**/a/**']), '**/a/**');
    assert.equal(anyOf(['**/a', '**/a', 'b/']), '{**/a,**/a/**,b/**}');
  });

  it('are taken apart into a folder and a pattern', () => {
    const home = '/home/me';
    assert.deepEqual(placeOf('logs/**/*.jsonl', home), { base: undefined, pattern: 'logs/**/*.jsonl' });
    assert.deepEqual(placeOf('./logs', home), { base: undefined, pattern: 'logs/**/*.jsonl' });
    assert.deepEqual(placeOf('one.jsonl', home), { base: undefined, pattern: 'one.jsonl' });
    assert.deepEqual(placeOf('~/.pi/agent/sessions/**/*.jsonl', home), {
      base: '/home/me/.pi/agent/sessions',
      pattern: '**/*.jsonl',
    });
    assert.deepEqual(placeOf('~/.pi', home), { base: '/home/me/.pi', pattern: '**/*.jsonl' });
    assert.deepEqual(placeOf('/var/log/*.jsonl', home), { base: '/var/log', pattern: '*.jsonl' });
    assert.deepEqual(placeOf('/*.jsonl', home), { base: '/', pattern: '*.jsonl' });
    assert.deepEqual(placeOf('/var/a.jsonl', home), { base: '/var', pattern: 'a.jsonl' });
    assert.deepEqual(placeOf('C:\\logs\\**', home), { base: 'C:/logs', pattern: '**' });
    assert.deepEqual(placeOf('~x/a.jsonl', home), { base: undefined, pattern: '~x/a.jsonl' });
    assert.deepEqual(placeOf('~/a', undefined), { base: undefined, pattern: '~/a/**/*.jsonl' });
  });
});

describe('walk through folders', function () {
  this.timeout(SLOW_MS);

  it('finds session files, nearest first, not in node_modules, past folders that fail', async () => {
    const folders: Record<string, string[]> = {
      '/': ['a/', 'x.jsonl', 'node_modules/', '.git/', 'bad/', 'y.txt'],
      '/a': ['b/', 'y.jsonl'],
      '/a/b': ['z.jsonl'],
      '/node_modules': ['n.jsonl'],
    };
    const { files, isCut } = await walkFolders('/', (path) => {
      const names = folders[path];
      if (!names) return Promise.reject(new Error('no'));
      return Promise.resolve(
        names.map((name) => ({ name: name.replace('/', ''), isFolder: name.endsWith('/') })),
      );
    });
    assert.deepEqual(files, ['/x.jsonl', '/a/y.jsonl', '/a/b/z.jsonl']);
    assert.equal(isCut, false);
  });

  it('is cut off where there are too many folders, and says so', async () => {
    let lists = 0;
    const { isCut } = await walkFolders('/', () => {
      lists += 1;
      return Promise.resolve(['a', 'b', 'c'].map((name) => ({ name, isFolder: true })));
    });
    assert.equal(isCut, true);
    assert.equal(lists, WALK_FOLDERS);
  });
});

describe('work queue', function () {
  this.timeout(SLOW_MS);

  function setUp(concurrency = 2) {
    const log: string[] = [];
    let most = 0;
    let running = 0;
    const progress: string[] = [];
    const queue = createWorkQueue({
      concurrency,
      work: async (key) => {
        most = Math.max(most, ++running);
        log.push(key);
        await settle();
        running -= 1;
      },
      onProgress: () => progress.push(`${String(queue.done)}/${String(queue.total)}`),
    });
    return { queue, log, progress, most: () => most };
  }

  it('works on the newest first, a few at a time, and counts', async () => {
    const { queue, log, most } = setUp();
    for (const [key, order] of [
      ['old', 1],
      ['new', 3],
      ['middle', 2],
    ] as const)
      queue.add(key, order);
    assert.equal(queue.total, 3);
    await quiet();
    assert.deepEqual(log, ['new', 'middle', 'old']);
    assert.equal(most(), 2);
    assert.deepEqual([queue.done, queue.total], [0, 0]);
  });

  it('puts urgent wishes first, and keeps them urgent', async () => {
    const { queue, log } = setUp(1);
    queue.add('a', 9);
    queue.add('b', 1, true);
    queue.add('b', 1);
    queue.add('c', 5);
    await quiet();
    assert.deepEqual(log, ['b', 'a', 'c']);
  });

  it('queues nothing twice, but what is wished again while it runs, once more', async () => {
    const { queue, log } = setUp(1);
    queue.add('a', 1);
    queue.add('a', 2);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(log, ['a']);
    queue.add('a', 3);
    queue.add('b', 1);
    queue.remove('b');
    await quiet();
    assert.deepEqual(log, ['a', 'a']);
  });

  it('takes up nothing after its end', async () => {
    const { queue, log } = setUp(1);
    queue.add('a', 2);
    queue.add('b', 1);
    await Promise.resolve();
    queue.dispose();
    queue.add('c', 1);
    await quiet();
    assert.deepEqual(log, ['a']);
  });

  it('sorts ten thousand wishes in no time', async () => {
    const { queue, log } = setUp(2);
    for (let i = 0; i < 10_000; i++) queue.add(String(i), i);
    const start = performance.now();
    await quiet(20_100);
    assert.equal(log.length, 10_000);
    assert.ok(performance.now() - start < 5_000);
  });
});

describe('sessions that are being written', function () {
  this.timeout(SLOW_MS);

  it('are held while they change, the longest unchanged dropped first', async () => {
    const scheduler = fakeScheduler();
    const ended: string[] = [];
    const live = createLiveSessions(scheduler);
    const keep = (uri: string): void => {
      live.keep(uri, { session: {} as Session, dispose: () => ended.push(uri) });
    };
    for (let i = 0; i < LIVE_LIMIT; i++) keep(String(i));
    live.changed('0');
    keep('more');
    assert.deepEqual(ended, ['1']);
    await scheduler.advance(LIVE_MS - 1);
    live.changed('more');
    await scheduler.advance(1);
    assert.equal(ended.length, LIVE_LIMIT);
    live.changed('gone');
    live.dispose();
    assert.equal(ended.at(-1), 'more');
    assert.equal(scheduler.timers, 0);
  });
});

describe('open sessions outside the workspace', function () {
  this.timeout(SLOW_MS);

  it('are watched and looked at every few seconds, as long as there are any', async () => {
    const scheduler = fakeScheduler();
    const [opened, closed] = [createEmitter<Session>(), createEmitter<string>()];
    const touched: string[] = [];
    const registry = {
      onDidOpen: opened.event,
      onDidClose: closed.event,
      touched: (uri: string) => touched.push(uri),
    } as unknown as ObservableRegistry;
    const watched = new Map<string, () => void>();
    const outside = followOutside(registry, scheduler, {
      isInside: (uri) => uri.startsWith('in'),
      watch: (uri, tell) => {
        watched.set(uri, tell);
        return { dispose: () => watched.delete(uri) };
      },
    });
    const open = (uri: string): void => {
      opened.fire({ uri, snapshot: { mtime: scheduler.now() } } as Session);
    };
    open('inside');
    assert.equal(scheduler.timers, 0);
    open('out');
    watched.get('out')?.();
    assert.deepEqual(touched, ['out']);
    await scheduler.advance(POLL_MS * 2);
    assert.deepEqual(touched, ['out', 'out', 'out']);
    closed.fire('out');
    assert.deepEqual([watched.size, scheduler.timers], [0, 0]);
    open('again');
    outside.dispose();
    assert.deepEqual([watched.size, scheduler.timers], [0, 0]);
    await scheduler.advance(POLL_MS * 2);
    assert.equal(touched.length, 3);
  });

  it('are looked at once a minute when they are quiet, never all in one round', async () => {
    const scheduler = fakeScheduler();
    const [opened, closed] = [createEmitter<Session>(), createEmitter<string>()];
    const touched: string[] = [];
    const registry = {
      onDidOpen: opened.event,
      onDidClose: closed.event,
      touched: (uri: string) => touched.push(uri),
    } as unknown as ObservableRegistry;
    const outside = followOutside(registry, scheduler, {
      isInside: () => false,
      watch: () => ({ dispose: () => undefined }),
    });
    const open = (uri: string, mtime: number): void => {
      opened.fire({ uri, snapshot: { mtime } } as Session);
    };
    const old = scheduler.now() - QUIET_MS;
    for (let at = 0; at < 1000; at++) open(`old${at}`, old);
    open('fresh', scheduler.now());
    const rounds: number[] = [];
    for (let round = 0; round < QUIET_ROUNDS; round++) {
      const before = touched.length;
      await scheduler.advance(POLL_MS);
      rounds.push(touched.length - before);
    }
    assert.equal(new Set(touched).size, 1001, 'each was looked at');
    assert.equal(touched.filter((uri) => uri === 'fresh').length, QUIET_ROUNDS);
    assert.ok(Math.max(...rounds) <= 1000 / QUIET_ROUNDS + 1, rounds.join());
    outside.dispose();
    assert.equal(scheduler.timers, 0);
  });
});
