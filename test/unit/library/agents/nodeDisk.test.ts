import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskError } from '../../../../src/library/agents/disk.ts';
import { createMatcher } from '../../../../src/library/agents/matcher.ts';
import { nodeDisk } from '../../../../src/library/agents/nodeDisk.ts';
import { nodeSystem } from '../../../../src/library/agents/nodeSystem.ts';
import { walkRoots } from '../../../../src/library/agents/walk.ts';

describe('the disk of this machine', () => {
  const root = mkdtempSync(join(tmpdir(), 'session-tree-disk-'));
  const at = (path: string): string => join(root, path);
  const write = (path: string, text = 'x'): void => {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), text);
  };
  const list = (path: string) => nodeDisk.list(path);

  after(() => {
    rmSync(root, { recursive: true });
  });

  it('links to folders and files are followed, links to nothing are files', async () => {
    write('a/real/s.jsonl');
    symlinkSync(at('a/real'), at('a/link'));
    symlinkSync(at('a/real/s.jsonl'), at('a/file'));
    symlinkSync(at('gone'), at('a/nothing'));
    const items = new Map((await nodeDisk.list(at('a'))).map(({ name, isFolder }) => [name, isFolder]));
    assert.deepEqual(Object.fromEntries(items), { real: true, link: true, file: false, nothing: false });
    const { files, troubles } = await walkRoots(list, [{ path: at('a'), patterns: ['*/*.jsonl'] }]);
    assert.deepEqual(files.map((path) => path.slice(root.length)).sort(), [
      '/a/link/s.jsonl',
      '/a/real/s.jsonl',
    ]);
    assert.equal(troubles.size, 0);
  });

  it('a link that goes in circles is a trouble, a folder that is missing is none', async () => {
    mkdirSync(at('b'));
    symlinkSync('loop', at('b/loop'));
    const roots = [
      { path: at('b'), patterns: ['loop/*.jsonl', 'missing/*.jsonl'] },
      { path: at('none'), patterns: ['*'] },
    ];
    const { troubles } = await walkRoots(list, roots);
    assert.deepEqual([...troubles.keys()], [at('b/loop')]);
    assert.match(troubles.get(at('b/loop')) ?? '', /ELOOP/);
  });

  it('failures are told apart', async () => {
    write('c/file');
    const missing = async (run: Promise<unknown>): Promise<boolean | undefined> =>
      run.then(
        () => undefined,
        (error: unknown) => (error instanceof DiskError ? error.isMissing : undefined),
      );
    assert.equal(await missing(nodeDisk.stat(at('c/none'))), true);
    assert.equal(await missing(nodeDisk.list(at('c/file'))), true);
    assert.equal(await missing(nodeDisk.read(at('c'), 0, 1)), false);
    assert.equal(await nodeDisk.text(at('c/file'), 1), 'x');
    assert.equal(await nodeDisk.text(at('c/none'), 1), undefined);
    write('c/long', 'xy');
    assert.equal(await nodeDisk.text(at('c/long'), 1), undefined);
  });

  it('sessions are matched through links and working trees as they lie on disk', async () => {
    write('w/main/.git/worktrees/fix/commondir', '../..\n');
    write('w/fix/.git', `gitdir: ${at('w/main/.git/worktrees/fix')}\n`);
    write('w/fix/src/x');
    write('w/main/src/x');
    symlinkSync(at('w'), at('linked'));
    const { rules, sha256 } = nodeSystem;
    const matcher = createMatcher({ disk: nodeDisk, rules, sha256, folders: [at('linked/main/src')] });
    assert.ok(await matcher.isHere({ cwd: at('w/main/src/deep/gone') }));
    assert.ok(await matcher.isHere({ cwd: at('linked/fix/src') }));
    assert.ok(!(await matcher.isHere({ cwd: at('w/fix') })));
    assert.ok(await matcher.isHere({ hash: sha256(at('linked/main/src')) }));
  });
});
