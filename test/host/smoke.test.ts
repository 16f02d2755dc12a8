import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';

describe('the extension in VS Code', () => {
  it('is there and can be activated', async () => {
    const extension = vscode.extensions.getExtension('session-tree.session-tree');
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('opens a copy of the samples', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
    assert.equal(vscode.workspace.isTrusted, true);
  });

  it('shows its window to the bridge', async function () {
    bridge.skipWithout(this);
    await bridge.window.waitFor('.monaco-workbench .activitybar');
    assert.ok((await bridge.window.count('.activitybar .action-item')) > 2);
    assert.match(await bridge.screenshot('smoke'), /smoke\.png$/);
    await assert.rejects(bridge.window.text('#no-such-element', { timeout: 200 }), /no-such-element/);
  });

  it('looks into a webview', async function () {
    bridge.skipWithout(this);
    const panel = vscode.window.createWebviewPanel('smoke', 'Smoke', vscode.ViewColumn.One);
    panel.webview.html = '<!DOCTYPE html><title>t</title><p id="a">Inside</p>';
    assert.equal(await bridge.webview.text('#a'), 'Inside');
    assert.equal(await bridge.webview.evaluate('#a', 'return element.id + argument', 1), 'a1');
    panel.dispose();
  });
});
