import assert from 'node:assert/strict';
import { JsonlSessionStore } from '../../../src/api.ts';
import { assistant, chapterTree, ids, line, user } from './chapterTree.ts';
import { fakeFile, type FakeFile } from './fakeFile.ts';

const open = (io: FakeFile) => JsonlSessionStore.open('s.jsonl', io);
const reason = async (promise: Promise<unknown>): Promise<unknown> => {
  const [settled] = await Promise.allSettled([promise]);
  return settled.status === 'rejected' ? settled.reason : 'it did not fail';
};

/** An append that leaves `count` bytes of its line behind and fails. */
const halfWrite = (io: FakeFile, count: number, fault: unknown) => (added: string) => {
  io.add(Buffer.from(added).subarray(0, count));
  throw fault;
};

describe('JsonlSessionStore after a fault', () => {
  it('gives the first failure, the same object, to the call, to those queued and to all later ones', async () => {
    const fault = new Error('ENOSPC');
    const io = fakeFile();
    const store = await open(io);
    await store.append(user('u', null));
    io.faults.push(halfWrite(io, 7, fault), halfWrite(io, 3, new Error('never seen')));
    const queued = [
      store.append(assistant('a', 'u')),
      store.append(assistant('b', 'u')),
      store.append(assistant('u', 'gone')),
      store.entries(),
      store.read(),
    ];
    for (const call of queued.map(reason)) assert.equal(await call, fault);
    for (const call of [store.append(user('c', null)), store.entries(), store.read()]) {
      assert.equal(await reason(call), fault);
    }
    assert.equal(store.state, 'tainted');
    assert.deepEqual(io.calls, ['ensure', 'read', 'append', 'append']);
  });

  it('keeps what was read before the failure was queued', async () => {
    const io = fakeFile();
    const store = await open(io);
    io.faults.push(halfWrite(io, 1, new Error('EIO')));
    const before = store.entries();
    const failing = reason(store.append(user('u', null)));
    assert.deepEqual(await before, []);
    await failing;
  });

  it('taints on a failure that wrote nothing, or everything, or threw at once, or threw undefined', async () => {
    const whole = line(user('u', null)).length;
    for (const [count, fault] of [
      [0, new Error('EACCES')],
      [whole, new Error('EIO')],
      [0, undefined],
    ] as const) {
      // prettier-ignore
      const io = fakeFile();
      const store = await open(io);
      io.faults.push(halfWrite(io, count, fault));
      assert.equal(await reason(store.append(user('u', null))), fault);
      assert.equal(store.state, 'tainted');
      assert.equal(await reason(store.append(user('u', null))), fault);
      assert.equal(await reason(store.entries()), fault);
      assert.equal(io.calls.length, 3);
      const again = await open(io);
      assert.deepEqual(ids(await again.entries()), count === whole ? ['u'] : []);
    }
    const io = fakeFile();
    const store = await open(io);
    const fault = new Error('at once');
    io.appendFile = () => {
      throw fault;
    };
    assert.equal(await reason(store.append(user('u', null))), fault);
    assert.equal(store.state, 'tainted');
  });

  it('still says first what is wrong with an entry that is none', async () => {
    const io = fakeFile();
    const store = await open(io);
    io.faults.push(halfWrite(io, 1, new Error('EIO')));
    await reason(store.append(user('u', null)));
    await assert.rejects(store.append({ ...user('v', null), timestamp: NaN }), { code: 'not-an-entry' });
  });

  it('opens again after a half write at any byte: prefix whole, needs repair unless nothing or all was written', async () => {
    const entries = chapterTree();
    const last = entries.at(-1) ?? user('none', null);
    const prefix = entries.slice(0, -1).map(line).join('');
    const whole = Buffer.byteLength(line(last));
    for (let count = 0; count <= whole; count += 1) {
      const io = fakeFile(prefix);
      const store = await open(io);
      io.faults.push(halfWrite(io, count, new Error('EIO')));
      await reason(store.append(last));
      assert.ok(io.bytes.subarray(0, Buffer.byteLength(prefix)).equals(Buffer.from(prefix)));
      const again = await open(io);
      assert.equal(again.state, count === 0 || count === whole ? 'ready' : 'needs-repair', `${count} bytes`);
      const { entries: read, warnings } = await again.read();
      assert.deepEqual(read, count === whole ? entries : entries.slice(0, -1));
      assert.deepEqual(warnings, again.state === 'ready' ? [] : [{ code: 'unterminated_tail', line: 6 }]);
    }
  });

  it('refuses to append to a file that needs repair: without I/O, every time, and can still be read', async () => {
    const io = fakeFile(`${line(user('u', null))}\n{"id"`);
    const store = await open(io);
    for (const entry of [assistant('a', 'u'), assistant('b', 'gone'), user('u', null)]) {
      await assert.rejects(store.append(entry), {
        name: 'SessionStoreError',
        code: 'needs-repair',
        line: 3,
        file: 's.jsonl',
        message: /s\.jsonl: it ends inside line 3/,
      });
    }
    assert.equal(store.state, 'needs-repair');
    assert.deepEqual(io.calls, ['ensure', 'read']);
    assert.deepEqual(ids(await store.entries()), ['u']);
  });

  it('goes on once the tail was repaired outside and the file is opened again', async () => {
    const io = fakeFile(`${line(user('u', null))}{"id"`);
    assert.equal((await open(io)).state, 'needs-repair');
    io.bytes = io.bytes.subarray(0, io.bytes.lastIndexOf('\n') + 1);
    const store = await open(io);
    await store.append(assistant('a', 'u'));
    assert.deepEqual(ids(await (await open(io)).entries()), ['u', 'a']);
  });
});
