import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { afterReload, beforeReload } from './support/reload.ts';
import { activeApi, chain, sessionNode, SessionFolder, text } from './support/tree.ts';

const folder = new SessionFolder('notes-reload');

describe('what is said of a session, over a reload', () => {
  beforeReload('is a title, a pin and a note', async () => {
    const uri = await folder.write('kept.jsonl', chain(2, 'k'));
    await vscode.commands.executeCommand('sessionTree.rename', { uri, title: 'Kept title' });
    await vscode.commands.executeCommand('sessionTree.pinSession', { uri });
    await vscode.commands.executeCommand('sessionTree.editNote', { uri, note: 'Kept note' });
  });

  afterReload('is all there again', async () => {
    const { notes, library } = await activeApi();
    const uri = folder.uri('kept.jsonl');
    assert.deepEqual(notes.of(uri), { title: 'Kept title', pinned: true, note: 'Kept note' });
    await library.rescan();
    assert.match(await text(await sessionNode(uri)), /^Kept title \| pinned/);
    await notes.change(uri, { title: null, pinned: false, note: null });
    assert.deepEqual(notes.uris(), []);
    await folder.remove();
  });
});
