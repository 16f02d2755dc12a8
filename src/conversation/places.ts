import { shortId } from '../core/conversation/bounded.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Place } from '../protocol.ts';

/** Ids in a place are cut; one of this length may be only the beginning of the real one. */
const CUT = 200;

/**
 * The row that a place speaks of: on its line if the entry there has the id, else wherever the id is now.
 * @returns -1 when the file no longer holds it
 */
export function rowOfPlace(table: EntryTable, place: Place): number {
  const byId = table.rowOf(place.id);
  for (let row = firstOnLine(table, place.line); row < table.size && table.line(row) === place.line; row++) {
    if (table.firstOf(row) === byId || (byId < 0 && place.id.length >= CUT - 1)) return row;
  }
  return byId;
}

export function placeOf(table: EntryTable, row: number, id: string): Place {
  return { line: table.line(row), id: shortId(id) };
}

function firstOnLine(table: EntryTable, line: number): number {
  let [low, high] = [0, table.size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.line(middle) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
