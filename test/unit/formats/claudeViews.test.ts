import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import { conversation, messages, notes } from '../conversation/support.ts';
import { CLAUDE_FOLDER, readmeRows } from '../corpus/claudeReadme.ts';
import { readSession } from '../corpus/claudeSdk.ts';
import { answer, call, piece, read, result, row, says, user } from './claudeLines.ts';

const start = user('u1', null);
const side = { isSidechain: true };
const task = piece('a1', 'u1', 'm', call('t1', 'Task', { prompt: 'count', description: 'd' }));
const helper = [user('s1', null, 'count', side), says('s2', 's1', side), says('s3', 's2', side)];
const session = [start, task, ...helper, result('r1', 'a1', 't1'), says('a2', 'r1')];

function outlineOf(filter: OutlineFilter): Outline {
  const { table, tree, labels } = read(...session);
  return new Outline({ table, tree, labels }, { filter });
}

describe('outline of Claude Code', () => {
  it('shows a side chain as a branch of its own at the call, not in the line', () => {
    const outline = outlineOf('all');
    assert.deepEqual([...outline.run(0).rows], [0, 1, 5, 6]);
    assert.deepEqual([...outline.branches(1)], [2]);
    assert.deepEqual([...outline.run(2).rows], [2, 3, 4]);
    assert.equal(outline.count(2), 3);
    assert.deepEqual(outline.place(4), { row: 4, head: 2, index: 2 });
  });

  it('where the call is hidden, the branch hangs at the nearest entry above', () => {
    const outline = outlineOf('default');
    assert.deepEqual([...outline.run(0).rows], [0, 5, 6]);
    assert.deepEqual([...outline.branches(0)], [2]);
    assert.equal(outline.host(2), 0);
  });
});

describe('conversation of Claude Code', () => {
  it('leaves side chains out of the talk, and shows one when it is asked for', async () => {
    const main = await conversation(session);
    assert.deepEqual(
      messages(main.items).map(({ row }) => row),
      [0, 1, 6],
    );
    assert.equal(
      main.items.some(({ forks, start: begin }) => forks !== undefined || begin !== undefined),
      false,
    );
    const helpers = await conversation(session, 's3');
    assert.deepEqual(
      messages(helpers.items).map(({ row }) => row),
      [0, 1, 2, 3, 4],
    );
  });

  it('does not run into a side chain below an open call', async () => {
    const { items } = await conversation([start, task, ...helper]);
    assert.deepEqual(
      items.map(({ row }) => row),
      [0, 1],
    );
  });

  it('shows each of several results in one row inside its own call', async () => {
    const calls = [piece('a1', 'u1', 'm', call('t1')), piece('a2', 'a1', 'm', call('t2'))];
    const both = user('r', 'a2', [answer('t1', 'one'), answer('t2', 'two', { is_error: true })]);
    const { items } = await conversation([start, ...calls, both, says('a3', 'r')]);
    const parts = messages(items).flatMap((item) => item.parts.filter((part) => part.type === 'call'));
    assert.deepEqual(
      parts.map(({ state, result: got }) => [
        state,
        got?.parts.map((part) => part.type === 'text' && part.text.text),
      ]),
      [
        ['ok', ['one']],
        ['error', ['two']],
      ],
    );
    assert.deepEqual(
      items.map(({ row }) => row),
      [0, 1, 2, 4],
    );
  });

  it('shows text next to a result as a message, the result inside its call', async () => {
    const mixed = user('r', 'a1', [answer('t1', 'one'), { type: 'text', text: 'go on' }]);
    const { items } = await conversation([start, piece('a1', 'u1', 'm', call('t1')), mixed, says('a2', 'r')]);
    const [, asked, told] = messages(items);
    const [part] = asked?.parts ?? [];
    assert.equal(part?.type === 'call' && part.state, 'ok');
    assert.equal(told?.role, 'user');
    assert.deepEqual(
      told.parts.map((one) => one.type === 'text' && one.text.text),
      ['go on'],
    );
  });

  it('shows the result of a server-side tool inside its call', async () => {
    const content = [
      { type: 'server_tool_use', id: 'w', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 'w', content: [{ type: 'text', text: 'hit' }] },
      { type: 'text', text: 'found' },
    ];
    const reply = row('assistant', 'a1', 'u1', { message: { id: 'm', role: 'assistant', content } });
    const { items } = await conversation([start, reply]);
    const [, item] = messages(items);
    assert.deepEqual(
      item?.parts.map(({ type }) => type),
      ['call', 'text'],
    );
    const [part] = item.parts;
    assert.equal(part?.type === 'call' && part.result?.parts.length, 1);
  });

  it('marks a gap in the middle of a path, and a compaction with what it kept', async () => {
    const kept = { preTokens: 9000, preservedMessages: { anchorUuid: 'c', uuids: ['u2'] } };
    const boundary = { subtype: 'compact_boundary', logicalParentUuid: 'u2', compactMetadata: kept };
    const { items } = await conversation([
      ...[start, says('a1', 'u1'), user('u2', 'gone')],
      ...[
        row('system', 'b', null, boundary),
        user('c', 'b', 'summary', { isCompactSummary: true }),
        says('a2', 'c'),
      ],
    ]);
    assert.deepEqual(items[2]?.gap, { parentId: 'gone' });
    const [note] = notes(items);
    assert.deepEqual(
      [note?.kind, note?.tokensBefore, note?.kept],
      ['compaction', 9000, { type: 'from', row: 2, line: 3 }],
    );
  });
});

describe('outline of the corpus of Claude Code', function () {
  this.timeout(60_000);
  it('reaches every row of every file once', function () {
    if (!existsSync(CLAUDE_FOLDER)) this.skip();
    for (const { file } of readmeRows()) {
      const { state } = readSession(join(CLAUDE_FOLDER, file));
      if (!state || state.table.size === 0) continue;
      const { table, tree, labels } = state;
      const seen = new Uint8Array(table.size);
      const outline = new Outline({ table, tree, labels }, { filter: 'all' });
      const heads = [outline.mainHead, ...outline.islands];
      for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
        const run = outline.run(head);
        for (const at of run.rows) seen[at] = (seen[at] ?? 0) + 1;
        for (const fork of run.forks) heads.push(...outline.branches(run.rows[fork] ?? -1));
        if (run.forksAbove) heads.push(...outline.branches(head));
      }
      assert.ok(
        seen.every((count) => count === 1),
        file,
      );
    }
  });
});
