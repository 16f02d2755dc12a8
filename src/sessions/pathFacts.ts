import { withBesideResults } from '../core/pairing/besideResults.ts';
import { settledIndex, validCuts } from '../core/pairing/cuts.ts';
import { pairRows, type LooseResult } from '../core/pairing/pairing.ts';
import type { CallKey } from '../core/index/table.ts';
import type { LinkView } from './linkView.ts';
import type { SessionReport } from './report.ts';

type PathFacts = Pick<
  SessionReport,
  'pairs' | 'pathWithResults' | 'orphanResults' | 'extraResults' | 'settledLeaf' | 'messages' | 'validCuts'
>;

/**
 * The part of a report that is asked of one path, worked out when it is asked for.
 * @param callIds call ids by their keys
 */
export function pathFacts(links: LinkView, callIds: ReadonlyMap<CallKey, string>): PathFacts {
  const { table } = links;
  const call = (key: CallKey): string => callIds.get(key) ?? '';
  const loose = (results: readonly LooseResult[]): { call: string; entry: string }[] =>
    results.map(({ key, row }) => ({ call: call(key), entry: links.id(row) }));
  const pairing = (leafId: string) => pairRows(table, links.pathRows(leafId));
  const withResults = (leafId: string) =>
    withBesideResults(table, links.tree, Int32Array.from(links.pathRows(leafId)));
  const messageRows = (leafId: string) =>
    links.pathRows(leafId).filter((row) => table.kind(row) === 'message');
  return {
    pathWithResults: (leafId) => Array.from(withResults(leafId), (row) => links.id(row)),
    pairs: (leafId, beside = false) =>
      (beside ? pairRows(table, withResults(leafId)) : pairing(leafId)).pairs.map(
        ({ key, callRow, resultRow }) => ({
          call: call(key),
          callEntry: links.id(callRow),
          resultEntry: resultRow < 0 ? null : links.id(resultRow),
        }),
      ),
    orphanResults: (leafId) => loose(pairing(leafId).orphanResults),
    extraResults: (leafId) => loose(pairing(leafId).extraResults),
    settledLeaf(leafId) {
      const rows = links.pathRows(leafId);
      const row = rows[settledIndex(pairRows(table, rows))];
      return row === undefined ? null : links.id(row);
    },
    messages: (leafId) => messageRows(leafId).map((row) => links.id(row)),
    validCuts(leafId) {
      const rows = messageRows(leafId);
      return validCuts(table, rows).map((index) => links.id(rows[index] ?? -1));
    },
  };
}
