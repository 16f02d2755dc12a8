import assert from 'node:assert/strict';
import { createWhereCache } from '../../../../src/library/agents/whereCache.ts';
import { walkRoots } from '../../../../src/library/agents/walk.ts';
import { readWhereabouts } from '../../../../src/library/agents/whereabouts.ts';
import { AGENT_PLACES } from '../../../../src/formats/places/list.ts';
import { SLOW_MS } from '../../sessions/fakes.ts';
import { fakeDisk } from './diskFake.ts';
import { claude, HOME, line, pi, setUp } from './support.ts';

const A = `${HOME}/.claude/projects/-w-proj/a.jsonl`;
const B = `${HOME}/.claude/projects/-w-other/b.jsonl`;
const P = `${HOME}/.pi/agent/sessions/--w-proj--/p.jsonl`;
const claudeCode = AGENT_PLACES.find(({ id }) => id === 'claude-code');

describe("index of agents' files", function () {
  this.timeout(SLOW_MS);

  it('reads nothing before the first scan', () => {
    const t = setUp();
    assert.deepEqual(t.fake.counts, { lists: 0, stats: 0, reads: 0, texts: 0, realpaths: 0 });
    assert.equal(t.scheduler.timers, 0);
  });

  it('knows each file’s folder from what it says, not from where it lies', async () => {
    const t = setUp();
    t.put(A, claude('/w/elsewhere'));
    t.put(B, claude('/w/proj/sub'));
    t.put(P, pi('/w/proj'));
    assert.deepEqual(await t.index.scan(), { isOther: true, changed: [] });
    const here = [...t.index.files.values()].filter(({ isHere }) => isHere);
    assert.deepEqual(here.map(({ path }) => path).sort(), [B, P]);
    assert.equal(t.index.files.get(`mem:${A}`)?.where.cwd, '/w/elsewhere');
  });

  it('a second scan reads nothing that it knows; growth costs no reading', async () => {
    const t = setUp();
    t.put(A, claude('/w/proj'));
    t.put(B, claude('/w/other'));
    await t.index.scan();
    t.fake.reset();
    assert.deepEqual(await t.index.scan(() => false), { isOther: false, changed: [] });
    assert.deepEqual(
      [t.fake.counts.reads, t.fake.counts.lists],
      [0, 0],
      'folders that did not change are remembered',
    );
    t.put(A, claude('/w/proj') + claude('/w/proj'), 1000);
    assert.deepEqual(await t.index.scan((uri) => uri === `mem:${A}`), {
      isOther: false,
      changed: [`mem:${A}`],
    });
    assert.equal(t.fake.counts.reads, 0);
  });

  it('finds new files and misses gone ones', async () => {
    const t = setUp();
    t.put(A, claude('/w/proj'));
    await t.index.scan();
    t.put(B, claude('/w/proj'), 100);
    assert.ok((await t.index.scan(() => false)).isOther);
    assert.equal(t.index.files.size, 2);
    t.remove(A);
    assert.ok((await t.index.scan(() => false)).isOther);
    assert.deepEqual([...t.index.files.keys()], [`mem:${B}`]);
  });

  it('a file that became shorter or names a folder only later is read again', async () => {
    const t = setUp();
    t.put(A, line({ type: 'file-history-snapshot', messageId: 'x' }));
    await t.index.scan();
    assert.deepEqual(t.index.files.get(`mem:${A}`)?.where, {});
    t.put(A, line({ type: 'file-history-snapshot', messageId: 'x' }) + claude('/w/proj/long/path'), 500);
    await t.index.scan(() => true);
    assert.equal(t.index.files.get(`mem:${A}`)?.isHere, true);
    t.put(A, claude('/o'), 400);
    await t.index.scan(() => true);
    assert.equal(t.index.files.get(`mem:${A}`)?.isHere, false);
  });

  it('an empty file is none yet', async () => {
    const t = setUp();
    t.put(A, '');
    await t.index.scan();
    assert.equal(t.index.files.size, 0);
    t.put(A, claude('/w/proj'), 100);
    await t.index.scan(() => false);
    assert.equal(t.index.files.size, 1);
  });

  it('tells what cannot be read, and nothing of what is not there', async () => {
    const t = setUp();
    t.put(A, claude('/w/proj'));
    t.put(P, pi('/w/proj'));
    t.fake.forbid(`${HOME}/.claude/projects/-w-proj`);
    t.fake.forbid(P);
    await t.index.scan();
    assert.deepEqual(
      t.index.troubles.map(({ agent, path }) => `${agent.id} ${path ?? ''}`),
      [`claude-code ${HOME}/.claude/projects/-w-proj`, `pi ${P}`],
    );
  });
});

