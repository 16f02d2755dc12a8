import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { takeBack } from '../../src/fork/afterInPlace.ts';
import { localForks } from '../../src/fork/localPlace.ts';
import { bridge } from './support/bridge.ts';
import { activeApi, SessionFolder, sessionNode, text, until } from './support/tree.ts';

const folder = new SessionFolder('kin-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`sessionTree.${command}`, ...args);

const TIME = '2026-11-20T10:00:00.000Z';
const line = (value: object): string => `${JSON.stringify(value)}\n`;
const header = (id: string, parentSession?: string): string =>
  line({
    ...{ type: 'session', version: 3, id, timestamp: TIME, cwd: '/w' },
    ...(parentSession !== undefined && { parentSession }),
  });
const said = (id: string, parentId: string | null, words: string): string =>
  line({
    ...{ type: 'message', id, parentId, timestamp: TIME },
    message: id.startsWith('u')
      ? { role: 'user', content: words }
      : { role: 'assistant', content: [{ type: 'text', text: words }], stopReason: 'stop', usage: {} },
  });
const TALK =
  said('u0000001', null, 'Plan the garden') +
  said('a0000001', 'u0000001', 'Which beds?') +
  said('u0000002', 'a0000001', 'The two at the wall') +
  said('a0000002', 'u0000002', 'Beans and leeks');

async function entryTexts(uri: string): Promise<string[]> {
  const { tree } = await activeApi();
  const children = await tree.provider.getChildren(await sessionNode(uri));
  return Promise.all(children.filter(({ kind }) => kind === 'entry').map(text));
}

describe('sessions that came from one another', function () {
  this.timeout(60_000);
  let uri: string;

  before(async () => {
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    uri = await folder.write('source.jsonl', header('S') + TALK);
    const { library } = await activeApi();
    await until(() => library.items.every(({ summary }) => summary), 'all sessions to be read');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => folder.remove());

  it('are shown as such as soon as a fork is made, at the entry where they part, with ways there and back', async () => {
    assert.doesNotMatch(await text(await sessionNode(uri)), /fork/);
    await run('openConversation', { uri });
    const made = (await run('fork', { uri, row: 1, how: 'file' })) as string;
    assert.ok(made);
    await until(
      async () => /\b1 fork\b/.test(await text(await sessionNode(uri))),
      'the source to show its fork',
    );
    assert.match(await text(await sessionNode(made)), /^Plan the garden \| fork · /);
    await until(
      async () =>
        (await entryTexts(uri)).some((row) => /^Which beds\?.*forked from here: Plan the garden/.test(row)),
      'the entry where they part to say so',
    );
    assert.equal((await entryTexts(uri)).filter((row) => /forked from/.test(row)).length, 1);
    await until(
      async () =>
        (await entryTexts(made)).some((row) => /^Which beds\?.*forked from Plan the garden/.test(row)),
      'the fork’s entry to say so',
    );
    const { conversation } = await activeApi();
    await run('openOrigin', { uri: made });
    await until(() => conversation.activeEntry()?.uri === uri, 'the source’s page');
    assert.equal(conversation.activeEntry()?.row, 1);
    await run('openForks', { uri, row: 1 });
    await until(() => conversation.activeEntry()?.uri === made, 'the fork’s page');
    assert.equal(conversation.activeEntry()?.row, 1);
    if (bridge.available()) {
      await bridge.webview.waitFor('.kin');
      assert.deepEqual(await bridge.webview.texts('.kin'), ['Forked from Plan the garden']);
      await sleep(1000);
      await bridge.screenshot('kin-fork');
      await run('openOrigin', { uri: made });
      await bridge.webview.waitFor('.kin');
      assert.match((await bridge.webview.texts('.kin')).join(), /Forked from here: Plan the garden/);
      await sleep(1000);
      await bridge.screenshot('kin-source');
    }
  });

  it('say that the source is missing where it is not listed', async () => {
    const lost = await folder.write(
      'lost.jsonl',
      header('L', '/nowhere/at/all.jsonl') + TALK.replaceAll('000000', '111111'),
    );
    await until(async () => /message/.test(await text(await sessionNode(lost))), 'the session to be read');
    assert.match(await text(await sessionNode(lost)), /fork of a session that is not listed/);
    const { tree } = await activeApi();
    const node = await sessionNode(lost);
    const item = tree.provider.resolveTreeItem(tree.provider.getTreeItem(node), node);
    assert.match(
      (item.tooltip as vscode.MarkdownString).value,
      /Forked from a session that is not listed: .*nowhere/,
    );
  });

  it('are one where a branch is begun in the file itself: after a copy, undone only if nothing came after', async () => {
    const own = await folder.write('inside.jsonl', header('I') + TALK.replaceAll('000000', '222222'));
    const path = vscode.Uri.parse(own).fsPath;
    const before = readFileSync(path, 'utf8');
    utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
    const { library, sessions } = await activeApi();
    await library.rescan();
    // VS Code shows no modal dialogs to tests: the question is left, and nothing is written.
    await run('fork', { uri: own, row: 1, how: 'inPlace' });
    assert.equal(readFileSync(path, 'utf8'), before);
    const { appendInPlace } = await import('../../src/store/appendInPlace.ts');
    const { io } = localForks.inPlace(path);
    const record_ = new TextEncoder().encode(
      line({
        type: 'branch_summary',
        id: 'b1',
        parentId: 'a2222221',
        timestamp: TIME,
        fromId: 'x',
        summary: '',
      }).trim(),
    );
    const appended = await appendInPlace(io, {
      ...{ path, folder: folder.path, size: Buffer.byteLength(before), record: record_, now: Date.now() },
      ...{ backupName: (attempt: number) => `inside.${attempt}.bak`, temporaryName: '.inside.tmp' },
    });
    assert.equal(readFileSync(appended.backup, 'utf8'), before);
    const lease = await sessions.acquire(own);
    assert.ok(lease);
    await lease.session.refresh();
    const { tree: entries, table } = lease.session.snapshot;
    lease.dispose();
    assert.equal(entries.defaultLeaf, table.size - 1);
    assert.equal(table.parentLink(table.size - 1), 1);
    await library.rescan();
    assert.ok(!library.items.some(({ uri: listed }) => listed.endsWith('.bak')));
    await takeBack(localForks, appended);
    assert.equal(readFileSync(path, 'utf8'), before);
  });
});
