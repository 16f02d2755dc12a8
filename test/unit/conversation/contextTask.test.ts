import assert from 'node:assert/strict';
import { createTelling } from '../../../src/core/text/telling.ts';
import { ContextTask } from '../../../src/conversation/contextTask.ts';
import { makeScene } from '../../../src/conversation/scene.ts';
import type { ContextFacts, ContextShown } from '../../../src/protocol.ts';
import { opened, URI } from '../sessions/support.ts';
import { jsonl, message } from './support.ts';

const chain = (from: number, to: number, text = 'x'): object[] =>
  Array.from({ length: to - from }, (_, i) =>
    message(`n${from + i}`, from + i === 0 ? null : `n${from + i - 1}`, 'user', text),
  );

async function task(lines: readonly object[]) {
  const setup = await opened(jsonl(lines));
  const { session, files, scheduler } = setup;
  let scene = makeScene(session.snapshot, session.snapshot.tree.defaultLeaf);
  let view = 1;
  let elapsed = 0;
  const rests: number[] = [];
  const posted: (ContextShown | null)[] = [];
  const failures: unknown[] = [];
  const context = new ContextTask({
    session,
    scene: () => scene,
    view: () => view,
    post: (shown) => posted.push(shown),
    failed: (error) => failures.push(error),
    // Every look at the clock finds that 100 ms have gone by, and whoever waits is woken at once.
    scheduler: {
      ...scheduler,
      now: () => 0,
      elapsed: () => (elapsed += 100),
      turn: () => scheduler.turn(),
      after(ms, run) {
        rests.push(ms);
        setImmediate(run);
        return { dispose: () => undefined };
      },
    },
    words: {
      telling: createTelling({ language: 'en', hours: 'h12' }),
      fileChanged: 'changed',
      pathTooLarge: 'too large: {0}',
    },
  });
  return {
    ...setup,
    context,
    posted,
    failures,
    rests,
    facts: (): ContextFacts => {
      const last = posted.at(-1);
      assert.equal(last?.state, 'shown');
      return last as ContextFacts;
    },
    /** Another leaf: items lose their meaning. */
    show(row: number): void {
      scene = makeScene(session.snapshot, row);
      view += 1;
      context.update();
    },
    async grow(...more: readonly object[]): Promise<void> {
      files.append(URI, jsonl(more));
      await scheduler.advance(10_000);
      await session.refresh();
      scene = makeScene(session.snapshot, session.snapshot.tree.defaultLeaf);
      context.update();
    },
  };
}

describe('ContextTask', function () {
  this.timeout(60_000);
  it('does nothing before it is switched on, and says when it is off', async () => {
    const { context, posted, files } = await task(chain(0, 10));
    context.update();
    await context.settled();
    assert.deepEqual([posted.length, files.counts.reads], [0, 0]);
    context.set({ on: true, budget: null });
    await context.settled();
    context.set({ on: false, budget: null });
    assert.deepEqual(
      posted.map((shown) => shown?.state),
      ['shown', undefined],
    );
  });

  it('tells how far it is when it takes long', async () => {
    const { context, posted } = await task(chain(0, 6000));
    context.set({ on: true, budget: null });
    await context.settled();
    const working = posted.filter((shown) => shown?.state === 'working');
    assert.ok(working.length > 0);
    assert.ok(working.every(({ read, total }) => read < total && total === 6000));
    assert.equal(posted.at(-1)?.state, 'shown');
  });

  it('leaves a path that nobody shows any more', async () => {
    const { context, posted, show, facts, scheduler } = await task(chain(0, 6000));
    context.set({ on: true, budget: null });
    await scheduler.turn();
    show(2);
    await context.settled();
    assert.equal(posted.filter((shown) => shown?.state === 'shown').length, 1);
    // The newest leaf is not looked for here: the path ends at the row, with what hangs below it.
    assert.equal(facts().messages, 3);
    context.set({ on: true, budget: null });
    context.stop();
    show(5999);
    context.stop();
    await context.settled();
    assert.equal(posted.filter((shown) => shown?.state === 'shown').length, 2);
  });

  it('reads only what is new when the file grows, and nothing for another budget', async () => {
    const { context, files, facts, grow, rests } = await task(chain(0, 3000, 'x'.repeat(100)));
    context.set({ on: true, budget: null });
    await context.settled();
    const { bytes } = files.counts;
    assert.ok(bytes > 300_000);
    files.reset();
    context.set({ on: true, budget: 1000 });
    await context.settled();
    assert.equal(files.counts.reads, 0);
    assert.equal(facts().sentMessages, 7);
    await grow(...chain(3000, 3003));
    await context.settled();
    assert.equal(facts().messages, 3003);
    assert.ok(rests.length > 0, 'a long path that grows is left alone for a while');
    assert.ok(files.counts.bytes < bytes / 2, `${files.counts.bytes} of ${bytes}`);
  });

  it('keeps to the budget that was set last, and shows all of a path that no budget can cut', async () => {
    const { context, facts } = await task(chain(0, 5));
    context.set({ on: true, budget: 60 });
    await context.settled();
    assert.deepEqual([facts().marks, facts().sentMessages, facts().budgetError], ['oooss', 2, null]);
    context.set({ on: true, budget: 5 });
    assert.deepEqual(
      [facts().marks, facts().budgetError],
      ['sssss', 'context budget cannot contain the smallest consistent message unit'],
    );
  });

  it('says that the file changed while it was read', async () => {
    const { context, posted, files } = await task(chain(0, 10));
    files.write(URI, jsonl([message('other', null, 'user', 'another file')]));
    context.set({ on: true, budget: null });
    await context.settled();
    assert.deepEqual(posted.at(-1), { state: 'failed', message: 'changed' });
  });
});
