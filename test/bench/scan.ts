// Indexing a file: ours beside reading it, beside parsing it, and beside other programs.
import { statSync } from 'node:fs';
import { bundle, bytesOf, sessionFile } from './lib/files.ts';
import { peers, type Peer } from './lib/peers.ts';
import { number, type Goal, type Report } from './lib/report.ts';
import { inRounds, middle, ratio, runScript, series, type Candidate, type Rounds } from './lib/rounds.ts';
import type { Variant } from './sessions.ts';

/** What is measured, in the table's order. */
const TITLES: Readonly<Record<string, string>> = {
  raw: 'reading only',
  split: 'readFile, split, JSON.parse',
  parse: 'chunks, JSON.parse of Latin-1 lines',
  readline: 'readline, JSON.parse',
  decode: 'ours, every record decoded, index',
  plain: 'ours, scanner in TypeScript, index',
  scan: 'ours, scanner in WebAssembly, index',
};
/** Slow ones, and those that cannot, are measured on the small files only. */
const LARGE = ['raw', 'parse', 'plain', 'scan'];
/** Other programs by the kind of file that they read, small and large. */
const PEERS: Readonly<
  Record<Variant, { readonly small: readonly string[]; readonly large: readonly string[] }>
> = {
  pi: { small: ['pi', 'duckdb', 'jq'], large: ['duckdb'] },
  claude: { small: ['ccusage'], large: ['ccusage'] },
  zh: { small: [], large: [] },
};

export interface ScanOptions {
  readonly size: string;
  readonly rounds: number;
  readonly variants: readonly Variant[];
  /** Absent: all that are of use for the size. */
  readonly candidates?: readonly string[] | undefined;
}

/** Measures each variant's file. Blocks of the report: `scan VARIANT SIZE`, and goals in `scan SIZE goals`. */
export function benchScan(report: Report, { size, rounds, variants, candidates }: ScanOptions): void {
  const isLarge = bytesOf(size) > 500e6;
  const script = bundle('scanCandidate.ts');
  const goals: Goal[] = [];
  for (const variant of variants) {
    const file = sessionFile(variant, size);
    const names = candidates ?? [
      ...(isLarge ? LARGE : Object.keys(TITLES)),
      ...(isLarge && variant === 'pi' ? ['readline'] : []),
    ];
    const own = names.filter((name) => name in TITLES);
    const others = peers(candidates ?? PEERS[variant][isLarge ? 'large' : 'small'], file);
    const mine: Candidate[] = own.map((name) => ({
      name,
      run: () => runScript(script, [name, file], name === 'split'),
    }));
    const measured = inRounds([...mine, ...others], rounds);
    writeTable(report, `scan ${variant} ${size}`, measured, own, others, statSync(file).size);
    goals.push(...goalsOf(variant, isLarge, measured, others));
  }
  report.goals(`scan ${size} goals`, goals);
}

function writeTable(
  report: Report,
  block: string,
  measured: Rounds,
  own: readonly string[],
  others: readonly Peer[],
  size: number,
): void {
  const row = (name: string, title: string, isWhole: boolean): string[] => {
    const cpu = series(measured, name, 'cpu').filter((value) => !Number.isNaN(value));
    if (cpu.length === 0) return [title, 'fails', '', '', '', '', '', ''];
    const compared = isWhole ? 'whole' : 'cpu';
    return [
      ...[title, `${number(middle(measured, name, 'cpu'))} (${number(Math.min(...cpu))})`],
      number(size / 1e6 / middle(measured, name, 'cpu')),
      number(ratio(measured, name, 'raw', 'cpu')),
      number(ratio(measured, name, 'parse', 'cpu')),
      number(ratio(measured, name, 'scan', compared)),
      ...[number(middle(measured, name, 'wall')), number(middle(measured, name, 'rss') / 1e6)],
    ];
  };
  report.table(
    block,
    [
      'what',
      'CPU s, median (least)',
      'MB/s',
      '× reading',
      '× JSON.parse loop',
      '× ours',
      'wall s',
      'peak MB',
    ],
    [
      ...own.map((name) => row(name, TITLES[name] ?? name, false)),
      ...others.map(({ name, title, isWhole }) => row(name, title, isWhole)),
    ],
  );
}

function goalsOf(variant: Variant, isLarge: boolean, measured: Rounds, others: readonly Peer[]): Goal[] {
  const goals: Goal[] = [];
  const atMost = (what: string, name: string, base: string, most: number): void => {
    const figure = ratio(measured, name, base, 'cpu');
    goals.push({ what: `${variant}: ${what}`, measured: figure, atMost: most, unit: '×' });
  };
  if (isLarge) {
    atMost('WebAssembly against reading only', 'scan', 'raw', 6);
    atMost('WebAssembly against the JSON.parse loop', 'scan', 'parse', 0.35);
    atMost('TypeScript against the JSON.parse loop', 'plain', 'parse', 0.6);
  }
  for (const { name, title, isWhole } of others) {
    const least = { pi: 12, duckdb: 3, ccusage: 3 }[name];
    if (least === undefined || (name !== 'pi' && !isLarge)) continue;
    const figure = ratio(measured, name, 'scan', isWhole ? 'whole' : 'cpu');
    goals.push({ what: `${variant}: ${title} against ours`, measured: figure, atLeast: least, unit: '×' });
  }
  if (isLarge && measured[0]?.has('readline')) {
    const figure = ratio(measured, 'readline', 'scan', 'cpu');
    goals.push({
      what: `${variant}: readline and JSON.parse against ours`,
      measured: figure,
      atLeast: 8,
      unit: '×',
    });
  }
  return goals;
}
