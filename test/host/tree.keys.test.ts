import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';
import { activeApi, chain, record, SessionFolder, until } from './support/tree.ts';

const folder = new SessionFolder('key-tests');

/** Where keys go to: what is pressed before is lost. */
const TREE = '.part.sidebar .monaco-list:focus-within';
const INPUT = '.quick-input-widget input:focus';

async function selectedRow(): Promise<number | undefined> {
  const node = (await activeApi()).tree.view.selection[0];
  return node && 'row' in node ? node.row : undefined;
}

describe('the Sessions view under the hand', () => {
  before(async function () {
    bridge.skipWithout(this);
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await folder.remove();
  });

  it('goes from fork to fork by F7 and copies an id by Ctrl+C', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write(
      'keys.jsonl',
      chain(6) + record('ub', 'a1') + record('uc', 'a3') + record('u6', 'a5'),
    );
    await tree.reveal({ uri, row: 0 });
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await bridge.window.waitFor(TREE);
    await bridge.press('F7');
    await until(async () => (await selectedRow()) === 1, 'the first fork');
    await bridge.press('F7');
    await until(async () => (await selectedRow()) === 3, 'the second fork');
    await bridge.press('Shift+F7');
    await until(async () => (await selectedRow()) === 1, 'the first fork again');
    await bridge.press('Control+c');
    await until(async () => (await vscode.env.clipboard.readText()) === 'a1', 'the id to be copied');
  });

  it('opens the conversation by Enter, and shows the entry of the page in the tree', async () => {
    const { tree, conversation } = await activeApi();
    const uri = folder.uri('keys.jsonl');
    await vscode.commands.executeCommand('sessionTree.reveal', { uri, row: 6 });
    await bridge.window.waitFor(TREE);
    await bridge.press('Enter');
    await until(() => conversation.panels.active?.view.session.uri === uri, 'the page to be open');
    await until(() => conversation.activeEntry()?.row === 6, 'the page to show the entry');
    await tree.reveal({ uri, row: 0 });
    await vscode.commands.executeCommand('sessionTree.revealCurrent');
    await until(async () => (await selectedRow()) === 6, 'the entry to be revealed');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens one entry after the other by Enter, without leaving the tree', async () => {
    const { conversation } = await activeApi();
    const uri = await folder.write('line.jsonl', chain(6));
    await vscode.commands.executeCommand('sessionTree.reveal', { uri, row: 2 });
    await bridge.window.waitFor(TREE);
    for (const row of [2, 3, 4]) {
      if (row > 2) await bridge.press('ArrowDown');
      await bridge.press('Enter');
      await until(() => conversation.activeEntry()?.row === row, `the page to show row ${row}`);
      await bridge.webview.waitFor(`article.target:has-text("line ${row + 1}")`);
      await bridge.window.waitFor(TREE);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('finds an entry by words of it and reveals it', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write('find.jsonl', chain(700) + record('uz', 'a1', 'a needle in the hay'));
    await tree.reveal({ uri, row: 699 });
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await bridge.window.waitFor(TREE);
    await bridge.press('Control+f');
    await bridge.window.waitFor(INPUT);
    await bridge.type('HAY needle');
    await bridge.window.waitFor('.quick-input-list .monaco-list-row >> text=a needle in the hay');
    await until(
      async () => (await bridge.window.count('.quick-input-list .monaco-list-row')) === 1,
      'one match',
    );
    await bridge.press('Enter');
    await until(async () => (await selectedRow()) === 700, 'the entry to be revealed');
  });

  it('says how much a search does not list', async () => {
    const { tree } = await activeApi();
    const uri = folder.uri('find.jsonl');
    await tree.reveal({ uri, row: 0 });
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await bridge.window.waitFor(TREE);
    await bridge.press('Control+f');
    await bridge.window.waitFor(INPUT);
    await bridge.type('text');
    await bridge.window.waitFor('.quick-input-title >> text=the newest 200 of 700 matches');
    await bridge.press('Escape');
  });

  it('has accessible names and levels on its rows', async () => {
    const { tree } = await activeApi();
    await tree.reveal({ uri: folder.uri('keys.jsonl'), row: 6 });
    const row = '.pane-body [role="treeitem"][aria-label^="user: text of ub"]';
    await bridge.window.waitFor(row);
    assert.equal(await bridge.window.attribute(row, 'aria-level'), '4');
  });

  it('lets the session go when its row is collapsed, and draws it anew when it is opened again', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write('collapse.jsonl', record('u1', null, 'collapsible') + record('a1', 'u1'));
    await tree.reveal({ uri, row: 1 });
    // The library may hold it too, while it is being written: what counts is the view's own hold.
    const isHeld = (): boolean => tree.provider.peek(uri)?.session !== undefined;
    assert.ok(isHeld());
    const row = '.pane-body [role="treeitem"][aria-label^="session: collapsible"]';
    await bridge.window.click(`${row} .monaco-tl-twistie`);
    await until(() => !isHeld(), 'the session to be let go');
    await folder.append('collapse.jsonl', record('u2', 'a1', 'written meanwhile'));
    await bridge.window.click(`${row} .monaco-tl-twistie`);
    await bridge.window.waitFor('.pane-body [role="treeitem"][aria-label^="user: written meanwhile"]');
  });

  it('asks for nothing while it is hidden, and catches up afterwards', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write('hidden.jsonl', record('u1', null, 'seldom seen'));
    await tree.reveal({ uri, row: 0 });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until(() => !tree.view.visible, 'the view to be hidden');
    let asked = 0;
    const listening = tree.provider.onDidChangeTreeData(() => (asked += 1));
    await folder.append('hidden.jsonl', record('a1', 'u1', 'a new answer'));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(asked, 0);
    listening.dispose();
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await bridge.window.waitFor('.pane-body [role="treeitem"][aria-label^="assistant: a new answer"]');
  });

  it('looks for sessions again when it comes into sight', async () => {
    const { tree } = await activeApi();
    const { provider } = tree;
    let looks = 0;
    provider.back = () => void (looks += 1);
    try {
      await vscode.commands.executeCommand('workbench.view.explorer');
      await until(() => !tree.view.visible, 'the view to be hidden');
      assert.equal(looks, 0);
      await vscode.commands.executeCommand('sessionTree.sessions.focus');
      await until(() => looks === 1, 'the look');
    } finally {
      // The class's own again.
      Reflect.deleteProperty(provider, 'back');
    }
  });

  it('shows the bar of the view while it looks for sessions by hand', async () => {
    const { tree } = await activeApi();
    const { provider } = tree;
    let end = (): void => undefined;
    provider.rescan = () => new Promise((resolve) => void (end = resolve));
    try {
      await vscode.commands.executeCommand('sessionTree.sessions.focus');
      const done = vscode.commands.executeCommand('sessionTree.refresh');
      await bridge.window.waitFor('.part.sidebar .monaco-progress-container.active');
      end();
      await done;
    } finally {
      Reflect.deleteProperty(provider, 'rescan');
    }
  });

  it('shows the first 200 of many sessions and the rest on request', async function () {
    this.timeout(120_000);
    const { tree, library } = await activeApi();
    const names = Array.from({ length: 230 }, (_, n) => `many-${n}.jsonl`);
    for (const name of names.slice(1)) await folder.writeQuietly(name, record('u1', null, name));
    const uri = await folder.write(names[0] as string, record('u1', null));
    const total = library.items.length;
    assert.ok(total > 230);
    const rows = await tree.provider.getChildren();
    assert.equal(rows.length, 201);
    const more = rows[200];
    assert.equal(more?.kind, 'more');
    const hidden = total - 200;
    assert.equal(tree.provider.getTreeItem(more as never).label, `Show ${hidden} more`);
    await vscode.commands.executeCommand('sessionTree._more', more);
    assert.equal((await tree.provider.getChildren()).length, total);
    assert.ok(await tree.reveal({ uri, row: 0 }));
  });
});
