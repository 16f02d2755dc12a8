import assert from 'node:assert/strict';
import { conversation, messages, notes, piSession } from './support.ts';

const user = (id: string, parentId: string | null, text = id): object => ({
  type: 'message',
  id,
  parentId,
  message: { role: 'user', content: text, timestamp: 1 },
});

describe('Conversation items: notes', () => {
  it('has every kind of entry that is no message', async () => {
    const { items } = await conversation(
      piSession(
        { type: 'model_change', id: 'm', parentId: null, provider: 'p', modelId: 'model-x' },
        { type: 'thinking_level_change', id: 't', parentId: 'm', thinkingLevel: 'high' },
        user('u', 't'),
        { type: 'label', id: 'l', parentId: 'u', targetId: 'u', label: 'start' },
        { type: 'session_info', id: 'n', parentId: 'l', name: 'A name' },
        { type: 'custom', id: 'c', parentId: 'n', customType: 'x.y', data: { n: 1 } },
        { type: 'from_next_year', id: 'f', parentId: 'c', payload: { deep: [1] } },
        { type: 'usage', id: 's', parentId: 'f', kind: 'cache_warm', provider: 'p', model: 'm', usage: {} },
        user('u2', 's'),
      ),
    );
    assert.deepEqual(
      notes(items).map(({ kind, text }) => [kind, text]),
      [
        ['modelChange', 'model-x'],
        ['thinkingLevelChange', 'high'],
        ['label', 'start'],
        ['sessionName', 'A name'],
        ['custom', notes(items)[4]?.text],
        ['unknown', ''],
        ['usage', notes(items)[6]?.text],
      ],
    );
    const [, , label, , custom, unknown] = notes(items);
    assert.deepEqual(label?.target, { row: 2, line: 4, onPath: true });
    assert.equal(messages(items)[0]?.label, 'start');
    assert.ok(custom?.fields?.some(({ key }) => key === 'customType'));
    assert.equal(unknown?.word, 'from_next_year');
    assert.equal(unknown.fields?.find(({ key }) => key === 'payload')?.value.text, '{"deep": [1]}');
  });

  it('shows digits of custom data as the file has them', async () => {
    const [header, first] = piSession(user('u', null)).map((line) => JSON.stringify(line));
    const custom =
      '{"type":"custom","id":"c","parentId":"u","timestamp":"2026-01-05T10:00:00.000Z","customType":"x","data":{"n":9007199254740993}}';
    const { items } = await conversation([header, first, custom]);
    assert.equal(
      notes(items)[0]?.fields?.find(({ key }) => key === 'data')?.value.text,
      '{"n": 9007199254740993}',
    );
  });

  it('says what a compaction kept', async () => {
    const compaction = (id: string, parentId: string, firstKeptEntryId: string): object => ({
      type: 'compaction',
      id,
      parentId,
      summary: '# so far',
      firstKeptEntryId,
      tokensBefore: 1234,
    });
    const { items } = await conversation(
      piSession(
        user('u1', null),
        user('u2', 'u1'),
        compaction('k1', 'u2', 'u2'),
        compaction('k2', 'k1', 'k2'),
        compaction('k3', 'k2', 'gone'),
        user('u3', 'k3'),
      ),
    );
    assert.deepEqual(
      notes(items).map(({ kept }) => kept),
      [{ type: 'from', row: 1, line: 3 }, { type: 'nothing' }, { type: 'unknown', id: 'gone' }],
    );
    assert.deepEqual([notes(items)[0]?.body?.text, notes(items)[0]?.tokensBefore], ['# so far', 1234]);
  });

  it('finds what a compaction of version 1 kept by the record’s number', async () => {
    const at = { timestamp: '2025-12-01T10:00:00.000Z' };
    const said = (content: string): object => ({
      ...at,
      type: 'message',
      message: { role: 'user', content },
    });
    const { items } = await conversation([
      { ...at, type: 'session', id: 's', cwd: '/w', provider: 'p', modelId: 'm', thinkingLevel: 'off' },
      said('one'),
      said('two'),
      { ...at, type: 'compaction', summary: 'sum', firstKeptEntryIndex: 2, tokensBefore: 10 },
      said('three'),
    ]);
    assert.deepEqual(notes(items)[0]?.kept, { type: 'from', row: 1, line: 3 });
  });

  it('shows a branch summary’s text, and notes below the last message', async () => {
    const { items } = await conversation(
      piSession(
        user('u', null),
        { type: 'branch_summary', id: 'b', parentId: 'u', fromId: 'x', summary: 'tried' },
        user('u2', 'b'),
        { type: 'session_info', id: 'n', parentId: 'u2', name: 'At the end' },
      ),
      'u2',
    );
    assert.deepEqual(
      items.map((item) => item.type),
      ['message', 'note', 'message', 'note'],
    );
    assert.equal(notes(items)[0]?.body?.text, 'tried');
    assert.equal(notes(items)[1]?.text, 'At the end');
  });
});
