import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryFs } from './support/memoryFs.ts';
import { chain } from './support/tree.ts';

const fork = (uri: vscode.Uri, row: number) =>
  vscode.commands.executeCommand<string | undefined>('sessionTree.fork', {
    ...{ uri: uri.toString(), row, how: 'file' },
  });

describe('Fork from Here on a virtual file system', () => {
  const held: vscode.Disposable[] = [];
  const begin = (scheme: string, isReadonly: boolean) => {
    const fs = new MemoryFs();
    held.push(vscode.workspace.registerFileSystemProvider(scheme, fs, { isReadonly, isCaseSensitive: true }));
    fs.files.set('/s/talk.jsonl', new TextEncoder().encode(chain(4)));
    return { fs, uri: vscode.Uri.from({ scheme, path: '/s/talk.jsonl' }) };
  };
  before(() => vscode.extensions.getExtension('session-tree.session-tree')?.activate());
  afterEach(async () => {
    for (const item of held.splice(0)) item.dispose();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('writes beside the source, aside first, over nothing', async () => {
    const { fs, uri } = begin('session-tree-memory', false);
    const source = fs.files.get('/s/talk.jsonl');
    fs.files.set('/s/talk-fork-1.jsonl', new TextEncoder().encode('mine'));
    const made = await fork(uri, 1);
    assert.equal(made, 'session-tree-memory:/s/talk-fork-2.jsonl');
    assert.equal(Buffer.from(fs.files.get('/s/talk-fork-2.jsonl') ?? []).toString(), chain(2));
    assert.equal(Buffer.from(fs.files.get('/s/talk-fork-1.jsonl') ?? []).toString(), 'mine');
    assert.deepEqual(fs.files.get('/s/talk.jsonl'), source);
    assert.equal(fs.files.size, 3);
    assert.match(fs.writes[0] ?? '', /^write \/s\/\.[0-9a-f]{16}\.session-tree\.tmp$/);
  });

  it('says so where the file system is read-only', async () => {
    const { fs, uri } = begin('session-tree-readonly', true);
    assert.equal(await fork(uri, 1), undefined);
    assert.deepEqual(fs.writes, []);
  });
});
