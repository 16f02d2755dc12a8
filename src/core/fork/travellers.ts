import { EMPTY_CALL, type CallKey, type EntryTable } from '../index/table.ts';
import { withBesideResults } from '../pairing/besideResults.ts';
import type { SessionTree } from '../tree/tree.ts';

/**
 * The path with the results that belong to it although they hang beside it: those of parallel calls, of which the path
 * holds one result and a sibling holds another. Where the path goes on without any result of an entry's calls, the
 * writer left them all behind on purpose, and so does a fork (as Pi's own does).
 * @param path rows, root first
 * @returns `path` itself where nothing travels along
 */
export function withTravellers(
  table: EntryTable,
  tree: SessionTree,
  path: readonly number[],
): readonly number[] {
  const merged = withBesideResults(table, tree, Int32Array.from(path));
  if (merged.length === path.length) return path;
  const onPath = new Set(path);
  const wanted = openCallsOfAnswered(table, path);
  const end = path.at(-1);
  const travels = (row: number): boolean => {
    if (!table.results(row).some((key) => wanted.has(key))) return false;
    let above = tree.parent[row] ?? -1;
    while (above >= 0 && !onPath.has(above)) above = tree.parent[above] ?? -1;
    // What hangs below the end is what the conversation went on with: the user chose to leave that.
    return above !== end;
  };
  const rows = Array.from(merged).filter((row) => onPath.has(row) || travels(row));
  return rows.length === path.length ? path : rows;
}

/** Calls without a result on the path whose entry has another call with one. */
function openCallsOfAnswered(table: EntryTable, path: readonly number[]): Set<CallKey> {
  const answered = new Set<CallKey>();
  for (const row of path) for (const key of table.results(row)) answered.add(key);
  const wanted = new Set<CallKey>();
  for (const row of path) {
    const calls = table.calls(row).filter((key) => key !== EMPTY_CALL);
    if (!calls.some((key) => answered.has(key))) continue;
    for (const key of calls) if (!answered.has(key)) wanted.add(key);
  }
  return wanted;
}
