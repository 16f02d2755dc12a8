// Measurements. Every candidate in a fresh process, all of them in turn, several rounds; medians, and ratios within the
// same round, so that a busy machine does little harm (perf.md §2).
//   npm run bench -- scan [--size 100M|1G] [--rounds 5] [--only pi,zh] [--candidates raw,parse,scan]
import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSession, type Variant } from './sessions.ts';

const SEED = 20261130;
const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/bench');

/** What is measured, in the table's order; the first is the one that others are compared with. */
const CANDIDATES: Readonly<Record<string, string>> = {
  raw: 'reading only',
  split: 'readFile, split, JSON.parse',
  parse: 'chunks, JSON.parse of Latin-1 lines',
  decode: 'ours, every record decoded, index',
  plain: 'ours, scanner in TypeScript, index',
  scan: 'ours, scanner in WebAssembly, index',
};

interface Result {
  readonly cpu: number;
  readonly wall: number;
  readonly lines: number;
  readonly rss: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '100M' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'pi,zh' },
    candidates: { type: 'string', default: Object.keys(CANDIDATES).join(',') },
  },
});
if (positionals[0] !== 'scan') throw new RangeError('Say what to measure: scan');
const candidates = bundle('scanCandidate.ts');
for (const variant of values.only.split(',')) benchScan(variant as Variant);

/** As JavaScript, like the extension: a process that strips types is busy with that behind the scenes. */
function bundle(name: string): string {
  const outfile = join(cache, name.replace(/ts$/, 'mjs'));
  const entryPoints = [join(import.meta.dirname, name)];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node24' });
  return outfile;
}

function benchScan(variant: Variant): void {
  const file = session(variant, values.size);
  const names = values.candidates.split(',');
  const rounds: Record<string, Result>[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    // Turned by one each round: whoever comes after a candidate that fills the memory is not always the same.
    const order = names.map((_, index) => names[(index + round) % names.length] ?? '');
    rounds.push(Object.fromEntries(order.map((name) => [name, measure(name, file)])));
  }
  const { size } = statSync(file);
  console.log(`\n${variant}, ${(size / 1e6).toFixed(0)} MB, ${values.rounds} rounds\n`);
  console.log('| what | CPU s, median (least) | MB/s | × reading | × JSON.parse loop | wall s | peak MB |');
  console.log('|---|---|---|---|---|---|---|');
  for (const name of names) console.log(row(name, rounds, size));
}

function row(name: string, rounds: readonly Record<string, Result>[], size: number): string {
  const of = (pick: (result: Result) => number): number[] => rounds.map((round) => pick(result(round, name)));
  const against = (base: string): string =>
    rounds[0]?.[base]
      ? median(rounds.map((round) => result(round, name).cpu / result(round, base).cpu)).toFixed(2)
      : '';
  const cpu = of((each) => each.cpu);
  return [
    ...['', CANDIDATES[name] ?? name, `${median(cpu).toFixed(3)} (${Math.min(...cpu).toFixed(3)})`],
    ...[(size / 1e6 / median(cpu)).toFixed(0), against('raw'), against('parse')],
    ...[median(of((each) => each.wall)).toFixed(3), (median(of((each) => each.rss)) / 1e6).toFixed(0), ''],
  ]
    .join(' | ')
    .replaceAll('NaN', 'fails')
    .trim();
}

function result(round: Record<string, Result>, name: string): Result {
  const found = round[name];
  if (!found) throw new Error(`No result of ${name}.`);
  return found;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function measure(name: string, file: string): Result {
  const { stdout, stderr, status } = spawnSync(process.execPath, [candidates, name, file], {
    encoding: 'utf8',
  });
  if (status !== 0 && name !== 'split') throw new Error(`${name} failed: ${stderr}`);
  // A text of more than 512 MB cannot be.
  if (status !== 0) return { cpu: Number.NaN, wall: Number.NaN, lines: 0, rss: Number.NaN };
  return JSON.parse(stdout) as Result;
}

/** The generated file, made once and kept in the git-ignored cache. */
function session(variant: Variant, size: string): string {
  const [, digits, unit] = /^(\d+)([MG])$/.exec(size) ?? [];
  if (digits === undefined) throw new RangeError(`A size is written 100M or 1G, not ${size}.`);
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${variant}-${size}-${String(SEED)}.jsonl`);
  if (!existsSync(path)) {
    console.log(`making ${path}`);
    writeSession(`${path}.part`, Number(digits) * (unit === 'G' ? 1e9 : 1e6), variant, SEED);
    renameSync(`${path}.part`, path);
  }
  return path;
}
