// How fast each format is indexed, beside Pi's: files of the same texts.
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { FORMATS } from '../../src/formats/list.ts';
import { JOURNALS } from './formatMore.ts';
import { Chain, WRITINGS } from './formatRecords.ts';
import { turns } from './formatTurns.ts';
import { bundle, bytesOf, cached } from './lib/files.ts';
import { number, type Goal, type Report } from './lib/report.ts';
import { inRounds, median, middle, runScript, series } from './lib/rounds.ts';

const SEED = 20261130;
const BASE = 'pi-v3';
/** Of Pi's bytes a second that every format is to reach. */
const SHARE = 0.8;
const ALL = { ...WRITINGS, ...JOURNALS };

/** Block of the report: `formats`. Speed is bytes a second of CPU time; ratios are taken within a round. */
export function benchFormats(report: Report, rounds: number, size: string): void {
  const script = bundle('formatCandidate.ts');
  const files = new Map(Object.keys(ALL).map((name) => [name, formatFile(name, size)]));
  const candidates = Array.from(files, ([name, file]) => ({
    name,
    run: () => runScript(script, [name, file]),
  }));
  const measured = inRounds(candidates, rounds);
  const bytes = (name: string): number => statSync(files.get(name) ?? '').size;
  const speeds = (name: string): number[] => series(measured, name, 'cpu').map((cpu) => bytes(name) / cpu);
  const share = (name: string): number => {
    const base = speeds(BASE);
    return median(speeds(name).map((speed, round) => speed / (base[round] ?? Number.NaN)));
  };
  const names = [...files.keys()].sort((a, b) => share(b) - share(a));
  report.table(
    'formats',
    ['format', 'MB', 'entries', 'of which scanned', 'MB/s', "of Pi's"],
    names.map((name) => [
      ...[name, number(bytes(name) / 1e6), middle(measured, name, 'entries').toLocaleString('en')],
      `${number(100 * middle(measured, name, 'scanned'))} %`,
      ...[number(median(speeds(name)) / 1e6), number(share(name))],
    ]),
  );
  report.goals(
    'formats goals',
    names.map((name): Goal => ({ what: name, measured: share(name), atLeast: SHARE, unit: "× Pi's" })),
  );
}

/** A session of about this size in one format. @throws where the project has no such format */
function formatFile(name: string, size: string): string {
  const writing = ALL[name];
  if (!writing || !FORMATS.some((format) => format.name === name))
    throw new RangeError(`No format is called "${name}".`);
  return cached(`format-${name}-${size}-${String(SEED)}.jsonl`, (path) => {
    const file = openSync(path, 'w');
    const chain = new Chain();
    let left = bytesOf(size);
    const write = (records: readonly unknown[]): void => {
      const text = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      left -= writeSync(file, text);
    };
    write(writing.begin?.(chain) ?? []);
    for (const turn of turns(SEED)) {
      if (left <= 0) break;
      write(writing.turn(turn, chain));
    }
    closeSync(file);
  });
}
