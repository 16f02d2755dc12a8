// Opening a file: the first rows, the whole of it, the end of its newest path.
import { bundle, readingThread, sessionFile } from './lib/files.ts';
import { DELAY_MS } from './lib/delay.ts';
import { number, type Goal, type Report } from './lib/report.ts';
import { inRounds, middle, runScript } from './lib/rounds.ts';

export async function benchOpen(report: Report, rounds: number, sizes: readonly string[]): Promise<void> {
  const script = bundle('openCandidate.ts');
  const worker = await readingThread();
  const candidates = sizes.map((size) => {
    const file = sessionFile('pi', size);
    return { name: size, run: () => runScript(script, [worker, file]) };
  });
  const measured = inRounds(candidates, rounds);
  const of = (size: string, figure: string): number => middle(measured, size, figure);
  report.table(
    'open',
    [
      ...['file', 'first rows ms', 'whole file ms', 'last 200 messages, read and decoded, ms', 'their MB'],
      ...['event loop p99 ms', 'longest ms'],
    ],
    sizes.map((size) => [
      ...[size, number(of(size, 'first')), number(of(size, 'whole')), number(of(size, 'read'))],
      ...[number(of(size, 'bytes') / 1e6), number(of(size, 'delay99')), number(of(size, 'delayMax'))],
    ]),
  );
  const goals = sizes.flatMap((size): Goal[] => [
    { what: `${size}: first rows`, measured: of(size, 'first'), atMost: 300, unit: 'ms' },
    { what: `${size}: last 200 messages`, measured: of(size, 'read'), atMost: 20, unit: 'ms' },
    { what: `${size}: event loop, p99`, measured: of(size, 'delay99'), atMost: DELAY_MS, unit: 'ms' },
  ]);
  report.goals('open goals', goals);
}
