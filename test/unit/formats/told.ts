import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { alternatives, forkPoints, pathRows } from '../../../src/core/tree/walk.ts';
import type { Format, SessionHeader } from '../../../src/formats/format.ts';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';
import { readNames } from '../../../src/sessions/rowNames.ts';
import { linesOf } from './lines.ts';

/** A file's session in words: what a test wants to see at a glance. */
export interface Told {
  readonly state: ReadState;
  /** Ids on the path to the default leaf, with spaces between. */
  readonly path: string;
  readonly leaf: string | undefined;
  /** Ids of entries without a parent in the tree. */
  readonly roots: string;
  /** Fork points: `id: child child`. */
  readonly forks: readonly string[];
  readonly problems: readonly string[];
}

/** Reads records (texts stand as they are) as a file; its format is detected. */
export function told(...records: readonly unknown[]): Told {
  const bytes = linesOf(...records);
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  const { intake } = reader;
  assert.ok(state && intake, 'a session');
  const { ids } = readNames(bytes, intake);
  const { tree } = state;
  const names = (rows: Iterable<number>): string => Array.from(rows, (row) => ids[row]).join(' ');
  return {
    state,
    path: names(pathRows(tree, tree.defaultLeaf)),
    leaf: ids[tree.defaultLeaf],
    roots: names(tree.roots),
    forks: Array.from(forkPoints(tree), (row) => `${ids[row]}: ${names(alternatives(tree, row))}`),
    problems: state.problems.map(({ code }) => code),
  };
}

/**
 * The entries that records decode to, as they stand in their file. What the linker remembers is sent away and taken up
 * again before every record, as when a file is read in one thread and followed in another.
 */
export function entriesOf(format: Format, records: readonly JsonObject[]): Entry[] {
  const entries: Entry[] = [];
  let memory: unknown;
  let header: SessionHeader | null = null;
  records.forEach((record, index) => {
    const linker = format.begin?.(memory);
    const place = { line: index + 1, part: 1, header, previousId: entries.at(-1)?.id ?? null };
    const decoded = format.decode(record, place);
    if (decoded.type === 'header') header = decoded.header;
    if (decoded.type === 'header' || decoded.type === 'side') linker?.side?.(record);
    const found =
      decoded.type === 'entry' ? [decoded.entry] : decoded.type === 'entries' ? decoded.entries : [];
    for (const entry of found) {
      const linked = linker?.link ? linker.link(entry, place) : entry;
      if (linked) entries.push(linked);
    }
    memory = structuredClone(linker?.memory());
  });
  return entries;
}

/** The only entry of a record. */
export function entryOf(format: Format, record: JsonObject): Entry {
  const [entry, ...others] = entriesOf(format, [record]);
  assert.ok(entry && others.length === 0, 'one entry');
  return entry;
}
