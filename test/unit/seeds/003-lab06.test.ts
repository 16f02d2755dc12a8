import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChatMessage } from '../../../src/core/strict/chatEntry.ts';
import { TreeSession } from '../../../src/store/treeSession.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { useTempFolder } from '../../support/tempFolder.ts';
import { user, call, SYSTEM, script } from './lab06.ts';

describe('lab06: the file', () => {
  const at = useTempFolder();
  const lines = () => readFileSync(at('s.jsonl'), 'utf8').split('\n').slice(0, -1);

  it('is made with its folder, and begins with the system message', async () => {
    const session = await TreeSession.open(at('sessions/deep/s.jsonl'), { systemPrompt: SYSTEM });
    assert.deepEqual(session.messages(), [{ role: 'system', content: SYSTEM }]);
    assert.equal(session.history()[0]?.id, session.leafId);
    const empty = await TreeSession.open(at('s.jsonl'));
    assert.equal(empty.leafId, null);
    assert.deepEqual(empty.history(), []);
    assert.throws(
      () => statSync(at('s.jsonl')),
      { code: 'ENOENT' },
      'nothing is written before there is a message',
    );
  });

  it('holds one entry a line, {id, parentId, message}, each below the leaf of its time', async () => {
    await script(at('s.jsonl'));
    const entries = lines().map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(entries.length, 5);
    entries.forEach((entry, index) => {
      assert.deepEqual(Object.keys(entry), ['id', 'parentId', 'message']);
      assert.match(String(entry['id']), /^[0-9a-f]{8}$/);
      assert.equal(entry['parentId'], index === 0 ? null : entries[index - 1]?.['id']);
    });
    assert.deepEqual(entries[2]?.['message'], call('c1'), 'the message is kept whole');
    if (process.platform !== 'win32') assert.equal(statSync(at('s.jsonl')).mode & 0o777, 0o600);
  });

  it('only ever grows: every append keeps the bytes before it', async () => {
    const session = await script(at('s.jsonl'));
    const before = readFileSync(at('s.jsonl'));
    session.branch(1);
    assert.deepEqual(readFileSync(at('s.jsonl')), before, 'branching writes nothing');
    await session.append(user('again'));
    assert.ok(readFileSync(at('s.jsonl')).subarray(0, before.length).equals(before));
  });

  it('gives every entry an id of its own', async () => {
    const ids = ['same', 'same', '', 'same', 'other'];
    const session = await TreeSession.open(at('s.jsonl'), { newId: () => ids.shift() ?? 'same' });
    await session.append(user('1'));
    await session.append(user('2'));
    const third = await session.append(user('3'));
    assert.deepEqual(
      session.entries().map(({ id }) => id),
      ['same', 'other', third.id],
    );
    assert.match(third.id, /^[0-9a-f-]{36}$/, 'after 100 ids in use a whole UUID');
  });

  it('takes a message as it is at the call, and appends in the order of the calls', async () => {
    const session = await TreeSession.open(at('s.jsonl'));
    const message = user('first');
    const writes = [session.append(message)];
    message['content'] = 'changed';
    for (let n = 0; n < 20; n += 1) writes.push(session.append(user(`n${n}`)));
    await Promise.all(writes);
    const again = await TreeSession.open(at('s.jsonl'));
    assert.deepEqual(
      again.messages().map(({ content }) => content),
      ['first', ...Array.from({ length: 20 }, (_, n) => `n${n}`)],
    );
  });

  it('refuses a message without a role', async () => {
    const session = await TreeSession.open(at('s.jsonl'));
    for (const message of [{}, { role: 1 }, [], null, undefined, 'user']) {
      await assert.rejects(session.append(message as unknown as ChatMessage), { name: 'SessionFormatError' });
    }
    await session.append(user('fine'));
    assert.equal(session.history().length, 1);
  });
});

