// Measurements: npm run bench -- WHAT [options]. What is measured and how: docs/performance.md.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createReport, type Report } from './lib/report.ts';
import { benchScan } from './scan.ts';
import type { Variant } from './sessions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '100M' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'pi,claude,zh' },
    candidates: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

const BENCHES: Readonly<Record<string, (report: Report) => void | Promise<void>>> = {
  scan(report) {
    const variants = values.only.split(',') as Variant[];
    benchScan(report, { size: values.size, rounds, variants, candidates: values.candidates?.split(',') });
  },
};

const [name = ''] = positionals;
const bench = BENCHES[name];
if (!bench) throw new RangeError(`Say what to measure: ${[...Object.keys(BENCHES), 'all'].join(', ')}`);
await bench(createReport(values.write));
void cpus;
void loadavg;
