import type { Preview, Session } from '../sessions/session.ts';

/** How many entries are searched, the newest ones of the file; how many of them are read at a time. */
const SEARCHED = 50_000;
const CHUNK = 500;
/** How many matches are listed. */
const MATCHES_SHOWN = 200;

export interface Match {
  readonly preview: Preview;
  readonly label: string | undefined;
}

export interface Found {
  /** The newest matches first. */
  readonly matches: readonly Match[];
  /** Matches that are not listed. */
  readonly hidden: number;
}

/**
 * The texts of a session's entries, newest first, as lists show them: text, calls with their arguments, speaker, label.
 * Read in pieces, so that searching begins with the first of them.
 */
export class FindIndex {
  readonly #session: Session;
  readonly #name: (preview: Preview) => string;
  readonly #texts: { readonly match: Match; readonly text: string }[] = [];
  readonly #table;
  readonly #labels;

  /** @param name what a search finds the entry's speaker by */
  constructor(session: Session, name: (preview: Preview) => string) {
    this.#session = session;
    this.#name = name;
    this.#table = session.snapshot.table;
    this.#labels = session.snapshot.labels;
  }

  /** Entries of the session; those that were read; those that are too old to be searched. */
  get total(): number {
    return this.#table.size;
  }
  get read(): number {
    return this.#texts.length;
  }
  get beyond(): number {
    return Math.max(0, this.total - SEARCHED);
  }
  get isLoading(): boolean {
    return this.read < this.total - this.beyond;
  }

  /** Reads on until all is read or `isCancelled`; calls `onMore` after each piece. */
  async load(isCancelled: () => boolean, onMore: () => void): Promise<void> {
    const end = this.beyond;
    for (let from = this.total; from > end && !isCancelled();) {
      const to = Math.max(end, from - CHUNK);
      const rows = Array.from({ length: from - to }, (_, index) => from - 1 - index);
      for (const preview of await this.#session.previews(rows)) this.#add(preview);
      from = to;
      onMore();
    }
  }

  /** Entries in which every word occurs, whatever its case. */
  search(query: string): Found {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const matches: Match[] = [];
    let hidden = 0;
    for (const { match, text } of this.#texts) {
      if (!words.every((word) => text.includes(word))) continue;
      if (matches.length < MATCHES_SHOWN) matches.push(match);
      else hidden += 1;
    }
    return { matches, hidden };
  }

  #add(preview: Preview): void {
    const label = this.#labels.get(preview.row);
    const parts = [this.#name(preview), preview.text, ...preview.calls, preview.mark ?? '', label ?? ''];
    this.#texts.push({ match: { preview, label }, text: parts.join('\n').toLowerCase() });
  }
}
