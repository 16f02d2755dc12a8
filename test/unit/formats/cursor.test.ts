import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { cursor } from '../../../src/formats/cursor.ts';
import { flat } from '../../../src/formats/flat.ts';
import { entryOf, told } from './told.ts';

const line = (role: string, ...content: JsonObject[]): JsonObject => ({ role, message: { content } });
const text = (words: string): JsonObject => ({ type: 'text', text: words });

describe('transcripts of Cursor', () => {
  it('are a chain of lines, with a note at the end of a turn', () => {
    const { state, path, problems } = told(
      line(
        'user',
        text('<timestamp>2026-01-05T10:00:00Z</timestamp>\n<user_query>\nList files\n</user_query>'),
      ),
      line('assistant', text('Here'), { type: 'tool_use', name: 'Bash', input: { command: 'ls' } }),
      { type: 'turn_ended', status: 'error', error: 'no network' },
      line('user', text('Thanks')),
    );
    assert.deepEqual([state.format.name, path, problems], ['cursor', 'L1 L2 L3 L4', []]);
    assert.deepEqual([state.title, state.messageCount], ['List files', 3]);
    assert.equal(state.table.timestamp(0), Date.UTC(2026, 0, 5, 10));
    const note = entryOf(cursor, { type: 'turn_ended', status: 'error', error: 'no network' });
    assert.deepEqual([note.kind, note.type, note.text], ['metadata', 'turn_ended', 'no network']);
  });

  it('calls without an id pair with nothing; results are shown for themselves', () => {
    const call = entryOf(
      cursor,
      line('assistant', { type: 'tool_use', name: 'Bash', input: { command: 'ls' } }),
    );
    assert.deepEqual(call.message?.blocks, [
      { type: 'toolCall', id: '', name: 'Bash', arguments: { command: 'ls' } },
    ]);
    const result = entryOf(
      cursor,
      line('user', { type: 'tool_result', tool_use_id: 't1', content: [text('a.ts')] }),
    );
    assert.deepEqual(result.message, {
      role: 'toolResult',
      blocks: [text('a.ts')],
      ...{ toolCallId: 't1', toolName: '', isError: false },
    });
  });
});

describe('messages of any agent', () => {
  const read = (fields: JsonObject) => entryOf(flat, { role: 'assistant', ...fields });

  it('have thoughts, calls and results in the words of three libraries', () => {
    const blocks = (content: JsonObject[]) => read({ content }).message?.blocks;
    const call = { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } };
    assert.deepEqual(blocks([{ type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } }]), [call]);
    assert.deepEqual(
      blocks([{ type: 'tool-call', toolCallId: 'c', toolName: 'read', input: { path: 'a' } }]),
      [call],
    );
    assert.deepEqual(
      blocks([
        { type: 'thinking', thinking: 'hm' },
        { type: 'reasoning', text: 'so' },
      ]),
      [
        { type: 'thinking', text: 'hm', redacted: false },
        { type: 'thinking', text: 'so', redacted: false },
      ],
    );
    assert.deepEqual(
      blocks([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }]),
      [{ type: 'image', mimeType: 'image/png', data: 'AA' }],
    );
    const output = { type: 'text', value: 'a.ts' };
    const result = read({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', output }] });
    assert.deepEqual(result.message, {
      role: 'toolResult',
      blocks: [text('a.ts')],
      ...{ toolCallId: 'c', toolName: '', isError: false },
    });
  });

  it('several results, or a text beside one, stay told apart', () => {
    const results = [
      { type: 'tool_result', tool_use_id: 'a', content: 'x' },
      { type: 'tool_result', tool_use_id: 'b', content: 'y', is_error: true },
    ];
    const { message } = read({ role: 'user', content: [...results, text('and')] });
    assert.deepEqual(message?.results, [
      { toolCallId: 'a', isError: false, from: 0, to: 1 },
      { toolCallId: 'b', isError: true, from: 1, to: 2 },
    ]);
    assert.deepEqual([message.role, message.blocks.length], ['user', 3]);
  });

  it('have ids of their own in files of Vibe, whose thoughts stand beside the content', () => {
    const { state, path } = told(
      { role: 'user', content: 'q', message_id: 'm1' },
      { role: 'assistant', content: 'a', reasoning_content: 'hm', message_id: 'm2' },
    );
    assert.deepEqual([state.format.name, path], ['flat', 'm1 m2']);
    const { message, malformed } = read({ reasoning_content: 'hm', content: null });
    assert.deepEqual(
      [message?.blocks[0], malformed],
      [{ type: 'thinking', text: 'hm', redacted: false }, undefined],
    );
  });

  it('may have other words for the roles', () => {
    const roles = ['human', 'ai', 'model', 'developer'].map(
      (role) => read({ role, content: 'x' }).message?.role,
    );
    assert.deepEqual(roles, ['user', 'assistant', 'assistant', 'system']);
    const odd = read({ role: 'narrator', content: 'x' }).message;
    assert.deepEqual([odd?.role, odd?.roleName], ['other', 'narrator']);
  });
});
