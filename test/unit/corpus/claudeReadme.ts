import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '../../support/shared.ts';

export const CLAUDE_FOLDER = join(sharedFolder, 'corpus/claude-code');

/** What the corpus's README says of one file: counted by a reader that is not ours, from parent ids alone. */
export interface ReadmeRow {
  /** Path below the corpus's folder. */
  readonly file: string;
  readonly lines: number;
  /** Lines by their `type`. */
  readonly types: ReadonlyMap<string, number>;
  readonly rawForks: number;
  /** Forks that remain once pieces of messages, results and notes are folded in. */
  readonly realForks: number;
  readonly badLines: number;
  readonly gluedLines: number;
  readonly duplicates: number;
  readonly missingParents: number;
  readonly compactions: number;
  readonly sideLines: number;
  readonly isAgentFile: boolean;
  readonly openCalls: number;
  readonly orphanResults: number;
}

/** Every JSON lines file of the corpus with a row in its README. (Four rows are of files that are not there.) */
export function readmeRows(): ReadmeRow[] {
  const path = join(CLAUDE_FOLDER, 'README.md');
  if (!existsSync(path)) return [];
  let folder = '';
  const rows: ReadmeRow[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const heading = /^## (\S+)/.exec(line)?.[1];
    // The folder was renamed after the README was written.
    if (heading !== undefined) folder = heading.replace('-tmp-r-cc-proj', '-home-me-proj');
    const cells = line.split('|').map((cell) => cell.trim());
    const [, file = '', , , lines = '', types = '', traits = ''] = cells;
    const isThere = file.endsWith('.jsonl') && existsSync(join(CLAUDE_FOLDER, folder, file));
    if (cells.length === 8 && isThere) rows.push(rowOf(`${folder}/${file}`, lines, types, traits));
  }
  return rows;
}

function rowOf(file: string, lines: string, types: string, traits: string): ReadmeRow {
  const number = (pattern: RegExp): number => Number(pattern.exec(traits)?.[1] ?? 0);
  const real = ['stub', 'retry', 'real'].map((word) => number(new RegExp(`(\\d+) ${word}\\b`)));
  return {
    file,
    lines: Number(lines),
    types: new Map(
      types.split(' ').flatMap((part) => {
        const [type, count] = part.split(':');
        return type && count ? [[type, Number(count)]] : [];
      }),
    ),
    rawForks: number(/(\d+) raw forks/),
    realForks: real.reduce((sum, count) => sum + count, 0),
    badLines: number(/(\d+) unparsable/),
    gluedLines: number(/(\d+) glued/),
    duplicates: number(/(\d+) duplicate uuid/),
    missingParents: number(/(\d+) missing-parent/),
    compactions: number(/(\d+) compaction/),
    sideLines: number(/(\d+) inline sidechain lines/),
    isAgentFile: traits.includes('all lines sidechain'),
    openCalls: number(/(\d+) calls without result/),
    orphanResults: number(/(\d+) results without call/),
  };
}
