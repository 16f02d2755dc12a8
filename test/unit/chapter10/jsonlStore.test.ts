import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonlSessionStore, SessionStoreError, type SessionIo } from '../../../src/api.ts';
import { chapterTree, ids, line, metadata, spoil, user } from './chapterTree.ts';
import { fakeFile } from './fakeFile.ts';

const open = (io: Partial<SessionIo>) => JsonlSessionStore.open('s.jsonl', io);
const text = (...entries: unknown[]) => entries.map(line).join('');

describe('JsonlSessionStore', () => {
  it('ensures the file first, then reads it, and writes nothing', async () => {
    const io = fakeFile(text(...chapterTree()));
    const store = await open(io);
    assert.deepEqual(io.calls, ['ensure', 'read']);
    assert.equal(store.state, 'ready');
    assert.equal(store.file, 's.jsonl');
    assert.deepEqual(await store.read(), { entries: chapterTree(), warnings: [] });
  });

  it('writes one line with one call: the entry as it was at the call, in the order of the calls', async () => {
    const io = fakeFile();
    const store = await open(io);
    const entries = chapterTree();
    const appends = entries.map((entry) => store.append(entry));
    spoil(entries);
    await Promise.all(appends);
    assert.equal(io.bytes.toString(), text(...chapterTree()));
    assert.deepEqual(io.calls, ['ensure', 'read', ...chapterTree().map(() => 'append')]);
    assert.deepEqual(await store.entries(), chapterTree());
  });

  it('writes one at a time: the next only when the one before is done', async () => {
    const io = fakeFile();
    const store = await open(io);
    const log: string[] = [];
    const wait = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${name} ends`);
    };
    io.faults.push(wait('a'), wait('b'));
    await Promise.all([store.append(user('a', null)), store.append(user('b', 'a'))]);
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on after entries that are refused, without I/O for them', async () => {
    const io = fakeFile();
    const store = await open(io);
    const settled = await Promise.allSettled([
      store.append({ ...metadata('m', null), timestamp: NaN }),
      store.append(user('lost', 'gone')),
      store.append(user('u', null)),
      store.append(user('u', null)),
      store.append(user('v', 'u')),
    ]);
    const codes = settled.map((result) => (result.status === 'rejected' ? result.reason.code : 'done'));
    assert.deepEqual(codes, ['not-an-entry', 'missing-parent', 'done', 'duplicate-id', 'done']);
    assert.equal(store.state, 'ready');
    assert.equal(io.bytes.toString(), text(user('u', null), user('v', 'u')));
  });

  it('lets no old id be used again and takes old entries as parents, after a reopening too', async () => {
    const store = await open(fakeFile(text(user('u', null))));
    await assert.rejects(store.append(user('u', null)), { code: 'duplicate-id' });
    await store.append(user('v', 'u'));
    await assert.rejects(store.append(user('v', 'u')), { code: 'duplicate-id' });
  });

  it('gives deep copies, of warnings too', async () => {
    const store = await open(fakeFile(`${text(...chapterTree())}tail`));
    spoil(await store.read());
    spoil(await store.entries());
    const warnings = [{ code: 'unterminated_tail', line: 7 }];
    assert.deepEqual(await store.read(), { entries: chapterTree(), warnings });
  });

  it('waits with entries() for the calls before it', async () => {
    const store = await open(fakeFile());
    void store.append(user('a', null));
    const read = store.entries();
    void store.append(user('b', 'a'));
    assert.deepEqual(ids(await read), ['a']);
  });

  it('writes and reads entries of any depth, and text that is no valid UTF-16', async function () {
    this.timeout(20_000);
    const io = fakeFile();
    const store = await open(io);
    const deep = metadata('deep', null, JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    await store.append(deep);
    await store.append(user('half', null, 'cut \ud83d'));
    const again = await (await open(io)).entries();
    assert.deepEqual(ids(again), ['deep', 'half']);
    assert.deepEqual(again[1], user('half', null, 'cut \ud83d'));
  });

  describe('opening', () => {
    const fails = async (content: string | Uint8Array, expected: object): Promise<void> => {
      const io = fakeFile(content);
      await assert.rejects(open(io), { name: 'SessionLineError', file: 's.jsonl', ...expected });
      assert.deepEqual(io.calls, ['ensure', 'read']);
    };
    const u = line(user('u', null));

    it('fails at a bad committed line, with its physical number, the file and the reason', async () => {
      await fails(`${u}\n{"id":}\n${u}`, { line: 3, code: 'invalid-json' });
      await fails(`${u}[]\n`, { line: 2, code: 'not-an-object' });
      await fails(`${u}{"id":"x"}\ntail`, { line: 2, code: 'not-an-entry', path: 'parentId' });
      await fails('x\n', { message: /line 1 of s\.jsonl: the record is not JSON/ });
    });

    it('fails at a repeated id', async () => {
      await fails(`${u}\n${u}`, {
        line: 3,
        code: 'duplicate-id',
        path: 'id',
        message: /id is "u", as in an earlier/,
      });
    });

    it('fails at a parent that does not stand in an earlier line: missing, later, or itself', async () => {
      const child = line(user('v', 'w'));
      await fails(u + child, { line: 2, code: 'missing-parent', path: 'parentId', message: /"w"/ });
      await fails(u + child + line(user('w', 'u')), { line: 2, code: 'missing-parent' });
      await fails(line(user('x', 'x')), { line: 1, code: 'missing-parent' });
    });

    it('does not count a tail: neither as an entry nor as a parent', async () => {
      const store = await open(fakeFile(u + line(user('v', 'u')).trimEnd()));
      assert.equal(store.state, 'needs-repair');
      assert.deepEqual(ids(await store.entries()), ['u']);
    });

    it('fails at bytes that are no UTF-8 in a committed line, and says where', async () => {
      const bad = Buffer.concat([
        Buffer.from(`\n${u}{"id":"`),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}\n'),
      ]);
      await fails(bad, { line: 3, code: 'invalid-utf8', message: /not valid UTF-8 at byte 8 of the line/ });
    });

    it('takes such bytes in a tail for a tail', async () => {
      const store = await open(fakeFile(Buffer.concat([Buffer.from(u), Buffer.from([0xff])])));
      assert.deepEqual(await store.read(), {
        entries: [user('u', null)],
        warnings: [{ code: 'unterminated_tail', line: 2 }],
      });
    });

    it('skips a byte order mark, blank lines and CR before LF; a blank tail needs no repair', async () => {
      const store = await open(fakeFile(`\uFEFF${u.replace('\n', '\r\n')}\n \r\n${line(user('v', 'u'))} \t`));
      assert.equal(store.state, 'ready');
      assert.deepEqual(ids(await store.entries()), ['u', 'v']);
      await fails(`${u}\uFEFF${line(user('v', 'u'))}`, { line: 2, code: 'invalid-json' });
    });

    it('reads text, one piece, and any pieces alike', async () => {
      const content = Buffer.from(`\uFEFF${text(...chapterTree())}{"尾`);
      const expected = await (await open(fakeFile(content))).read();
      assert.equal(expected.entries.length, 6);
      const pieces = async function* (size: number): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
      };
      for (const size of [1, 2, 3, 7, 64, 1000]) {
        const store = await open({ ...fakeFile(), readFile: () => pieces(size) });
        assert.deepEqual(await store.read(), expected);
      }
      assert.deepEqual(
        await (await open({ ...fakeFile(), readFile: async () => content.toString() })).read(),
        expected,
      );
    });

    it('passes on what the given io throws', async () => {
      const fault = new Error('EIO');
      const isFault = (error: unknown) => error === fault;
      await assert.rejects(open({ ...fakeFile(), ensureFile: () => Promise.reject(fault) }), isFault);
      await assert.rejects(open({ ...fakeFile(), readFile: () => Promise.reject(fault) }), isFault);
      const throwing = () => {
        throw fault;
      };
      await assert.rejects(open({ ...fakeFile(), readFile: throwing }), isFault);
    });
  });

  it('calls the io as an object, looks its functions up at each call, fills in what is missing', async () => {
    class Io {
      #lines: string[] = [];
      ensureFile = async () => undefined;
      readFile = async () => '';
      async appendFile(_file: string, added: string): Promise<void> {
        this.#lines.push(added);
      }
    }
    const io = new Io();
    const store = await open(io);
    await store.append(user('u', null));
    io.appendFile = () => Promise.reject(new Error('now it fails'));
    await assert.rejects(store.append(user('v', 'u')), { message: 'now it fails' });
  });

  describe('on this machine', () => {
    let folder: string;
    before(async () => (folder = await mkdtemp(join(tmpdir(), 'session-tree-store-'))));
    after(() => rm(folder, { recursive: true }));

    it('creates a missing file, with its folder, for its owner only', async () => {
      const file = join(folder, 'new', 'deep', 's.jsonl');
      const store = await JsonlSessionStore.open(file);
      assert.deepEqual(await store.entries(), []);
      const { size, mode } = await stat(file);
      assert.equal(size, 0);
      if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
    });

    it('leaves a file that is there as it is: bytes, mode and time', async () => {
      const file = join(folder, 'old.jsonl');
      await writeFile(file, `${text(...chapterTree())}tail`);
      await chmod(file, 0o640);
      await utimes(file, 1, 1);
      await (await JsonlSessionStore.open(file)).entries();
      const { mtimeMs, mode } = await stat(file);
      assert.deepEqual([mtimeMs, mode & 0o777], [1000, 0o640]);
      assert.equal(await readFile(file, 'utf8'), `${text(...chapterTree())}tail`);
    });

    it('says in words what could not be done, with the cause', async () => {
      const blocked = join(folder, 'folder.jsonl');
      await mkdir(blocked);
      const failed = (code: string) => (error: unknown) => {
        assert.ok(error instanceof SessionStoreError && error.cause instanceof Error);
        assert.deepEqual(
          [error.code, error.file],
          [code, code === 'create-failed' ? join(folder, '\0') : blocked],
        );
        assert.ok(error.message.includes(error.file));
        return true;
      };
      await assert.rejects(JsonlSessionStore.open(blocked), failed('read-failed'));
      await assert.rejects(JsonlSessionStore.open(join(folder, '\0')), failed('create-failed'));
      const store = await JsonlSessionStore.open(blocked, { readFile: async () => '' });
      await assert.rejects(store.append(user('u', null)), failed('append-failed'));
      assert.equal(store.state, 'tainted');
    });
  });
});
