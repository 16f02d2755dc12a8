import type { EntryTable } from '../../core/index/table.ts';
import type { SessionOrigin } from '../library.ts';
import type { SessionSnapshot } from '../session.ts';

/** So many first entries have to have the same ids and times, which copies keep: ids alone may be short, or made up. */
const ALIKE_ENTRIES = 2;

/** What a session tells of where it came from; undefined where it tells nothing. */
export function originOf(
  { format, header, table }: Pick<SessionSnapshot, 'format' | 'header' | 'table'>,
  fileName: string,
): SessionOrigin | undefined {
  // What works for another session is no fork of it.
  if (header?.subagentOf !== undefined) return undefined;
  const named = format.idInName?.(fileName);
  const id = named ?? header?.id;
  const copied = named !== undefined && header?.id !== named ? header?.id : undefined;
  const parent = header?.parentSession ?? copied;
  const beginning = format.sharesIds ? beginningOf(table) : undefined;
  if (id === undefined && parent === undefined && beginning === undefined) return undefined;
  return {
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
    ...(beginning !== undefined && { beginning }),
  };
}

function beginningOf(table: EntryTable): string | undefined {
  if (!table.idKey || table.size < ALIKE_ENTRIES) return undefined;
  let keys = '';
  for (let row = 0; row < ALIKE_ENTRIES; row++) keys += `${table.idKey(row)}@${table.timestamp(row)};`;
  return keys;
}
