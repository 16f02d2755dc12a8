import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { systemScheduler } from '../../src/core/lib/scheduler.ts';
import { followOutside, POLL_MS } from '../../src/library/outside.ts';
import type { FileEvent } from '../../src/library/source.ts';
import { createWorkspaceSource } from '../../src/library/workspaceSource.ts';
import { vscodeOutside } from '../../src/library/workspaceWatch.ts';
import { nodeFiles } from '../../src/store/nodeFiles.ts';
import { createServices } from '../../src/ui/services.ts';
import { createVscodeFiles, WHOLE_FILE_CAP } from '../../src/ui/vscodeFiles.ts';
import { record, until } from './support/tree.ts';

/** Writes files below a folder of the workspace; a path that ends in `/` is none. */
function plant(root: string, paths: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(paths)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

describe('session files of the workspace', () => {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const root = join(workspace, 'library-test');
  const outside = mkdtempSync(join(tmpdir(), 'session-tree-outside-'));
  const source = createWorkspaceSource();

  /** Names below the test's folder, and below the one outside, that the source finds. */
  async function found(): Promise<string[]> {
    const paths = (await source.find()).map((uri) => vscode.Uri.parse(uri, true).fsPath);
    return paths
      .filter((path) => path.startsWith(root) || path.startsWith(outside))
      .map((path) => path.replace(`${root}/`, '').replace(outside, 'outside'))
      .sort();
  }

  async function set(section: string, key: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Workspace);
  }

  before(() => {
    plant(root, {
      'a.jsonl': '',
      'odd name [1] #%?.jsonl': '',
      'text.txt': '',
      'node_modules/p/b.jsonl': '',
      'ignored/c.jsonl': '',
      'sub/d.jsonl': '',
      'sub/local.jsonl': '',
      '.gitignore': 'ignored/\n',
      'sub/.gitignore': 'local.jsonl\n',
      '.hidden/e.jsonl': '',
      'excluded/f.jsonl': '',
      'unsearched/g.jsonl': '',
    });
    plant(outside, { 'deep/h.jsonl': '' });
  });

  after(async () => {
    for (const key of ['include', 'exclude']) await set('sessionTree.files', key, undefined);
    await set('files', 'exclude', undefined);
    await set('search', 'exclude', undefined);
    rmSync(root, { recursive: true });
    rmSync(outside, { recursive: true });
    rmSync(join(workspace, '.vscode'), { recursive: true, force: true });
  });

  it('are all .jsonl files but those in node_modules and those that Git ignores', async () => {
    assert.deepEqual(await found(), [
      '.hidden/e.jsonl',
      'a.jsonl',
      'excluded/f.jsonl',
      'odd name [1] #%?.jsonl',
      'sub/d.jsonl',
      'unsearched/g.jsonl',
    ]);
  });

  it('leave out what files.exclude, search.exclude and our own setting exclude', async () => {
    await set('files', 'exclude', { '**/excluded': true });
    await set('search', 'exclude', { '**/unsearched': true, '**/a.jsonl': false });
    await set('sessionTree.files', 'exclude', ['**/odd*', '**/.hidden']);
    assert.deepEqual(await found(), ['a.jsonl', 'sub/d.jsonl']);
  });

  it('include what a setting names, ignored or outside of the workspace', async () => {
    await set('sessionTree.files', 'include', [
      'library-test/ignored',
      `${outside}/**/*.jsonl`,
      'library-test/node_modules/**',
    ]);
    const names = await found();
    assert.ok(names.includes('ignored/c.jsonl'), names.join());
    assert.ok(names.includes('node_modules/p/b.jsonl'), names.join());
    assert.ok(names.includes('outside/deep/h.jsonl'), names.join());
  });

  it('are watched: created, changed, replaced, deleted; and the rules', async () => {
    const events: FileEvent[] = [];
    let rules = 0;
    const watch = source.watch(
      (event) => events.push(event),
      () => (rules += 1),
    );
    try {
      // Not in the folder below: VS Code's watcher on Linux may miss what lies in folders that were made at once.
      const path = join(root, 'watched.jsonl');
      const uri = vscode.Uri.file(path).toString();
      const told = (kind: FileEvent['kind']): boolean =>
        events.some((event) => event.uri === uri && event.kind === kind);
      // The recursive watcher of a large folder needs its time to begin.
      const write = nowAndThen(() => writeFileSync(path, record('u1', null)));
      await until(() => {
        write();
        return events.some((event) => event.uri === uri);
      }, 'the first event');
      const append = nowAndThen(() => appendFileSync(path, record('a2', 'u1')));
      await until(() => {
        append();
        return told('changed');
      }, 'a change');
      events.length = 0;
      writeFileSync(`${path}.tmp`, record('u9', null));
      renameSync(`${path}.tmp`, path);
      await until(() => events.some((event) => event.uri === uri), 'a replaced file');
      unlinkSync(path);
      await until(() => told('deleted'), 'a deletion');
      rules = 0;
      writeFileSync(join(root, '.gitignore'), 'ignored/\n*.txt\n');
      await until(() => rules > 0, 'the ignore file');
      rules = 0;
      await set('sessionTree.files', 'exclude', []);
      await until(() => rules > 0, 'the setting');
    } finally {
      watch.dispose();
    }
  });
});

