import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from './goldens.ts';

/** What a README of the corpus says of one file: counted by another reader than ours. */
export interface ReadmeCounts {
  readonly file: string;
  readonly bytes: number;
  /** Lines that are not blank, an unterminated last one among them. */
  readonly lines: number;
  /** Lines that are no JSON. */
  readonly bad: number;
  readonly isTerminated: boolean;
  /** Records by their type, in the README's own words. It names fourteen types at most. */
  readonly types: ReadonlyMap<string, number>;
  readonly traits: string;
}

/** The rows of a README's table whose files are JSON lines and are there; none for a folder with another table. */
export function corpusReadme(folder: string): ReadmeCounts[] {
  const path = join(CORPUS, folder, 'README.md');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 13 && cells[1]?.endsWith('.jsonl'))
    .map((cells) => rowOf(cells))
    .filter(({ file }) => existsSync(join(CORPUS, folder, file)));
}

function rowOf(cells: readonly string[]): ReadmeCounts {
  const [, file = '', , , , bytes, lines, bad, , terminated, types = '', traits = ''] = cells;
  return {
    file,
    ...{ bytes: Number(bytes), lines: Number(lines), bad: Number(bad) },
    isTerminated: terminated === 'yes',
    types: new Map(
      types.split(', ').flatMap((part) => {
        const [type, count] = part.split('×');
        return type && count ? [[type, Number(count)]] : [];
      }),
    ),
    traits,
  };
}
