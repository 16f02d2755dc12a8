import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { flat } from '../../../src/formats/flat.ts';
import type { Decoded, Format } from '../../../src/formats/format.ts';
import { openaiTree } from '../../../src/formats/openaiTree.ts';
import { workbuddy } from '../../../src/formats/workbuddy.ts';

const PLACE = { line: 7, part: 1, header: null, previousId: 'before' };

function entryOf(format: Format, record: JsonObject): Entry {
  const decoded: Decoded = format.decode(record, PLACE);
  assert.equal(decoded.type, 'entry');
  return decoded.entry;
}

describe('flat messages', () => {
  it('are named by their lines and follow one another', () => {
    const { id, parentId, kind, type, message } = entryOf(flat, { role: 'user', content: 'q' });
    assert.deepEqual([id, parentId, kind, type], ['L7', 'before', 'message', 'user']);
    assert.deepEqual(message, { role: 'user', blocks: [{ type: 'text', text: 'q' }] });
    const second: Decoded = flat.decode(
      { role: 'user', content: '' },
      { ...PLACE, part: 2, previousId: null },
    );
    assert.equal(second.type === 'entry' && second.entry.id, 'L7.2');
  });

  it('read calls and results in both spellings', () => {
    const call = { id: 'c', name: 'read', input: { path: 'a' } };
    const inner = { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };
    const block = { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } };
    assert.deepEqual(entryOf(flat, { role: 'assistant', content: '', toolCalls: [call] }).message?.blocks, [
      block,
    ]);
    assert.deepEqual(
      entryOf(flat, { role: 'assistant', content: null, tool_calls: [inner] }).message?.blocks,
      [{ ...block, rawArguments: '{"path":"a"}' }],
    );
    const result = { role: 'toolResult', blocks: [], toolCallId: 'c', toolName: '' };
    assert.deepEqual(entryOf(flat, { role: 'tool', toolCallId: 'c', content: '', isError: true }).message, {
      ...result,
      isError: true,
    });
    assert.deepEqual(entryOf(flat, { role: 'tool', tool_call_id: 'c', content: '' }).message, result);
  });

  it('keep arguments that are no JSON, and calls that are none, to be shown', () => {
    const calls = [
      { id: 'a', name: 'x', input: 'not json {' },
      { id: 'b', name: 'y' },
      null,
      { function: null },
    ];
    const { message, malformed } = entryOf(flat, { role: 'assistant', content: '', toolCalls: calls });
    assert.equal(malformed, undefined);
    assert.deepEqual(message?.blocks, [
      { type: 'toolCall', id: 'a', name: 'x', rawArguments: 'not json {' },
      { type: 'toolCall', id: 'b', name: 'y' },
      { type: 'toolCall', id: '', name: '', arguments: null },
      { type: 'toolCall', id: '', name: '' },
    ]);
  });

  it('tell what cannot be read by its path, and say of a record without a message that it is none', () => {
    assert.equal(entryOf(flat, { role: 'user', content: 5 }).malformed, 'content');
    assert.equal(entryOf(flat, { role: 'assistant', content: null }).malformed, 'content');
    assert.equal(entryOf(flat, { role: 'user', content: ['x', null] }).malformed, 'content[0]');
    assert.equal(entryOf(flat, { role: 'wizard', content: 'x' }).message?.roleName, 'wizard');
    for (const record of [{}, { role: 'user' }, { content: 'x' }, { role: 1, content: 'x' }]) {
      assert.equal(flat.decode(record, PLACE).type, 'bad');
    }
  });

  it('read lists of blocks: text, pictures in the file, and what nobody knows', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      { type: 'refusal', refusal: 'no' },
    ];
    assert.deepEqual(entryOf(flat, { role: 'user', content }).message?.blocks, [
      content[0],
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'raw', value: content[2] },
      { type: 'raw', value: content[3] },
    ]);
  });
});

describe('chat trees', () => {
  it('read id, parent and message', () => {
    const record = { id: '3', parentId: '2', message: { role: 'assistant', content: 'hi' } };
    const { id, parentId, type, message } = entryOf(openaiTree, record);
    assert.deepEqual([id, parentId, type], ['3', '2', 'assistant']);
    assert.deepEqual(message, { role: 'assistant', blocks: [{ type: 'text', text: 'hi' }] });
  });

  it('keep an entry whose message cannot be read', () => {
    assert.equal(entryOf(openaiTree, { id: '3', parentId: null }).malformed, 'message');
    assert.equal(entryOf(openaiTree, { id: '3', parentId: null, message: {} }).malformed, 'message.role');
    const odd = { id: '3', parentId: null, message: { role: 'user', content: {} } };
    assert.equal(entryOf(openaiTree, odd).malformed, 'message.content');
    assert.equal(openaiTree.decode({ parentId: null, message: {} }, PLACE).type, 'bad');
  });
});

