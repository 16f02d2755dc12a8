// Runs inside VS Code's web extension host, beside the shipped extension: tells what it sees as one line of JSON.
import * as vscode from 'vscode';
import type { SessionTreeApi } from '../../../src/start.ts';

/** What the test outside is told. */
export interface SeenInWeb {
  readonly hasNode: boolean;
  readonly sessions: readonly string[];
  readonly rows: number;
  readonly partial: boolean;
  readonly followed: number;
  readonly pages: number;
  readonly forkEntries: number;
  readonly missingCommands: readonly string[];
  readonly activationMs: number;
  readonly error?: string;
}

export async function run(): Promise<void> {
  try {
    console.log(`@@ ${JSON.stringify(await look((step) => console.log(`@@ ${step}`)))}`);
  } catch (error) {
    console.log(`@@ ${JSON.stringify({ error: error instanceof Error ? error.stack : String(error) })}`);
  }
}

/** @param tell hears how far it is, for a run that does not end */
async function look(tell: (step: string) => void): Promise<SeenInWeb> {
  const extension = vscode.extensions.getExtension<SessionTreeApi>('session-tree.session-tree');
  if (!extension) throw new Error('the extension is not there');
  const begin = performance.now();
  const { sessions, library, conversation } = await extension.activate();
  const activationMs = performance.now() - begin;
  tell('activated');
  await library.rescan();
  tell('listed');
  const uris = library.items.map(({ uri }) => uri);
  const large = uris.find((uri) => uri.endsWith('/large.jsonl'));
  if (large === undefined) throw new Error(`the large session is not listed among ${uris.join(' ')}`);
  const lease = await sessions.acquire(large, { partial: true });
  if (!lease) throw new Error('the large file holds no session');
  const partial = lease.session.snapshot.partial !== undefined;
  await lease.session.whole;
  const { table } = lease.session.snapshot;
  const rows = table.size;
  tell('read');
  const followed = await grow(lease.session, large);
  lease.dispose();
  tell('followed');
  await conversation.open({ uri: large });
  tell('shown');
  const folder = vscode.Uri.joinPath(vscode.Uri.parse(large, true), '..');
  const before = await names(folder);
  const forking = vscode.commands.executeCommand<string | undefined>('sessionTree.fork', {
    uri: large,
    row: 0,
    how: 'file',
  });
  const name = await newName(folder, before);
  tell(`forked as ${name}`);
  const forked = await sessions.acquire(vscode.Uri.joinPath(folder, name).toString());
  await forking;
  tell('revealed');
  const known = new Set(await vscode.commands.getCommands(true));
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return {
    hasNode: typeof process !== 'undefined' && Boolean(process.versions?.node),
    sessions: uris.map((uri) => uri.slice(uri.lastIndexOf('/') + 1)).sort(),
    ...{ rows, partial, followed, activationMs },
    pages: conversation.panels.all.length,
    forkEntries: forked?.session.snapshot.table.size ?? -1,
    missingCommands: contributes.commands.map(({ command }) => command).filter((name) => !known.has(name)),
  };
}

/** Appends a line through VS Code and looks how many entries the session has then. */
async function grow(
  session: { refresh(): Promise<void>; readonly snapshot: { readonly table: { readonly size: number } } },
  uri: string,
): Promise<number> {
  const file = vscode.Uri.parse(uri, true);
  const bytes = await vscode.workspace.fs.readFile(file);
  const message = { role: 'user', content: [{ type: 'text', text: 'more' }], timestamp: 1 };
  const timestamp = '2026-02-01T10:00:00.000Z';
  const line = JSON.stringify({ type: 'message', id: 'more', parentId: null, timestamp, message });
  const grown = new Uint8Array(bytes.length + line.length + 1);
  grown.set(bytes);
  grown.set(new TextEncoder().encode(`${line}\n`), bytes.length);
  await vscode.workspace.fs.writeFile(file, grown);
  await session.refresh();
  return session.snapshot.table.size;
}

async function names(folder: vscode.Uri): Promise<readonly string[]> {
  return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
}

/** Waits for a session file that was not there before. */
async function newName(folder: vscode.Uri, before: readonly string[]): Promise<string> {
  for (;;) {
    const found = (await names(folder)).find((name) => name.endsWith('.jsonl') && !before.includes(name));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
