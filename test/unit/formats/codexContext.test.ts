import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { codex } from '../../../src/formats/codex/codex.ts';
import { event, item, line, meta, read, replyItem, userItem } from './codexLines.ts';

function contextOf(records: readonly JsonObject[]) {
  const { entries } = read([meta(), ...records]);
  const context = codex.context?.(entries, () => undefined);
  assert.ok(context);
  return context;
}
const payloadOf = (record: JsonObject) => record['payload'];
const call = (id: string) => item({ type: 'function_call', name: 'f', arguments: '{}', call_id: id });
const output = (id: string) => item({ type: 'function_call_output', call_id: id, output: 'x' });

describe('Codex: what the model sees', () => {
  it('is every item as it stands, and no event', () => {
    const records = [userItem('q'), call('c'), output('c'), replyItem('a')];
    const notes = [event('user_message', { message: 'q' }), line('turn_context', {}), event('token_count')];
    const context = contextOf([...records.slice(0, 1), ...notes, ...records.slice(1)]);
    assert.deepEqual(context.messages, records.map(payloadOf));
    assert.deepEqual(context.links[1], { calls: ['c'], results: [] });
    assert.deepEqual(context.links[2], { calls: [], results: ['c'] });
    assert.deepEqual(
      context.sent.map(({ role }) => role),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
    assert.deepEqual(context.sentFrom, [0, 1, 2, 3]);
  });

  it('after a compaction is what that put in its place, and what came after it', () => {
    const kept = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'q' }] };
    const summary = { ...kept, content: [{ type: 'input_text', text: 'sum' }] };
    const compacted = line('compacted', { message: 'sum', replacement_history: [kept, summary] });
    const context = contextOf([userItem('q'), replyItem('a'), compacted, userItem('next')]);
    assert.deepEqual(context.messages, [kept, summary, payloadOf(userItem('next'))]);
    assert.equal(context.retainedCount, 2);
    assert.equal(context.compaction?.id, 'L4');
    assert.deepEqual(
      context.entries.map(({ entry }) => entry.id),
      ['L4', 'L5'],
    );
  });

  it('after an older compaction is what the user said, and the summary', () => {
    const context = contextOf([
      userItem('q'),
      replyItem('a'),
      line('compacted', { message: 'sum' }),
      replyItem('b'),
    ]);
    const texts = context.sent.map(({ blocks }) =>
      blocks.map((block) => ('text' in block ? block.text : '')).join(),
    );
    assert.deepEqual(texts, ['q', 'sum', 'b']);
    assert.equal(context.retainedCount, undefined);
  });

  it('holds no result whose call a compaction took away', () => {
    const compacted = line('compacted', { message: 's', replacement_history: [] });
    const context = contextOf([call('c'), compacted, output('c')]);
    assert.deepEqual(context.orphanResults, [{ callId: 'c', entryId: 'L4', index: 0 }]);
    assert.deepEqual(context.sent, []);
  });

  it('takes a call that the model’s own server answered for no pair', () => {
    const search = item({ type: 'web_search_call', id: 'ws', status: 'completed', action: {} });
    assert.deepEqual(contextOf([search]).links, [{ calls: [], results: [] }]);
  });

  it('leaves out items that are not known', () => {
    assert.deepEqual(contextOf([item({ type: 'ghost_snapshot' })]).messages, []);
  });
});
