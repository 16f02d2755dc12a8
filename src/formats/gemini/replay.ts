import type { Entry } from '../../core/entry.ts';
import { resultIds } from '../../core/index/rowFacts.ts';
import { isJsonObject, own, type JsonObject } from '../../core/json.ts';
import { contentHash } from '../contentHash.ts';
import type { Linker } from '../format.ts';

/** One message of the agent's list as it is now. */
interface Listed {
  readonly id: string;
  /** Id of the entry that shows it, and of the one above. */
  readonly row: string;
  readonly parent: string | null;
  /** Of what it says. */
  readonly hash: string;
}

interface Memory {
  readonly list: readonly Listed[];
  readonly old: readonly Listed[];
  readonly diverged: boolean;
  readonly tail: string | null;
  readonly versions: ReadonlyMap<string, number>;
  readonly answered: ReadonlySet<string>;
}

/**
 * Keeps the agent's list of messages as its records change it (formats/others.md §6): a message that is written again
 * stands in the place of the older one, `$set.messages` is the whole list anew, and `$rewindTo` begins a branch. What
 * says nothing new is left out: a message that is the same, results that stand with their calls.
 */
export function replayList(memory?: unknown): Linker {
  return new ListReplay(memory as Memory | undefined);
}

class ListReplay implements Linker {
  #list: Listed[];
  /** Place in the list by id. */
  readonly #places: Map<string, number>;
  /** The list that is being replaced, and whether the new one is another from here on. */
  #old: readonly Listed[];
  #oldPlaces: Map<string, number> | undefined;
  #diverged: boolean;
  /** The entry below which the next one goes on. */
  #tail: string | null;
  /** How many entries have this id. */
  readonly #versions: Map<string, number>;
  /** Calls whose results are shown. */
  readonly #answered: Set<string>;

  constructor(memory?: Memory) {
    this.#list = [...(memory?.list ?? [])];
    this.#places = placesOf(this.#list);
    this.#old = memory?.old ?? [];
    this.#diverged = memory?.diverged ?? false;
    this.#tail = memory?.tail ?? null;
    this.#versions = new Map(memory?.versions);
    this.#answered = new Set(memory?.answered);
  }

  memory(): Memory {
    return {
      list: [...this.#list],
      old: this.#old,
      diverged: this.#diverged,
      tail: this.#tail,
      versions: this.#versions,
      answered: this.#answered,
    };
  }

  side(record: JsonObject): void {
    const patch = own(record, '$set');
    if (isJsonObject(patch) && Array.isArray(own(patch, 'messages'))) this.#replace();
  }

  link(entry: Entry, _place: unknown, nth?: number): Entry | null {
    const rewind = own(entry.record, '$rewindTo');
    if (rewind !== undefined) return this.#rewind(entry, rewind);
    if (nth === 0) this.#replace();
    if (this.#isTold(entry)) return null;
    return nth === undefined ? this.#write(entry) : this.#relist(entry);
  }

  /** A new list begins. */
  #replace(): void {
    this.#old = this.#list;
    this.#oldPlaces = undefined;
    this.#list = [];
    this.#places.clear();
    this.#diverged = false;
    this.#tail = null;
  }

  /** Drops a message and all after it; all of them where nobody knows the id. */
  #rewind(entry: Entry, id: unknown): Entry {
    const at = typeof id === 'string' ? (this.#places.get(id) ?? 0) : 0;
    for (const { id: dropped } of this.#list.splice(at)) this.#places.delete(dropped);
    const parentId = this.#list.at(-1)?.row ?? null;
    this.#tail = entry.id;
    return { ...entry, parentId };
  }

  /** Results that stand with their calls already. */
  #isTold({ message }: Entry): boolean {
    if (!message || message.role === 'assistant') return false;
    const ids = resultIds(message);
    if (ids.length === 0) return false;
    const isAll = message.role === 'toolResult' || message.results?.at(-1)?.to === message.blocks.length;
    return isAll && ids.every((callId) => this.#answered.has(callId));
  }

  /** A message by itself: a new one, or a newer version. */
  #write(entry: Entry): Entry | null {
    const at = this.#places.get(entry.id);
    const older = at === undefined ? undefined : this.#list[at];
    if (at === undefined || !older) return this.#append(entry);
    const hash = hashOf(entry);
    if (hash === older.hash) return null;
    return this.#inPlace(entry, older, hash, at);
  }

  /** A message of a list that replaces the one before. */
  #relist(entry: Entry): Entry | null {
    if (this.#places.has(entry.id)) return null;
    const at = this.#list.length;
    const older = this.#diverged ? undefined : this.#old[at];
    const hash = hashOf(entry);
    if (older?.id === entry.id) {
      if (hash !== older.hash) return this.#inPlace(entry, older, hash, at);
      this.#keep(older, at);
      this.#tail = older.row;
      return null;
    }
    this.#diverged ||= older !== undefined;
    this.#oldPlaces ??= placesOf(this.#old);
    const moved = this.#old[this.#oldPlaces.get(entry.id) ?? -1];
    return this.#append(entry, moved?.row);
  }

  #inPlace(entry: Entry, older: Listed, hash: string, at: number): Entry {
    const row = this.#nameFor(entry.id);
    this.#keep({ ...older, row, hash }, at);
    if (at === this.#list.length - 1) this.#tail = row;
    return this.#made(entry, row, older.parent, older.row);
  }

  #append(entry: Entry, supersedes?: string): Entry {
    const row = this.#nameFor(entry.id);
    const parent = this.#tail;
    this.#keep({ id: entry.id, row, parent, hash: hashOf(entry) }, this.#list.length);
    this.#tail = row;
    return this.#made(entry, row, parent, supersedes);
  }

  #made(entry: Entry, id: string, parentId: string | null, supersedes: string | undefined): Entry {
    for (const callId of entry.message ? resultIds(entry.message) : []) this.#answered.add(callId);
    return { ...entry, id, parentId, ...(supersedes !== undefined && { place: { supersedes } }) };
  }

  #keep(listed: Listed, at: number): void {
    this.#list[at] = listed;
    this.#places.set(listed.id, at);
  }

  #nameFor(id: string): string {
    const version = (this.#versions.get(id) ?? 0) + 1;
    this.#versions.set(id, version);
    return version === 1 ? id : `${id}#${version}`;
  }
}

function placesOf(list: readonly Listed[]): Map<string, number> {
  return new Map(list.map(({ id }, index) => [id, index]));
}

/** Of what an entry shows. */
function hashOf({ kind, text, message }: Entry): string {
  return contentHash([kind, text, message?.role, message?.blocks, message?.results]);
}
