import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';
import { activeApi, until } from './support/tree.ts';

/** Takes the README's pictures; no test, though it runs as one. `npm run pictures` is the way to it. */

const TREE = '01990c41';
const DAMAGED = '01990b77';
/** Ages in the list are told from here, whenever the pictures are taken. */
const NOW = Date.parse('2026-11-26T10:00:00Z');

const THEMES = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  contrast: 'Default High Contrast',
} as const;
const SIZE = [1280, 800] as const;
/** Where the side bar ends: its rows have room for what is said of an entry. */
const SIDE_BAR = 500;
const LIST = '.part.sidebar .monaco-list';

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

async function uriOf(part: string): Promise<string> {
  const { library } = await activeApi();
  const item = library.items.find(({ name }) => name.includes(part));
  assert.ok(item, part);
  return item.uri;
}

async function theme(id: string): Promise<void> {
  await vscode.workspace
    .getConfiguration('workbench')
    .update('colorTheme', id, vscode.ConfigurationTarget.Workspace);
}

/** The session alone is unfolded in the tree, one of its entries selected, and its page drawn. */
async function show(uri: string, row: number): Promise<void> {
  await run('workbench.actions.treeView.sessionTree.sessions.collapseAll');
  await run('sessionTree.openConversation', { uri, row });
  await bridge.webview.waitFor('article');
  await run('sessionTree.reveal', { uri, row });
  await bridge.window.waitFor(`${LIST}:focus-within`);
}

async function widenSideBar(): Promise<void> {
  const edge = (): Promise<number> =>
    bridge.window.evaluate('.part.sidebar', 'return element.getBoundingClientRect().right');
  await bridge.drag([await edge(), 400], [SIDE_BAR, 400]);
  await bridge.drag([SIZE[0] / 2, 0], [SIZE[0] / 2, 0]);
  assert.ok(Math.abs((await edge()) - SIDE_BAR) < 10, `The side bar ends at ${await edge()}`);
}

async function picture(name: string): Promise<void> {
  await sleep(1000); // what fades in has done so
  await bridge.screenshot(name);
}

describe('pictures', function () {
  this.timeout(120_000);

  before(async () => {
    const realNow = Date.now.bind(Date);
    const past = realNow() - NOW;
    Date.now = () => realNow() - past;
    await bridge.resize(...SIZE);
    await run('sessionTree.sessions.focus');
    const { library } = await activeApi();
    await library.rescan();
    await until(() => library.items.every(({ summary }) => summary), 'all sessions to be read');
    await widenSideBar();
  });

  it('a session as a tree, and the conversation on one of its paths', async () => {
    await show(await uriOf(TREE), 6);
    await run('list.expand');
    for (const [name, id] of Object.entries(THEMES)) {
      await theme(id);
      await picture(`sessions-${name}`);
    }
    await theme(THEMES.dark);
  });

  it('a fork, step by step', async () => {
    const uri = await uriOf(TREE);
    await show(uri, 4);
    const done = run('sessionTree.fork', { uri, row: 4 });
    // Between a call and its result it asks where to fork; then what to do.
    await bridge.window.waitFor('.quick-input-widget >> text=Fork here anyway');
    await picture('fork-1-where');
    await bridge.press('Enter');
    await bridge.window.waitFor('.quick-input-widget >> text=New session file');
    await picture('fork-2-what');
    await bridge.press('Enter');
    await done;
    await run('notifications.showList');
    await bridge.window.waitFor('.notifications-center .notification-list-item');
    await picture('fork-3-done');
    await run('notifications.clearAll');
  });

  it('a damaged session', async () => {
    const uri = await uriOf(DAMAGED);
    await run('workbench.action.closeAllEditors');
    await show(uri, 6);
    await run('workbench.actions.view.problems');
    await picture('problems');
  });
});
