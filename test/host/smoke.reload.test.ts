import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bridge } from './support/bridge.ts';
import { afterReload, beforeReload } from './support/reload.ts';

describe('a reload of the window', () => {
  beforeReload('leaves an editor open', async () => {
    const [file] = await vscode.workspace.findFiles('**/*.jsonl', null, 1);
    assert.ok(file);
    await vscode.window.showTextDocument(file, { preview: false });
  });

  afterReload('brings the editor back', async function () {
    bridge.skipWithout(this);
    await bridge.window.waitFor('.tabs-container .tab');
    const labels = await bridge.window.texts('.tabs-container .tab');
    assert.ok(
      labels.some((label) => label.includes('.jsonl')),
      labels.join(', '),
    );
  });
});
