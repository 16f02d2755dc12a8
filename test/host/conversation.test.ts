import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openLink } from '../../src/conversation/openLink.ts';
import type { ConversationPanel } from '../../src/conversation/panel.ts';
import { bridge } from './support/bridge.ts';
import { activeApi, chain, record, SessionFolder, until } from './support/tree.ts';

const folder = new SessionFolder('conversation-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`sessionTree.${command}`, ...args);

/** A branch beside `a1`, and a call with its result. */
const FORKED =
  chain(4) + record('ub', 'a1', 'another way') + record('ab', 'ub', 'see [docs](https://example.org/docs)');

async function panels(): Promise<readonly ConversationPanel[]> {
  return (await activeApi()).conversation.panels.all;
}

/** The only page, when what it shows was sent to it. */
async function page(): Promise<ConversationPanel> {
  await until(async () => (await panels()).length === 1, 'one conversation page');
  const [panel] = await panels();
  assert.ok(panel);
  await panel.view.settled();
  return panel;
}

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until(async () => (await panels()).length === 0, 'all pages to be closed');
}

const items = (): Promise<string[]> => bridge.webview.texts('.item h2');
const shows = (text: string): Promise<void> => bridge.webview.waitFor(`text=${text}`);

describe('the conversation page', () => {
  let uri: string;

  before(async () => {
    uri = await folder.write('forked.jsonl', FORKED);
  });
  afterEach(closeAll);
  after(() => folder.remove());

  it('shows the path to the newest leaf through an entry, and reuses its tab for the next one', async () => {
    await run('openConversation', { uri, row: 1 });
    const first = await page();
    assert.equal(first.view.pinned, false);
    assert.deepEqual([...first.view.shown.scene.plan.path], [0, 1, 4, 5]);
    await until(() => first.panel.title.endsWith('text of a1'), 'the title to name the entry');
    await run('openConversation', { uri, row: 3 });
    assert.equal(await page(), first);
    assert.deepEqual([...first.view.shown.scene.plan.path], [0, 1, 2, 3]);
    const other = await folder.write('other.jsonl', chain(2, 'x'));
    await run('openConversation', { uri: other });
    assert.equal(await page(), first);
    assert.equal(first.uri, other);
    assert.match(first.panel.title, /^text of ux0/);
  });

  it('opens a second page when the first one is pinned', async () => {
    await run('openConversation', { uri, row: 3 });
    const first = await page();
    await run('conversation.pin');
    assert.equal(first.view.pinned, true);
    await run('openConversation', { uri, row: 5 });
    await until(async () => (await panels()).length === 2, 'a second page');
    // An entry that the pinned page shows is shown there.
    await run('openConversation', { uri, row: 2 });
    assert.equal((await panels()).length, 2);
    await until(() => first.panel.active, 'the pinned page to be in front');
    assert.equal(first.view.shown.row, 2);
  });

  it('draws in VS Code', async function () {
    bridge.skipWithout(this);
    await run('openConversation', { uri, row: 5 });
    await shows('another way');
    assert.deepEqual(await items(), ['User', 'Assistant', 'User', 'Assistant']);
    assert.match(
      await bridge.webview.text('.facts'),
      /forked\.jsonl.*tiny-pi.*newest leaf, line 6.*4 messages/s,
    );
    assert.equal(await bridge.webview.text('.fork-words'), 'Branch 2 of 2');
  });

  it('switches branches by its buttons', async function () {
    bridge.skipWithout(this);
    await run('openConversation', { uri });
    await shows('another way');
    await bridge.webview.click('[data-step="-1"]');
    await shows('text of u2');
    assert.deepEqual([...(await page()).view.shown.scene.plan.path], [0, 1, 2, 3]);
  });

  it('follows the file: new entries appear, another branch is told of', async function () {
    bridge.skipWithout(this);
    const name = `${randomUUID()}.jsonl`;
    const growing = await folder.write(name, chain(2));
    await run('openConversation', { uri: growing });
    await shows('text of a1');
    await folder.append(name, record('u2', 'a1', 'one more'));
    await shows('one more');
    assert.deepEqual(await items(), ['User', 'Assistant', 'User']);
    await folder.append(name, record('a9', 'u0', 'elsewhere'));
    await bridge.webview.click('text=New entries on another branch');
    await shows('elsewhere');
    assert.deepEqual(await items(), ['User', 'Assistant']);
  });

  it('says that its file was deleted, and shows it again when it is back', async function () {
    bridge.skipWithout(this);
    const name = `${randomUUID()}.jsonl`;
    const going = await folder.write(name, chain(2));
    await run('openConversation', { uri: going });
    await shows('text of a1');
    await folder.delete(name);
    await shows('The session file was deleted');
    await shows('text of a1');
    await folder.writeQuietly(name, chain(3));
    await shows('The session file was replaced');
    await shows('text of u2');
  });

  it('follows a file outside the workspace', async function () {
    bridge.skipWithout(this);
    const outside = await mkdtemp(join(tmpdir(), 'session-tree-outside-'));
    try {
      const file = join(outside, 'a [session] {1}.jsonl');
      await writeFile(file, chain(2));
      await run('openConversation', { uri: vscode.Uri.file(file).toString() });
      await shows('text of a1');
      await writeFile(file, chain(3));
      await shows('text of u2');
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('is where it was after its tab was hidden', async function () {
    bridge.skipWithout(this);
    const long = await folder.write('long.jsonl', chain(300));
    await run('openConversation', { uri: long, row: 150 });
    await shows('text of u150');
    await bridge.webview.evaluate('.item[data-row="152"]', 'window.scrollBy(0, 60)');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const top = 'return Math.round(element.getBoundingClientRect().top)';
    const before = await bridge.webview.evaluate<number>('.item[data-row="152"]', top);
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    await until(async () => !(await page()).panel.visible, 'the page to be hidden');
    (await page()).panel.reveal();
    await shows('text of u152');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const after = await bridge.webview.evaluate<number>('.item[data-row="152"]', top);
    assert.ok(Math.abs(after - before) <= 3, `${before} → ${after}`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('copies a message, and the path as the records stand in the file', async () => {
    await run('openConversation', { uri, row: 4 });
    await page();
    await run('conversation.copyMessage');
    assert.equal(await vscode.env.clipboard.readText(), 'another way');
    await run('conversation.copyPath');
    const lines = FORKED.split('\n');
    assert.equal(
      await vscode.env.clipboard.readText(),
      `[\n${[0, 1, 4, 5].map((line) => lines[line]).join(',\n')}\n]\n`,
    );
  });

  it('opens the source line from its context menu', async function () {
    bridge.skipWithout(this);
    await run('openConversation', { uri, row: 5 });
    await shows('another way');
    await bridge.webview.click('.item[data-row="4"] .markdown', { button: 'right' });
    await bridge.window.waitFor('.monaco-menu .action-label:has-text("Open Source Line")');
    // A menu takes no click in its first moments, lest the one that opened it chooses something.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await bridge.window.click('.monaco-menu .action-label:has-text("Open Source Line")');
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === uri, 'the file to be open');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
  });

  it('reveals an entry in the tree by a key', async function () {
    bridge.skipWithout(this);
    await run('openConversation', { uri, row: 5 });
    await shows('another way');
    await bridge.webview.click('.item[data-row="4"] .markdown');
    await bridge.press('r');
    const { tree } = await activeApi();
    await until(() => {
      const [node] = tree.view.selection;
      return node !== undefined && 'row' in node && node.row === 4;
    }, 'the entry to be selected');
  });

  it('tells the tree which entry it shows', async () => {
    await run('openConversation', { uri, row: 4, focus: true });
    await page();
    const { conversation } = await activeApi();
    await until(() => conversation.activeEntry() !== undefined, 'the page to be active');
    assert.deepEqual(conversation.activeEntry(), { uri, row: 4 });
  });

  it('opens addresses only after VS Code’s own question, which tests cannot be asked', async () => {
    await assert.rejects(async () => openLink('https://example.org/docs', uri), /open the external website/);
    await assert.rejects(async () => openLink('mailto:a@example.org', uri), /mail program/);
  });

  it('opens files of the workspace and no others, and nothing that only calls itself a link', async () => {
    const name = vscode.workspace.asRelativePath(vscode.Uri.parse(uri), false);
    await openLink(`./${name}:3`, uri);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    await openLink(`${vscode.Uri.parse(uri).toString()}#L2`, uri);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 1);
    await closeAll();
    for (const href of [
      '/etc/passwd',
      'file:///etc/passwd',
      '../../../../etc/passwd',
      '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      'command:workbench.action.quit',
      'vscode://x.y/z',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      await openLink(href, uri);
      assert.equal(vscode.window.activeTextEditor, undefined, href);
    }
  });

  it('hands a link of the page to the extension', async function () {
    bridge.skipWithout(this);
    await run('openConversation', {
      uri: await folder.write('link.jsonl', record('u0', null, 'see [it](forked.jsonl#L4)')),
    });
    await bridge.webview.click('role=link[name="it"]');
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === uri, 'the file to be open');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 3);
  });

  it('says when there is no session, and opens nothing', async () => {
    await folder.writeQuietly('none.jsonl', 'no record at all\n');
    await run('openConversation', { uri: folder.uri('none.jsonl') });
    await run('openConversation', { uri: folder.uri('not-there.jsonl') });
    await run('openConversation', { uri: 5 });
    assert.deepEqual(await panels(), []);
  });

  it('shows a plain page where a restored one cannot be shown', async () => {
    const { conversation } = await activeApi();
    for (const state of [
      undefined,
      { uri: 'x' },
      { uri: folder.uri('gone.jsonl'), leaf: { line: 1, id: 'a' }, target: null, pinned: false },
    ]) {
      const panel = vscode.window.createWebviewPanel(
        'sessionTree.conversation',
        'Restored',
        vscode.ViewColumn.One,
      );
      await conversation.panels.deserializeWebviewPanel(panel, state);
      assert.match(panel.webview.html, /default-src 'none'/);
      assert.doesNotMatch(panel.webview.html, /<script/);
      panel.dispose();
    }
    assert.deepEqual(await panels(), []);
  });
});
