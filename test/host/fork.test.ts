import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { SessionTreeApi } from '../../src/extension.ts';
import type { SessionSnapshot } from '../../src/sessions/session.ts';
import { undoFork } from '../../src/fork/undo.ts';
import { bridge } from './support/bridge.ts';
import { stubAgent } from './support/stubAgent.ts';

const WHOLE = '2026-11-24T09-12-44-120Z_01990c41-7a10-7c3e-9f52-6a1d2b8e4c01.jsonl';
const DAMAGED = '2026-11-22T16-02-10-008Z_01990b77-52f0-7d11-a3c4-9b0e66d1f303.jsonl';
const FLAT = 'read-the-readme.jsonl';

const STAMP = '2026-01-05T10:00:00.000Z';

const read = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri));
const digest = async (uri: vscode.Uri) =>
  createHash('sha256')
    .update(await read(uri))
    .digest('hex');
const linesOf = async (uri: vscode.Uri) => (await read(uri)).toString('utf8').split('\n').slice(0, -1);

/** Runs the command for a new file; `act` is the person before the question that it asks. */
async function fork(argument?: object, act?: () => Promise<unknown>): Promise<vscode.Uri | undefined> {
  const done = vscode.commands.executeCommand<string | undefined>('sessionTree.fork', {
    how: 'file',
    ...argument,
  });
  await act?.();
  const uri = await done;
  return uri === undefined ? undefined : vscode.Uri.parse(uri, true);
}

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('It did not come to pass within 10 seconds');
}

