import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ChatMessage } from '../../../src/core/strict/chatEntry.ts';
import { TreeSession } from '../../../src/store/treeSession.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { useTempFolder } from '../../support/tempFolder.ts';
import { user, assistant, call, tool, SYSTEM, script } from './lab06.ts';

describe('lab06: history and branches', () => {
  const at = useTempFolder();

  it('shows the current path with the indexes that branch takes', async () => {
    const session = await script(at('s.jsonl'));
    assert.deepEqual(
      session.history().map(({ index, message }) => `[${index}] ${message.role}`),
      ['[0] system', '[1] user', '[2] assistant', '[3] tool', '[4] assistant'],
    );
  });

  it('plays the document’s script: back to the question, and the file was never read', async () => {
    const session = await script(at('s.jsonl'));
    const oldLeaf = session.leafId;
    const fork = session.branch(1);
    assert.equal(session.leafId, fork.id);
    await session.append(user('hello.txt: what does it say?'));
    const seen = session.messages();
    assert.deepEqual(
      seen.map(({ role }) => role),
      ['system', 'user', 'user'],
    );
    assert.ok(!JSON.stringify(seen).includes('tool_call'), 'the result of the old branch is not remembered');
    const children = session.entries().filter((entry) => entry.parentId === fork.id);
    assert.equal(children.length, 2, 'the fork point has two children');
    assert.ok(
      session.entries().some((entry) => entry.id === oldLeaf),
      'the old branch is still there',
    );
  });

  it('shares what both branches have: nothing is copied', async () => {
    const session = await script(at('s.jsonl'));
    session.branch(1);
    await session.append(assistant('no'));
    assert.equal(session.entries().length, 6);
  });

  it('branches from any index of the current path, the first and the last too', async () => {
    const session = await script(at('s.jsonl'));
    const ids = session.history().map(({ id }) => id);
    assert.equal(session.branch(4).id, ids[4]);
    assert.equal(session.history().length, 5);
    assert.equal(session.branch(0).id, ids[0]);
    assert.equal(session.history().length, 1);
    await session.append(user('from the beginning'));
    assert.deepEqual(
      session.messages().map(({ role }) => role),
      ['system', 'user'],
    );
  });

  it('refuses an index that the path does not have, and stays where it is', async () => {
    const session = await script(at('s.jsonl'));
    for (const index of [-1, 5, 1.5, NaN]) {
      assert.throws(() => session.branch(index), { name: 'RangeError', message: /goes from 0 to 4/ });
    }
    assert.equal(session.history().length, 5);
    const empty = await TreeSession.open(at('empty.jsonl'));
    assert.throws(() => empty.branch(0), /the history is empty/);
  });

  it('gives out copies', async () => {
    const session = await script(at('s.jsonl'));
    const [first] = session.messages();
    if (first) first['content'] = 'changed';
    const [entry] = session.entries();
    if (entry) entry.message['content'] = 'changed';
    const [item] = session.history();
    if (item) item.message['content'] = 'changed';
    assert.equal(session.messages()[0]?.['content'], SYSTEM);
  });

  it('works out a long path without recursion', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) =>
      JSON.stringify({
        id: `n${n}`,
        parentId: n === 0 ? null : `n${n - 1}`,
        message: { role: 'user', content: 'x' },
      }),
    );
    writeFileSync(at('s.jsonl'), `${rows.join('\n')}\n`);
    const session = await TreeSession.open(at('s.jsonl'));
    assert.equal(session.history().length, 50_000);
  });
});

describe('lab06: a branch point between a call and its result', () => {
  const at = useTempFolder();
  const session = async (...messages: ChatMessage[]) => {
    const opened = await TreeSession.open(at('s.jsonl'));
    for (const message of messages) await opened.append(message);
    return opened;
  };
  const report = (opened: TreeSession, index: number) => {
    const { openCalls, safeBefore, safeAfter } = opened.branchPoint(index);
    return { openCalls, safeBefore, safeAfter };
  };

  it('is reported with the nearest safe points on both sides; the leaf moves all the same', async () => {
    const opened = await script(at('s.jsonl'));
    assert.deepEqual(report(opened, 2), { openCalls: ['c1'], safeBefore: 1, safeAfter: 3 });
    const leaf = opened.leafId;
    assert.equal(leaf, opened.leafId, 'asking moves nothing');
    assert.deepEqual(opened.branch(2).openCalls, ['c1']);
    assert.equal(opened.history().length, 3);
  });

  it('is no matter elsewhere', async () => {
    const opened = await script(at('s.jsonl'));
    for (const index of [0, 1, 3, 4]) assert.deepEqual(report(opened, index).openCalls, []);
    assert.deepEqual(report(opened, 0), { openCalls: [], safeBefore: null, safeAfter: 1 });
    assert.deepEqual(report(opened, 4), { openCalls: [], safeBefore: 3, safeAfter: null });
  });

  it('lies between several results of one message too', async () => {
    const opened = await session(user('q'), call('a', 'b'), tool('b'), tool('a'), assistant('done'));
    assert.deepEqual(report(opened, 1), { openCalls: ['a', 'b'], safeBefore: 0, safeAfter: 3 });
    assert.deepEqual(report(opened, 2), { openCalls: ['a'], safeBefore: 0, safeAfter: 3 });
  });

  it('has no safe point above a call that begins the path, or below one that is never answered', async () => {
    const opened = await session(call('a'), user('q'), assistant('x'));
    assert.deepEqual(report(opened, 1), { openCalls: ['a'], safeBefore: null, safeAfter: null });
  });

  it('counts a call id once for each time it was used', async () => {
    const opened = await session(user('q'), call('x'), tool('x'), call('x'), tool('x'));
    assert.deepEqual(report(opened, 3), { openCalls: ['x'], safeBefore: 2, safeAfter: 4 });
    assert.deepEqual(report(opened, 2).openCalls, []);
  });

  it('is not made by results without a call, or calls without an id', async () => {
    const odd = { role: 'assistant', tool_calls: [null, 1, {}, { id: 5 }] };
    const opened = await session(tool('lost'), odd, { role: 'tool' }, user('q'));
    for (const index of [0, 1, 2, 3]) assert.deepEqual(report(opened, index).openCalls, []);
  });
});

describe('lab06: failing writes', () => {
  const at = useTempFolder();
  for (const code of ['EACCES', 'ENOSPC', 'short write']) {
    it(`stop the instance for good, and what was there before stays (${code})`, async () => {
      await script(at('s.jsonl'));
      const before = readFileSync(at('s.jsonl'));
      const log = faultyLog();
      const session = await TreeSession.open(at('s.jsonl'), { io: log.io });
      if (code === 'short write') log.cutWrite(7);
      else log.fail(code === 'EACCES' ? 'openAppend' : 'write', code);
      const failed = session.append(user('lost'));
      const behind = session.append(user('behind it'));
      const error: unknown = await failed.catch((caught: unknown) => caught);
      assert.ok(error instanceof Error);
      await assert.rejects(behind, (caught) => caught === error, 'the same error');
      const steps = log.steps.length;
      await assert.rejects(session.append(user('later')), (caught) => caught === error);
      assert.throws(
        () => session.history(),
        (caught) => caught === error,
      );
      assert.throws(
        () => session.entries(),
        (caught) => caught === error,
      );
      assert.equal(log.steps.length, steps, 'no further write is tried');
      assert.ok(readFileSync(at('s.jsonl')).subarray(0, before.length).equals(before));
      const again = await TreeSession.open(at('s.jsonl'));
      assert.equal(again.history().length, 5);
      assert.equal(again.tail !== null, code === 'short write');
    });
  }
});
