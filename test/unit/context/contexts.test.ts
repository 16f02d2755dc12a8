import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { toOpenAi } from '../../../src/core/context/modelJson.ts';
import { flat } from '../../../src/formats/flat.ts';
import type { Format } from '../../../src/formats/format.ts';
import { openaiTree } from '../../../src/formats/openaiTree.ts';
import { pi } from '../../../src/formats/pi/pi.ts';
import { workbuddy } from '../../../src/formats/workbuddy.ts';
import { chain, compaction, result, user } from '../seeds/piEntries.ts';

function decode(format: Format, records: readonly JsonObject[]): Entry[] {
  const entries: Entry[] = [];
  records.forEach((record, index) => {
    const place = { line: index + 1, part: 1, header: null, previousId: entries.at(-1)?.id ?? null };
    const decoded = format.decode(record, place);
    if (decoded.type === 'entry') entries.push(decoded.entry);
  });
  return entries;
}

const contextOf = (format: Format, records: readonly JsonObject[]) =>
  format.context?.(decode(format, records), () => undefined);

describe('what a model sees, by format', () => {
  it('is for flat messages the records themselves', () => {
    const records: JsonObject[] = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'a', input: null }] },
      { role: 'tool', toolCallId: 'c', content: 'r', isError: false },
      { role: 'tool', toolCallId: 'lost', content: 'r', isError: false },
    ];
    const context = contextOf(flat, records);
    assert.deepEqual(context?.messages, records);
    assert.deepEqual(context.orphanResults, [{ callId: 'lost', entryId: 'L4', index: 3 }]);
    assert.deepEqual(
      toOpenAi(context.sent).map(({ role }) => role),
      ['user', 'assistant', 'tool'],
      'the result without a call is not sent',
    );
    assert.deepEqual(
      context.problems.map(({ code }) => code),
      ['orphan-result'],
    );
  });

  it('is for Pi no answer that broke off, nor a result that stands in for one of its calls', () => {
    const call = (id: string, parentId: string, callId: string, stopReason: string): JsonObject => ({
      ...{ type: 'message', id, parentId, timestamp: '2026-01-05T10:00:00.000Z' },
      message: {
        ...{ role: 'assistant', stopReason },
        content: [{ type: 'toolCall', id: callId, name: 'run', arguments: {} }],
      },
    });
    const said = (id: string, parentId: string | null, message: JsonObject): JsonObject => ({
      ...{ type: 'message', id, parentId, timestamp: '2026-01-05T10:00:00.000Z', message },
    });
    const answer = (callId: string) => ({ role: 'toolResult', toolCallId: callId, content: [] });
    const context = contextOf(pi, [
      said('1', null, { role: 'user', content: 'q' }),
      call('2', '1', 'c', 'aborted'),
      said('3', '2', answer('c')),
      call('4', '3', 'd', 'error'),
      call('5', '4', 'c', 'toolUse'),
      said('6', '5', answer('c')),
    ]);
    assert.equal(context?.messages.length, 6, 'they stand in the context, as Pi itself has it');
    assert.deepEqual(context.sentFrom, [0, 4, 5]);
    assert.deepEqual(context.orphanResults, []);
  });

  it('is for chat trees the messages of the path', () => {
    const message = { role: 'user', content: 'q' };
    assert.deepEqual(
      contextOf(openaiTree, [
        { id: '1', parentId: null, message },
        { id: '2', parentId: '1' },
      ])?.messages,
      [message],
    );
  });

  it('is for transcripts what a replay gives: no thoughts, snapshots and titles', () => {
    const context = contextOf(workbuddy, [
      { type: 'message', role: 'user', content: 'q' },
      { type: 'reasoning', content: 'hm' },
      { type: 'function_call', callId: 'c', name: 'a', arguments: { x: 1 } },
      { type: 'ai-title', title: 'T' },
      { type: 'function_call_result', callId: 'c', output: 'r' },
      { type: 'telemetry' },
    ]);
    assert.deepEqual(context?.messages, [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'a', input: { x: 1 } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'r' }] },
    ]);
    assert.equal(context.entries.length, 6);
    assert.deepEqual(
      context.sent.map(({ role }) => role),
      ['user', 'assistant', 'toolResult'],
    );
  });

  it('is for Pi what stands behind its compactions, with the summary as the user’s words', () => {
    const path = chain(user('old'), result('c'), compaction('e2'), user('new'));
    const context = pi.context?.(path, () => undefined);
    assert.deepEqual(
      context?.entries.map(({ entry }) => entry.id),
      ['e3', 'e2', 'e4'],
    );
    assert.deepEqual(
      context.sent.map(({ role }) => role),
      ['user', 'user'],
    );
    assert.match(
      toOpenAi(context.sent)
        .map(({ content }) => String(content))
        .join(),
      /so far.*new/s,
    );
  });
});
