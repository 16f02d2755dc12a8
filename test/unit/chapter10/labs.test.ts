import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  JsonlSessionStore,
  MemorySessionStore,
  messagesOnPath,
  parseSessionEntry,
  pathTo,
  recoverJsonl,
  SessionFormatError,
  SessionLineError,
  SessionTreeError,
  type SessionEntry,
} from '../../../src/api.ts';
import { assistant, chapterTree, ids, line, metadata, spoil, user } from './chapterTree.ts';

/** The chapter's six labs in fourteen tests of our own; what is finer stands in the files beside this one. */
describe('chapter 10', () => {
  let folder: string;
  let file: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'session-tree-labs-'))));
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    file = join(folder, 'session.jsonl');
    await rm(file, { force: true });
  });

  it('Lab 10.1: the path to a leaf follows parents, not places, and leaves siblings out', () => {
    assert.deepEqual(ids(pathTo(chapterTree(), 'meta-cwd')), [
      'u-1',
      'a-read',
      'r-read',
      'a-final',
      'meta-cwd',
    ]);
    assert.deepEqual(ids(pathTo(chapterTree(), 'a-alt')), ['u-1', 'a-alt']);
    assert.deepEqual(ids(pathTo(chapterTree().reverse(), 'a-final')), ['u-1', 'a-read', 'r-read', 'a-final']);
  });

  it('Lab 10.1: a repeated id fails anywhere, a missing parent and a cycle on the chosen path only', () => {
    const code = (entries: SessionEntry[], leaf: string) => {
      try {
        return ids(pathTo(entries, leaf));
      } catch (error) {
        return error instanceof SessionTreeError ? [error.code, error.id, error.parentId] : error;
      }
    };
    const broken = [...chapterTree(), user('lost', 'nobody'), user('x', 'y'), user('y', 'x')];
    assert.deepEqual(code(broken, 'a-alt'), ['u-1', 'a-alt']);
    assert.deepEqual(code(broken, 'lost'), ['missing-parent', 'lost', 'nobody']);
    assert.deepEqual(code(broken, 'x'), ['cycle', 'y', 'x']);
    assert.deepEqual(code(broken, 'none'), ['missing-leaf', 'none', undefined]);
    assert.deepEqual(code([...broken, user('lost', null)], 'a-alt'), ['duplicate-id', 'lost', undefined]);
  });

  it('Lab 10.1: what pathTo gives is a deep copy', () => {
    const entries = chapterTree();
    spoil(pathTo(entries, 'meta-cwd'));
    assert.deepEqual(entries, chapterTree());
  });

  it('Lab 10.2: a complete entry passes whole and is cut off from its source', () => {
    for (const [index, entry] of chapterTree().entries()) {
      const parsed = parseSessionEntry(entry);
      assert.deepEqual(parsed, entry);
      spoil(entry);
      assert.deepEqual(parsed, chapterTree()[index]);
    }
  });

  it('Lab 10.2: what a way through JSON would lose, change or refuse is refused first', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    const cases: [unknown, string][] = [
      [{ path: undefined }, 'value.path'],
      [{ score: NaN }, 'value.score'],
      [loop, 'value.self'],
      [{ list: [1, , 3] }, 'value.list[1]'], // eslint-disable-line no-sparse-arrays
      [{ when: new Date(0) }, 'value.when'],
    ];
    for (const [value, path] of cases) {
      assert.throws(
        () => parseSessionEntry({ ...metadata('m', null), value }),
        (error) => error instanceof SessionFormatError && error.path === path,
      );
    }
  });

  it('Lab 10.3: the memory store keeps what it was given at the call', async () => {
    const store = new MemorySessionStore();
    const entries = chapterTree();
    const appends = entries.map((entry) => store.append(entry));
    spoil(entries);
    await Promise.all(appends);
    assert.deepEqual(await store.entries(), chapterTree());
    spoil(await store.entries());
    assert.deepEqual(await store.entries(), chapterTree());
  });

  it('Lab 10.3: calls are carried out in order, a failed one stops only itself', async () => {
    const store = new MemorySessionStore();
    const settled = await Promise.allSettled([
      store.append(user('lost', 'nobody')),
      store.append(user('root', null)),
      store.append(user('root', null)),
      store.append(user('child', 'root')),
    ]);
    assert.deepEqual(
      settled.map((result) => result.status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(ids(await store.entries()), ['root', 'child']);
  });

  it('Lab 10.4: what has no line feed is a tail, even whole JSON; white space is none', () => {
    const [u1, aRead, rRead] = chapterTree().map(line);
    const committed = `${u1}${aRead}`;
    const warnings = [{ code: 'unterminated_tail', line: 3 }];
    for (const tail of ['{"id":"r-read","parentId":"a-read"', rRead?.trimEnd() ?? '']) {
      const recovered = recoverJsonl(committed + tail);
      assert.deepEqual(ids(recovered.entries), ['u-1', 'a-read']);
      assert.deepEqual(recovered.warnings, warnings);
    }
    assert.deepEqual(recoverJsonl(`${committed} \t`).warnings, []);
    assert.deepEqual(recoverJsonl(''), { entries: [], warnings: [] });
  });

  it('Lab 10.4: a bad line that is committed fails with its physical number, blank lines counted', () => {
    const [u1] = chapterTree().map(line);
    for (const bad of ['{"id":"r-read","parentId":}', '[]', '{"id":"a"}']) {
      assert.throws(
        () => recoverJsonl(`\n${u1}\n \n${bad}\n${u1}`),
        (error) => error instanceof SessionLineError && error.line === 5 && error.message.includes('line 5'),
      );
    }
  });

  it('Lab 10.5: appends are kept over a reopening, and old bytes are a prefix of new ones', async () => {
    const store = await JsonlSessionStore.open(file);
    let bytes = await readFile(file);
    for (const entry of chapterTree()) {
      await store.append(entry);
      const grown = await readFile(file);
      assert.ok(grown.length > bytes.length && grown.subarray(0, bytes.length).equals(bytes));
      bytes = grown;
    }
    assert.equal(bytes.toString(), chapterTree().map(line).join(''));
    assert.deepEqual(await (await JsonlSessionStore.open(file)).entries(), chapterTree());
  });

  it('Lab 10.5: a file with an unterminated tail can be read and not be appended to', async () => {
    const [u1, aRead] = chapterTree().map(line);
    await writeFile(file, `${u1}${aRead?.slice(0, 30)}`);
    const calls: string[] = [];
    const store = await JsonlSessionStore.open(file, {
      appendFile: async (_, text) => void calls.push(text),
    });
    assert.equal(store.state, 'needs-repair');
    assert.deepEqual(ids(await store.entries()), ['u-1']);
    assert.deepEqual((await store.read()).warnings, [{ code: 'unterminated_tail', line: 2 }]);
    await assert.rejects(store.append(assistant('a', 'u-1')), { code: 'needs-repair', line: 2 });
    assert.deepEqual(calls, []);
  });

  it('Lab 10.5: after a failed write the writer stops, and a reopening looks at the disk again', async () => {
    const fault = new Error('the disk is full');
    let calls = 0;
    const store = await JsonlSessionStore.open(file, {
      async appendFile(path, text) {
        calls += 1;
        if (calls === 1) return appendFile(path, text);
        await appendFile(path, text.slice(0, 20));
        throw fault;
      },
    });
    const isFault = (error: unknown) => error === fault;
    await store.append(user('u-1', null));
    const failing = [store.append(assistant('a', 'u-1')), store.append(assistant('b', 'u-1'))];
    await Promise.all(failing.map((append) => assert.rejects(append, isFault)));
    await assert.rejects(store.append(user('later', null)), isFault);
    await assert.rejects(store.entries(), isFault);
    assert.equal(store.state, 'tainted');
    assert.equal(calls, 2);
    const again = await JsonlSessionStore.open(file);
    assert.equal(again.state, 'needs-repair');
    assert.deepEqual(ids(await again.entries()), ['u-1']);
  });

  it('Lab 10.6: messages on a path are whole, without metadata and siblings', () => {
    const [u1, aRead, rRead, aFinal] = chapterTree();
    const messages = [u1, aRead, rRead, aFinal].map((entry) => entry?.type === 'message' && entry.message);
    assert.deepEqual(messagesOnPath(chapterTree(), 'meta-cwd'), messages);
    assert.deepEqual(
      messagesOnPath(chapterTree(), 'meta-cwd').map((message) => message.role),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
  });

  it('Lab 10.6: messages share nothing with the entries, also after a way through the file', async () => {
    const store = await JsonlSessionStore.open(file);
    for (const entry of chapterTree()) await store.append(entry);
    const entries = await (await JsonlSessionStore.open(file)).entries();
    spoil(messagesOnPath(entries, 'meta-cwd'));
    assert.deepEqual(messagesOnPath(entries, 'meta-cwd'), messagesOnPath(chapterTree(), 'meta-cwd'));
  });
});
