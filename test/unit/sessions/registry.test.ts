import assert from 'node:assert/strict';
import { createEmitter } from '../../../src/core/lib/emitter.ts';
import {
  createSessionRegistry,
  GRACE_MS,
  TOUCH_MS,
  type ClosableSession,
} from '../../../src/sessions/registry.ts';
import type { SessionChange, SessionSnapshot } from '../../../src/sessions/session.ts';
import { fakeScheduler, quiet, settle, SLOW_MS } from './fakes.ts';
import { chain, registryOf, setUp as setUpFiles, URI } from './support.ts';

interface FakeSession extends ClosableSession {
  refreshes: number;
  disposed: boolean;
}

function fakeSession(uri: string): FakeSession {
  const changes = createEmitter<SessionChange>();
  const session: FakeSession = {
    uri,
    snapshot: {} as SessionSnapshot,
    onDidChange: changes.event,
    entries: () => Promise.resolve([]),
    bytes: () => Promise.resolve([]),
    previews: () => Promise.resolve([]),
    refresh: () => {
      session.refreshes += 1;
      return Promise.resolve();
    },
    dispose: () => {
      session.disposed = true;
    },
    refreshes: 0,
    disposed: false,
  };
  return session;
}

function setUp(answer: (uri: string) => FakeSession | undefined = fakeSession) {
  const scheduler = fakeScheduler();
  const opened: (FakeSession | undefined)[] = [];
  const cancelled: (() => boolean)[] = [];
  const errors: unknown[] = [];
  const registry = createSessionRegistry({
    scheduler,
    onError: (_uri, error) => errors.push(error),
    open: async (uri, isCancelled) => {
      cancelled.push(isCancelled);
      await settle();
      const session = answer(uri);
      opened.push(session);
      return session;
    },
  });
  return { scheduler, registry, opened, cancelled, errors };
}

describe('registry over real sessions', () => {
  it('gives whoever comes next the file as it is now, before any event', async () => {
    const setup = setUpFiles();
    const registry = registryOf(setup);
    setup.files.write(URI, chain('a'));
    const first = await registry.acquire(URI);
    setup.files.write(URI, chain('a', 'b'));
    const second = await registry.acquire(URI);
    assert.equal(second?.session, first?.session);
    assert.equal(second?.session.snapshot.table.size, 2);
  });

  it('a thousand idle sessions have no timer and are not looked at', async function () {
    this.timeout(SLOW_MS);
    const setup = setUpFiles();
    const registry = registryOf(setup);
    const { files, scheduler } = setup;
    const uris = Array.from({ length: 1000 }, (_, at) => `mem:/idle/${at}.jsonl`);
    for (const uri of uris) files.write(uri, chain('a', 'b'));
    await scheduler.advance(60_000);
    const leases = await Promise.all(uris.map((uri) => registry.acquire(uri)));
    assert.ok(leases.every((lease) => lease?.session.snapshot.table.size === 2));
    files.reset();
    assert.equal(scheduler.timers, 0);
    await scheduler.advance(3_600_000);
    assert.deepEqual(files.counts, { stats: 0, reads: 0, bytes: 0 });
    registry.dispose();
  });

  it('does not hand out the session of a deleted file, but keeps it for those who hold it', async () => {
    const setup = setUpFiles();
    const registry = registryOf(setup);
    setup.files.write(URI, chain('a'));
    const held = await registry.acquire(URI);
    const kinds: string[] = [];
    held?.session.onDidChange(({ kind }) => kinds.push(kind));
    setup.files.remove(URI);
    await assert.rejects(registry.acquire(URI), { code: 'not-found' });
    setup.files.write(URI, chain('b'));
    registry.touched(URI);
    await quiet();
    assert.deepEqual(kinds, ['deleted', 'replaced']);
    assert.equal((await registry.acquire(URI))?.session, held?.session);
  });
});

