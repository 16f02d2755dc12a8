// The list of sessions: many files, at the first start and at the next ones.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, cache, readingThread } from './lib/files.ts';
import { DELAY_MS } from './lib/delay.ts';
import { number, type Report } from './lib/report.ts';
import { inRounds, middle, runScript, type Candidate } from './lib/rounds.ts';
import { writeSession } from './sessions.ts';
import { textPools } from './texts.ts';
import { Dice } from '../support/dice.ts';

const FILES = 2000;
const SEED = 20261130;
/** The middle one of all sizes, in bytes; with the spread below, all together are about 1 GB. */
const MEDIAN = 300_000;

export async function benchList(report: Report, rounds: number): Promise<void> {
  const script = bundle('listCandidate.ts');
  const worker = await readingThread();
  const folder = sessionFolder();
  const saved = join(cache, 'summaries.json');
  rmSync(saved, { force: true });
  const fresh = join(cache, 'no-summaries.json');
  const run = (name: string, cacheFile: string): Candidate => ({
    name,
    run: () => {
      rmSync(fresh, { force: true });
      return runScript(script, [folder, cacheFile, worker]);
    },
  });
  runScript(script, [folder, saved, worker]);
  const measured = inRounds([run('first', fresh), run('second', saved)], rounds);
  rmSync(fresh, { force: true });
  const of = (name: string, figure: string): number => middle(measured, name, figure);
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  report.table(
    'list',
    [
      `${FILES.toLocaleString('en')} files, ${number(size / 1e6)} MB`,
      ...['all listed ms', 'CPU µs a file', 'in the extension’s thread'],
      ...['all titles and counts ms', 'MB read for the list', 'event loop p99 ms', 'longest ms'],
    ],
    ['first', 'second'].map((name) => [
      `${name} start`,
      ...[number(of(name, 'listed')), number((of(name, 'cpu') * 1000) / FILES)],
      ...[number((of(name, 'here') * 1000) / FILES), number(of(name, 'complete'))],
      ...[number(of(name, 'bytes') / 1e6), number(of(name, 'delay99')), number(of(name, 'delayMax'))],
    ]),
  );
  report.goals('list goals', [
    {
      what: 'a file of the list, warm, CPU of all threads',
      measured: (of('second', 'cpu') * 1000) / FILES,
      atMost: 100,
      unit: 'µs',
    },
    {
      what: 'of that, CPU of the extension’s own thread',
      measured: (of('second', 'here') * 1000) / FILES,
      atMost: 100,
      unit: 'µs',
    },
    { what: 'second start, all complete', measured: of('second', 'complete'), atMost: 300, unit: 'ms' },
    { what: 'second start, read', measured: of('second', 'bytes') / 1e6, atMost: 20, unit: 'MB' },
    ...['first', 'second'].map((name) => ({
      what: `${name} start: event loop, p99`,
      ...{ measured: of(name, 'delay99'), atMost: DELAY_MS, unit: 'ms' },
    })),
  ]);
}

/** Sessions of log-normal sizes, made once. */
function sessionFolder(): string {
  const folder = join(cache, `sessions-${String(FILES)}-${String(SEED)}`);
  const done = join(cache, `sessions-${String(FILES)}-${String(SEED)}.done`);
  if (existsSync(done)) return folder;
  console.log(`making ${String(FILES)} sessions …`);
  mkdirSync(folder, { recursive: true });
  const dice = new Dice(SEED);
  const pools = textPools('pi', dice);
  for (let n = 0; n < FILES; n++) {
    const uniform = (1 + dice.below(1_000_000)) / 1_000_001;
    const gauss =
      Math.sqrt(-2 * Math.log(uniform)) * Math.cos((2 * Math.PI * dice.below(1_000_000)) / 1_000_000);
    const size = Math.min(20e6, Math.max(2000, MEDIAN * Math.exp(gauss)));
    const path = join(folder, `${String(n)}.jsonl`);
    writeSession(path, size, 'pi', SEED + n, pools);
    // Nothing is remembered of files that were written a moment ago; these are a minute apart, the newest an hour old.
    const time = Date.now() / 1000 - 60 * (60 + n);
    utimesSync(path, time, time);
  }
  mkdirSync(done);
  return folder;
}
