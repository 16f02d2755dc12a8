import { own, type JsonObject } from '../../core/json.ts';
import type { EntryFault } from '../format.ts';

/** The last running number, null while none was read; `unnumbered` while records come without one after that. */
export interface OrdinalMemory {
  readonly last: number | null;
  readonly unnumbered: boolean;
}

export const NO_ORDINALS: OrdinalMemory = { last: null, unnumbered: false };

/** A record's running number, or null. Only paginated files have them. */
export function ordinalOf(record: JsonObject): number | null {
  const value = own(record, 'ordinal');
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/**
 * Goes on with the next record. The lines are the order, whatever the numbers say: they repeat and have gaps in files that
 * the agent itself wrote (cases 091).
 */
export function nextOrdinal(
  memory: OrdinalMemory,
  record: JsonObject,
): [OrdinalMemory, EntryFault | undefined] {
  const { last } = memory;
  const ordinal = ordinalOf(record);
  if (ordinal === null) {
    if (last === null || memory.unnumbered) return [memory, undefined];
    return [{ last, unnumbered: true }, fault('sequence-gap', `no ordinal, after ${last}`)];
  }
  const next = { last: ordinal, unnumbered: false };
  if (last === null || ordinal === last + 1) return [next, undefined];
  if (ordinal === last) return [next, fault('sequence-repeat', `the ordinal ${ordinal} a second time`)];
  if (ordinal < last) return [next, fault('sequence-backwards', `the ordinal ${ordinal}, after ${last}`)];
  return [next, fault('sequence-gap', `the ordinal ${ordinal}, after ${last}`)];
}

function fault(code: EntryFault['code'], what: string): EntryFault {
  return {
    code,
    severity: 'warning',
    message: `The record has ${what}. It is shown in the file's order; the agent itself may refuse to open the session.`,
  };
}
