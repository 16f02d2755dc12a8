import assert from 'node:assert/strict';
import { makeScene } from '../../../src/conversation/scene.ts';
import { UsageTask } from '../../../src/conversation/usageTask.ts';
import type { PageUsage } from '../../../src/protocol.ts';
import { opened, URI } from '../sessions/support.ts';
import { jsonl, piSession } from './support.ts';

const spoke = (id: string, parentId: string | null, input: number, text = 'x'): object => ({
  ...{ type: 'message', id, parentId },
  message: {
    role: 'assistant',
    content: [{ type: 'text', text }],
    usage: { input, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 0.25 } },
  },
});
const asked = (id: string, parentId: string | null): object => ({
  ...{ type: 'message', id, parentId },
  message: { role: 'user', content: 'x' },
});
const chain = (from: number, to: number): object[] =>
  Array.from({ length: to - from }, (_, i) =>
    spoke(`n${from + i}`, from + i === 0 ? null : `n${from + i - 1}`, 10),
  );

async function task(lines: readonly object[], options: { autoBytes?: number; slow?: boolean } = {}) {
  const setup = await opened(jsonl(piSession(...lines)));
  const { session, files, scheduler } = setup;
  let scene = makeScene(session.snapshot, session.snapshot.tree.defaultLeaf);
  let view = 1;
  let elapsed = 0;
  const changes: (PageUsage | undefined)[] = [];
  const failures: unknown[] = [];
  const usage: UsageTask = new UsageTask({
    session,
    scene: () => scene,
    view: () => view,
    changed: () => changes.push(usage.header.usage),
    failed: (error) => failures.push(error),
    scheduler: {
      ...scheduler,
      now: () => 0,
      turn: () => scheduler.turn(),
      elapsed: () => (options.slow ? (elapsed += 400) : 0),
    },
    ...(options.autoBytes !== undefined && { autoBytes: options.autoBytes }),
  });
  return {
    ...setup,
    usage,
    changes,
    failures,
    async update(): Promise<void> {
      usage.update();
      await usage.settled();
    },
    show(id: string): void {
      scene = makeScene(session.snapshot, session.snapshot.table.rowOf(id));
      view += 1;
    },
    async grow(...more: readonly object[]): Promise<void> {
      files.append(URI, jsonl(more.map((entry) => ({ timestamp: '2026-01-05T10:00:00.000Z', ...entry }))));
      await scheduler.advance(10_000);
      await session.refresh();
      scene = makeScene(session.snapshot, session.snapshot.tree.defaultLeaf);
    },
  };
}

const sum = (input: number, output: number): PageUsage => ({
  ...{ state: 'sum', answers: output, withCost: output, usage: { input, output, cost: output / 4 } },
});

describe('UsageTask', () => {
  it('adds up what the answers of the path used, and no other branch', async () => {
    const { usage, update, changes } = await task([
      spoke('a', null, 10),
      spoke('b', 'a', 100),
      spoke('c', 'a', 1000),
    ]);
    assert.deepEqual(usage.header, {});
    await update();
    assert.deepEqual(usage.header, { usage: sum(1010, 2) });
    assert.deepEqual(changes, [sum(1010, 2)]);
  });

  it('says nothing where no record tells anything', async () => {
    const { usage, update, changes } = await task([asked('a', null), asked('b', 'a')]);
    await update();
    assert.deepEqual([usage.header, changes], [{}, []]);
  });

  it('reads only what is new when the path grows', async () => {
    const { usage, update, grow, files, session } = await task(chain(0, 300));
    await update();
    await grow(...chain(300, 303));
    // What is new, the session has read already.
    const before = files.counts.reads;
    const wanted: number[] = [];
    const entries = session.entries.bind(session);
    session.entries = async (rows) => {
      wanted.push(...rows);
      return entries(rows);
    };
    await update();
    assert.deepEqual(usage.header, { usage: sum(3030, 303) });
    assert.deepEqual(wanted, [300, 301, 302]);
    assert.ok(files.counts.reads - before <= 1);
  });

  it('begins at the fork point when another branch is shown, and forgets the first sum at once', async () => {
    const { usage, update, show } = await task([...chain(0, 5), spoke('b', 'n1', 7)]);
    await update();
    assert.deepEqual(usage.header, { usage: sum(27, 3) });
    show('n4');
    assert.deepEqual(usage.header, {});
    await update();
    assert.deepEqual(usage.header, { usage: sum(50, 5) });
  });

  it('tells how far it is when it takes long', async () => {
    const { update, changes } = await task(chain(0, 200), { slow: true });
    await update();
    assert.deepEqual(changes.at(0), { state: 'working', read: 64, total: 200 });
    assert.deepEqual(changes.at(-1), sum(2000, 200));
  });

  it('reads much only when it is asked to, and then all of it', async () => {
    const { usage, update, grow, show } = await task(chain(0, 100), { autoBytes: 5000 });
    await update();
    const large = usage.header.usage;
    assert.ok(large?.state === 'large' && large.bytes > 5000);
    usage.ask();
    await usage.settled();
    assert.deepEqual(usage.header, { usage: sum(1000, 100) });
    // The few that come later are no question.
    await grow(...chain(100, 101));
    await update();
    assert.deepEqual(usage.header, { usage: sum(1010, 101) });
    show('n99');
    await update();
    assert.deepEqual(usage.header, { usage: sum(1000, 100) });
  });

  it('ends when nobody looks, and goes on later', async () => {
    const { usage, update, changes } = await task(chain(0, 300));
    usage.update();
    usage.stop();
    await usage.settled();
    assert.deepEqual([usage.header, changes], [{}, []]);
    await update();
    assert.deepEqual(usage.header, { usage: sum(3000, 300) });
  });

  it('shows no sum of a file that holds something else by now', async () => {
    const { usage, update, files, failures } = await task(chain(0, 3));
    files.write(URI, 'x'.repeat(10));
    await update();
    assert.deepEqual([usage.header, failures], [{}, []]);
  });

  it('tells a failure once, and shows no sum', async () => {
    const { usage, update, session, failures } = await task(chain(0, 3));
    session.entries = async () => Promise.reject(new Error('unreadable'));
    await update();
    await update();
    assert.deepEqual([usage.header, failures.length], [{}, 1]);
  });
});
