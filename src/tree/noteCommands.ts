import { commands, l10n, window, type Disposable } from 'vscode';
import { oneLine } from '../core/text/oneLine.ts';
import type { NotesChange, SessionNotes } from '../core/sessionNotes.ts';
import { selected, told, type CommandServices } from './commands.ts';
import { sessionTitle } from './sessionList.ts';
import { targetOf } from './target.ts';

/** Changes that can be taken back, this window's last ones. */
const MAX_UNDO = 50;
const TITLE_LENGTH = 40;

type NoteServices = Pick<CommandServices, 'view' | 'library' | 'agents' | 'notes'>;

/** The notes of a session as they were before a change. */
interface Before {
  readonly uri: string;
  readonly notes: SessionNotes;
}

/**
 * Commands for what a user says of a session: kept in VS Code's own storage, never in the file (core/sessionNotes.ts).
 * An argument is a node of the view or `{ uri, title? | note? }`, which is not asked for then; else it is the selection.
 */
export function registerNoteCommands(services: NoteServices): Disposable[] {
  const past: Before[] = [];
  const change = async (uri: string, what: NotesChange, said: string): Promise<void> => {
    const before = { uri, notes: services.notes.of(uri) };
    past.push(before);
    if (past.length > MAX_UNDO) past.shift();
    await services.notes.change(uri, what);
    void offerUndo(said).then(async (wanted) => {
      const at = past.indexOf(before);
      if (wanted && at >= 0) await told(() => undo(services, past.splice(at, 1)[0]));
    });
  };
  const all: Readonly<Record<string, (uri: string, argument: unknown) => Promise<void>>> = {
    rename: async (uri, argument) => {
      const title = textOf(argument, 'title') ?? (await askTitle(services, uri));
      // What the file tells by itself is kept nowhere else.
      const isOwn = title?.trim() === nameOf(services, uri, {});
      if (title !== undefined)
        await change(uri, { title: isOwn ? null : title }, renamed(isOwn ? '' : title));
    },
    pinSession: (uri) => change(uri, { pinned: true }, l10n.t('Session pinned.')),
    unpinSession: (uri) => change(uri, { pinned: false }, l10n.t('Session unpinned.')),
    editNote: async (uri, argument) => {
      const note = textOf(argument, 'note') ?? (await askNote(services, uri));
      if (note !== undefined) await change(uri, { note }, l10n.t('Note changed.'));
    },
  };
  const registered = Object.entries(all).map(([name, run]) =>
    commands.registerCommand(`sessionTree.${name}`, (argument: unknown) =>
      told(async () => {
        const target = targetOf(argument) ?? selected(services);
        if (target) await run(target.uri, argument);
      }),
    ),
  );
  return [
    ...registered,
    commands.registerCommand('sessionTree.undoNotes', () => told(() => undo(services, past.pop()))),
  ];
}

/** Everything of the notes goes back to what it was. */
async function undo({ notes }: NoteServices, before: Before | undefined): Promise<void> {
  if (!before) {
    void window.showInformationMessage(l10n.t('There is no rename, pin or note to undo.'));
    return;
  }
  const { title = null, pinned = false, note = null } = before.notes;
  await notes.change(before.uri, { title, pinned, note });
}

async function offerUndo(said: string): Promise<boolean> {
  const undo = l10n.t('Undo');
  return (await window.showInformationMessage(said, undo)) === undo;
}

function renamed(title: string): string {
  return title.trim() === ''
    ? l10n.t('The session has its own title again.')
    : l10n.t('Renamed to "{0}". The file was not changed.', oneLine(title, TITLE_LENGTH));
}

function askTitle(services: NoteServices, uri: string): Thenable<string | undefined> {
  const own = nameOf(services, uri, {});
  return window.showInputBox({
    title: l10n.t('Rename in Session Tree'),
    prompt: l10n.t('Kept by VS Code; the file is not changed. Empty: the title of the file, "{0}".', own),
    value: services.notes.of(uri).title ?? own,
  });
}

function askNote(services: NoteServices, uri: string): Thenable<string | undefined> {
  const notes = services.notes.of(uri);
  return window.showInputBox({
    title: l10n.t('Note on "{0}"', nameOf(services, uri, notes)),
    prompt: l10n.t('Kept by VS Code and shown when the pointer rests on the session. Empty: no note.'),
    value: notes.note ?? '',
  });
}

function nameOf({ library, agents }: NoteServices, uri: string, notes: SessionNotes): string {
  const item = [library, agents.library].flatMap(({ items }) => items).find((one) => one.uri === uri);
  return oneLine(item ? sessionTitle(item, notes) : (notes.title ?? uri), TITLE_LENGTH * 2);
}

function textOf(argument: unknown, key: 'title' | 'note'): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value = (argument as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' ? value : undefined;
}