describe('registry of sessions', () => {
  it('opens a file once for all who ask at the same time', async () => {
    const { registry, opened } = setUp();
    const leases = await Promise.all([registry.acquire('a'), registry.acquire('a'), registry.acquire('b')]);
    assert.equal(opened.length, 2);
    assert.equal(leases[0]?.session, leases[1]?.session);
    assert.equal(registry.peek('a'), leases[0]?.session);
    assert.equal(registry.peek('c'), undefined);
  });

  it('closes a session when its last lease was gone for the grace time', async () => {
    const { registry, opened, scheduler } = setUp();
    const first = await registry.acquire('a');
    const second = await registry.acquire('a');
    first?.dispose();
    first?.dispose();
    await scheduler.advance(GRACE_MS * 2);
    assert.equal(opened[0]?.disposed, false, 'a lease counts once however often it is disposed');
    second?.dispose();
    await scheduler.advance(GRACE_MS - 1);
    assert.equal(opened[0].disposed, false);
    await scheduler.advance(1);
    assert.equal(opened[0].disposed, true);
    assert.equal(registry.peek('a'), undefined);
    assert.equal(scheduler.timers, 0);
  });

  it('hands out the same session within the grace time, and a new one after it', async () => {
    const { registry, opened, scheduler } = setUp();
    (await registry.acquire('a'))?.dispose();
    await scheduler.advance(GRACE_MS - 1);
    const again = await registry.acquire('a');
    assert.equal(again?.session, opened[0]);
    await scheduler.advance(GRACE_MS * 2);
    assert.equal(opened[0]?.disposed, false);
    again?.dispose();
    await scheduler.advance(GRACE_MS);
    assert.notEqual((await registry.acquire('a'))?.session, opened[0]);
  });

  it('closes at once what was only visited', async () => {
    const { registry, opened, scheduler } = setUp();
    (await registry.visit('a'))?.dispose();
    assert.equal(opened[0]?.disposed, true);
    const [visit, lease] = await Promise.all([registry.visit('a'), registry.acquire('a')]);
    lease?.dispose();
    visit?.dispose();
    assert.equal(opened[1]?.disposed, false, 'somebody held it');
    await scheduler.advance(GRACE_MS);
    assert.equal(opened[1].disposed, true);
  });

  it('does not remember failures, nor that a file held no session', async () => {
    let attempt = 0;
    const { registry, scheduler } = setUp((uri) => {
      attempt += 1;
      if (attempt === 1) throw new Error('disk');
      return attempt === 2 ? undefined : fakeSession(uri);
    });
    const both = await Promise.allSettled([registry.acquire('a'), registry.acquire('a')]);
    assert.deepEqual(
      both.map((one) => one.status),
      ['rejected', 'rejected'],
    );
    assert.equal(await registry.acquire('a'), undefined);
    assert.notEqual(await registry.acquire('a'), undefined);
    assert.equal(scheduler.timers, 0);
  });

  it('looks at a touched file at once, then once for all events of the throttle time', async () => {
    const { registry, opened, scheduler } = setUp();
    await registry.acquire('a');
    for (let i = 0; i < 5; i++) registry.touched('a');
    await quiet();
    assert.equal(opened[0]?.refreshes, 1);
    await scheduler.advance(TOUCH_MS - 1);
    registry.touched('a');
    assert.equal(opened[0].refreshes, 1);
    await scheduler.advance(1);
    assert.equal(opened[0].refreshes, 2);
    await scheduler.advance(TOUCH_MS * 4);
    assert.equal(opened[0].refreshes, 2);
    assert.equal(scheduler.timers, 0, 'idle costs no timer');
  });

  it('ignores events of files that are not open, and keeps those that come while one is being opened', async () => {
    const { registry, opened, scheduler } = setUp();
    registry.touched('nobody');
    assert.equal(scheduler.timers, 0);
    const opening = registry.acquire('a');
    registry.touched('a');
    await opening;
    await quiet();
    assert.equal(opened[0]?.refreshes, 1);
  });

  it('reports a refresh that failed to nobody but the log', async () => {
    const { registry, errors } = setUp((uri) => ({
      ...fakeSession(uri),
      refresh: () => Promise.reject(new Error('io')),
    }));
    await registry.acquire('a');
    registry.touched('a');
    await quiet();
    assert.equal(errors.length, 1);
  });

  it('tells what is opened and closed', async () => {
    const { registry, scheduler } = setUp();
    const told: string[] = [];
    registry.onDidOpen((session) => told.push(`open ${session.uri}`));
    registry.onDidClose((uri) => told.push(`close ${uri}`));
    (await registry.acquire('a'))?.dispose();
    await scheduler.advance(GRACE_MS);
    assert.deepEqual(told, ['open a', 'close a']);
  });

  it('closes everything and cancels what is being opened when it is disposed', async () => {
    const { registry, opened, cancelled, scheduler } = setUp();
    await registry.acquire('a');
    const opening = registry.acquire('b');
    registry.touched('a');
    await Promise.resolve();
    registry.dispose();
    assert.equal(await opening, undefined);
    assert.equal(opened[0]?.disposed, true);
    assert.equal(opened[1]?.disposed, true);
    assert.deepEqual(
      cancelled.map((isCancelled) => isCancelled()),
      [true, true],
    );
    await assert.rejects(registry.acquire('c'));
    assert.equal(scheduler.timers, 0);
  });
});
