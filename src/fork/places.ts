import { l10n, Uri, workspace } from 'vscode';
import type { InPlacePlace } from './inPlace.ts';
import { ForkRefusal } from './refusal.ts';
import { workspaceNewFile } from './workspaceNewFile.ts';
import type { ForkPlace } from './writeFork.ts';

/** Where a fork goes, without what is the same everywhere. */
type Place = Omit<ForkPlace, 'now' | 'random'>;

/** What forking can do on the machine that runs the extension; absent in a browser. */
export interface LocalForks {
  /** The place beside a file of this machine, by its path. */
  place(path: string): Place;
  /** How a file of this machine is written to in place. */
  inPlace(path: string): Omit<InPlacePlace, 'now' | 'random'>;
  /** Whether a terminal would find the program. */
  hasProgram(name: string): Promise<boolean>;
  hasFolder(path: string): Promise<boolean>;
}

/**
 * Beside the source, with whatever reaches its folder.
 * @throws ForkRefusal on a file system that VS Code knows to be read-only
 */
export function placeBeside(uri: string, local: LocalForks | undefined): ForkPlace {
  const source = Uri.parse(uri, true);
  const base = { now: Date.now(), random: randomBytes };
  if (local && source.scheme === 'file') return { ...base, ...local.place(source.fsPath) };
  if (workspace.fs.isWritableFileSystem(source.scheme) === false) {
    throw new ForkRefusal(
      l10n.t(
        'Files of {0} cannot be written to, so the fork has no place beside its source.',
        `${source.scheme}:`,
      ),
    );
  }
  const parent = Uri.joinPath(source, '..');
  const { path } = source;
  return {
    ...base,
    io: workspaceNewFile,
    folder: parent.toString(),
    source: { path, folder: parent.path, name: path.slice(path.lastIndexOf('/') + 1) },
  };
}

/** Undefined for files that are not this machine's: nobody could tell who else writes to them. */
export function placeInside(uri: string, local: LocalForks | undefined): InPlacePlace | undefined {
  const source = Uri.parse(uri, true);
  if (!local || source.scheme !== 'file') return undefined;
  const isDirty = workspace.textDocuments.some(
    (one) => one.isDirty && one.uri.toString() === source.toString(),
  );
  const obstacle = l10n.t('The file has unsaved changes in an editor. Save or revert them first.');
  return {
    ...local.inPlace(source.fsPath),
    ...(isDirty && { obstacle }),
    now: Date.now(),
    random: randomBytes,
  };
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
