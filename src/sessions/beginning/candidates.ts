import { FileAccessError, type FolderAccess, type FolderItem } from '../../core/files.ts';
import { unpackedName } from '../../core/packed.ts';
import type { BaseFolder, Format } from '../../formats/format.ts';
import { isName, placeOfUri, uriBeside } from '../subagents/places.ts';

/** Folders that are looked into, the last names (newest days) first. */
const MAX_FOLDERS = 2_000;
/** Files of the session's own folder whose headers are read although their names do not tell. */
const MAX_UNNAMED = 200;

/**
 * Files that may be the session with this id, the likeliest first: those that are known by it, those with the id in their
 * name in the session's own folder and then in the agent's other ones, then all others of its own folder.
 */
export async function* candidates(
  access: FolderAccess,
  uri: string,
  format: Format,
  id: string,
  known: readonly string[],
): AsyncGenerator<string> {
  yield* known;
  const { name } = placeOfUri(uri);
  const ending = /\.[^.]+$/.exec(unpackedName(name))?.[0] ?? '';
  const own = filesOf(await list(access, uriBeside(uri, 0, [])), ending);
  const spelled = id.toLowerCase();
  const isNamed = (file: string): boolean => spelled !== '' && file.toLowerCase().includes(spelled);
  yield* uris(uri, 0, [], own.filter(isNamed));
  for (const folder of format.baseFolders ?? []) {
    for await (const { names, items } of foldersAt(access, uri, folder)) {
      yield* uris(uri, folder.up, names, filesOf(items, ending).filter(isNamed));
    }
  }
  yield* uris(uri, 0, [], own.filter((file) => !isNamed(file)).slice(0, MAX_UNNAMED));
}

function uris(uri: string, up: number, names: readonly string[], files: readonly string[]): string[] {
  return files.flatMap((file) => uriBeside(uri, up, [...names, file]) ?? []);
}

function filesOf(items: readonly FolderItem[], ending: string): string[] {
  const names = items.filter(
    ({ name, isFolder }) => !isFolder && isName(name) && unpackedName(name).endsWith(ending),
  );
  return names.map(({ name }) => name).sort();
}

/** The folders at the end of a way, the last names first, and what is in them. */
async function* foldersAt(
  access: FolderAccess,
  uri: string,
  { up, steps }: BaseFolder,
): AsyncGenerator<{ names: readonly string[]; items: readonly FolderItem[] }> {
  const waiting: (readonly string[])[] = [[]];
  for (let looked = 0; looked < MAX_FOLDERS; looked++) {
    const names = waiting.pop();
    if (!names) return;
    const items = await list(access, uriBeside(uri, up, names));
    const step = steps[names.length];
    if (step === undefined) yield { names, items };
    else {
      const isStep = typeof step === 'string' ? (name: string): boolean => name === step : step;
      const next = items.filter(({ name, isFolder }) => isFolder && isName(name) && isStep(name));
      for (const name of next.map((item) => item.name).sort()) waiting.push([...names, name]);
    }
  }
}

/** What is in a folder; nothing where it is not there or may not be read. */
async function list(access: FolderAccess, folder: string | undefined): Promise<readonly FolderItem[]> {
  if (folder === undefined) return [];
  try {
    return (await access.list(folder)) ?? [];
  } catch (error) {
    if (error instanceof FileAccessError) return [];
    throw error;
  }
}
