import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileAccess } from '../../../src/core/files.ts';
import { withBesideResults } from '../../../src/core/pairing/besideResults.ts';
import { pairRows } from '../../../src/core/pairing/pairing.ts';
import { alternatives, forkPoints, pathRows } from '../../../src/core/tree/walk.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { probe } from '../../../src/sessions/probe.ts';
import { readNames } from '../../../src/sessions/rowNames.ts';
import { sharedFolder } from '../../support/shared.ts';

/** What the product finds in one file. Ids and numbers only: nothing of what the file says. */
export interface Golden {
  /** The format's name; null for a file without a session. */
  readonly format: string | null;
  /** Entries, those that were recovered from damaged lines among them; repeats count. */
  readonly entries: number;
  /** Ids of the fork points with their numbers of real alternatives. */
  readonly forks: Readonly<Record<string, number>>;
  readonly defaultLeaf: string | null;
  /** Calls on the path to the default leaf with and without a result, results of it without a call. */
  readonly pairs: { readonly answered: number; readonly open: number; readonly orphans: number };
  /** Problems by their code. */
  readonly problems: Readonly<Record<string, number>>;
  /** Bytes that the list reads to know what the file is and what it is called. */
  readonly bytesRead: number;
}

export const CORPUS = join(sharedFolder, 'corpus');
const GOLDENS = join(import.meta.dirname, '../../fixtures/goldens');

/** Folders of the corpus; none where it is not there. */
export function corpusFolders(): string[] {
  return existsSync(CORPUS) ? readdirSync(CORPUS).sort() : [];
}

/** All `.jsonl` files of a folder of the corpus, by their paths below it. */
export function corpusFiles(folder: string): string[] {
  return readdirSync(join(CORPUS, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

/** The goldens of a folder by file, or undefined where none were written. */
export function readGoldens(folder: string): Readonly<Record<string, Golden>> | undefined {
  const path = goldenPath(folder);
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Golden>>)
    : undefined;
}

/** Reads every file of a folder and keeps what was found. @returns what was written, and where */
export async function writeGoldens(folder: string): Promise<{ path: string; files: number }> {
  const goldens: Record<string, Golden> = {};
  for (const file of corpusFiles(folder)) goldens[file] = await goldenOf(join(CORPUS, folder, file));
  const path = goldenPath(folder);
  const rows = Object.entries(goldens).map(([file, golden]) => `${text(file)}: ${text(golden)}`);
  writeFileSync(path, `{\n${rows.join(',\n')}\n}\n`);
  return { path, files: rows.length };
}

/** Reads a file as the product does. */
export async function goldenOf(path: string): Promise<Golden> {
  const bytes = readFileSync(path);
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  const bytesRead = await bytesProbed(bytes);
  const { intake } = reader;
  if (!state || !intake) return { ...NOTHING, bytesRead };
  const { table, tree, problems } = state;
  const { ids } = readNames(bytes, intake);
  const rows = withBesideResults(table, tree, pathRows(tree, tree.defaultLeaf));
  const { pairs, orphanResults } = pairRows(table, Array.from(rows));
  const answered = pairs.filter(({ resultRow }) => resultRow >= 0).length;
  return {
    format: state.format.name,
    entries: table.size,
    forks: Object.fromEntries(
      Array.from(forkPoints(tree), (row) => [ids[row] ?? '', alternatives(tree, row).length]),
    ),
    defaultLeaf: ids[tree.defaultLeaf] ?? null,
    pairs: { answered, open: pairs.length - answered, orphans: orphanResults.length },
    problems: countBy(problems.map(({ code }) => code)),
    bytesRead,
  };
}

const NOTHING: Omit<Golden, 'bytesRead'> = {
  ...{ format: null, entries: 0, forks: {}, defaultLeaf: null },
  ...{ pairs: { answered: 0, open: 0, orphans: 0 }, problems: {} },
};

async function bytesProbed(bytes: Uint8Array): Promise<number> {
  let count = 0;
  const stat = { size: bytes.length, mtime: 0 };
  const files: FileAccess = {
    stat: () => Promise.resolve(stat),
    read: (_uri, offset, length) => {
      const part = bytes.subarray(offset, offset + length);
      count += part.length;
      return Promise.resolve(part);
    },
  };
  await probe(files, 'memory:golden', stat);
  return count;
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function goldenPath(folder: string): string {
  return join(GOLDENS, `${folder}.json`);
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
