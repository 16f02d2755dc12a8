import { commands, env, l10n, window, workspace, type Uri } from 'vscode';
import { commandLine, shellKind } from '../core/text/shellQuote.ts';
import type { ResumeCommand } from '../formats/fork/writer.ts';
import { log } from '../ui/log.ts';
import type { Forked } from './flow.ts';
import { obstacleTo } from './obstacle.ts';
import type { LocalForks } from './places.ts';
import { doneText } from './texts.ts';
import { undoFork } from './undo.ts';
import type { ForkFile } from './writeFork.ts';

/** A fork that is on disk. */
export interface Written extends Forked {
  readonly file: ForkFile;
  readonly uri: Uri;
  /** The small files that its agent expects beside it. */
  readonly besides: readonly Uri[];
}

/** What follows a fork: the new session in the tree, the agent in a terminal or its command, a word about it all. */
export async function goOn(written: Written, local: LocalForks | undefined): Promise<void> {
  const { action, resume, prompt, uri } = written;
  const made = await workspace.fs.stat(uri);
  await reveal(uri);
  const notes: string[] = [];
  if (prompt !== undefined) {
    await env.clipboard.writeText(prompt);
    notes.push(l10n.t('The prompt is on the clipboard.'));
  }
  if (resume && action === 'command') notes.push(await copyCommand(resume, local));
  if (resume && local && action === 'open') notes.push(...(await startAgent(resume, written, local)));
  for (const missing of written.file.missing) notes.push(l10n.t('Not written: {0}', missing));
  // Not awaited: the message stays until the user answers it.
  void announce([doneText(l10n.t, written.file.name, written.plan), ...notes].join(' '), written, made);
}

async function copyCommand(resume: ResumeCommand, local: LocalForks | undefined): Promise<string> {
  const line = lineOf(resume);
  if (line === undefined) return unquotable();
  await env.clipboard.writeText(line);
  const { cwd, asksForFolder = false } = resume;
  const isAnywhere = cwd === undefined || (asksForFolder && !(await local?.hasFolder(cwd)));
  return isAnywhere
    ? l10n.t('On the clipboard: {0}', line)
    : l10n.t('On the clipboard, to be run in {0}: {1}', cwd, line);
}

/**
 * The agent in a terminal of its own, in the folder where the session was recorded, else where the user works. What
 * speaks against it is asked again: a command can come without the list that leaves this out.
 * @returns what there is to say about it
 */
async function startAgent(resume: ResumeCommand, { file }: Written, local: LocalForks): Promise<string[]> {
  const obstacle = await obstacleTo(l10n.t, resume, { ...local, isTrusted: workspace.isTrusted });
  if (obstacle !== undefined) return [obstacle];
  const line = lineOf(resume);
  if (line === undefined) return [unquotable()];
  const { cwd } = resume;
  const isThere = cwd !== undefined && (await local.hasFolder(cwd));
  const terminal = window.createTerminal({ name: file.name, ...(isThere && { cwd }) });
  terminal.show();
  terminal.sendText(line, true);
  return [];
}

function lineOf({ program, args }: ResumeCommand): string | undefined {
  return commandLine(shellKind(env.shell), program, args);
}

function unquotable(): string {
  return l10n.t('The command to go on holds characters that this shell cannot quote.');
}

/** The new session in the tree; that it cannot be shown there is no reason to call the fork a failure. */
async function reveal(uri: Uri): Promise<void> {
  try {
    await commands.executeCommand('sessionTree.reveal', { uri: uri.toString() });
  } catch (error) {
    log().warn(`The new session could not be revealed: ${String(error)}`);
  }
}

async function announce(
  text: string,
  written: Written,
  made: { size: number; mtime: number },
): Promise<void> {
  const { uri } = written;
  const open = l10n.t('Open Conversation');
  const show = l10n.t('Show File');
  const undo = l10n.t('Undo');
  const answer = await window.showInformationMessage(text, open, show, undo);
  if (answer === open) await commands.executeCommand('sessionTree.openConversation', { uri: uri.toString() });
  if (answer === undo) await undoFork([uri, ...written.besides], made, written.file.inOwnFolder);
  if (answer !== show) return;
  const inWorkspace = workspace.getWorkspaceFolder(uri) !== undefined;
  await commands.executeCommand(inWorkspace ? 'revealInExplorer' : 'vscode.open', uri);
}
