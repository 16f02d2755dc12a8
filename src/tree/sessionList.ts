import type { SessionNotes, SessionNotesStore } from '../core/sessionNotes.ts';
import type { SessionLibrary, SessionListItem } from '../sessions/library.ts';

interface Ordered {
  /** The library's own list. */
  readonly from: readonly SessionListItem[];
  readonly items: readonly SessionListItem[];
  readonly byUri: ReadonlyMap<string, SessionListItem>;
}

/** The library's sessions in the order in which the view has them: pinned ones first, each part newest first. */
export class SessionList {
  readonly #library: Pick<SessionLibrary, 'items'>;
  readonly #notes: Pick<SessionNotesStore, 'of'>;
  #made: Ordered | undefined;

  constructor(library: Pick<SessionLibrary, 'items'>, notes: Pick<SessionNotesStore, 'of'>) {
    this.#library = library;
    this.#notes = notes;
  }

  get items(): readonly SessionListItem[] {
    return this.#current().items;
  }

  item(uri: string): SessionListItem | undefined {
    return this.#current().byUri.get(uri);
  }

  notes(uri: string): SessionNotes {
    return this.#notes.of(uri);
  }

  /** Notes changed: the order may be another one. */
  reorder(): void {
    this.#made = undefined;
  }

  /** Made once for each list of the library. */
  #current(): Ordered {
    const { items: from } = this.#library;
    if (this.#made?.from !== from) {
      const isPinned = ({ uri }: SessionListItem): boolean => this.#notes.of(uri).pinned === true;
      const pinned = from.filter(isPinned);
      const items = pinned.length === 0 ? from : [...pinned, ...from.filter((item) => !isPinned(item))];
      this.#made = { from, items, byUri: new Map(from.map((item) => [item.uri, item])) };
    }
    return this.#made;
  }
}

/** The name of a session: the one given by hand goes before the one that its file tells. */
export function sessionTitle(item: SessionListItem, { title }: SessionNotes): string {
  return title ?? item.summary?.title ?? item.title ?? item.name;
}
