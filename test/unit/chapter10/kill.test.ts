import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { JsonlSessionStore } from '../../../src/api.ts';
import { ids } from './chapterTree.ts';

const ROUNDS = 6;
const script = fileURLToPath(new URL('appendMany.ts', import.meta.url));

/** Lets a process append until it has told `count` ids, and kills it `wait` ms later. @returns the ids that it told */
async function appendAndDie(file: string, count: number, wait: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const done: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    done.push(id);
    if (done.length === count) setTimeout(() => child.kill('SIGKILL'), wait);
  }
  await closed;
  return done;
}

describe('JsonlSessionStore in a process that is killed', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'session-tree-kill-'))));
  after(() => rm(folder, { recursive: true }));

  it('keeps every append that returned; the file opens, and goes on once its tail is cut off', async function () {
    this.timeout(60_000);
    const file = join(folder, 's.jsonl');
    const done: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      done.push(...(await appendAndDie(file, 1 + Math.floor(Math.random() * 12), Math.random() * 8)));
      const store = await JsonlSessionStore.open(file);
      const kept = ids(await store.entries());
      assert.deepEqual(
        kept.filter((id) => done.includes(id)),
        done,
      );
      // Of each round at most one more: the append that was under way.
      assert.ok(kept.length - done.length <= round + 1);
      const bytes = await readFile(file);
      const end = bytes.lastIndexOf('\n') + 1;
      assert.equal(store.state, end === bytes.length ? 'ready' : 'needs-repair');
      await truncate(file, end);
    }
    assert.ok(done.length >= ROUNDS);
  });
});
