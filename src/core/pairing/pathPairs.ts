import { withBesideResults } from './besideResults.ts';
import type { PathPairs } from '../conversation/plan.ts';
import { pairRows } from './pairing.ts';
import type { EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';

/**
 * Pairs the calls of a path with its results and with those beside it, as the conversation asks for them. Results
 * beside the path answer only calls that have none on it.
 */
export function pathPairs(table: EntryTable, tree: SessionTree, path: Int32Array): PathPairs {
  const onPath = new Set(path);
  const open = new Set(pairRows(table, path).pairs.flatMap((pair) => (pair.resultRow < 0 ? [pair.key] : [])));
  const isAnswer = (row: number): boolean => table.results(row).some((key) => open.has(key));
  const rows = withBesideResults(table, tree, path).filter((row) => onPath.has(row) || isAnswer(row));
  const { pairs, orphanResults, extraResults } = pairRows(table, rows);
  const resultRows = new Map<number, Map<number, number>>();
  const callRows = new Map<number, number>();
  for (const { callRow, callIndex, resultRow } of pairs) {
    if (resultRow < 0) continue;
    let results = resultRows.get(callRow);
    if (!results) resultRows.set(callRow, (results = new Map()));
    results.set(callIndex, resultRow);
    callRows.set(resultRow, callRow);
  }
  for (const { row } of [...orphanResults, ...extraResults]) callRows.delete(row);
  return {
    resultOf: (row, index) => resultRows.get(row)?.get(index) ?? -1,
    callOf: (row) => (table.role(row) === 'toolResult' ? (callRows.get(row) ?? -1) : -1),
    answers: (row) => callRows.has(row),
    calls: pairs.length,
    openCalls: pairs.filter((pair) => pair.resultRow < 0).length,
    orphanResults: [...orphanResults, ...extraResults].filter(({ row }) => onPath.has(row)).length,
    beside: new Set(rows.filter((row) => !onPath.has(row) && callRows.has(row))),
  };
}
