import { commands, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import { FileAccessError } from '../core/files.ts';
import { NewFileError } from '../store/newFile.ts';
import { log } from '../ui/log.ts';
import { forkSession, ForkRefusal, type ForkTarget, type ForkUi } from './flow.ts';
import type { ForkFeatureServices } from './index.ts';
import { placeBeside } from './places.ts';
import { ForkReadError } from './strictPath.ts';
import { targetOf } from './targets.ts';
import { doneText, type ForkChoice, type ForkQuestion } from './texts.ts';

/** The command: its answer is the new file's URI in string form, undefined where nothing was written. */
export async function fork(
  { sessions, localPlace }: ForkFeatureServices,
  argument: unknown,
): Promise<string | undefined> {
  try {
    const target = targetOf(argument);
    const forked = await forkSession(
      { sessions, ui, t: l10n.t, place: (uri) => placeBeside(uri, localPlace) },
      target,
    );
    if (!forked) return undefined;
    const uri = uriOf(target, forked.file.path);
    await reveal(uri);
    // Not awaited: the message stays until the user answers it.
    void announce(doneText(l10n.t, forked.file.name, forked.plan), uri);
    return uri.toString();
  } catch (error) {
    tell(error);
    return undefined;
  }
}

/** A new file's path is a path where its source was on this machine, else a URI. */
function uriOf(source: ForkTarget, path: string): Uri {
  return source.uri.startsWith('file:') ? Uri.file(path) : Uri.parse(path, true);
}

const ui: ForkUi = {
  async confirm(text, detail) {
    const go = l10n.t('Fork Anyway');
    return (await window.showWarningMessage(text, { modal: true, detail }, go)) === go;
  },
  choose,
  busy: async (work) =>
    window.withProgress(
      { location: ProgressLocation.Notification, title: l10n.t('Writing the fork…') },
      () => work,
    ),
};

async function choose(question: ForkQuestion): Promise<ForkChoice | undefined> {
  const leave = { label: l10n.t('Cancel'), detail: l10n.t('Write nothing.') };
  const choice = await window.showQuickPick([...question.choices, leave], {
    title: l10n.t('Fork from Here'),
    placeHolder: question.text,
    ignoreFocusOut: true,
  });
  return choice && 'row' in choice ? choice : undefined;
}

/** The new session in the tree; that it cannot be shown there is no reason to call the fork a failure. */
async function reveal(uri: Uri): Promise<void> {
  try {
    await commands.executeCommand('sessionTree.reveal', { uri: uri.toString() });
  } catch (error) {
    log().warn(`The new session could not be revealed: ${String(error)}`);
  }
}

async function announce(text: string, uri: Uri): Promise<void> {
  const open = l10n.t('Open Conversation');
  const show = l10n.t('Show File');
  const answer = await window.showInformationMessage(text, open, show);
  if (answer === open) await commands.executeCommand('sessionTree.openConversation', { uri: uri.toString() });
  if (answer !== show) return;
  const inWorkspace = workspace.getWorkspaceFolder(uri) !== undefined;
  await commands.executeCommand(inWorkspace ? 'revealInExplorer' : 'vscode.open', uri);
}

function tell(error: unknown): void {
  if (error instanceof ForkRefusal) {
    void window.showInformationMessage(error.message);
    return;
  }
  const known =
    error instanceof ForkReadError || error instanceof NewFileError || error instanceof FileAccessError;
  log().error(`Fork from Here: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const text = known
    ? error.message
    : l10n.t('The fork failed for a reason that was not expected. The log has the details.');
  void window.showErrorMessage(text);
}
