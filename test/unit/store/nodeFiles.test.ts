import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FileAccessError, type FileAccessCode } from '../../../src/core/files.ts';
import { nodeFiles, pathOf } from '../../../src/store/nodeFiles.ts';

describe('node files', () => {
  let folder = '';
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-files-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  async function rejects(work: Promise<unknown>, code: FileAccessCode, uri: string): Promise<void> {
    await assert.rejects(work, (error: unknown) => {
      assert.ok(error instanceof FileAccessError);
      assert.equal(error.code, code);
      assert.equal(error.uri, uri);
      assert.ok(error.message.includes(uri), 'the message says where');
      return true;
    });
  }

  it('reads ranges: in the middle, over the end, behind it', async () => {
    writeFileSync(join(folder, 'a b#?%.jsonl'), '0123456789');
    const uri = uriOf('a b#?%.jsonl');
    assert.equal(text(await nodeFiles.read(uri, 2, 3)), '234');
    assert.equal(text(await nodeFiles.read(uri, 8, 100)), '89');
    assert.equal(text(await nodeFiles.read(uri, 10, 1)), '');
    assert.equal(text(await nodeFiles.read(uri, 99, 1)), '');
    assert.equal((await nodeFiles.stat(uri)).size, 10);
  });

  it('reads several ranges of a file that is open, whatever has its name by then', async () => {
    writeFileSync(join(folder, 'open'), '0123456789');
    const file = nodeFiles.open?.(uriOf('open')) ?? assert.fail();
    assert.equal(text(await file.read(uriOf('open'), 2, 3)), '234');
    writeFileSync(join(folder, 'other'), 'another file');
    renameSync(join(folder, 'other'), join(folder, 'open'));
    assert.equal(text(await file.read(uriOf('open'), 8, 100)), '89');
    file.close();
    await assert.rejects(file.read(uriOf('open'), 0, 1));
    const none = nodeFiles.open?.(uriOf('none')) ?? assert.fail();
    await rejects(none.read(uriOf('none'), 0, 1), 'not-found', uriOf('none'));
    none.close();
  });

  it('takes a path from a URI as a URL’s reader does', () => {
    const names = [
      'a.jsonl',
      '.claude/x',
      '..a/b',
      'a/../b',
      './a',
      'a/.',
      'ä 漢',
      '%41',
      'a%2e',
      'a"<>|^`{}',
      'a\\b',
    ];
    names.push('a?b', 'a#b', 'a\tb', ' a', 'a ', 'a//b', '\u0001', '...', 'a/..', 'a;b:c@d=e&f,g!');
    for (const name of names) {
      for (const uri of [`file:///${name}`, pathToFileURL(`/${name}`).href]) {
        assert.equal(pathOf(uri), fileURLToPath(uri), uri);
      }
    }
    assert.throws(() => pathOf('file://host/a'), FileAccessError);
    assert.throws(() => pathOf('http:///a'), FileAccessError);
  });

  it('gives the time of change in Unix ms', async () => {
    writeFileSync(join(folder, 'a'), '');
    utimesSync(join(folder, 'a'), 1_700_000_000, 1_700_000_000.5);
    assert.equal((await nodeFiles.stat(uriOf('a'))).mtime, 1_700_000_000_500);
  });

  it('tells missing files, folders and forbidden files apart', async () => {
    await rejects(nodeFiles.stat(uriOf('none')), 'not-found', uriOf('none'));
    await rejects(nodeFiles.read(uriOf('none'), 0, 1), 'not-found', uriOf('none'));
    mkdirSync(join(folder, 'dir.jsonl'));
    await rejects(nodeFiles.stat(uriOf('dir.jsonl')), 'is-directory', uriOf('dir.jsonl'));
    await rejects(nodeFiles.read(uriOf('dir.jsonl'), 0, 1), 'is-directory', uriOf('dir.jsonl'));
    writeFileSync(join(folder, 'file'), '');
    await rejects(nodeFiles.stat(uriOf('file/below')), 'not-found', uriOf('file/below'));
    await rejects(nodeFiles.stat('untitled:x'), 'not-found', 'untitled:x');
  });

  it('says that a file may not be read, not that it is not there', async function () {
    if (process.getuid?.() === 0) {
      console.log('      skipped: the superuser may read everything');
      this.skip();
    }
    writeFileSync(join(folder, 'secret'), 'x');
    chmodSync(join(folder, 'secret'), 0);
    await rejects(nodeFiles.read(uriOf('secret'), 0, 1), 'no-permission', uriOf('secret'));
  });

  it('never changes what it reads', async () => {
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, '{"no":"line feed at the end"}');
    const before = statSync(path);
    await nodeFiles.stat(uriOf('a.jsonl'));
    await nodeFiles.read(uriOf('a.jsonl'), 0, 1000);
    const after = statSync(path);
    assert.deepEqual(
      [after.mtimeMs, after.ctimeMs, after.size],
      [before.mtimeMs, before.ctimeMs, before.size],
    );
    assert.equal(readFileSync(path, 'utf8'), '{"no":"line feed at the end"}');
  });
});
