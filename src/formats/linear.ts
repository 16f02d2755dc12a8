import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import type { RecordPlace } from './format.ts';

/** The name of a record without id: its line, and its place among the records that share a damaged line. */
export function lineId({ line, part }: RecordPlace): string {
  return part > 1 ? `L${line}.${part}` : `L${line}`;
}

/** What entries have in common whose records name no parent: each follows the one before it in the file. */
export function linearBase(
  record: JsonObject,
  place: RecordPlace,
  id: string,
  timestamp: number | null,
): Pick<Entry, 'id' | 'parentId' | 'timestamp' | 'record'> {
  return { id, parentId: place.previousId, timestamp, record };
}
