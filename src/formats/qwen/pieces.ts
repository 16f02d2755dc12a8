import type { Entry } from '../../core/entry.ts';
import { own, type JsonObject } from '../../core/json.ts';
import type { Linker } from '../format.ts';

interface Memory {
  /** The last record, and the id of its entry. */
  readonly last: { readonly uuid: string; readonly id: string; readonly record: JsonObject } | null;
  /** The last piece of every message that has several, by the uuid that they share. */
  readonly ends: ReadonlyMap<string, string>;
}

/**
 * A message may be written as several records with one uuid, which the agent puts together when it reads them
 * (transcript-records.ts): each is an entry below the one before it, and what names the uuid goes on below the last. A
 * record that is written twice stays a repeat.
 */
export function joinPieces(memory?: unknown): Linker {
  const known = memory as Memory | undefined;
  let last = known?.last ?? null;
  const ends = new Map(known?.ends);
  return {
    link(entry) {
      const uuid = entry.id;
      const isPiece = last?.uuid === uuid && isMore(last.record, entry.record);
      const linked = isPiece && last ? below(entry, last.id) : goesOn(entry, ends);
      if (isPiece) ends.set(uuid, linked.id);
      if (isPiece || last?.uuid !== uuid) last = { uuid, id: linked.id, record: entry.record };
      return linked;
    },
    memory: (): Memory => ({ last, ends: new Map(ends) }),
  };
}

function below(entry: Entry, piece: string): Entry {
  const number = Number(/#(\d+)$/.exec(piece)?.[1] ?? 1) + 1;
  return { ...entry, id: `${entry.id}#${number}`, parentId: piece };
}

function goesOn(entry: Entry, ends: ReadonlyMap<string, string>): Entry {
  const end = entry.parentId === null ? undefined : ends.get(entry.parentId);
  return end === undefined ? entry : { ...entry, parentId: end };
}

/** Whether the record says something else than the one before it with the same uuid. */
function isMore(before: JsonObject, record: JsonObject): boolean {
  return JSON.stringify(own(before, 'message')) !== JSON.stringify(own(record, 'message'));
}
