import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createMatcher } from '../../../../src/library/agents/matcher.ts';
import {
  comparable,
  isInside,
  normalPath,
  parentPath,
  type PathRules,
} from '../../../../src/library/agents/paths.ts';
import { fakeDisk } from './diskFake.ts';

const POSIX: PathRules = { isWindows: false, ignoreCase: false };
const MAC: PathRules = { isWindows: false, ignoreCase: true };
const WINDOWS: PathRules = { isWindows: true, ignoreCase: true };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('paths', () => {
  it('are written in one way', () => {
    assert.equal(normalPath('/a/./b//c/../d/', POSIX), '/a/b/d');
    assert.equal(normalPath('/', POSIX), '/');
    assert.equal(normalPath('/a\\b', POSIX), '/a\\b', 'a letter of a name');
    assert.equal(normalPath('C:\\Users\\Me\\', WINDOWS), 'c:/Users/Me');
    assert.equal(normalPath('/c:/Users', WINDOWS), 'c:/Users');
    assert.equal(normalPath('\\\\server\\share\\x', WINDOWS), '//server/share/x');
    assert.equal(parentPath('/a/b'), '/a');
    assert.equal(parentPath('/a'), '/');
    assert.equal(parentPath('/'), undefined);
    assert.equal(parentPath('c:'), undefined);
  });

  it('are inside a folder, not beside it', () => {
    assert.ok(isInside('/a/b', '/a/b'));
    assert.ok(isInside('/a/b/c', '/a/b'));
    assert.ok(!isInside('/a/bc', '/a/b'));
    assert.ok(!isInside('/a', '/a/b'));
    assert.ok(isInside('/a', '/'));
    assert.equal(comparable('C:\\A\\b', WINDOWS), comparable('c:/a/B', WINDOWS));
    assert.equal(comparable('/Users/Me', MAC), comparable('/users/me', MAC));
    assert.notEqual(comparable('/Users/Me', POSIX), comparable('/users/me', POSIX));
  });
});

