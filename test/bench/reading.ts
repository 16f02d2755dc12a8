// What opening and following a session costs, and what it does to the thread that everything else waits for.
//   node test/bench/reading.ts [MB …]      (Node 24; not part of the tests)
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { build } from '../../esbuild.mjs';
import { systemScheduler as scheduler } from '../../src/core/lib/scheduler.ts';
import { openSession } from '../../src/sessions/openSession.ts';
import type { ClosableSession } from '../../src/sessions/registry.ts';
import { createReadClient, type RemoteReader } from '../../src/sessions/worker/readClient.ts';
import { nodeFiles as files } from '../../src/store/nodeFiles.ts';
import { startNodeWorker } from '../../src/worker/nodeTransport.ts';
import { makeSession, nextLine } from './makeSession.ts';

const MEGABYTE = 1024 * 1024;
const APPENDS = 500;
const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
const onError = (_uri: string, error: unknown): void => {
  console.error(error);
};

async function open(uri: string, remote: RemoteReader | undefined, row: string): Promise<ClosableSession> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const begin = performance.now();
  const cpu = process.cpuUsage();
  delay.enable();
  const session = await openSession(uri, { files, scheduler, remote, onError });
  if (!session) throw new Error('No session');
  const first = performance.now() - begin;
  await session.whole;
  const whole = performance.now() - begin;
  // The tree's views ask for this at once.
  const before = performance.now();
  void session.snapshot.tree.newestLeaf.length;
  const newest = performance.now() - before;
  await new Promise((done) => setTimeout(done, 20));
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const p99 = (delay.percentile(99) - 1e6) / 1e6;
  console.log(
    `${row}: first rows ${ms(first)} ms, whole ${ms(whole)} ms, cpu ${ms((user + system) / 1000)} ms, ` +
      `delay of the main thread p99 ${ms(Math.max(0, p99))} ms, max ${ms(delay.max / 1e6)} ms, ` +
      `newest leaves ${ms(newest)} ms, ${session.snapshot.table.size} entries`,
  );
  return session;
}

async function appendTo(session: ClosableSession, path: string, last: string): Promise<void> {
  const times: number[] = [];
  let parent = last;
  for (let n = 0; n < APPENDS; n++) {
    const id = `new${n}`;
    appendFileSync(path, nextLine(id, parent, 'x'.repeat(500)));
    parent = id;
    const begin = performance.now();
    await session.refresh();
    times.push(performance.now() - begin);
  }
  if (session.snapshot.table.rowOf(parent) !== session.snapshot.tree.defaultLeaf)
    throw new Error('Not followed');
  times.sort((a, b) => a - b);
  const at = (part: number): string => ms(times[Math.floor(part * times.length)] ?? 0);
  console.log(
    `  append of a line, to a new snapshot: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(0.999)} ms`,
  );
}

const sizes = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'session-tree-bench-'));
try {
  await build({ outdir: join(folder, 'dist') });
  const start = () => startNodeWorker(join(folder, 'dist/worker.cjs'));
  const remote = createReadClient({ start, scheduler, onTrouble: console.error });
  for (const size of sizes.length > 0 ? sizes : [0.25, 1, 10, 100]) {
    const path = join(folder, `${size}.jsonl`);
    const last = makeSession(path, size * MEGABYTE);
    const uri = pathToFileURL(path).href;
    console.log(`${size} MB (${statSync(path).size} bytes)`);
    for (let round = 0; round < 3; round++) {
      (await open(uri, undefined, '  in slices here')).dispose();
      const session = await open(uri, remote, '  in the thread  ');
      if (round === 2) await appendTo(session, path, last);
      session.dispose();
    }
  }
  remote.dispose();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
