// Following a session while it is written to.
import { copyFileSync } from 'node:fs';
import { bundle, readingThread, sessionFile, withFile } from './lib/files.ts';
import { DELAY_MS } from './lib/delay.ts';
import { number, type Goal, type Report } from './lib/report.ts';
import { inRounds, middle, ratio, runScript, type Candidate, type Rounds } from './lib/rounds.ts';

const LONG = { half: '10', whole: '20' } as const;

/** @param sizes of the file that is open: 10M, 1G */
export async function benchAppend(report: Report, rounds: number, sizes: readonly string[]): Promise<void> {
  const script = bundle('appendCandidate.ts');
  const worker = await readingThread();
  const goals: Goal[] = [];
  const rows: string[][] = [];
  for (const size of sizes) {
    // A copy: the lines go into the file.
    const copy = (path: string): void => copyFileSync(sessionFile('pi', size), path);
    const measured = withFile(`append-${size}.jsonl`, copy, (path) =>
      inRounds(candidates(script, worker, path, size === sizes[0]), rounds),
    );
    rows.push(...rowsOf(measured, size));
    goals.push(...goalsOf(measured, size));
  }
  report.table('append', ['file', 'what', 'p50 ms', 'p99 ms', 'longest ms'], rows);
  report.goals('append goals', goals);
}

function candidates(script: string, worker: string, path: string, withLong: boolean): Candidate[] {
  const run = (...parameters: string[]): Candidate['run'] => {
    const [what = '', ...rest] = parameters;
    return () => runScript(script, [what, worker, path, ...rest]);
  };
  const long = [LONG.half, LONG.whole].map((size) => ({ name: size, run: run('long', size) }));
  return [
    { name: 'lines', run: run('lines') },
    { name: 'shown', run: run('shown') },
    ...(withLong ? long : []),
  ];
}

function rowsOf(measured: Rounds, size: string): string[][] {
  const times = (name: string, figures = ['p50', 'p99', 'max']): string[] =>
    figures.map((figure) => number(middle(measured, name, figure)));
  const long = (name: string): string[] => {
    const time = number(middle(measured, name, 'time'));
    return [size, `a line of ${name} MB in pieces of 64 KB, all looks together`, '', '', time];
  };
  return [
    [size, 'a line, until indexed', ...times('lines')],
    [size, 'the waits for the disk in that, alone', ...times('lines', ['bare50', 'bare99', 'bareMax'])],
    [size, 'a line, until shown', ...times('shown')],
    [
      size,
      'the event loop, while the file is read and lines come',
      ...times('shown', ['delay50', 'delay99', 'delayMax']),
    ],
    ...(measured[0]?.has(LONG.whole) ? [long(LONG.half), long(LONG.whole)] : []),
  ];
}

function goalsOf(measured: Rounds, size: string): Goal[] {
  const goal = (what: string, name: string, atMost: number): Goal => {
    return { what: `${size}: ${what}`, measured: middle(measured, name, 'p99'), atMost, unit: 'ms' };
  };
  const goals = [
    goal('a line until indexed, p99', 'lines', 1),
    goal('a line until shown, p99', 'shown', 150),
    {
      what: `${size}: event loop, p99`,
      measured: middle(measured, 'shown', 'delay99'),
      atMost: DELAY_MS,
      unit: 'ms',
    },
  ];
  if (measured[0]?.has(LONG.whole)) {
    const grows = ratio(measured, LONG.whole, LONG.half, 'time');
    goals.push({ what: '20 MB in pieces against 10 MB', measured: grows, atMost: 2.5, unit: '×' });
  }
  return goals;
}
