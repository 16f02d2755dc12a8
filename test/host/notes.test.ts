import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';
import { activeApi, chain, sessionNode, SessionFolder, text, until } from './support/tree.ts';

const folder = new SessionFolder('notes-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`sessionTree.${command}`, ...args);

async function order(): Promise<string[]> {
  const { tree } = await activeApi();
  const roots = await tree.provider.getChildren();
  return roots.map(({ uri }) => uri).filter((uri) => uri.includes('notes-tests'));
}

describe('what is said of a session', () => {
  let first: string;
  let second: string;

  before(async () => {
    first = await folder.write('first.jsonl', chain(2, 'f'));
    second = await folder.write('second.jsonl', chain(2, 's'));
  });
  afterEach(async () => {
    const { notes } = await activeApi();
    for (const uri of [first, second]) await notes.change(uri, { title: null, pinned: false, note: null });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(() => folder.remove());

  it('is a title of one’s own, in tree and page, that the file never sees', async () => {
    const before = await readFile(join(folder.path, 'first.jsonl'));
    await run('openConversation', { uri: first });
    await run('rename', { uri: first, title: 'My own title' });
    assert.match(await text(await sessionNode(first)), /^My own title \|/);
    const { conversation } = await activeApi();
    await until(
      () => conversation.panels.all[0]?.panel.title === 'My own title · text of af1',
      'the tab’s title',
    );
    assert.deepEqual(await readFile(join(folder.path, 'first.jsonl')), before);
    await run('undoNotes');
    assert.match(await text(await sessionNode(first)), /^text of uf0 \|/);
  });

  it('is not kept where the file says the same', async () => {
    await run('rename', { uri: first, title: 'text of uf0' });
    const { notes } = await activeApi();
    assert.deepEqual(notes.of(first), {});
  });

  it('is a pin: pinned sessions come first, and say so', async () => {
    assert.deepEqual(await order(), [second, first]);
    await run('pinSession', { uri: first });
    assert.deepEqual(await order(), [first, second]);
    assert.match(await text(await sessionNode(first)), /pinned/);
    const { tree } = await activeApi();
    const item = tree.provider.getTreeItem(await sessionNode(first));
    assert.match(item.contextValue ?? '', /^session pinned$/);
    assert.match(item.accessibilityInformation?.label ?? '', /pinned/);
    await run('undoNotes');
    assert.deepEqual(await order(), [second, first]);
  });

  it('is a note in the tooltip, as text', async () => {
    await run('editNote', { uri: second, note: 'look *here* again' });
    const { tree } = await activeApi();
    const node = await sessionNode(second);
    const item = tree.provider.resolveTreeItem(tree.provider.getTreeItem(node), node);
    assert.match((item.tooltip as vscode.MarkdownString).value, /look \\\*here\\\* again/);
  });

  it('is typed into a box, and shown at once', async function () {
    bridge.skipWithout(this);
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await run('reveal', { uri: first });
    const renaming = run('rename', { uri: first });
    await bridge.window.waitFor('.quick-input-widget input');
    await bridge.press('Control+A');
    await bridge.type('Typed by hand');
    await bridge.screenshot('notes-rename');
    await bridge.press('Enter');
    await renaming;
    await bridge.window.waitFor('.monaco-list-row:has-text("Typed by hand")');
    await run('pinSession', { uri: first });
    await bridge.window.waitFor('.monaco-list-row:has-text("Typed by hand"):has-text("pinned")');
    await bridge.screenshot('notes-pinned');
  });
});
