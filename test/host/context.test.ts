import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';
import { activeApi, chain, sessionNode, SessionFolder, text, until } from './support/tree.ts';

const folder = new SessionFolder('context-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`sessionTree.${command}`, ...args);
const clipboard = async (): Promise<unknown> => JSON.parse(await vscode.env.clipboard.readText());

/** A session of Pi's: a question, an answer, a compaction that keeps nothing, another question. */
const COMPACTED = [
  { type: 'session', version: 3, id: 'the-session', cwd: '/work' },
  { type: 'message', id: 'u1', parentId: null, message: { role: 'user', content: 'the first question' } },
  { type: 'message', id: 'a1', parentId: 'u1', message: { role: 'assistant', content: [] } },
  {
    type: 'compaction',
    id: 'c',
    parentId: 'a1',
    summary: 'it was asked',
    firstKeptEntryId: 'c',
    tokensBefore: 9,
  },
  { type: 'message', id: 'u2', parentId: 'c', message: { role: 'user', content: 'the second question' } },
]
  .map((line) => `${JSON.stringify({ timestamp: '2026-01-05T10:00:00.000Z', ...line })}\n`)
  .join('');

async function page() {
  const { conversation } = await activeApi();
  await until(() => conversation.panels.all.length === 1, 'one conversation page');
  const [panel] = conversation.panels.all;
  assert.ok(panel);
  await panel.view.settled();
  return panel;
}

describe('the context in VS Code', () => {
  let uri: string;

  before(async () => {
    uri = await folder.write('compacted.jsonl', COMPACTED);
  });
  beforeEach(() => vscode.env.clipboard.writeText(''));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(() => folder.remove());

  it('is copied for the page that is shown, in each of the three shapes', async () => {
    await run('openConversation', { uri, focus: true });
    await page();
    const { conversation } = await activeApi();
    await until(() => conversation.panels.active !== undefined, 'the page to be active');
    await run('conversation.copyContext', { shape: 'own' });
    const own = (await clipboard()) as { role: string }[];
    assert.deepEqual(
      own.map(({ role }) => role),
      ['compactionSummary', 'user'],
    );
    await run('conversation.copyContext', { shape: 'anthropic' });
    const { messages } = (await clipboard()) as { messages: { role: string; content: unknown[] }[] };
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content.length]),
      [['user', 2]],
    );
    await run('conversation.copyContext', { shape: 'openai' });
    assert.deepEqual(((await clipboard()) as unknown[]).at(-1), {
      role: 'user',
      content: 'the second question',
    });
  });

  it('has the replay window and the titles of a transcript marked in the tree', async () => {
    const events = Array.from({ length: 1003 }, (_, i) => ({
      ...{ schema_version: 1, sequence: i + 1, session_id: 's', event_id: `transcript:s:${i + 1}` },
      recorded_at: '2026-01-05T10:00:00Z',
      ...(i === 5
        ? { type: 'ai-title', title: 'A title' }
        : { type: 'message', role: 'user', content: `message ${i}` }),
    }));
    const transcript = await folder.write(
      'transcript.jsonl',
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    const { tree } = await activeApi();
    const textAt = async (row: number): Promise<string> => {
      const view = await tree.provider.view(transcript);
      await view?.open();
      const node = view?.layout?.locate(row)?.node;
      assert.ok(node);
      return text(node);
    };
    assert.match(await textAt(3), /replay begins here \(1,000 entries\)/);
    assert.doesNotMatch(await textAt(4), /replay/);
    await run('selectFilter', 'all');
    assert.match(await textAt(5), /session title/);
    await run('selectFilter', 'default');
    const node = await sessionNode(transcript);
    assert.match(await text(node), /^A title/);
  });

  it('is copied up to an entry, without what comes after it', async () => {
    await run('conversation.copyContext', { uri, row: 1, shape: 'openai' });
    assert.deepEqual(await clipboard(), [
      { role: 'user', content: 'the first question' },
      { role: 'assistant', content: '' },
    ]);
  });

  it('is shown by the switch, trimmed to the budget that is typed, and copied as it is shown', async function () {
    bridge.skipWithout(this);
    const long = await folder.write('long.jsonl', chain(40));
    await run('openConversation', { uri: long, focus: true });
    await bridge.webview.waitFor('text=text of a39');
    await bridge.webview.click('role=button[name="Context"]');
    await bridge.webview.waitFor('text=40 of 40 messages');
    await bridge.webview.click('.budget');
    await bridge.type('300');
    await bridge.press('Enter');
    await bridge.webview.waitFor('text=/^[456] of 40 messages$/');
    assert.ok((await bridge.webview.count('.not-sent')) > 30);
    await bridge.screenshot('context');
    const panel = await page();
    assert.deepEqual(panel.state.context, { on: true, budget: 300 });
    await run('conversation.copyContext', { shape: 'own' });
    const copied = (await clipboard()) as unknown[];
    assert.ok(copied.length >= 4 && copied.length <= 6, String(copied.length));
  });

  it('asks for the shape from the toolbar', async function () {
    bridge.skipWithout(this);
    await run('openConversation', { uri, focus: true });
    await bridge.webview.waitFor('text=the second question');
    await bridge.webview.click('role=button[name="Context"]');
    await bridge.webview.click('role=button[name="Copy context as messages (JSON)"]');
    await bridge.window.waitFor('.quick-input-widget .monaco-list-row');
    assert.deepEqual(
      await bridge.window.texts('.quick-input-widget .quick-input-list-row:first-child .label-name'),
      ['Pi', 'Anthropic', 'OpenAI', 'Pi', 'Anthropic', 'OpenAI'],
    );
    await bridge.press('ArrowDown');
    await bridge.press('ArrowDown');
    await bridge.press('Enter');
    await until(async () => (await vscode.env.clipboard.readText()) !== '', 'the clipboard to be written');
    assert.equal(((await clipboard()) as { role: string }[])[0]?.role, 'user');
    // VS Code shows no toasts to tests; its list has the message.
    await vscode.commands.executeCommand('notifications.showList');
    assert.equal(
      await bridge.window.text('.notifications-center .notification-list-item-message'),
      '2 messages copied. Left out: 2 before the compaction.',
    );
  });

  it('goes into an editor where that is chosen', async function () {
    bridge.skipWithout(this);
    await vscode.commands.executeCommand('notifications.clearAll');
    await run('openConversation', { uri, focus: true });
    await bridge.webview.waitFor('text=the second question');
    const done = run('conversation.copyContext');
    await bridge.window.waitFor('.quick-input-widget .monaco-list-row');
    for (let step = 0; step < 5; step++) await bridge.press('ArrowDown');
    await bridge.press('Enter');
    await done;
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'json');
    assert.equal((JSON.parse(document.getText()) as { role: string }[])[0]?.role, 'user');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