describe('Fork from Here', function () {
  this.timeout(60_000);
  let api: SessionTreeApi;
  let folder: vscode.Uri;
  const file = (name: string) => vscode.Uri.joinPath(folder, name);
  const names = async () => (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).sort();

  /** The argument that tree and page give for the entry in a line. */
  async function entryAt(name: string, line: number): Promise<{ uri: string; row: number }> {
    const uri = file(name).toString();
    const lease = await api.sessions.acquire(uri);
    assert.ok(lease);
    const { table } = lease.session.snapshot;
    lease.dispose();
    for (let row = 0; row < table.size; row++) if (table.line(row) === line) return { uri, row };
    assert.fail(`No entry in line ${line}`);
  }

  async function lease(name: string): Promise<{ snapshot: SessionSnapshot }> {
    const held = await api.sessions.acquire(file(name).toString());
    assert.ok(held);
    held.dispose();
    return { snapshot: held.session.snapshot };
  }

  before(async () => {
    const extension = vscode.extensions.getExtension<SessionTreeApi>('session-tree.session-tree');
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(extension && root);
    api = await extension.activate();
    folder = vscode.Uri.joinPath(root, 'fork-test');
  });
  beforeEach(async () => {
    for (const name of [WHOLE, DAMAGED, FLAT]) {
      const [found] = await vscode.workspace.findFiles(`{pi,tiny-pi}/${name}`, null, 1);
      assert.ok(found, name);
      await vscode.workspace.fs.copy(found, file(name), { overwrite: true });
    }
    await api.library.rescan();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  it('writes the path of an entry beside its source, reveals it, and leaves the source alone', async () => {
    const before = await digest(file(WHOLE));
    const sourceLines = await linesOf(file(WHOLE));
    const made = await fork(await entryAt(WHOLE, 9));
    assert.ok(made);
    assert.equal(vscode.Uri.joinPath(made, '..').toString(), folder.toString());
    const lines = await linesOf(made);
    assert.deepEqual(lines.slice(1), sourceLines.slice(1, 9));
    const header = JSON.parse(lines[0] ?? '') as { parentSession?: string; version?: number };
    assert.equal(header.parentSession, file(WHOLE).fsPath);
    assert.equal(header.version, 3);
    assert.equal(await digest(file(WHOLE)), before);
    assert.equal((await names()).length, 4);
    const selected = () => (api.tree.view.selection[0] as { uri?: string } | undefined)?.uri;
    await until(() => selected() === made.toString());
    assert.ok(api.library.items.some((item) => item.uri === made.toString()));
  });

  it('tells what it made, and opens it', async function () {
    bridge.skipWithout(this);
    const made = await fork(await entryAt(WHOLE, 9));
    assert.ok(made);
    // VS Code shows no toasts to tests; its list has the message.
    await vscode.commands.executeCommand('notifications.showList');
    const message = '.notifications-center .notification-list-item';
    assert.match(
      await bridge.window.text(`${message} .notification-list-item-message`),
      /^Forked 6 messages into /,
    );
    await bridge.screenshot('fork-done');
    await bridge.window.click(`${message} >> role=button[name="Show File"]`);
    const name = made.path.slice(made.path.lastIndexOf('/') + 1);
    await bridge.window.waitFor(`.explorer-folders-view .monaco-list-row.selected:has-text("${name}")`);
  });

  it('forks the line that the cursor is on', async () => {
    const document = await vscode.workspace.openTextDocument(file(FLAT));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 3, 0, 3);
    const made = await fork();
    assert.ok(made);
    assert.match(made.path, /\/read-the-readme-fork-1\.jsonl$/);
    assert.deepEqual(await linesOf(made), (await linesOf(file(FLAT))).slice(0, 1));
    assert.match((await fork())?.path ?? '', /-fork-2\.jsonl$/);
  });

  it('asks before it parts a call from its result, and takes the entry chosen', async function () {
    bridge.skipWithout(this);
    const made = await fork(await entryAt(WHOLE, 6), async () => {
      const rows = '.quick-input-widget .monaco-list-row .quick-input-list-row:first-child .label-name';
      await bridge.window.waitFor(rows);
      assert.deepEqual(
        (await bridge.window.texts(rows)).map((text) => text.replaceAll('\u00a0', ' ')),
        [
          'Fork after the results (line 7)',
          'Fork before the call (line 4)',
          'Fork here and close the call (line 6)',
          'Fork here anyway (line 6)',
          'Cancel',
        ],
      );
      await bridge.screenshot('fork-inside-call');
      await bridge.press('Enter');
    });
    assert.ok(made);
    assert.equal((await linesOf(made)).length, 7);
  });

  it('writes nothing when the question is left', async function () {
    bridge.skipWithout(this);
    const before = await names();
    const made = await fork(await entryAt(WHOLE, 6), async () => {
      await bridge.window.waitFor('.quick-input-widget .monaco-list-row');
      await bridge.press('Escape');
    });
    assert.equal(made, undefined);
    assert.deepEqual(await names(), before);
  });

  it('writes nothing below a missing ancestor unless the user agrees', async () => {
    // VS Code shows no modal dialogs to tests, which is as good as leaving them; the rest is in the unit tests.
    assert.equal(await fork(await entryAt(DAMAGED, 9)), undefined);
    assert.equal((await names()).length, 3);
  });

  it('shows what the fork would be, and asks what to do with it', async function () {
    bridge.skipWithout(this);
    const labels = '.quick-input-widget .monaco-list-row .quick-input-list-row:first-child .label-name';
    const made = await fork({ ...(await entryAt(WHOLE, 9)), how: undefined }, async () => {
      await bridge.window.waitFor(labels);
      const texts = await bridge.window.texts(labels);
      // The agent is not on this machine, so nothing starts it.
      assert.deepEqual(
        texts.map((text) => text.replaceAll('\u00a0', ' ')),
        [
          'New session file',
          'Branch in this session file…',
          'New session, and copy the command to go on',
          'Edit this prompt',
          'New session file elsewhere…',
          'Messages as JSON…',
          'Look at the path first',
        ],
      );
      // Whoever recorded it is not this machine.
      const line = await bridge.window.attribute('.quick-input-widget input', 'placeholder');
      assert.match(
        line ?? '',
        /^its folder is not on this machine · 6 messages · [\d.]+ KB · the model sees 6 messages \([\d,.]+ characters\)$/,
      );
      await bridge.screenshot('fork-choices');
      await bridge.press('ArrowDown');
      await bridge.press('ArrowDown');
      await bridge.press('Enter');
    });
    assert.ok(made);
    assert.equal(await vscode.env.clipboard.readText(), `pi --session ${made.fsPath}`);
  });

  it('ends before a prompt that is to be edited', async () => {
    const { table } = (await lease(WHOLE)).snapshot;
    const prompts = [...Array(table.size).keys()].filter((row) => table.role(row) === 'user');
    const [, second] = prompts;
    assert.ok(second !== undefined);
    const made = await fork({ uri: file(WHOLE).toString(), row: second, how: 'prompt' });
    assert.ok(made);
    assert.notEqual(await vscode.env.clipboard.readText(), '');
    const lines = await linesOf(made);
    assert.ok(!lines.includes((await linesOf(file(WHOLE)))[table.line(second) - 1] ?? ''));
  });

  it('is taken back as long as nobody went on in it', async () => {
    const made = await fork(await entryAt(WHOLE, 9));
    assert.ok(made);
    const state = await vscode.workspace.fs.stat(made);
    await vscode.workspace.fs.writeFile(made, new TextEncoder().encode('{}\n'));
    await undoFork([made], state, false, () => Promise.resolve(true));
    assert.ok((await names()).includes(made.path.split('/').at(-1) ?? ''));
    const again = await fork(await entryAt(WHOLE, 9));
    assert.ok(again);
    await undoFork([again], await vscode.workspace.fs.stat(again), false, () => Promise.resolve(false));
    const isThere = async () => (await names()).includes(again.path.split('/').at(-1) ?? '');
    // A machine without a bin asks first.
    if (await isThere()) {
      await undoFork([again], await vscode.workspace.fs.stat(again), false, () => Promise.resolve(true));
    }
    assert.ok(!(await isThere()));
    assert.ok((await names()).includes(WHOLE));
  });

  it('goes on in the agent: its exact command in a terminal, in the recorded folder', async function () {
    const stub = await stubAgent(this, file('bin').fsPath, 'pi');
    // Quotes of every kind: a shell that reads one of them wrongly hands over another command.
    const place = vscode.Uri.joinPath(folder, `it's $HOME "here"`);
    await vscode.workspace.fs.createDirectory(place);
    const header = JSON.stringify({
      type: 'session',
      version: 3,
      id: 's',
      timestamp: STAMP,
      cwd: place.fsPath,
    });
    const entry = JSON.stringify({
      ...{ type: 'message', id: 'a', parentId: null, timestamp: STAMP },
      message: { role: 'user', content: 'x' },
    });
    const source = vscode.Uri.joinPath(place, 'talk & more.jsonl');
    await vscode.workspace.fs.writeFile(source, new TextEncoder().encode(`${header}\n${entry}\n`));
    try {
      const made = await fork({ uri: source.toString(), row: 0, how: 'open' });
      assert.ok(made);
      await until(() => stub.ran());
      assert.deepEqual(stub.told(), { cwd: place.fsPath, args: ['--session', made.fsPath] });
      if (!bridge.available()) return;
      const labels = '.quick-input-widget .monaco-list-row .quick-input-list-row:first-child .label-name';
      await fork({ uri: source.toString(), row: 0, how: undefined }, async () => {
        await bridge.window.waitFor(labels);
        const texts = (await bridge.window.texts(labels)).map((text) => text.replaceAll('\u00a0', ' '));
        assert.ok(texts.includes('New session, and go on in Pi'), texts.join('; '));
        await bridge.press('Escape');
      });
    } finally {
      await stub.remove();
    }
  });

  it('starts no agent whose program is not there, also where nothing was asked', async () => {
    const before = vscode.window.terminals.length;
    const made = await fork({ ...(await entryAt(WHOLE, 9)), how: 'open' });
    assert.ok(made, 'the session is written all the same');
    assert.equal(vscode.window.terminals.length, before);
  });

  it('is refused politely in a file that holds no session', async () => {
    const other = file('notes.jsonl');
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('{"a":1}\n'));
    await vscode.window.showTextDocument(other);
    assert.equal(await fork(), undefined);
    assert.equal((await names()).length, 4);
  });
});
