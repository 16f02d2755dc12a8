// What the index takes, and the whole process over files of every size.
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { nextLine } from './makeSession.ts';
import { bundle, bytesOf, cache, readingThread, sessionFile, withFile, writeCopies } from './lib/files.ts';
import { DELAY_MS } from './lib/delay.ts';
import { number, type Goal, type Report } from './lib/report.ts';
import { inRounds, middle, runScript, type Candidate, type Figures } from './lib/rounds.ts';

const ENTRIES = 1_000_000;
const LONG_LINE = 600e6;
/** So much of the disk stays free. */
const SPARE = 10e9;

/** @param sizes of files of the generator; `5G` is five times the one of 1 GB, deleted afterwards */
export async function benchMemory(report: Report, rounds: number, sizes: readonly string[]): Promise<void> {
  const script = bundle('memoryCandidate.ts');
  const goals = [
    ...benchEntries(report, script, rounds),
    ...(await benchFiles(report, script, rounds, sizes)),
  ];
  report.goals('memory goals', goals);
}

function benchEntries(report: Report, script: string, rounds: number): Goal[] {
  const names = ['agent', 'chain'];
  const run = (name: string) => (): Figures => runScript(script, [name, String(ENTRIES)]);
  const measured = inRounds(
    names.map((name) => ({ name, run: run(name) })),
    rounds,
  );
  const of = (name: string, figure: string): number => middle(measured, name, figure);
  report.table(
    'memory entries',
    ['1,000,000 entries', 'bytes an entry in use', 'of them the tree', 'while growing', 'tree passes ms'],
    names.map((name) => [
      name === 'agent' ? 'as an agent writes them, 2 % branches' : 'one chain, 1,000,000 deep',
      ...[number(of(name, 'used') / ENTRIES), number(of(name, 'tree') / ENTRIES)],
      ...[number(of(name, 'growing')), number(of(name, 'passes'))],
    ]),
  );
  return [
    { what: 'bytes an entry in use', measured: of('agent', 'used') / ENTRIES, atMost: 75, unit: 'B' },
    { what: 'bytes an entry while growing', measured: of('agent', 'growing'), atMost: 130, unit: 'B' },
    { what: 'a million entries', measured: of('agent', 'used') / 1e6, atMost: 100, unit: 'MB' },
    {
      what: 'all tree passes over a million entries',
      measured: of('agent', 'passes'),
      atMost: 100,
      unit: 'ms',
    },
    {
      what: 'the path of a million entries is walked',
      measured: of('chain', 'path'),
      atLeast: ENTRIES,
      unit: '',
    },
  ];
}

async function benchFiles(
  report: Report,
  script: string,
  rounds: number,
  sizes: readonly string[],
): Promise<Goal[]> {
  const worker = await readingThread();
  const measure = (name: string, path: string): string[] => {
    const candidate: Candidate = { name, run: () => runScript(script, ['file', worker, path]) };
    const measured = inRounds([candidate], rounds);
    const of = (figure: string): number => middle(measured, name, figure);
    const peak = of('rss') / 1e6;
    const atMost = name === '5G' ? 250 : name.endsWith('line') ? undefined : 150 + (of('entries') * 75) / 1e6;
    if (atMost !== undefined)
      goals.push({
        what: `${name}: peak of the process`,
        measured: peak,
        atMost: Math.round(atMost),
        unit: 'MB',
      });
    goals.push({
      what: `${name}: event loop, p99`,
      ...{ measured: of('delay99'), atMost: DELAY_MS, unit: 'ms' },
    });
    return [
      name,
      of('entries').toLocaleString('en'),
      number(peak),
      number(of('time') / 1000),
      number(of('delay99')),
      number(of('delayMax')),
    ];
  };
  const goals: Goal[] = [];
  const rows = sizes.map((size) => {
    if (size !== '5G') return measure(size, sessionFile('pi', size));
    if (!hasRoom(bytesOf(size))) return [size, 'left out: the disk has no room for it', '', '', '', ''];
    const small = sessionFile('pi', '1G');
    return withFile(
      'five.jsonl',
      (path) => writeCopies(small, path, 5),
      (path) => measure(size, path),
    );
  });
  if (hasRoom(LONG_LINE))
    rows.push(withFile('line.jsonl', writeLongLine, (path) => measure('one 600 MB line', path)));
  report.table(
    'memory files',
    ['file', 'entries', 'peak MB of the process', 'read in s', 'event loop p99 ms', 'longest ms'],
    rows,
  );
  return goals;
}

function hasRoom(bytes: number): boolean {
  const { bavail, bsize } = statfsSync(cache);
  return bavail * bsize > bytes + SPARE;
}

/** A session of three messages, the second one longer than any text can be. */
function writeLongLine(path: string): void {
  const file = openSync(path, 'w');
  const header = { type: 'session', version: 3, id: 's', timestamp: '2027-01-01T00:00:00.000Z', cwd: '/' };
  writeSync(file, `${JSON.stringify(header)}\n${nextLine('a', null, 'short')}`);
  const [begin = '', end = ''] = nextLine('b', 'a', '|').split('|');
  writeSync(file, begin);
  const piece = Buffer.alloc(1e6, 'words ');
  for (let written = 0; written < LONG_LINE; written += piece.length) writeSync(file, piece);
  writeSync(file, end);
  writeSync(file, nextLine('c', 'b', 'short'));
  closeSync(file);
}