describe('WorkBuddy transcripts', () => {
  const event = (more: JsonObject) => ({
    schema_version: 1,
    sequence: 3,
    session_id: 's',
    event_id: 'transcript:s:3',
    recorded_at: '2026-01-05T10:00:00.000Z',
    ...more,
  });
  const read = (more: JsonObject) => entryOf(workbuddy, event(more));

  it('take id and time from the envelope, and follow one another', () => {
    const { id, parentId, timestamp } = read({ type: 'message', role: 'user', content: 'q' });
    assert.deepEqual([id, parentId, timestamp], ['transcript:s:3', 'before', Date.UTC(2026, 0, 5, 10)]);
  });

  it('read the six types, and keep others', () => {
    const words = [{ type: 'output_text', text: 'hi' }];
    assert.deepEqual(read({ type: 'message', role: 'assistant', content: words }).message?.blocks, [
      { type: 'text', text: 'hi' },
    ]);
    const thought = read({ type: 'reasoning', content: 'hm' });
    assert.deepEqual(thought.message, {
      role: 'assistant',
      blocks: [{ type: 'thinking', text: 'hm', redacted: false }],
      inContext: false,
    });
    const call = read({ type: 'function_call', name: 'read', callId: 'c', arguments: { path: 'a' } });
    assert.deepEqual(call.message, {
      role: 'assistant',
      blocks: [{ type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } }],
    });
    assert.deepEqual(
      [read({ type: 'file-history-snapshot', path: 'a.py' }), read({ type: 'ai-title', title: 'T' })].map(
        (note) => [note.kind, note.text],
      ),
      [
        ['custom', 'a.py'],
        ['sessionName', 'T'],
      ],
    );
    assert.equal(read({ type: 'telemetry' }).kind, 'unknown');
    assert.deepEqual(
      [thought, call].map((entry) => workbuddy.isConversation(entry)),
      [false, true],
    );
  });

  it('read outputs in all their wrappings', () => {
    const outputs = [
      'r',
      { type: 'text', text: 'r' },
      { content: 'r' },
      [{ type: 'output_text', text: 'r' }],
    ];
    for (const output of outputs) {
      const { message } = read({ type: 'function_call_result', callId: 'c', name: 'read', output });
      assert.deepEqual(message, {
        role: 'toolResult',
        blocks: [{ type: 'text', text: 'r' }],
        toolCallId: 'c',
        toolName: 'read',
      });
    }
    const odd = read({
      type: 'function_call_result',
      callId: 'c',
      status: 'failed',
      output: { code: 1 },
    }).message;
    assert.deepEqual([odd?.blocks, odd?.isError], [[{ type: 'raw', value: { code: 1 } }], true]);
    assert.deepEqual(read({ type: 'function_call_result', callId: 'c' }).message?.blocks, []);
  });

  it('without an envelope are named by uuid or line', () => {
    assert.equal(entryOf(workbuddy, { type: 'message', role: 'user', content: 'x', uuid: 'a1' }).id, 'a1');
    assert.equal(entryOf(workbuddy, { type: 'ai-title', title: 'x' }).id, 'L7');
    assert.equal(workbuddy.decode({ role: 'user' }, PLACE).type, 'bad');
  });

  it('tell gaps, repeats under another id, late, foreign and misnamed events; each once', () => {
    const linker = workbuddy.begin?.();
    const codes = (more: JsonObject) =>
      linker?.faults?.(read({ type: 'telemetry', ...more })).map(({ code }) => code);
    const at = (sequence: number, session = 's') => ({
      sequence,
      session_id: session,
      event_id: `transcript:${session}:${sequence}`,
    });
    assert.deepEqual(codes(at(1)), []);
    assert.deepEqual(codes(at(4)), ['sequence-gap']);
    assert.deepEqual(codes(at(4)), [], 'the repeated id is told by the tree');
    assert.deepEqual(codes({ ...at(4), event_id: 'x' }), ['sequence-repeat', 'wrong-event-id']);
    assert.deepEqual(codes(at(2)), ['sequence-backwards']);
    assert.deepEqual(codes(at(5, 'other')), ['foreign-session']);
    assert.deepEqual(codes({ ...at(6), schema_version: 2 }), [], 'a newer schema is no fault');
    assert.deepEqual(
      linker?.faults?.(entryOf(workbuddy, { type: 'ai-title', title: 'x' })),
      [],
      'nothing to fit',
    );
  });
});

describe('detection of flat, openai-tree and workbuddy', () => {
  const detect = (...records: JsonObject[]) => detectFormat(records)?.name;

  it('knows each by a single record', () => {
    assert.equal(detect({ role: 'user', content: 'q' }), 'flat');
    assert.equal(detect({ id: '1', parentId: null, message: { role: 'user', content: 'q' } }), 'openai-tree');
    assert.equal(detect({ type: 'function_call', name: 'a', callId: 'c', arguments: {} }), 'workbuddy');
    const envelope = { sequence: 1, session_id: 's', event_id: 'transcript:s:1', type: 'telemetry' };
    assert.equal(detect(envelope), 'workbuddy');
  });

  it('takes no file of other objects', () => {
    assert.equal(detect({ role: 'admin', content: 'x' }), undefined);
    assert.equal(detect({ id: '1', parentId: null, message: 'x' }), undefined);
    assert.equal(detect({ messages: { role: 'user', content: 'x' } }), undefined);
    assert.equal(detect({ type: 'message', role: 'user', content: 'x' }), undefined, 'one word is no proof');
  });
});
