import assert from 'node:assert/strict';
import { call, message, result } from '../conversation/support.ts';
import { shownContext } from './shown.ts';

const time = '2026-01-05T10:00:00.000Z';
const header = { type: 'session', version: 3, id: 'the-session', timestamp: time, cwd: '/w' };
const pi = (...entries: readonly object[]): object[] => [
  header,
  ...entries.map((entry) => ({ ...entry, timestamp: time })),
];

describe('copies of a context', () => {
  it('keep the digits of numbers and the order of members, in all shapes', async () => {
    const raw =
      '{"id":"a","parentId":"u","timestamp":1,"type":"message","message":{"role":"assistant","content":' +
      '[{"type":"toolCall","id":"c","name":"f","arguments":{"z":12345678901234567890,"a":1.50,"b":-0}}]}}';
    const shown = await shownContext([message('u', null, 'user', 'q'), raw, result('r', 'a', 'c', 'done')]);
    const own = await shown.copy('own');
    assert.ok(own.text.includes('"arguments":{"z":12345678901234567890,"a":1.50,"b":-0}'), own.text);
    assert.equal(own.count, 3);
    const anthropic = await shown.copy('anthropic');
    assert.ok(anthropic.text.includes('"input":{"z":12345678901234567890,"a":1.50,"b":-0}'), anthropic.text);
    const openai = await shown.copy('openai');
    assert.ok(openai.text.includes('{\\"z\\":12345678901234567890,\\"a\\":1.50,\\"b\\":-0}'), openai.text);
    for (const { text } of [own, anthropic, openai]) JSON.parse(text);
  });

  it('keep the digits of arguments that the file holds as text', async () => {
    const tool = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"n": 1e400}' } };
    const shown = await shownContext([
      { id: '1', parentId: null, message: { role: 'user', content: 'q' } },
      { id: '2', parentId: '1', message: { role: 'assistant', content: null, tool_calls: [tool] } },
      { id: '3', parentId: '2', message: { role: 'tool', tool_call_id: 'c', content: 'r' } },
    ]);
    assert.ok((await shown.copy('anthropic')).text.includes('"input":{"n": 1e400}'));
    assert.ok((await shown.copy('openai')).text.includes('"arguments":"{\\"n\\": 1e400}"'));
  });

  it('are within the budget, and say what was left out', async () => {
    const lines = [
      message('u', null, 'user', 'x'.repeat(500)),
      message('a', 'u', 'assistant', [{ type: 'thinking', thinking: 'hm' }, call('k')]),
      result('r', 'a', 'k', 'y'),
      result('lost', 'r', 'nowhere', 'z'),
      message('b', 'lost', 'assistant', 'done'),
    ];
    const shown = await shownContext(lines, 400);
    const own = await shown.copy('own');
    assert.equal(own.count, 3);
    assert.deepEqual(
      [...own.left],
      [
        ['over', 1],
        ['orphan', 1],
      ],
    );
    assert.equal(own.thoughts, 0);
    const anthropic = await shown.copy('anthropic');
    assert.equal(anthropic.thoughts, 1);
    const { messages } = JSON.parse(anthropic.text) as { messages: { role: string }[] };
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['assistant', 'user', 'assistant'],
    );
  });

  it('are refused where the budget cannot be kept', async () => {
    const shown = await shownContext([message('u', null, 'user', 'q')], 3);
    await assert.rejects(
      shown.copy('own'),
      /context budget cannot contain the smallest consistent message unit/,
    );
  });

  it('have system messages apart for Anthropic, and none of what the user kept from the model', async () => {
    const shown = await shownContext(
      pi(
        message('s', null, 'system', 'be brief'),
        message('u', 's', 'user', 'q'),
        {
          ...{ type: 'message', id: 'b', parentId: 'u' },
          message: {
            role: 'bashExecution',
            command: 'ls',
            output: 'secret',
            exitCode: 0,
            excludeFromContext: true,
          },
        },
        message('a', 'b', 'assistant', 'done'),
      ),
    );
    assert.deepEqual(shown.marks, ['s: sent', 'u: sent', 'b: none', 'a: sent']);
    const { text, left } = await shown.copy('anthropic');
    assert.deepEqual(JSON.parse(text), {
      system: 'be brief',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
      ],
    });
    assert.deepEqual([...left], [['none', 1]]);
    assert.ok(!(await shown.copy('own')).text.includes('secret'));
  });

  it('have edited messages as the edit left them', async () => {
    const edit = (id: string, parentId: string, targetId: string, replacement: unknown): object => ({
      ...{ type: 'context_edit', id, parentId, targetId, replacement },
    });
    const shown = await shownContext(
      pi(
        message('u', null, 'user', 'a secret'),
        message('v', 'u', 'user', 'another secret'),
        edit('e', 'v', 'u', { content: 'nothing' }),
        edit('f', 'e', 'v', null),
      ),
    );
    assert.deepEqual(shown.marks, ['u: edited', 'v: removed', 'e: none', 'f: none']);
    assert.deepEqual(shown.facts.edits, [
      { row: 0, line: 4 },
      { row: 1, line: 5 },
    ]);
    const { text, count } = await shown.copy('own');
    assert.deepEqual([count, text.includes('secret'), text.includes('nothing')], [1, false, true]);
  });
});

describe('problems of a context', () => {
  it('are told with their lines: a kept window that begins nowhere', async () => {
    const shown = await shownContext(
      pi(
        message('u', null, 'user', 'q'),
        ...[{ type: 'compaction', id: 'c', parentId: 'u', summary: 's', firstKeptEntryId: 'gone' }],
        message('v', 'c', 'user', 'r'),
      ),
    );
    assert.deepEqual(shown.marks, ['u: compacted', 'c: summary', 'v: sent']);
    assert.deepEqual(
      shown.facts.problems.map(({ line, row }) => [line, row]),
      [[3, 1]],
    );
    assert.match(
      shown.facts.problems[0]?.message ?? '',
      /keeps what follows entry gone, which is not on the path/,
    );
    assert.equal(shown.facts.compaction?.line, 3);
  });
});

describe('the replay window of a transcript', () => {
  const events = (count: number): object[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{ schema_version: 1, sequence: i + 1, session_id: 's', event_id: `transcript:s:${i + 1}` },
      recorded_at: time,
      ...(i % 2 === 0
        ? { type: 'message', role: 'user', content: `m${i}` }
        : { type: 'ai-title', title: `title ${i}` }),
    }));

  it('is its last 1000 events: what is before is not sent, and its beginning is marked', async () => {
    const shown = await shownContext(events(1004));
    assert.equal(shown.idsOf('unread').length, 2);
    assert.deepEqual([shown.facts.messages, shown.facts.sentMessages, shown.facts.replay], [502, 500, 1000]);
    const marked = shown.items.filter(({ replayOf }) => replayOf !== undefined);
    assert.deepEqual(
      marked.map(({ line, replayOf }) => [line, replayOf]),
      [[5, 1000]],
    );
    assert.equal((await shown.copy('own')).count, 500);
    const [title] = shown.items.filter((item) => item.type === 'note');
    assert.deepEqual(title && [title.kind, title.text], ['sessionName', 'title 1']);
  });

  it('is all of a short one', async () => {
    const shown = await shownContext(events(1000));
    assert.deepEqual([shown.facts.replay, shown.idsOf('unread')], [null, []]);
    assert.ok(shown.items.every(({ replayOf }) => replayOf === undefined));
  });
});
