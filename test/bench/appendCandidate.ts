// Follows one open session while lines are appended, in a process of its own. The file is cut back afterwards.
//   node appendCandidate.ts lines|shown|long WORKER FILE [MB]
import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { nextLine } from './makeSession.ts';
import { watchDelay } from './lib/delay.ts';
import { openView, openWhole, startServices, type Services } from './lib/opened.ts';
import { percentile } from './lib/rounds.ts';
import { TOUCH_MS } from '../../src/sessions/registry.ts';
import { nodeFiles } from '../../src/store/nodeFiles.ts';
import type { Session } from '../../src/sessions/session.ts';

const LINES = 500;
const SHOWN = 8;
const PIECE = 64 * 1024;

/** Lines that go on from the session's newest entry. */
async function newLines(session: Session, count: number): Promise<{ id: string; line: string }[]> {
  const [last] = await session.entries([session.snapshot.tree.defaultLeaf]);
  const name = (n: number): string => `new${String(n)}`;
  return Array.from({ length: count }, (_, n) => {
    const parent = n === 0 ? (last?.id ?? null) : name(n - 1);
    return { id: name(n), line: nextLine(name(n), parent, 'x'.repeat(500)) };
  });
}

/** The waits for the disk that a look makes, alone: on a busy machine they are most of what a look takes. */
async function bareReads(path: string): Promise<number> {
  const uri = pathToFileURL(path).href;
  const begin = performance.now();
  const file = nodeFiles.open?.(uri);
  const { size } = await nodeFiles.stat(uri);
  await Promise.all([file?.read(uri, 0, 4096), file?.read(uri, size - 4700, 4700)]);
  file?.close();
  return performance.now() - begin;
}

/**
 * From the end of the write until a snapshot holds the line, once the session was told to look.
 * @param bare gets how long the disk alone took, right after each
 */
async function untilIndexed(services: Services, path: string, bare: number[]): Promise<number[]> {
  const session = await openWhole(services, path);
  const times: number[] = [];
  for (const { id, line } of await newLines(session, LINES)) {
    await wait(1);
    appendFileSync(path, line);
    const begin = performance.now();
    await session.refresh();
    times.push(performance.now() - begin);
    const { table, tree } = session.snapshot;
    if (table.rowOf(id) !== tree.defaultLeaf) throw new Error('The line is not in the snapshot.');
    bare.push(await bareReads(path));
  }
  return times;
}

/** From the end of the write, of which a watcher tells at once, until the view has its rows and their texts. */
async function untilShown(services: Services, path: string): Promise<number[]> {
  const { view, refresher } = openView(services, path);
  await view.children(view.node);
  const session = await openWhole(services, path);
  await view.children(view.node);
  const times: number[] = [];
  for (const { id, line } of await newLines(session, SHOWN)) {
    await wait(TOUCH_MS + 50);
    appendFileSync(path, line);
    const begin = performance.now();
    const changed = new Promise<void>((resolve) => {
      const listening = refresher.event(() => {
        listening.dispose();
        resolve();
      });
    });
    services.registry.touched(pathToFileURL(path).href);
    await changed;
    const nodes = await view.children(view.node);
    times.push(performance.now() - begin);
    const last = nodes?.at(-1);
    const row = session.snapshot.table.rowOf(id);
    if (last?.kind !== 'entry' || last.row !== row || !view.preview(last.row))
      throw new Error('The line is not shown.');
  }
  return times;
}

/** One line of so many MB that comes in pieces, the session looking after each. Answers the time of all looks. */
async function longLine(services: Services, path: string, megabytes: number): Promise<number> {
  const session = await openWhole(services, path);
  const line = Buffer.from(nextLine('long', null, 'x'.repeat(megabytes * 1e6)));
  let time = 0;
  for (let at = 0; at < line.length; at += PIECE) {
    appendFileSync(path, line.subarray(at, at + PIECE));
    const begin = performance.now();
    await session.refresh();
    time += performance.now() - begin;
  }
  if (session.snapshot.table.rowOf('long') < 0) throw new Error('The line is not in the snapshot.');
  return time;
}

const [what = '', worker = '', path = '', megabytes = '0'] = process.argv.slice(2);
const { size } = statSync(path);
const services = startServices(worker);
try {
  if (what === 'long') {
    console.log(JSON.stringify({ time: await longLine(services, path, Number(megabytes)) }));
  } else {
    const bare: number[] = [];
    const delay = watchDelay();
    const times = await (what === 'shown' ? untilShown : untilIndexed)(services, path, bare);
    const delays = delay();
    const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(times, share));
    const [bare50, bare99, bareMax] = [0.5, 0.99, 1].map((share) => percentile(bare, share));
    console.log(
      JSON.stringify({ p50, p99, max, ...(bare.length > 0 && { bare50, bare99, bareMax }), ...delays }),
    );
  }
} finally {
  services.close();
  truncateSync(path, size);
}
