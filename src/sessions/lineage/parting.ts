import type { Session } from '../session.ts';

/** Where two sessions part: the last entry that both hold, in each of them. */
export interface Parting {
  readonly fork: PartingPlace;
  readonly source: PartingPlace;
}

/** A row, and where its record lies: a row that lies elsewhere is another one by now. */
export interface PartingPlace {
  readonly row: number;
  readonly offset: number;
  readonly length: number;
}

/** Records over this size are not read only to look for their ids, in bytes. */
const BODY_LIMIT = 4 << 20;

/**
 * Finds where a fork parts from its source. What was copied comes first in a fork, so some twenty entries of a million
 * are read. Undefined where they have nothing in common, or where ids do not tell.
 */
export async function findParting(fork: Session, source: Session): Promise<Parting | undefined> {
  const { format, table, tree } = fork.snapshot;
  if (!format.sharesIds || source.snapshot.format !== format) return findInBeginning(fork, source);
  let [copied, rest] = [0, table.size];
  while (copied < rest) {
    const middle = (copied + rest) >> 1;
    const row = await sourceRow(fork, source, middle);
    if (row === undefined) return undefined;
    if (row >= 0) copied = middle + 1;
    else rest = middle;
  }
  if (copied === 0) return undefined;
  // What is new may begin further up: a copy of a whole tree.
  const parent = copied < table.size ? (tree.parent[copied] ?? -1) : -1;
  const last = parent >= 0 && parent < copied ? parent : copied - 1;
  const row = await sourceRow(fork, source, last);
  if (row === undefined || row < 0) return undefined;
  return { fork: placeOf(fork, last), source: placeOf(source, row) };
}

/** The row that a fork's row is a copy of, negative where it is none; undefined where that cannot be told. */
async function sourceRow(fork: Session, source: Session, row: number): Promise<number | undefined> {
  const { format, table } = fork.snapshot;
  if (table.length(row) > BODY_LIMIT) return undefined;
  const [entry] = await fork.entries([row]);
  if (!entry) return undefined;
  const known = source.snapshot.table.rowOf(entry.id);
  const copy = known >= 0 ? undefined : format.copyOf?.(entry);
  return copy === undefined ? known : source.snapshot.table.rowOf(copy);
}

/** A fork whose own file holds only what is new begins in its source's: lines count through both. */
function findInBeginning({ snapshot, uri }: Session, source: Session): Parting | undefined {
  const { parts, table } = snapshot;
  const own = parts?.at(-1);
  const before = parts?.at(-2);
  if (!own || own.uri !== uri || before?.uri !== source.uri) return undefined;
  const row = lastUpTo(snapshot, own.line);
  const other = lastUpTo(source.snapshot, own.line);
  if (row < 0 || other < 0 || table.line(row) !== source.snapshot.table.line(other)) return undefined;
  return { fork: placeOf({ snapshot }, row), source: placeOf(source, other) };
}

/** The last row on a line up to this one, or -1. */
function lastUpTo({ table }: Session['snapshot'], line: number): number {
  let [low, high] = [0, table.size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.line(middle) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function placeOf({ snapshot: { table } }: Pick<Session, 'snapshot'>, row: number): PartingPlace {
  return { row, offset: table.offset(row), length: table.length(row) };
}

/** Whether the place is still where it was. */
export function isThere({ snapshot: { table } }: Pick<Session, 'snapshot'>, place: PartingPlace): boolean {
  const { row, offset, length } = place;
  return row < table.size && table.offset(row) === offset && table.length(row) === length;
}
