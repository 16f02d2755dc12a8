import type { Entry } from '../../core/entry.ts';
import { own, type JsonValue } from '../../core/json.ts';
import { contentHash } from '../contentHash.ts';
import type { Linker } from '../format.ts';

interface Last {
  readonly uuid: string;
  readonly id: string;
  /** What it says, or the hash of that. */
  readonly said: JsonValue | undefined;
  readonly hash?: string;
}

interface Memory {
  /** The last record, and the id of its entry. */
  readonly last: Last | null;
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
      const said = own(entry.record, 'message');
      const isPiece = last?.uuid === uuid && hashOf(last) !== contentHash(said);
      const linked = isPiece && last ? below(entry, last.id) : goesOn(entry, ends);
      if (isPiece) ends.set(uuid, linked.id);
      if (isPiece || last?.uuid !== uuid) last = { uuid, id: linked.id, said };
      return linked;
    },
    memory: (): Memory => ({ last: last && hashed(last), ends: new Map(ends) }),
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

/** What may be long is not sent to another thread. */
function hashed(last: Last): Last {
  return { ...last, said: undefined, hash: hashOf(last) };
}

function hashOf({ said, hash }: Last): string {
  return hash ?? contentHash(said);
}
