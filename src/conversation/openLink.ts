import { commands, env, FileType, l10n, Position, Range, Uri, window, workspace } from 'vscode';

/** `path:12`, `path#L12` */
const PLACE = /(?::(\d{1,7})(?::\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)$/;

/**
 * Opens a link of a transcript: an address through VS Code, which asks; a file if it is one of the workspace. Nothing
 * else, whatever the transcript calls a link.
 */
export async function openLink(href: string, sessionUri: string): Promise<void> {
  if (/^https?:\/\/[^\s/]/i.test(href)) {
    await env.openExternal(Uri.parse(href, true));
  } else if (/^mailto:/i.test(href)) {
    await openMail(href);
  } else if (!/^[A-Za-z][\w+.-]+:(?!\d)/.test(href) || /^file:\/\/\//i.test(href)) {
    await openFile(href, sessionUri);
  }
}

/** VS Code asks about web addresses only. */
async function openMail(href: string): Promise<void> {
  const open = l10n.t('Open');
  const question = l10n.t('Open this address in your mail program?');
  if ((await window.showInformationMessage(question, { modal: true, detail: href }, open)) !== open) return;
  await env.openExternal(Uri.parse(href, true));
}

async function openFile(href: string, sessionUri: string): Promise<void> {
  const place = PLACE.exec(href);
  const path = decode(href.slice(0, place?.index ?? href.length).replace(/[?#].*$/, ''));
  const file = await findInWorkspace(path, sessionUri);
  if (!file) {
    void window.showInformationMessage(l10n.t('{0} is no file of this workspace.', path));
    return;
  }
  const line = Number(place?.[1] ?? place?.[2] ?? 0);
  const at = new Position(Math.max(0, line - 1), 0);
  await commands.executeCommand('vscode.open', file, line > 0 ? { selection: new Range(at, at) } : undefined);
}

/** Absolute paths inside a folder of the workspace; others from each folder, then from the session's own. */
async function findInWorkspace(path: string, sessionUri: string): Promise<Uri | undefined> {
  const session = Uri.parse(sessionUri, true);
  const folders = workspace.workspaceFolders ?? [];
  const absolute = path.replace(/^file:\/\//i, '');
  const candidates = absolute.startsWith('/')
    ? folders.map((folder) => folder.uri.with({ path: absolute }))
    : [...folders.map((folder) => folder.uri), Uri.joinPath(session, '..')].map((base) =>
        Uri.joinPath(base, path),
      );
  for (const candidate of candidates) {
    if (workspace.getWorkspaceFolder(candidate) && (await isFile(candidate))) return candidate;
  }
  return undefined;
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    return false;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
