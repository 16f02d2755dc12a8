import { beginsReplay, type BuildSource } from './build.ts';
import { kinOf } from './kin.ts';
import { nextTeller } from './usage.ts';

/**
 * Everything about an item that can change while its session only grows: results that arrive, branches that begin, a
 * label that is set, an id that is repeated, what is read back, another piece of the same answer. Equal signatures mean that the page shows the item as it is.
 */
export function signature(
  source: Pick<BuildSource, 'table' | 'plan' | 'labels' | 'replayLimit' | 'subagents' | 'kin' | 'usage'>,
  index: number,
): string {
  const { table, plan, labels } = source;
  const row = plan.items[index] as number;
  const results = table.calls(row).map((_, call) => plan.pairs.resultOf(row, call));
  const points = [...(plan.forks.get(index) ?? []), ...(index === 0 && plan.start ? [plan.start] : [])];
  const forks = points.map((fork) => `${fork.row}:${fork.index}/${fork.branches.length}`);
  const orphan = plan.pairs.callOf(row) < 0;
  const replay = beginsReplay(source, index);
  return JSON.stringify([
    ...[row, results, forks, orphan, replay],
    ...[
      labels.get(row) ?? null,
      plan.repeats.get(row) ?? [],
      source.subagents?.(row).map(({ call, name }) => [call, name]) ?? [],
    ],
    kinOf(source, index),
    nextTeller(source, index),
  ]);
}
