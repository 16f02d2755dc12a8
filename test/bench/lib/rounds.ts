// Candidates in fresh processes, all of them in turn, several rounds; medians, and ratios within the same round, so that
// a busy machine does little harm (perf.md §2).
import { spawnSync } from 'node:child_process';

/** What one process measured: seconds, bytes and counts by name. NaN where it failed. */
export type Figures = Readonly<Record<string, number>>;

/** Results by candidate, one map a round. */
export type Rounds = readonly ReadonlyMap<string, Figures>[];

export interface Candidate {
  readonly name: string;
  /** Never throws: what cannot be done has no figures. */
  readonly run: () => Figures;
}

const NONE: Figures = {};

/** Runs every candidate once a round. */
export function inRounds(candidates: readonly Candidate[], count: number): Rounds {
  return Array.from({ length: count }, (_, round) => {
    // Turned by one each round: whoever comes after a candidate that fills the memory is not always the same.
    console.error(
      `round ${String(round + 1)} of ${String(count)}: ${candidates.map(({ name }) => name).join(', ')}`,
    );
    const order = candidates.map((_each, index) => candidates[(index + round) % candidates.length]);
    const results = new Map<string, Figures>();
    for (const candidate of order) if (candidate) results.set(candidate.name, candidate.run());
    return results;
  });
}

/** A candidate's figure in every round. */
export function series(rounds: Rounds, name: string, figure: string): number[] {
  return rounds.map((round) => (round.get(name) ?? NONE)[figure] ?? Number.NaN);
}

export function middle(rounds: Rounds, name: string, figure: string): number {
  return median(series(rounds, name, figure));
}

/** The median of one candidate's figure divided by another's in the same round. */
export function ratio(
  rounds: Rounds,
  name: string,
  base: string,
  figure: string,
  baseFigure = figure,
): number {
  const bases = series(rounds, base, baseFigure);
  return median(series(rounds, name, figure).map((value, round) => value / (bases[round] ?? Number.NaN)));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The number below which this share of all lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Runs a script that prints its figures as one line of JSON. No figures where it failed and may. */
export function runScript(script: string, parameters: readonly string[], mayFail = false): Figures {
  const nodeOptions = ['--expose-gc', '--no-warnings'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...nodeOptions, script, ...parameters], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (status === 0 && last.startsWith('{')) return JSON.parse(last) as Figures;
  if (!mayFail) throw new Error(`${script} ${parameters.join(' ')} failed: ${stderr}`);
  return NONE;
}
