import { l10n, Uri, window, workspace } from 'vscode';
import { log } from '../ui/log.ts';

/** What a file was when it had been written: size in bytes, time in Unix ms. */
export interface FileState {
  readonly size: number;
  readonly mtime: number;
}

/**
 * Takes a fork back: the new file and those beside it go to the bin, unless somebody went on in it since; what is in
 * it then is in no other file.
 * @param agrees asked where there is no bin; the files beside the session go the same way then
 */
export async function undoFork(
  [session, ...besides]: readonly Uri[],
  made: FileState,
  inOwnFolder: boolean,
  agrees = agreesForGood,
): Promise<void> {
  if (!session) return;
  const now = await stateOf(session);
  if (!now) return;
  if (now.size !== made.size || now.mtime !== made.mtime) {
    void window.showWarningMessage(
      l10n.t('The new session was written to since it was made. It was not deleted.'),
    );
    return;
  }
  if (!(await remove(session, agrees))) return;
  for (const uri of besides) if (await stateOf(uri)) await remove(uri, () => Promise.resolve(true));
  if (inOwnFolder) await removeIfEmpty(Uri.joinPath(session, '..'));
}

async function stateOf(uri: Uri): Promise<FileState | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

/** To the bin where there is one; else for good, once the user has agreed. */
async function remove(uri: Uri, agrees: () => Promise<boolean>): Promise<boolean> {
  try {
    await workspace.fs.delete(uri, { useTrash: true });
    return true;
  } catch (error) {
    log().warn(`${uri.toString()} could not be put into the bin: ${String(error)}`);
  }
  if (!(await agrees())) return false;
  await workspace.fs.delete(uri);
  return true;
}

/** Where the machine has no bin (servers often have none). */
async function agreesForGood(): Promise<boolean> {
  const forGood = l10n.t('Delete Permanently');
  const text = l10n.t('There is no bin for this file. Delete the new session for good?');
  return (await window.showWarningMessage(text, { modal: true }, forGood)) === forGood;
}

/** Some agents have a folder for every session. */
async function removeIfEmpty(folder: Uri): Promise<void> {
  try {
    if ((await workspace.fs.readDirectory(folder)).length === 0) await workspace.fs.delete(folder);
  } catch (error) {
    log().warn(`${folder.toString()} could not be removed: ${String(error)}`);
  }
}
