import { createDisposableStore, type Disposable } from '../../core/lib/disposables.ts';
import { createEmitter, type Emitter, type Event } from '../../core/lib/emitter.ts';
import type { SessionNotes } from '../../core/sessionNotes.ts';
import type { SessionLibrary, SessionListItem } from '../library.ts';
import type { ObservableRegistry } from '../registry.ts';
import type { Session } from '../session.ts';
import { kinOf, NO_KIN, type Kin } from './kin.ts';
import { createPartings } from './partings.ts';

/** Another session that belongs to one, at the entry where they part. */
export interface KinMark {
  readonly kind: 'origin' | 'fork' | 'alike';
  readonly uri: string;
  readonly title: string;
  /** The last entry in common, in the session that was asked about and in the other one; -1 where that is not known. */
  readonly row: number;
  readonly otherRow: number;
}

/** Which of the listed sessions came from one another. Reads nothing before `marks`, and then listed files only. */
export interface Lineage extends Disposable {
  of(uri: string): Kin;
  /** What a session is called in the lists. */
  titleOf(item: SessionListItem): string;
  /** Where a session parts from its kin, the source first. A session that is open; others are read for it. */
  marks(session: Session): Promise<readonly KinMark[]>;
  /** Sessions were listed, read or named. */
  readonly onDidChange: Event<void>;
}

export interface LineageOptions {
  readonly libraries: readonly Pick<SessionLibrary, 'items' | 'onDidChange'>[];
  readonly sessions: Pick<ObservableRegistry, 'visit' | 'peek'>;
  readonly notes: (uri: string) => SessionNotes;
  /** Told of files that could not be read; the lineage does without. */
  readonly onError: (error: unknown) => void;
}

/** Kin of one session that are looked into; the others are known to be its kin and no more. */
export const MAX_KIN = 50;

export function createLineage({ libraries, sessions, notes, onError }: LineageOptions): Lineage {
  const own = createDisposableStore();
  const changed: Emitter<void> = own.add(createEmitter());
  const partingOf = createPartings(sessions);
  let made: { readonly of: readonly unknown[]; readonly kin: ReadonlyMap<string, Kin> } | undefined;
  for (const library of libraries) own.add(library.onDidChange(() => changed.fire()));

  const of = (uri: string): Kin => {
    const lists = libraries.map(({ items }) => items);
    if (!made?.of.every((list, index) => list === lists[index])) {
      const byUri = new Map(lists.flat().map((item) => [item.uri, item]));
      made = { of: lists, kin: kinOf([...byUri.values()]) };
    }
    return made?.kin.get(uri) ?? NO_KIN;
  };
  const titleOf = ({ uri, summary, title, name }: SessionListItem): string =>
    notes(uri).title ?? summary?.title ?? title ?? name;

  const markOf = async (session: Session, item: SessionListItem, kind: KinMark['kind']): Promise<KinMark> => {
    const isFork = kind === 'fork';
    const base = { kind, uri: item.uri, title: titleOf(item) };
    try {
      const parting = await partingOf(session, item, isFork);
      const [here, there] = isFork ? [parting?.source, parting?.fork] : [parting?.fork, parting?.source];
      return { ...base, row: here?.row ?? -1, otherRow: there?.row ?? -1 };
    } catch (error) {
      onError(error);
      return { ...base, row: -1, otherRow: -1 };
    }
  };

  return {
    of,
    titleOf,
    async marks(session) {
      const { origin, forks, alike } = of(session.uri);
      const wanted = [
        ...(origin?.item ? [[origin.item, 'origin'] as const] : []),
        ...forks.map((item) => [item, 'fork'] as const),
        ...alike.map((item) => [item, 'alike'] as const),
      ];
      const marks: KinMark[] = [];
      // One after the other: nobody waits, and each may be a file to be read.
      for (const [item, kind] of wanted.slice(0, MAX_KIN)) marks.push(await markOf(session, item, kind));
      return marks;
    },
    onDidChange: changed.event,
    dispose: () => own.dispose(),
  };
}

/** A session's kin and what they are called, as a text to compare. */
export function kinKey({ of, titleOf }: Pick<Lineage, 'of' | 'titleOf'>, uri: string): string {
  const { origin, forks, alike } = of(uri);
  const items = [...(origin?.item ? [origin.item] : []), ...forks, ...alike];
  if (items.length === 0) return origin?.recorded ?? '';
  return JSON.stringify([forks.length, ...items.map((item) => [item.uri, titleOf(item)])]);
}
