import { ownString } from '../../core/json.ts';
import { besideJson, type Look, type PlaceRoot } from './place.ts';

/** VS Code and its relatives, by the name of their folder of settings; the last ones are servers' (remotes). */
const PRODUCTS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Trae', 'Positron'];
const SERVERS = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server', '.cursor-server'];

/** The folders `User` of every VS Code that may be on this system, the running one's among them. */
export function userFolders(patterns: readonly string[]): readonly PlaceRoot[] {
  return [
    { base: 'editor', folder: '', patterns },
    ...PRODUCTS.map((name): PlaceRoot => ({ base: 'config', folder: `${name}/User`, patterns })),
    ...SERVERS.map((name): PlaceRoot => ({ base: 'home', folder: `${name}/data/User`, patterns })),
  ];
}

/**
 * The folder, or the file of a workspace of several, that `workspace.json` of a workspace's storage names.
 * @param path of that file, from the session's folder
 */
export async function workspaceFolder(look: Look, path: string): Promise<string | undefined> {
  const file = await besideJson(look, path);
  const uri = file && (ownString(file, 'folder') ?? ownString(file, 'workspace'));
  return uri === undefined ? undefined : pathOf(uri);
}

/** A `file:` URI's path; any other URI as it is, which is no folder of this system. */
function pathOf(uri: string): string {
  if (!uri.startsWith('file:///')) return uri;
  try {
    const path = decodeURIComponent(uri.slice('file://'.length));
    return /^\/[a-z]:/iu.test(path) ? path.slice(1) : path;
  } catch {
    return uri; // a stray `%`
  }
}
