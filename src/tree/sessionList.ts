import { unpackedName } from '../core/packed.ts';
import { fileName } from '../core/text/fileName.ts';
import type { SessionNotes, SessionNotesStore } from '../core/sessionNotes.ts';
import type { SessionLibrary, SessionListItem } from '../sessions/library.ts';

/** A list in the order in which the view has it. */
interface Ordered {
  readonly items: readonly SessionListItem[];
  readonly byUri: ReadonlyMap<string, SessionListItem>;
  /** What tells sessions apart whose title another one of the list has too, by their URI. */
  readonly twins: ReadonlyMap<string, string>;
}

type Library = Pick<SessionLibrary, 'items'>;

/**
 * The sessions in the order in which the view has them: pinned ones first, each part newest first. The workspace's own
 * are the list's `items`; those in agents' folders are known by their URI, and ordered group by group.
 */
export class SessionList {
  readonly #library: Library;
  readonly #others: Library | undefined;
  readonly #notes: Pick<SessionNotesStore, 'of'>;
  /** By the list that it was made of. */
  #made = new WeakMap<readonly SessionListItem[], Ordered>();

  constructor(library: Library, notes: Pick<SessionNotesStore, 'of'>, others?: Library) {
    this.#library = library;
    this.#notes = notes;
    this.#others = others;
  }

  get items(): readonly SessionListItem[] {
    return this.ordered(this.#library.items);
  }

  item(uri: string): SessionListItem | undefined {
    const own = this.#of(this.#library.items).byUri.get(uri);
    return own ?? (this.#others && this.#of(this.#others.items).byUri.get(uri));
  }

  /** A group's sessions. */
  ordered(items: readonly SessionListItem[]): readonly SessionListItem[] {
    return this.#of(items).items;
  }

  /** A few letters that tell the session from others with its title; undefined where the title alone does. */
  twinId(uri: string): string | undefined {
    const own = this.#of(this.#library.items);
    if (own.byUri.has(uri)) return own.twins.get(uri);
    return this.#others && this.#of(this.#others.items).twins.get(uri);
  }

  notes(uri: string): SessionNotes {
    return this.#notes.of(uri);
  }

  /** Notes changed: the order may be another one. */
  reorder(): void {
    this.#made = new WeakMap();
  }

  /** Made once for each list. */
  #of(from: readonly SessionListItem[]): Ordered {
    const known = this.#made.get(from);
    if (known) return known;
    const isPinned = ({ uri }: SessionListItem): boolean => this.#notes.of(uri).pinned === true;
    const pinned = from.filter(isPinned);
    const items = pinned.length === 0 ? from : [...pinned, ...from.filter((item) => !isPinned(item))];
    const made = { items, byUri: new Map(from.map((item) => [item.uri, item])), twins: this.#twins(from) };
    this.#made.set(from, made);
    return made;
  }

  #twins(items: readonly SessionListItem[]): ReadonlyMap<string, string> {
    const byTitle = grouped(items, (item) => sessionTitle(item, this.#notes.of(item.uri)));
    const twins = new Map<string, string>();
    for (const alike of byTitle) {
      if (alike.length < 2) continue;
      for (const sameId of grouped(alike, shortId)) {
        for (const item of sameId) twins.set(item.uri, sameId.length > 1 ? folderId(item) : shortId(item));
      }
    }
    return twins;
  }
}

/** The name of a session: the one given by hand goes before the one that its file tells. */
export function sessionTitle(item: SessionListItem, { title }: SessionNotes): string {
  return title ?? item.summary?.title ?? item.title ?? item.name;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
/** Letters at the end of a name that tell it from others: whole words where there are some of this length at most. */
const NAME_LETTERS = 18;
const LEAST_LETTERS = 6;
const WORD_BORDER = /[-_. ]/u;

/**
 * A few letters that tell a session from one with the same title: the beginning of its id where the file's name or its
 * folder's is one, else the end of the file's name.
 */
export function shortId({ uri, name }: Pick<SessionListItem, 'uri' | 'name'>): string {
  const [folder = ''] = uri.split('/').slice(-2);
  const id = [...name.matchAll(UUID), ...folder.matchAll(UUID)][0]?.[0];
  if (id !== undefined) return isTimed(id) ? id.slice(-8) : id.slice(0, 8);
  return nameEnd(unpackedName(name).replace(/\.jsonl$/u, ''));
}

/** For files of one name: the end of their folder's. */
function folderId({ uri }: Pick<SessionListItem, 'uri'>): string {
  return nameEnd(fileName(uri.slice(0, uri.lastIndexOf('/'))));
}

/** A name, or its last words. */
function nameEnd(name: string): string {
  if (name.length <= NAME_LETTERS) return name;
  const end = name.slice(-NAME_LETTERS);
  const isWhole = WORD_BORDER.test(name.charAt(name.length - NAME_LETTERS - 1));
  const word = isWhole ? 0 : end.search(WORD_BORDER) + 1;
  return `…${end.length - word < LEAST_LETTERS ? end : end.slice(word)}`;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Iterable<readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups.values();
}

/** A version 7 id begins with the time: two of one day begin alike. */
function isTimed(id: string): boolean {
  return id[14] === '7';
}
