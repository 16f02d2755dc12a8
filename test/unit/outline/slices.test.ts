import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler as scheduler } from '../../../src/core/lib/scheduler.ts';
import { IntList } from '../../../src/core/lib/intList.ts';
import { atOnce } from '../../../src/core/lib/steps.ts';
import { Outline, outlineSteps } from '../../../src/core/outline/outline.ts';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { createReadClient } from '../../../src/sessions/worker/readClient.ts';
import { nodeFiles as files } from '../../../src/store/nodeFiles.ts';
import { SessionView } from '../../../src/tree/sessionView.ts';
import { startNodeWorker } from '../../../src/worker/nodeTransport.ts';
import { record } from '../sessions/support.ts';

const WORKER = join(import.meta.dirname, '../../../src/worker/main.ts');

/** CPU time of this thread alone, in ms: other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Watches the turns of the event loop; the answer tells how much CPU the longest one took, in ms. */
function watchTurns(): () => number {
  let longest = 0;
  let last = cpu();
  let isOn = true;
  const look = (): void => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOn = false;
    return longest;
  };
}

/** A session of so many entries, each below the one that `above` names. */
function write(path: string, count: number, above: (row: number) => number): void {
  const file = openSync(path, 'w');
  let lines = '';
  for (let row = 0; row < count; row++) {
    lines += `${record(`n${row}`, row === 0 ? null : `n${above(row)}`, 'text')}\n`;
    if (lines.length < 1 << 20 && row < count - 1) continue;
    writeSync(file, lines);
    lines = '';
  }
  closeSync(file);
}

function sourceOf({ table, tree, labels }: SessionSnapshot) {
  return { table, tree, labels };
}

describe('long sessions in the view', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'session-tree-slices-'));
  const remote = createReadClient({
    start: () => startNodeWorker(WORKER),
    scheduler,
    onTrouble: () => undefined,
  });

  after(() => {
    remote.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [what, count, above] of [
    ['a chain 400,000 deep', 400_000, (row: number) => row - 1],
    ['100,000 siblings', 100_000, () => 0],
  ] as const) {
    it(`${what} is read and shown in pieces`, async () => {
      const path = join(folder, `${count}.jsonl`);
      write(path, count, above);
      const uri = pathToFileURL(path).href;
      const open = async () => {
        const session = await openSession(uri, { files, scheduler, remote, onError: () => undefined });
        assert.ok(session);
        await session.whole;
        return session;
      };
      // The least of three: what the engine does beside it, collecting garbage or compiling, is not always in the same turn.
      let read = Infinity;
      for (let time = 0; time < 3; time++) {
        const longest = watchTurns();
        const opened = await open();
        read = Math.min(read, longest());
        opened.dispose();
      }
      const session = await open();
      const { snapshot } = session;
      assert.equal(snapshot.table.size, count);
      const view = new SessionView(
        { kind: 'session', id: uri, uri, view: uri, item: { uri, name: 's', size: 1, mtime: 1 } },
        {
          sessions: { acquire: () => Promise.resolve({ session, dispose: () => undefined }) },
          filter: () => 'default',
          onChange: () => undefined,
        },
      );
      const watched = watchTurns();
      const nodes = await view.children(view.node);
      const shown = watched();
      assert.ok(nodes && nodes.length > 0 && nodes.length <= 250);
      session.dispose();
      // The same work in one piece, on a tree that was not asked for anything yet.
      const fresh = await open();
      const begin = cpu();
      const outline = new Outline(sourceOf(fresh.snapshot), { filter: 'default' });
      const whole = cpu() - begin;
      assert.deepEqual(view.layout?.outline.run(0).rows, outline.run(0).rows);
      fresh.dispose();
      console.log(
        `      longest turn: reading ${read.toFixed(0)} ms, showing ${shown.toFixed(0)} ms; at once ${whole.toFixed(0)} ms`,
      );
      if (count > 200_000) assert.ok(shown < whole, `${shown} ms in one turn, ${whole} ms in all`);
      // Moving a part over costs nothing by its size; copying it took ten times as long as the outline's own work.
      assert.ok(read < 2 * whole + 20, `${read} ms in one turn while it was read`);
      const steps = [...outlineSteps(sourceOf(snapshot), { filter: 'default' })].length;
      assert.ok(steps >= (4 * count) / 65_536, `${steps} steps`);
    });
  }
});

describe('work in steps', () => {
  it('gives what it returns, however it is done', () => {
    function* steps() {
      yield;
      yield;
      return 'done';
    }
    assert.equal(atOnce(steps()), 'done');
  });

  it('a list of numbers grows by one and by many', () => {
    const list = new IntList(1);
    assert.equal(list.last(), -1);
    for (let at = 0; at < 100; at++) list.push(at);
    list.extend(3).set([7, 8, 9]);
    assert.deepEqual([list.length, list.last()], [103, 9]);
    assert.deepEqual([...list.toArray()], [...Array.from({ length: 100 }, (_, at) => at), 7, 8, 9]);
  });
});