describe('an open session outside of the workspace', () => {
  it('is followed as long as it is open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-tree-open-'));
    const services = createServices({ localFiles: nodeFiles });
    const following = followOutside(services.sessions, systemScheduler, vscodeOutside);
    try {
      const path = join(folder, 'odd [name].jsonl');
      writeFileSync(path, record('u1', null));
      const lease = await services.sessions.acquire(vscode.Uri.file(path).toString());
      assert.ok(lease);
      appendFileSync(path, record('a2', 'u1'));
      await until(() => lease.session.snapshot.table.size === 2, 'the new entry');
      // By now the watcher has begun; the next look of the poll is further away than that.
      const start = performance.now();
      appendFileSync(path, record('u3', 'a2'));
      await until(() => lease.session.snapshot.table.size === 3, 'the next entry');
      assert.ok(performance.now() - start < POLL_MS - 500, 'by an event, not by the poll');
      lease.dispose();
    } finally {
      following.dispose();
      services.dispose();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('files of other schemes', () => {
  it('are read through VS Code, once for all ranges, with the same errors', async () => {
    const bytes = new Uint8Array(1000).map((_, i) => i % 251);
    let reads = 0;
    let mtime = 5;
    const notFound = (): never => {
      throw vscode.FileSystemError.FileNotFound();
    };
    const provider = vscode.workspace.registerFileSystemProvider('sessiontreetest', {
      onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
      watch: () => new vscode.Disposable(() => undefined),
      stat: (uri) => {
        if (uri.path === '/dir') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
        if (uri.path === '/large')
          return { type: vscode.FileType.File, ctime: 0, mtime, size: WHOLE_FILE_CAP + 1 };
        if (uri.path !== '/a') return notFound();
        return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
      },
      readFile: () => {
        reads += 1;
        return bytes;
      },
      readDirectory: () => [],
      createDirectory: notFound,
      writeFile: notFound,
      delete: notFound,
      rename: notFound,
    });
    try {
      const files = createVscodeFiles();
      const uri = 'sessiontreetest:/a';
      assert.deepEqual(await files.stat(uri), { size: 1000, mtime: 5 });
      const [one, two] = await Promise.all([files.read(uri, 10, 5), files.read(uri, 990, 100)]);
      assert.deepEqual([...one], [10, 11, 12, 13, 14]);
      assert.equal(two.length, 10);
      assert.equal(reads, 1);
      mtime = 6;
      await files.read(uri, 0, 1);
      assert.equal(reads, 2, 'a changed file is read again');
      await assert.rejects(files.stat('sessiontreetest:/none'), { code: 'not-found' });
      await assert.rejects(files.stat('sessiontreetest:/dir'), { code: 'is-directory' });
      await assert.rejects(files.read('sessiontreetest:/large', 0, 1), { code: 'too-large' });
    } finally {
      provider.dispose();
    }
  });
});

/** Does it at most every half second: VS Code gathers events for as long as more of them come in. */
function nowAndThen(act: () => void): () => void {
  let last = 0;
  return () => {
    if (Date.now() - last < 500) return;
    last = Date.now();
    act();
  };
}
