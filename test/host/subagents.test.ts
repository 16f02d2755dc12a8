import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/tree/nodes.ts';
import { call, piece, result, says, user } from '../unit/formats/claudeLines.ts';
import { bridge } from './support/bridge.ts';
import { activeApi, draw, sessionNode, SessionFolder, text, until } from './support/tree.ts';

const MAIN = '0a1b2c3d-0000-4000-8000-00000000beef';
const INSIDE = `${MAIN}/subagents`;
const side = { isSidechain: true, sessionId: MAIN };
const folder = new SessionFolder('subagent-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const agent = (id: string): string => `${INSIDE}/agent-${id}.jsonl`;
const task = (id: string, prompt: string, fields = {}): Record<string, unknown> =>
  piece(`a-${id}`, 'u1', `m-${id}`, call(id, 'Agent', { description: prompt, prompt }), fields);

const SESSION = lines(
  user('u1', null, 'Count the widgets'),
  task('t1', 'count them'),
  result('r1', 'a-t1', 't1'),
  says('a2', 'r1'),
);
const OUTER = lines(
  user('s1', null, 'count them', side),
  task('t2', 'look closer', { ...side, parentUuid: 's1' }),
  result('s3', 'a-t2', 't2', side),
  says('s4', 's3', side),
);
const NESTED = lines(user('n1', null, 'look closer', side), says('n2', 'n1', side));
const note = (facts: object): string => JSON.stringify(facts);

describe('subagents', () => {
  let uri: string;

  before(async () => {
    await mkdir(join(folder.path, INSIDE), { recursive: true });
    await folder.writeQuietly(agent('x'), OUTER);
    await folder.writeQuietly(
      `${INSIDE}/agent-x.meta.json`,
      note({ toolUseId: 't1', agentType: 'general-purpose', description: 'counting' }),
    );
    await folder.writeQuietly(agent('y'), NESTED);
    await folder.writeQuietly(
      `${INSIDE}/agent-y.meta.json`,
      note({ toolUseId: 't2', agentType: 'explorer', description: 'a closer look', parentAgentId: 'x' }),
    );
    await folder.writeQuietly(agent('z'), lines(user('z1', null, 'nobody asked', side)));
    uri = await folder.write(`${MAIN}.jsonl`, SESSION);
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await folder.remove();
  });

  it('hang in the session that they belong to, and are none of the list', async () => {
    const { library } = await activeApi();
    assert.deepEqual(
      library.items.map((item) => item.uri).filter((item) => item.includes('subagents')),
      [],
    );
    assert.deepEqual(await draw(await sessionNode(uri), 2), [
      'subagents 1 subagent without its call',
      '  subagent Subagent: nobody asked',
      'entry Count the widgets',
      'entry Agent count them',
      '  subagent Subagent: counting',
      'entry a2',
    ]);
  });

  it('are trees of their own, nested ones too, and say how much there is of them', async () => {
    const { tree } = await activeApi();
    const rows = await tree.provider.getChildren(await sessionNode(uri));
    const [outer] = await tree.provider.getChildren(rows[2] as TreeNode);
    assert.ok(outer?.kind === 'subagent');
    assert.equal(await text(outer), 'Subagent: counting | general-purpose · 4 entries');
    assert.deepEqual(await draw(outer, 3), [
      'entry count them',
      'entry Agent look closer',
      '  subagent Subagent: a closer look',
      '    entry look closer',
      '    entry n2',
      'entry s4',
    ]);
    assert.equal(tree.provider.getParent(outer), rows[2]);
  });

  it('follow their files', async () => {
    const { tree, sessions } = await activeApi();
    const rows = await tree.provider.getChildren(await sessionNode(uri));
    const [outer] = await tree.provider.getChildren(rows[2] as TreeNode);
    assert.ok(outer);
    await tree.provider.getChildren(outer);
    await folder.append(agent('x'), lines(says('s5', 's4', side)));
    sessions.touched(outer.uri);
    await until(async () => (await text(outer)).endsWith('5 entries'), 'the row to tell of the new entry');
  });

  it('are revealed where they are', async function () {
    bridge.skipWithout(this);
    const nested = folder.uri(agent('y'));
    assert.equal(await run('sessionTree.reveal', { uri: nested, row: 1 }), true);
    const { tree } = await activeApi();
    const [selected] = tree.view.selection;
    assert.ok(selected?.kind === 'entry' && selected.uri === nested && selected.row === 1);
    await bridge.window.waitFor('.part.sidebar [role=treeitem]:has-text("a closer look")');
  });

  it('appear in tree and page although the session does not grow', async function () {
    bridge.skipWithout(this);
    const { tree } = await activeApi();
    const session = await sessionNode(uri);
    await tree.provider.getChildren(session);
    await run('sessionTree.openConversation', { uri, focus: true });
    await bridge.webview.waitFor('.subagents button');
    await folder.writeQuietly(
      `${INSIDE}/agent-late.meta.json`,
      note({ toolUseId: 't1', agentType: 'explorer', description: 'came late' }),
    );
    await folder.writeQuietly(agent('late'), lines(user('l1', null, 'look again', side)));
    await bridge.webview.waitFor('.subagents button:has-text("came late")');
    await until(
      async () => (await draw(session, 2)).includes('  subagent Subagent: came late'),
      'the tree to show the subagent',
    );
    await rm(join(folder.path, agent('late')));
    await bridge.webview.waitFor('.subagents button:has-text("came late")', 'detached');
    await run('workbench.action.closeAllEditors');
  });

  it('are opened from their call, and lead back to it', async function () {
    bridge.skipWithout(this);
    await run('sessionTree.openConversation', { uri, focus: true });
    await bridge.webview.click('.subagents button');
    await bridge.webview.waitFor('text=Subagent of Count the widgets');
    const { conversation } = await activeApi();
    assert.equal(conversation.activeEntry()?.uri, folder.uri(agent('x')));
    const shots = process.env['SESSION_TREE_SHOTS'];
    if (shots !== undefined) await pictures(uri);
    await bridge.webview.click('text=Subagent of Count the widgets');
    await until(() => conversation.activeEntry()?.uri === uri, 'the parent to be shown');
    assert.equal(conversation.activeEntry()?.row, 1);
  });
});

/** For a look at it, not for the test. */
async function pictures(uri: string): Promise<void> {
  for (const id of ['Light Modern', 'Dark Modern']) {
    await vscode.workspace
      .getConfiguration('workbench')
      .update('colorTheme', id, vscode.ConfigurationTarget.Workspace);
    await sleep(1500);
    await bridge.screenshot(`subagent-${id.split(' ')[0]}`);
    await run('sessionTree.openConversation', { uri, row: 1 });
    await sleep(1500);
    await bridge.screenshot(`parent-${id.split(' ')[0]}`);
    await run('sessionTree.openConversation', { uri: folder.uri(agent('x')) });
    await sleep(1000);
  }
}
