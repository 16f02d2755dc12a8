import { createEmitter, type Event } from './lib/emitter.ts';
import { isJsonObject, own, ownString } from './json.ts';

/**
 * What a user says of a session and nothing in its file can tell (seed 004, "JSONL vs SQLite 分工"): everything that can
 * be worked out from the file is worked out from it, and kept nowhere else.
 */
export interface SessionNotes {
  /** A title given by hand; goes before the one that the file tells. */
  readonly title?: string;
  readonly pinned?: true;
  readonly note?: string;
}

/** A change to notes: what is not named stays, null takes away. A blank text is none. */
export interface NotesChange {
  readonly title?: string | null;
  readonly pinned?: boolean;
  readonly note?: string | null;
}

/** Where notes are kept: the shape of VS Code's Memento. */
export interface NotesStorage {
  keys(): readonly string[];
  get(key: string): unknown;
  /** Undefined removes the key. */
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The notes of all sessions, by the URI of the session's file in string form. */
export interface SessionNotesStore {
  of(uri: string): SessionNotes;
  change(uri: string, change: NotesChange): Promise<void>;
  /** URIs of the sessions that have notes. */
  uris(): string[];
  /** Fires with the URI, after the change was stored. */
  readonly onDidChange: Event<string>;
}

const PREFIX = 'session-notes:';

/** Notes in `storage`, one key a session. What it holds is checked when it is read: another version may have written it. */
export function createSessionNotes(storage: NotesStorage): SessionNotesStore {
  const changed = createEmitter<string>();
  const of = (uri: string) => readNotes(storage.get(PREFIX + uri));
  return {
    of,
    async change(uri, change) {
      const notes = withChange(of(uri), change);
      await storage.update(PREFIX + uri, Object.keys(notes).length > 0 ? notes : undefined);
      changed.fire(uri);
    },
    uris: () => storage.keys().flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [])),
    onDidChange: changed.event,
  };
}

function readNotes(value: unknown): SessionNotes {
  if (!isJsonObject(value)) return {};
  const title = ownString(value, 'title') ?? '';
  const note = ownString(value, 'note') ?? '';
  return {
    ...(title !== '' && { title }),
    ...(own(value, 'pinned') === true && { pinned: true }),
    ...(note !== '' && { note }),
  };
}

function withChange(notes: SessionNotes, change: NotesChange): SessionNotes {
  const title = 'title' in change ? change.title?.trim() : notes.title;
  const note = 'note' in change ? change.note?.trim() : notes.note;
  const pinned = change.pinned ?? notes.pinned;
  return { ...(title && { title }), ...(pinned && { pinned }), ...(note && { note }) };
}
