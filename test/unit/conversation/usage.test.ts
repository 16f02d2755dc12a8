import assert from 'node:assert/strict';
import { changedItems } from '../../../src/conversation/growth.ts';
import { followLeaf } from '../../../src/conversation/scene.ts';
import { row, user } from '../formats/claudeLines.ts';
import { URI } from '../sessions/support.ts';
import { conversation, jsonl, piSession } from './support.ts';

/** A piece of the message `m`, which has used so much when it is written. */
const piece = (uuid: string, parent: string, output: number, content: object, id = 'm'): object => {
  const usage = { input_tokens: 10, output_tokens: output };
  return row('assistant', uuid, parent, { message: { id, role: 'assistant', content: [content], usage } });
};
const text = { type: 'text', text: 'x' };
const call = { type: 'tool_use', id: 't', name: 'Read', input: {} };
const result = [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }];

const usages = ({ items }: Pick<Awaited<ReturnType<typeof conversation>>, 'items'>) =>
  items.map(({ id, usage }) => [id, usage?.output]);

describe('items: what answers used', () => {
  it('stands at the last piece of an answer, also over results and notes between', async () => {
    const lines = [
      user('u', null),
      piece('a', 'u', 1, text),
      piece('b', 'a', 2, call),
      user('r', 'b', result),
      row('system', 's', 'r', { subtype: 'turn_duration', durationMs: 5 }),
      piece('c', 's', 70, text),
      piece('d', 'c', 5, text, 'other'),
    ];
    const open = await conversation(lines);
    assert.deepEqual(usages(open), [
      ['u', undefined],
      ['a', undefined],
      ['b', undefined],
      ['s', undefined],
      ['c', 70],
      ['d', 5],
    ]);
    assert.deepEqual(open.items[4]?.usage, { input: 10, output: 70 });
  });

  it('moves on when another piece is written', async () => {
    const { session, files, scheduler, scene } = await conversation([
      user('u', null),
      piece('a', 'u', 1, text),
    ]);
    files.append(URI, jsonl([piece('b', 'a', 9, text)]));
    await scheduler.advance(10_000);
    await session.refresh();
    const next = followLeaf(scene, session.snapshot);
    assert.deepEqual(changedItems(scene, next, 0, 2), [1]);
  });

  it('stands at notes that tell it, in place of the same in words; other words stay', async () => {
    const usage = { input: 3, output: 4 };
    const pi = await conversation(
      piSession(
        { type: 'message', id: 'u', parentId: null, message: { role: 'user', content: 'x' } },
        { type: 'usage', id: 'w', parentId: 'u', kind: 'cache_warm', usage },
      ),
    );
    assert.deepEqual(
      pi.items.map((item) => item.type === 'note' && [item.text, item.usage]),
      [false, ['cache_warm', usage]],
    );
    const last = { input_tokens: 30, cached_input_tokens: 20, output_tokens: 5 };
    const info = { last_token_usage: last, total_token_usage: last };
    const codex = await conversation([
      { timestamp: '2026-01-05T10:00:00.000Z', type: 'session_meta', payload: { id: 's' } },
      { type: 'response_item', payload: { type: 'message', role: 'user', content: [] } },
      { type: 'event_msg', payload: { type: 'token_count', info } },
    ]);
    assert.deepEqual(
      codex.items.map((item) => item.type === 'note' && [item.text, item.usage]),
      [false, ['', { input: 30, cacheRead: 20, output: 5 }]],
    );
  });
});
