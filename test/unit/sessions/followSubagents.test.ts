import assert from 'node:assert/strict';
import type { Disposable } from '../../../src/core/lib/disposables.ts';
import type { Subagent } from '../../../src/sessions/subagents/find.ts';
import { POLL_MS, SubagentFollower } from '../../../src/sessions/subagents/follow.ts';
import { createSubagentSessions } from '../../../src/sessions/subagents/subagentSessions.ts';
import { opened, URI } from './support.ts';
import { linesOf } from '../formats/lines.ts';
import { says, user } from '../formats/claudeLines.ts';
import { fakeScheduler, quiet } from './fakes.ts';

const subagent = (name: string, title?: string): Subagent => ({
  ...{ uri: `mem:/${name}`, name, facts: { ids: [name], ...(title !== undefined && { title }) } },
});

function followed(withEvents = false) {
  const scheduler = fakeScheduler();
  const watched = new Map<string, () => void>();
  const now = { all: [subagent('a')], size: 1, looks: 0, fails: false };
  const follower = new SubagentFollower({
    scheduler,
    files: { stat: async () => ({ size: now.size, mtime: 0 }) },
    folders: async () => ['mem:/one', 'mem:/two'],
    look: async () => {
      now.looks += 1;
      return now.fails ? Promise.reject(new Error('unreadable')) : now.all;
    },
    ...(withEvents && {
      watch: (uri: string, touched: () => void): Disposable => {
        watched.set(uri, touched);
        return { dispose: () => void watched.delete(uri) };
      },
    }),
  });
  return { scheduler, follower, watched, now };
}

describe('SubagentFollower', () => {
  it('tells of subagents that appear, are told more of, grow or go, and of nothing else', async () => {
    const { scheduler, follower, now } = followed();
    let changes = 0;
    const own = follower.follow(() => (changes += 1));
    const after = async (change: () => void): Promise<number> => {
      const before = changes;
      change();
      await scheduler.advance(POLL_MS);
      return changes - before;
    };
    assert.equal(await after(() => undefined), 0);
    assert.equal(await after(() => (now.all = [subagent('a'), subagent('b')])), 1);
    assert.equal(await after(() => (now.all = [subagent('a'), subagent('b', 'look around')])), 1);
    assert.equal(await after(() => (now.size = 2)), 1);
    assert.equal(await after(() => undefined), 0);
    assert.equal(await after(() => (now.all = [])), 1);
    own.dispose();
  });

  it('looks soon after an event, and not at each of many', async () => {
    const { scheduler, follower, now, watched } = followed(true);
    let changes = 0;
    const own = follower.follow(() => (changes += 1));
    await scheduler.advance(1500);
    assert.deepEqual([...watched.keys()], ['mem:/one', 'mem:/two']);
    const before = now.looks;
    now.all = [subagent('b')];
    for (let i = 0; i < 100; i++) watched.get('mem:/one')?.();
    await quiet();
    assert.equal(changes, 1);
    await scheduler.advance(1500);
    assert.ok(now.looks - before <= 3);
    own.dispose();
    assert.equal(watched.size, 0);
  });

  it('costs nothing when nobody listens, and begins anew when somebody does', async () => {
    const { scheduler, follower, now, watched } = followed(true);
    const changes: string[] = [];
    const one = follower.follow(() => changes.push('one'));
    const two = follower.follow(() => changes.push('two'));
    await scheduler.advance(POLL_MS);
    one.dispose();
    now.size = 2;
    await scheduler.advance(POLL_MS);
    assert.deepEqual(changes, ['two']);
    two.dispose();
    const { looks } = now;
    await scheduler.advance(10 * POLL_MS);
    assert.deepEqual([now.looks, scheduler.timers, watched.size], [looks, 0, 0]);
    const again = follower.follow(() => changes.push('again'));
    now.size = 3;
    await scheduler.advance(POLL_MS);
    now.size = 4;
    await scheduler.advance(POLL_MS);
    assert.deepEqual(changes, ['two', 'again']);
    again.dispose();
  });

  it('goes on after a look that failed', async () => {
    const { scheduler, follower, now } = followed();
    let changes = 0;
    const own = follower.follow(() => (changes += 1));
    await scheduler.advance(POLL_MS);
    now.fails = true;
    await scheduler.advance(POLL_MS);
    assert.equal(changes, 0);
    Object.assign(now, { fails: false, size: 9 });
    await scheduler.advance(POLL_MS);
    assert.equal(changes, 1);
    own.dispose();
  });
});

describe('subagents that come while a session is shown', () => {
  it('are told of, though the session itself does not grow', async () => {
    const stem = URI.replace(/\.jsonl$/, '');
    const lines = linesOf(user('u', null), says('a', 'u'));
    const { session, files, scheduler } = await opened(lines);
    const names: string[] = [];
    const watched: string[] = [];
    const sessions = createSubagentSessions({
      ...{ files, scheduler },
      folders: {
        list: async (uri) =>
          uri === `${stem}/subagents` ? names.map((name) => ({ name, isFolder: false })) : undefined,
      },
      watch: (uri) => {
        watched.push(uri);
        return { dispose: () => undefined };
      },
    });
    let changes = 0;
    const own = sessions.follow(session, () => (changes += 1));
    await scheduler.advance(POLL_MS);
    // The folder of the subagents, that of workflows, and the session's own.
    assert.deepEqual(watched, [
      ...[`${stem}/subagents`, `${stem}/subagents/workflows`, stem.slice(0, stem.lastIndexOf('/'))],
    ]);
    files.write(`${stem}/subagents/agent-a.jsonl`, linesOf(user('x', null, 'look', { isSidechain: true })));
    names.push('agent-a.jsonl');
    await scheduler.advance(POLL_MS);
    assert.equal(changes, 1);
    assert.deepEqual(
      (await sessions.of(session)).loose.map(({ name }) => name),
      ['agent-a.jsonl'],
    );
    files.append(`${stem}/subagents/agent-a.jsonl`, linesOf(says('y', 'x')));
    await scheduler.advance(POLL_MS);
    assert.equal(changes, 2);
    own.dispose();
    assert.equal(scheduler.timers, 0);
  });
});
