import { FileAccessError, type FileAccess, type FolderAccess } from '../core/files.ts';
import type { SpilledOutput } from '../formats/spill.ts';
import { placeOfUri, uriBeside } from './subagents/places.ts';

/** Bytes of an output that are read; what is beyond is counted. */
export const OUTPUT_BYTES = 16 * 1024 * 1024;

/** What an output's file holds. */
export interface SpilledText {
  readonly text: string;
  /** Bytes of the file that are not in the text. */
  readonly left: number;
}

/**
 * Reads an output from its own file: only what its steps find among the names that are there, and no link is followed,
 * so that it lies in the session's folder.
 * @param mainUri of the main session's file
 * @returns undefined when there is no such file
 * @throws FileAccessError
 */
export async function readSpilled(
  { files, folders }: { readonly files: FileAccess; readonly folders: FolderAccess },
  mainUri: string,
  output: SpilledOutput,
): Promise<SpilledText | undefined> {
  const uri = await find(folders, mainUri, output);
  if (uri === undefined) return undefined;
  try {
    const { size } = await files.stat(uri);
    const bytes = await files.read(uri, 0, Math.min(size, OUTPUT_BYTES));
    return { text: new TextDecoder().decode(bytes), left: Math.max(0, size - bytes.length) };
  } catch (error) {
    if (error instanceof FileAccessError && error.code === 'not-found') return undefined;
    throw error;
  }
}

async function find(
  folders: FolderAccess,
  mainUri: string,
  { steps }: SpilledOutput,
): Promise<string | undefined> {
  const names: string[] = [];
  const way = steps(placeOfUri(mainUri).name.replace(/\.[^.]*$/, ''));
  for (const [index, step] of way.entries()) {
    const folder = uriBeside(mainUri, 0, names);
    const items = folder === undefined ? undefined : await folders.list(folder);
    const wantsFolder = index < way.length - 1;
    const found = items?.find(
      ({ name, isFolder, isLink }) =>
        !isLink && isFolder === wantsFolder && (typeof step === 'string' ? name === step : step(name)),
    );
    if (!found) return undefined;
    names.push(found.name);
  }
  return names.length === 0 ? undefined : uriBeside(mainUri, 0, names);
}
