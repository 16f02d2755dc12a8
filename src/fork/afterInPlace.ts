import { commands, env, l10n, window } from 'vscode';
import { fileName } from '../core/text/fileName.ts';
import { commandLine, shellKind } from '../core/text/shellQuote.ts';
import type { SessionRegistry, SessionSnapshot } from '../sessions/session.ts';
import { undoInPlace, type InPlaceAppended } from '../store/appendInPlace.ts';
import { log } from '../ui/log.ts';
import type { LocalForks } from './places.ts';

/** What follows a branch in a session's own file: its entry in the tree, and a word about it with the way back. */
export async function goOnInPlace(
  sessions: Pick<SessionRegistry, 'acquire'>,
  local: LocalForks,
  uri: string,
  row: number,
  appended: InPlaceAppended,
): Promise<void> {
  const lease = await sessions.acquire(uri);
  if (!lease) return;
  let snapshot: SessionSnapshot;
  try {
    await lease.session.refresh();
    ({ snapshot } = lease.session);
  } finally {
    lease.dispose();
  }
  // The new record where it is an entry, else the entry that it names.
  const { table } = snapshot;
  const end = table.size - 1;
  const target = { uri, row: table.parentLink(end) === row ? end : row };
  await reveal(target);
  // Not awaited: the message stays until the user answers it.
  void announce(target, snapshot, local, appended, table.line(row));
}

async function reveal(target: { readonly uri: string; readonly row: number }): Promise<void> {
  try {
    await commands.executeCommand('sessionTree.reveal', target);
  } catch (error) {
    log().warn(`The branch could not be revealed: ${String(error)}`);
  }
}

async function announce(
  target: { readonly uri: string; readonly row: number },
  { format, header }: SessionSnapshot,
  local: LocalForks,
  appended: InPlaceAppended,
  line: number,
): Promise<void> {
  const text = l10n.t(
    '{0} goes on from line {1} of this session the next time. The file as it was before: {2}',
    ...[format.title, line, fileName(appended.backup)],
  );
  const { id, cwd } = header ?? {};
  const resume = format.resume?.({
    path: appended.path,
    ...(id !== undefined && { id }),
    ...(cwd !== undefined && { cwd }),
  });
  const command = resume && commandLine(shellKind(env.shell), resume.program, resume.args);
  const open = l10n.t('Open Conversation');
  const copy = l10n.t('Copy Command');
  const undo = l10n.t('Undo');
  const answers = command === undefined ? [open, undo] : [open, copy, undo];
  const answer = await window.showInformationMessage(text, ...answers);
  if (answer === open) await commands.executeCommand('sessionTree.openConversation', target);
  if (answer === copy && command !== undefined) await env.clipboard.writeText(command);
  if (answer === undo) await takeBack(local, appended);
}

/** The record is cut off again, unless something came after it. The copy stays where it is. */
export async function takeBack(local: LocalForks, appended: InPlaceAppended): Promise<void> {
  try {
    await undoInPlace(local.inPlace(appended.path).io, appended);
  } catch (error) {
    void window.showWarningMessage(error instanceof Error ? error.message : String(error));
  }
}