describe("walk through an agent's folders", () => {
  it('is cut off, and says how much is missing', async () => {
    const files = Object.fromEntries(
      ['01', '02', '03', '04'].flatMap((day) => ['a', 'b'].map((name) => [`/r/${day}/${name}.jsonl`, 'x'])),
    );
    const { disk } = fakeDisk(files);
    const list = (path: string) => disk.list(path);
    const roots = [{ path: '/r', patterns: ['*/*.jsonl'] }];
    const few = await walkRoots(list, roots, { files: 3, folders: 10 });
    assert.deepEqual([few.files.length, few.hidden], [3, { files: 5, folders: 0 }]);
    const narrow = await walkRoots(list, roots, { files: 100, folders: 1 });
    assert.deepEqual(narrow.files, ['/r/04/b.jsonl', '/r/04/a.jsonl'], 'the newest day is kept');
    assert.deepEqual(narrow.hidden, { files: 0, folders: 3 });
  });

  it('takes patterns literally but for the star', async () => {
    const { disk } = fakeDisk({
      '/r/a+b.jsonl': '',
      '/r/aab.jsonl': '',
      '/r/x\ny.jsonl': '',
      '/r/sub.jsonl/z': '',
    });
    const found = async (...patterns: string[]) =>
      (await walkRoots((path) => disk.list(path), [{ path: '/r', patterns }])).files;
    assert.deepEqual(await found('a+b.jsonl'), ['/r/a+b.jsonl']);
    assert.deepEqual((await found('*.jsonl')).length, 3, 'a folder of such a name is no file');
    assert.deepEqual(await found('*.jsonl', '!a*.jsonl'), ['/r/x\ny.jsonl']);
  });
});

describe('the folder that a file names', () => {
  const where = async (text: string) => {
    assert.ok(claudeCode);
    const fake = fakeDisk({ '/f.jsonl': text });
    return { where: await readWhereabouts(claudeCode, '/f.jsonl', fake.disk), reads: fake.counts.reads };
  };

  it('is nearly always found in the first read', async () => {
    assert.deepEqual(await where(claude('/w')), { where: { cwd: '/w' }, reads: 1 });
  });

  it('is looked for behind long and damaged lines, up to a megabyte', async () => {
    const long = line({ type: 'summary', summary: 'x'.repeat(300_000) });
    assert.deepEqual((await where(`${long}{bad\n${claude('/w')}`)).where, { cwd: '/w' });
    const longer = line({ type: 'summary', summary: 'x'.repeat(1_100_000) });
    assert.deepEqual((await where(longer + claude('/w'))).where, {});
  });

  it('is none where no record has one, or one that is no text', async () => {
    assert.deepEqual((await where(line({ type: 'user', cwd: 7 }))).where, {});
    assert.deepEqual((await where(line({ type: 'user', cwd: '' }))).where, {});
    assert.deepEqual((await where('')).where, {});
    assert.deepEqual((await where(claude('/w').trimEnd())).where, {}, 'a line that is still being written');
  });
});

describe('remembered folders', () => {
  const rig = (bytes?: Uint8Array) => {
    const store = { bytes };
    const errors: unknown[] = [];
    const state = { fails: false };
    const fake = fakeDisk({ [A]: claude('/w') });
    const file = {
      read: () => Promise.resolve(store.bytes),
      write: (text: Uint8Array) => {
        if (state.fails) return Promise.reject(new Error('another window'));
        store.bytes = text;
        return Promise.resolve();
      },
    };
    return {
      ...{ store, fake, errors, state },
      open: (version = '1') => createWhereCache(file, fake.disk, version, (error) => errors.push(error)),
    };
  };

  it('hold for the file as it was, without reading it', async () => {
    const t = rig();
    const first = t.open();
    await first.remember(A, { size: 10, mtime: 5 }, { cwd: '/w' });
    await first.save();
    t.fake.reset();
    assert.deepEqual(await t.open().recall(A, { size: 10, mtime: 5 }), { cwd: '/w' });
    assert.equal(t.fake.counts.reads, 0);
  });

  it('hold for a file that grew, as long as its beginning is the same', async () => {
    const t = rig();
    const cache = t.open();
    await cache.remember(A, { size: 10, mtime: 5 }, { cwd: '/w' });
    assert.deepEqual(await cache.recall(A, { size: 20, mtime: 6 }), { cwd: '/w' });
    assert.equal(await cache.recall(A, { size: 5, mtime: 6 }), undefined, 'shorter');
    t.fake.write(A, claude('/other'));
    assert.equal(await cache.recall(A, { size: 20, mtime: 6 }), undefined, 'another beginning');
  });

  it('that cannot be written are no trouble', async () => {
    const t = rig();
    t.state.fails = true;
    const cache = t.open();
    await cache.remember(A, { size: 10, mtime: 5 }, { cwd: '/w' });
    await cache.save();
    assert.equal(t.errors.length, 1);
    assert.deepEqual(await cache.recall(A, { size: 10, mtime: 5 }), { cwd: '/w' });
  });

  it('a file that named none is asked again when it changes', async () => {
    const cache = rig().open();
    await cache.remember(A, { size: 10, mtime: 5 }, {});
    assert.deepEqual(await cache.recall(A, { size: 10, mtime: 5 }), {});
    assert.equal(await cache.recall(A, { size: 20, mtime: 6 }), undefined);
  });

  it('are thrown away whole when anything is odd, or another version wrote them', async () => {
    const t = rig();
    const cache = t.open();
    await cache.remember(A, { size: 10, mtime: 5 }, { hash: 'ff' });
    await cache.save();
    assert.deepEqual(await t.open().recall(A, { size: 10, mtime: 5 }), { hash: 'ff' });
    assert.equal(await t.open('2').recall(A, { size: 10, mtime: 5 }), undefined);
    const text = new TextDecoder().decode(t.store.bytes);
    for (const odd of [
      '',
      '{',
      '[]',
      text.replace('"size":10', '"size":"x"'),
      text.replace('"files":[', '"files":[[],'),
    ]) {
      const other = rig(new TextEncoder().encode(odd));
      assert.equal(await other.open().recall(A, { size: 10, mtime: 5 }), undefined, odd);
    }
  });
});
