import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationPanel } from '../../src/conversation/panel.ts';
import { bridge } from './support/bridge.ts';
import { afterReload, beforeReload } from './support/reload.ts';
import { activeApi, chain, SessionFolder, until } from './support/tree.ts';

const folder = new SessionFolder('conversation-reload');

describe('the conversation page over a reload', () => {
  beforeReload('shows an entry in a pinned page and one in the preview', async () => {
    // Pages that other files' tests left open have the same titles, and their files are gone.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const uri = await folder.write('reload.jsonl', chain(200));
    await vscode.commands.executeCommand('sessionTree.openConversation', { uri, row: 20, pinned: true });
    // A page that is hidden before it was drawn has no memory yet, and VS Code restores none.
    await remembered('text of u20');
    const other = await folder.write('preview.jsonl', chain(6, 'p'));
    await vscode.commands.executeCommand('sessionTree.openConversation', { uri: other, row: 3, focus: true });
    await remembered('text of ap3');
  });

  afterReload('brings both back where they were', async function () {
    bridge.skipWithout(this);
    const { conversation } = await activeApi();
    // Another file's test may have left its own editor in front.
    await bringToFront(/text of ap3$/);
    await bridge.webview.waitFor('text=text of ap3');
    assert.equal(await bridge.webview.attribute('.target', 'data-row'), '3');
    await until(() => conversation.panels.all.length > 0, 'the page to be known again');
    await bringToFront(/text of u20$/);
    const pinned = (): ConversationPanel | undefined =>
      conversation.panels.all.find(({ uri, view }) => uri === folder.uri('reload.jsonl') && view.pinned);
    await until(() => pinned() !== undefined, 'the pinned page to be back');
    assert.equal(pinned()?.view.shown.row, 20);
    await bridge.webview.waitFor('text=text of u20');
    assert.equal(await bridge.webview.attribute('.target', 'data-row'), '20');
    await vscode.window.tabGroups.close(
      tabs().filter(({ input }) => input instanceof vscode.TabInputWebview),
    );
    await folder.remove();
  });
});

/** The page's memory is written a moment after it was drawn. */
async function remembered(text: string): Promise<void> {
  if (bridge.available()) await bridge.webview.waitFor(`text=${text}`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

function tabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.activeTabGroup.tabs;
}

async function bringToFront(label: RegExp): Promise<void> {
  const index = tabs().findIndex((tab) => label.test(tab.label));
  assert.ok(
    index >= 0,
    `no tab ${label.source} among ${tabs()
      .map((tab) => tab.label)
      .join(', ')}`,
  );
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', index);
  await until(() => tabs()[index]?.isActive === true, 'the tab to be in front');
}