describe('lab06: resuming', () => {
  const at = useTempFolder();

  it('goes on at the last leaf, and adds no second system message', async () => {
    const first = await script(at('s.jsonl'));
    const again = await TreeSession.open(at('s.jsonl'), { systemPrompt: 'another' });
    assert.equal(again.leafId, first.leafId);
    assert.deepEqual(again.history(), first.history());
    await again.append(user('next'));
    assert.equal(again.history().length, 6);
  });

  it('goes on with the branch that was written last', async () => {
    const session = await script(at('s.jsonl'));
    session.branch(1);
    await session.append(call('c2'));
    const again = await TreeSession.open(at('s.jsonl'));
    assert.deepEqual(again.messages(), session.messages());
    assert.deepEqual(again.messages().at(-1), call('c2'));
  });

  it('forgets a branch to which nothing was added: the leaf is not stored', async () => {
    const session = await script(at('s.jsonl'));
    session.branch(0);
    assert.equal((await TreeSession.open(at('s.jsonl'))).history().length, 5);
  });

  it('skips a last line that was cut short, says so, and does not write behind it', async () => {
    await script(at('s.jsonl'));
    const good = readFileSync(at('s.jsonl'));
    for (const tail of ['{"id":"9","parentId":', '{"id":"9","parentId":null,"message":{"role":"user"}}']) {
      writeFileSync(at('s.jsonl'), Buffer.concat([good, Buffer.from(tail)]));
      const session = await TreeSession.open(at('s.jsonl'), { systemPrompt: SYSTEM });
      assert.equal(session.history().length, 5);
      assert.equal(session.tail?.code, 'unterminated_tail');
      assert.equal(session.tail.line, 6);
      await assert.rejects(session.append(user('x')), /ends inside line 6/);
      assert.equal(session.history().length, 5, 'the refused message is nowhere');
      assert.equal(readFileSync(at('s.jsonl')).length, good.length + tail.length);
    }
  });

  it('goes on after the tail was set aside, which is done on demand only and keeps its bytes', async () => {
    await script(at('s.jsonl'));
    const good = readFileSync(at('s.jsonl'));
    writeFileSync(at('s.jsonl'), Buffer.concat([good, Buffer.from('{"id":"9')]));
    const session = await TreeSession.open(at('s.jsonl'));
    const saved = await session.setTailAside();
    assert.equal(readFileSync(saved ?? '', 'utf8'), '{"id":"9');
    assert.deepEqual(readFileSync(at('s.jsonl')), good);
    assert.equal(session.tail, null);
    await session.append(user('on'));
    assert.equal((await TreeSession.open(at('s.jsonl'))).history().length, 6);
    assert.equal(await session.setTailAside(), undefined);
  });

  it('does not set a tail aside that another program goes on writing', async () => {
    writeFileSync(at('s.jsonl'), '{"id":"1","parentId":null,"message":{"role":"user"}}\n{"id"');
    const session = await TreeSession.open(at('s.jsonl'));
    writeFileSync(at('s.jsonl'), ':"2"', { flag: 'a' });
    await assert.rejects(session.setTailAside(), { name: 'FileChangedError' });
    assert.deepEqual(readdirSync(dirname(at('s.jsonl'))), ['s.jsonl']);
  });

  it('keeps reading errors apart from a file that is not there', async () => {
    const log = faultyLog();
    log.fail('openRead', 'EACCES');
    await assert.rejects(TreeSession.open(at('s.jsonl'), { io: log.io, systemPrompt: SYSTEM }), {
      code: 'EACCES',
    });
    assert.deepEqual(readdirSync(dirname(at('s.jsonl'))), [], 'no new session was begun');
  });

  it('stops at the first committed line that is no entry, with its number', async () => {
    const root = '{"id":"1","parentId":null,"message":{"role":"user"}}';
    const cases: [line: string, path: string, reason: RegExp][] = [
      ['{"id":"2","parentId":"1"', '$', /cannot be read/],
      ['null', '$', /the line is null/],
      ['{"id":"2","parentId":"1"}', 'message', /must be an object, but is missing/],
      ['{"id":"2","parentId":"1","message":{"content":"x"}}', 'message.role', /must be a string/],
      ['{"id":"","parentId":"1","message":{"role":"user"}}', 'id', /not empty/],
      ['{"id":2,"parentId":"1","message":{"role":"user"}}', 'id', /must be a string/],
      ['{"id":"2","message":{"role":"user"}}', 'parentId', /missing/],
      ['{"id":"2","parentId":"","message":{"role":"user"}}', 'parentId', /empty/],
      [root, 'id', /repeats "1"/],
      ['{"id":"2","parentId":"3","message":{"role":"user"}}', 'parentId', /names "3"/],
      ['{"id":"2","parentId":"2","message":{"role":"user"}}', 'parentId', /names "2"/],
    ];
    for (const [line, path, reason] of cases) {
      writeFileSync(at('s.jsonl'), `${root}\n\n${line}\n${root.replace('"1"', '"4"')}\n`);
      await assert.rejects(TreeSession.open(at('s.jsonl')), {
        name: 'SessionLineError',
        line: 3,
        path,
        reason,
      });
    }
  });
});
