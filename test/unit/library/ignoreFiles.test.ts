import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createIgnoreFilter } from '../../../src/library/ignoreFiles.ts';

interface Tree {
  /** Paths of files below `/repo`, with their content. */
  readonly [path: string]: string;
}

/** Which of the tree's `.jsonl` files are kept when `folder` is listed. */
async function kept(tree: Tree, folder = '/repo', ignoreCase = false): Promise<string[]> {
  const files = new Map(Object.entries(tree).map(([path, text]) => [`/repo/${path}`, text]));
  const reads: string[] = [];
  const filter = await createIgnoreFilter({
    folder,
    ignoreCase,
    read: (path) => {
      reads.push(path);
      return Promise.resolve(files.get(path));
    },
    exists: (path) =>
      Promise.resolve([...files.keys()].some((file) => file === path || file.startsWith(`${path}/`))),
  });
  const result: string[] = [];
  for (const path of files.keys()) {
    if (path.endsWith('.jsonl') && path.startsWith(`${folder}/`) && !(await filter.ignores(path)))
      result.push(path.slice(6));
  }
  assert.equal(new Set(reads).size, reads.length, 'no file is read twice');
  return result;
}

const NESTED: Tree = {
  '.git/HEAD': '',
  '.git/info/exclude': 'private.jsonl\n',
  '.gitignore': '# comment\n/out/\n*.tmp.jsonl\nlogs\n!logs/keep.jsonl\ndeep/**/secret.jsonl\n',
  'a.jsonl': '',
  'private.jsonl': '',
  'a.tmp.jsonl': '',
  'out/a.jsonl': '',
  'sub/out/a.jsonl': '',
  'logs/keep.jsonl': '',
  'sub/.gitignore': '!*.tmp.jsonl\n/only-here.jsonl\n',
  'sub/b.tmp.jsonl': '',
  'sub/only-here.jsonl': '',
  'sub/x/only-here.jsonl': '',
  'deep/a/b/secret.jsonl': '',
  'deep/a/b/open.jsonl': '',
};

describe('ignore files', () => {
  it('leave out what Git leaves out', async () => {
    assert.deepEqual(await kept(NESTED), [
      'a.jsonl',
      'sub/out/a.jsonl',
      'sub/b.tmp.jsonl',
      'sub/x/only-here.jsonl',
      'deep/a/b/open.jsonl',
    ]);
  });

  it('agree with Git itself', async function () {
    try {
      execFileSync('git', ['--version']);
    } catch {
      console.log('      skipped: there is no git');
      this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), 'session-tree-git-'));
    try {
      execFileSync('git', ['init', '-q'], { cwd: folder });
      for (const [path, text] of Object.entries(NESTED)) {
        if (path === '.git/HEAD') continue;
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const listed = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const expected = listed.split('\n').filter((path) => path.endsWith('.jsonl'));
      const filter = await createIgnoreFilter({
        folder,
        ignoreCase: false,
        read: (path) => Promise.resolve(existsSync(path) ? readFileSync(path, 'utf8') : undefined),
        exists: (path) => Promise.resolve(existsSync(path)),
      });
      const ours: string[] = [];
      for (const path of Object.keys(NESTED)) {
        if (path.endsWith('.jsonl') && !(await filter.ignores(join(folder, path)))) ours.push(path);
      }
      assert.deepEqual(ours.sort(), expected.sort());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('above the listed folder count, up to the top of the repository', async () => {
    assert.deepEqual(await kept(NESTED, '/repo/sub'), [
      'sub/out/a.jsonl',
      'sub/b.tmp.jsonl',
      'sub/x/only-here.jsonl',
    ]);
    const outside: Tree = { '.gitignore': '*.jsonl', 'inner/.git/HEAD': '', 'inner/a.jsonl': '' };
    assert.deepEqual(await kept(outside, '/repo/inner'), ['inner/a.jsonl']);
  });

  it('do not hide a folder that was opened by itself', async () => {
    assert.deepEqual(await kept({ ...NESTED, 'out/b/c.jsonl': '' }, '/repo/out'), [
      'out/a.jsonl',
      'out/b/c.jsonl',
    ]);
  });

  it('count without a repository too', async () => {
    assert.deepEqual(await kept({ '.gitignore': 'a.jsonl', 'a.jsonl': '', 'b.jsonl': '' }), ['b.jsonl']);
  });

  it('follow the case of names where the system does not tell it apart', async () => {
    const tree: Tree = { '.gitignore': 'LOGS/', 'logs/a.jsonl': '' };
    assert.deepEqual(await kept(tree), ['logs/a.jsonl']);
    assert.deepEqual(await kept(tree, '/repo', true), []);
  });
});
