// Measurements: npm run bench -- WHAT [options]. What is measured and how: docs/performance.md.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAppend } from './append.ts';
import { benchFormats } from './formats.ts';
import { benchList } from './list.ts';
import { createReport, type Report } from './lib/report.ts';
import { benchMemory } from './memory.ts';
import { benchOpen } from './open.ts';
import { benchScan } from './scan.ts';
import type { Variant } from './sessions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** One size for `scan`, several for the others: 100M, 1G, 10M,1G. */
    size: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'pi,claude,zh' },
    candidates: { type: 'string' },
    /** Writes the tables into docs/performance.md. `all` does it in any case. */
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const sizes = (usual: string): readonly string[] => (values.size ?? usual).split(',');

type Bench = (report: Report) => void | Promise<void>;

const BENCHES: Readonly<Record<string, Bench>> = {
  scan(report) {
    const candidates = values.candidates?.split(',');
    const variants = values.only.split(',') as Variant[];
    for (const size of sizes('100M')) benchScan(report, { size, rounds, variants, candidates });
  },
  memory: (report) => benchMemory(report, rounds, sizes('100M,1G,5G')),
  append: (report) => benchAppend(report, rounds, sizes('10M,100M,1G')),
  open: (report) => benchOpen(report, rounds, sizes('100M,1G')),
  list: (report) => benchList(report, rounds),
  formats: (report) => {
    for (const size of sizes('100M')) benchFormats(report, rounds, size);
  },
  async all(report) {
    const before = load();
    const begin = performance.now();
    for (const size of ['100M', '1G']) {
      await attempt(size, () => benchScan(report, { size, rounds, variants: ['pi', 'claude', 'zh'] }));
    }
    for (const part of ['memory', 'append', 'open', 'list', 'formats'])
      await attempt(part, () => BENCHES[part]?.(report));
    const minutes = Math.round((performance.now() - begin) / 60_000);
    report.text('machine', machine(before, minutes));
  },
};

/** One part that fails leaves its tables as they are, and the others are measured nevertheless. */
async function attempt(part: string, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(`${part} was not measured:`, error);
    process.exitCode = 1;
  }
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** What was measured on, and how much else went on there. */
function machine(before: string, minutes: number): string {
  const [{ model = 'unknown' } = {}] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return (
    `Measured on ${date} in ${String(minutes)} minutes: ${String(cpus().length)} × ${model.trim()}, ` +
    `${process.platform}, Node ${process.versions.node}; load ${before} before, ${load()} after.`
  );
}

const [name = ''] = positionals;
const bench = BENCHES[name];
if (!bench) throw new RangeError(`Say what to measure: ${Object.keys(BENCHES).join(', ')}`);
await bench(createReport(values.write || name === 'all'));
