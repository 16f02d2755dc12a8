import { commands, l10n, Uri, window } from 'vscode';
import { FileAccessError } from '../core/files.ts';
import { InPlaceError } from '../store/appendInPlace.ts';
import { NewFileError } from '../store/newFile.ts';
import { log } from '../ui/log.ts';
import { goOn, type Written } from './after.ts';
import { createForkUi } from './ask.ts';
import { forkSession, type Forked, type ForkTarget } from './flow.ts';
import type { ForkFeatureServices } from './index.ts';
import { goOnInPlace } from './afterInPlace.ts';
import { placeBeside, placeInside } from './places.ts';
import { ForkRefusal } from './refusal.ts';
import { ForkReadError } from './strictPath.ts';
import { targetOf } from './targets.ts';

/** The command: its answer is the new file's URI in string form, undefined where nothing was written. */
export async function fork(services: ForkFeatureServices, argument: unknown): Promise<string | undefined> {
  const { sessions, localForks } = services;
  try {
    const target = targetOf(argument);
    const place = (uri: string) => placeBeside(uri, localForks);
    const inPlace = (uri: string) => placeInside(uri, localForks);
    const ui = createForkUi(localForks);
    const forked = await forkSession({ sessions, ui, t: l10n.t, place, inPlace }, target);
    if (!forked) return undefined;
    if (forked.appended && localForks) {
      await goOnInPlace(sessions, localForks, target.uri, forked.plan.row, forked.appended);
      return undefined;
    }
    const { file } = forked;
    if (!file) {
      await passOn(target, forked);
      return undefined;
    }
    const uri = uriOf(target, file.path);
    const written: Written = {
      ...forked,
      file,
      uri,
      besides: file.besides.map((path) => uriOf(target, path)),
    };
    await goOn(written, localForks);
    return uri.toString();
  } catch (error) {
    tell(error);
    return undefined;
  }
}

/** What needs no new file: the commands that a user would call for it. */
async function passOn({ uri }: ForkTarget, { action, plan: { row } }: Forked): Promise<void> {
  const command = action === 'json' ? 'sessionTree.copyContext' : 'sessionTree.openConversation';
  await commands.executeCommand(command, { uri, row });
}

/** A new file's path is a path where its source was on this machine, else a URI. */
function uriOf(source: ForkTarget, path: string): Uri {
  return source.uri.startsWith('file:') ? Uri.file(path) : Uri.parse(path, true);
}

function tell(error: unknown): void {
  if (error instanceof ForkRefusal) {
    void window.showInformationMessage(error.message);
    return;
  }
  const known =
    error instanceof ForkReadError ||
    error instanceof NewFileError ||
    error instanceof InPlaceError ||
    error instanceof FileAccessError;
  log().error(`Fork from Here: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const text = known
    ? error.message
    : l10n.t('The fork failed for a reason that was not expected. The log has the details.');
  void window.showErrorMessage(text);
}