describe('sessions of a workspace', () => {
  const matcher = (
    folders: readonly string[],
    fake = fakeDisk(),
    rules: PathRules = POSIX,
  ): ((cwd: string) => Promise<boolean>) => {
    const made = createMatcher({ disk: fake.disk, rules, folders, sha256 });
    return (cwd) => made.isHere({ cwd });
  };

  it('were begun in one of its folders, or below', async () => {
    const isHere = matcher(['/w/proj', '/w/second']);
    assert.ok(await isHere('/w/proj'));
    assert.ok(await isHere('/w/proj/packages/a'));
    assert.ok(await isHere('/w/second/'));
    assert.ok(!(await isHere('/w')));
    assert.ok(!(await isHere('/w/proj-2')), 'a name that begins alike');
    assert.ok(!(await isHere('proj')), 'no whole path');
    assert.ok(!(await isHere('')));
    assert.ok(!(await isHere('vscode-remote://ssh/w/proj')));
  });

  it('are none without a folder', async () => {
    assert.ok(!(await matcher([])('/w/proj')));
  });

  it('names that an agent would write alike are two folders', async () => {
    const isHere = matcher(['/w/a-b']);
    assert.ok(!(await isHere('/w/a/b')));
    assert.ok(!(await isHere('/w/a_b')));
  });

  it('through links, on either side', async () => {
    const fake = fakeDisk({ '/real/proj/file': '' }, { '/link': '/real', '/w/proj': '/real/proj' });
    assert.ok(await matcher(['/link/proj'], fake)('/real/proj/src'));
    assert.ok(await matcher(['/real/proj'], fake)('/link/proj/src'));
    assert.ok(await matcher(['/w/proj'], fake)('/link/proj/gone/long/ago'), 'of what is gone, the rest');
    assert.ok(!(await matcher(['/w/proj'], fake)('/link/other')));
  });

  it('on Windows and macOS, however drives and names are written', async () => {
    assert.ok(await matcher(['c:\\Users\\Me\\Proj'], fakeDisk(), WINDOWS)('C:\\users\\me\\proj\\src'));
    assert.ok(await matcher(['C:\\w'], fakeDisk(), WINDOWS)('c:/w/sub'));
    assert.ok(!(await matcher(['C:\\w'], fakeDisk(), WINDOWS)('/w/sub')), 'a path of another system');
    assert.ok(await matcher(['/Users/Me/proj'], fakeDisk(), MAC)('/users/me/Proj'));
    assert.ok(!(await matcher(['/home/Me'], fakeDisk(), POSIX)('/home/me')));
  });

  describe('in working trees of one repository', () => {
    const repository = () =>
      fakeDisk({
        '/w/main/.git/HEAD': '',
        '/w/main/packages/a/x': '',
        '/w/main/.git/worktrees/fix/commondir': '../..\n',
        '/w/fix/.git': 'gitdir: /w/main/.git/worktrees/fix\n',
        '/w/fix/packages/a/x': '',
        '/w/main/.git/worktrees/rel/commondir': '../..',
        '/w/rel/.git': 'gitdir: ../main/.git/worktrees/rel',
        '/w/rel/x': '',
        '/w/main/.git/modules/sub/HEAD': '',
        '/w/main/sub/.git': 'gitdir: ../.git/modules/sub\n',
        '/w/main/sub/x': '',
        '/w/other/.git/HEAD': '',
        '/w/other/x': '',
      });

    it('a linked one belongs to the first, and the first to a linked one', async () => {
      const fake = repository();
      assert.ok(await matcher(['/w/main'], fake)('/w/fix'));
      assert.ok(await matcher(['/w/main'], fake)('/w/rel'), 'named by a relative path');
      assert.ok(await matcher(['/w/fix'], fake)('/w/main/packages'));
      assert.ok(await matcher(['/w/fix'], fake)('/w/rel'));
      assert.ok(!(await matcher(['/w/main'], fake)('/w/other')));
    });

    it('at the same place only', async () => {
      const isHere = matcher(['/w/main/packages/a'], repository());
      assert.ok(await isHere('/w/fix/packages/a'));
      assert.ok(!(await isHere('/w/fix')));
      assert.ok(!(await isHere('/w/fix/packages')));
    });

    it('not in a submodule, which is a repository of its own', async () => {
      assert.ok(!(await matcher(['/w/main/sub'], repository())('/w/fix')));
      assert.ok(!(await matcher(['/w/fix'], repository())('/w/main/sub')));
      assert.ok(await matcher(['/w/main'], repository())('/w/main/sub'), 'but it lies in the folder');
    });

    it('hostile files in .git are no trouble', async () => {
      const fake = fakeDisk({
        '/w/main/.git/HEAD': '',
        '/w/loop/.git': 'gitdir: .\n',
        '/w/loop/commondir': '.',
        '/w/long/.git': `gitdir: ${'x'.repeat(5000)}`,
        '/w/none/.git': 'nothing',
      });
      for (const cwd of ['/w/loop', '/w/long', '/w/none'])
        assert.ok(!(await matcher(['/w/main'], fake)(cwd)), cwd);
    });
  });

  it('are known by the hash of the folder’s path, where there is no more', async () => {
    const isHere = (folder: string, hash: string, rules = POSIX) =>
      createMatcher({ disk: fakeDisk().disk, rules, folders: [folder], sha256 }).isHere({ hash });
    assert.ok(await isHere('/w/proj', sha256('/w/proj')));
    assert.ok(await isHere('/w/proj/', sha256('/w/proj').toUpperCase()));
    assert.ok(!(await isHere('/w/proj', sha256('/w/other'))));
    assert.ok(await isHere('c:\\w\\p', sha256('C:\\w\\p'), WINDOWS));
  });

  it('ask the disk once for each folder', async () => {
    const fake = fakeDisk({ '/w/proj/x': '', '/o/x': '' });
    const isHere = matcher(['/w/proj'], fake);
    await isHere('/o');
    fake.reset();
    await Promise.all([isHere('/o'), isHere('/o'), isHere('/w/proj/a')]);
    assert.deepEqual(fake.counts, { lists: 0, stats: 0, reads: 0, texts: 0, realpaths: 0 });
  });
});
