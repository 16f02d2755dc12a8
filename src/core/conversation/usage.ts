import type { Entry } from '../entry.ts';
import type { EntryTable } from '../index/table.ts';
import type { Usage, UsageReader } from '../usage/usage.ts';
import type { BuildSource } from './build.ts';
import type { ConversationPlan } from './plan.ts';

/** Items behind a piece of an answer among which its next piece is looked for. */
const NEAR = 100;

/**
 * What the item with this index shows of its answer's usage. Of an answer in several pieces only the last one shows it:
 * the earlier ones say the same, or what was known when they were written.
 */
export function usageAt(source: BuildSource, index: number, entry: Entry): Usage | undefined {
  const told = source.usage?.of(entry);
  if (!told || told.key === undefined) return told?.usage;
  const next = nextTeller(source, index);
  const later = next < 0 ? undefined : source.body(next)?.entry;
  return later && source.usage?.of(later)?.key === told.key ? undefined : told.usage;
}

/**
 * The row of the next item that may tell of the same answer as the item with this index; -1 where none is near, or the
 * format tells of every answer once. Its body is wanted for {@link usageAt}.
 */
export function nextTeller(
  {
    table,
    plan,
    usage,
  }: {
    readonly table: EntryTable;
    readonly plan: Pick<ConversationPlan, 'items'>;
    readonly usage?: UsageReader | undefined;
  },
  index: number,
): number {
  if (!usage?.inPieces || !mayTell(table, usage, plan.items[index] ?? -1)) return -1;
  const end = Math.min(plan.items.length, index + 1 + NEAR);
  for (let at = index + 1; at < end; at++) {
    const row = plan.items[at] as number;
    if (mayTell(table, usage, row)) return row;
  }
  return -1;
}

function mayTell(table: EntryTable, usage: UsageReader, row: number): boolean {
  return row >= 0 && usage.mayTell(table.kind(row), table.role(row));
}
