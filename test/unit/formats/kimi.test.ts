import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { alternatives, pathRows } from '../../../src/core/tree/walk.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { kimi } from '../../../src/formats/kimi/kimi.ts';
import { SessionReader } from '../../../src/formats/reader.ts';

const HEADER = { type: 'metadata', protocol_version: '1.5', created_at: 5 };
const text = (value: string): JsonObject => ({ type: 'text', text: value });
const message = (role: string, value: string, origin?: string): JsonObject => ({
  type: 'context.append_message',
  time: 7,
  message: { role, content: [text(value)], toolCalls: [], ...(origin && { origin: { kind: origin } }) },
});
const event = (value: JsonObject): JsonObject => ({
  type: 'context.append_loop_event',
  time: 7,
  event: value,
});
const part = (value: JsonObject): JsonObject => event({ type: 'content.part', uuid: 'u', part: value });
const call = (id: string): JsonObject =>
  event({ type: 'tool.call', toolCallId: id, name: 'Bash', args: { command: 'ls' } });
const result = (id: string, more: JsonObject = {}): JsonObject =>
  event({ type: 'tool.result', toolCallId: id, result: { output: 'out', ...more } });

function read(...records: JsonObject[]) {
  const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  assert.ok(state && reader.intake);
  assert.equal(state.format.name, 'kimi-wire');
  const lines = [...pathRows(state.tree, state.tree.defaultLeaf)].map((row) => state.table.line(row));
  return { ...state, lines, side: reader.intake.sideRecords };
}

function entryOf(record: JsonObject) {
  const decoded = kimi.decode(record, { line: 3, part: 1, header: null, previousId: null });
  assert.equal(decoded.type, 'entry');
  return decoded.type === 'entry' ? decoded.entry : assert.fail();
}

describe('Kimi', () => {
  it('shows a message once that two families of operations tell', () => {
    const { lines, title, header, side, messageCount } = read(
      HEADER,
      { type: 'turn.prompt', input: [text('Ask')], origin: { kind: 'user' } },
      message('user', 'Ask', 'user'),
      {
        type: 'agent.message.appended',
        kind: 'event',
        message: { message: { role: 'user', content: [text('Ask')] } },
      },
      event({ type: 'step.begin', uuid: 's' }),
      part(text('Answer')),
      event({ type: 'step.end', uuid: 's' }),
    );
    assert.deepEqual([lines, title, side, messageCount], [[3, 6], 'Ask', 4, 2]);
    assert.deepEqual([header?.version, header?.timestamp], [1.5, 5]);
  });

  it('reads thoughts, calls, results and what the agent adds', () => {
    assert.deepEqual(entryOf(part({ type: 'think', think: 'Hm' })).message?.blocks, [
      { type: 'thinking', text: 'Hm', redacted: false },
    ]);
    assert.deepEqual(entryOf(call('c1')).message?.blocks, [
      { type: 'toolCall', id: 'c1', name: 'Bash', arguments: { command: 'ls' } },
    ]);
    const failed = entryOf(result('c1', { isError: true })).message;
    assert.deepEqual([failed?.role, failed?.toolCallId, failed?.isError], ['toolResult', 'c1', true]);
    const added = entryOf(message('user', 'Today is', 'injection')).message;
    assert.deepEqual([added?.role, added?.roleName, added?.hidden], ['custom', 'injection', true]);
  });

  it('marks where the conversation was compacted', () => {
    const record = { type: 'context.apply_compaction', summary: 'Short', tokensBefore: 99 };
    const { kind, text: summary, tokensBefore } = entryOf(record);
    assert.deepEqual([kind, summary, tokensBefore], ['compaction', 'Short', 99]);
  });

  it('makes a branch where prompts are taken back, and none over a compaction', () => {
    const talk = [
      HEADER,
      message('user', 'One', 'user'),
      part(text('A')),
      message('user', 'Two', 'user'),
      part(text('B')),
    ];
    const undo = (count: number): JsonObject => ({ type: 'context.undo', count });
    const { lines, tree, branchCount } = read(...talk, undo(1), message('user', 'Other', 'user'));
    assert.deepEqual([lines, branchCount], [[2, 3, 6, 7], 1]);
    assert.equal(alternatives(tree, 1).length, 2);
    assert.deepEqual(read(...talk, undo(1)).lines, [2, 3, 6]);
    assert.deepEqual(read(...talk, undo(2), message('user', 'Anew', 'user')).lines, [6, 7]);
    assert.deepEqual(read(...talk, undo(3)).lines, [2, 3, 4, 5, 6]);
    const compacted = { type: 'context.apply_compaction', summary: 'S' };
    assert.deepEqual(read(...talk, compacted, undo(1)).lines, [2, 3, 4, 5, 6, 7]);
  });

  it('keeps operations that nobody knows as slim notes', () => {
    assert.equal(entryOf({ type: 'goal.create', agentId: 'main' }).kind, 'unknown');
    assert.equal(entryOf({ type: 'turn.cancel', time: 1 }).kind, 'metadata');
    assert.equal(entryOf({ type: 'profile.bind', modelAlias: 'k2' }).text, 'k2');
  });

  it('reads the journal of kimi-cli', () => {
    const old = (type: string, payload: JsonObject): JsonObject => ({
      timestamp: 1.5,
      message: { type, payload },
    });
    const { lines, table, title, side } = read(
      { type: 'metadata', protocol_version: '1.3' },
      old('TurnBegin', { user_input: 'Ask' }),
      old('StepBegin', { n: 1 }),
      old('ContentPart', { type: 'think', think: 'Hm' }),
      old('ToolCall', { id: 'c1', function: { name: 'Shell', arguments: '{"command":"ls' } }),
      old('ToolCallPart', { arguments_part: '"}' }),
      old('ToolResult', { tool_call_id: 'c1', return_value: { is_error: true, output: '', message: 'no' } }),
    );
    assert.deepEqual([lines, title, side, table.timestamp(0)], [[2, 4, 5, 6, 7], 'Ask', 1, 1500]);
    assert.equal(entryOf(old('ToolCallPart', { arguments_part: '"}' })).text, '"}');
    const failed = entryOf(
      old('ToolResult', { tool_call_id: 'c1', return_value: { is_error: true, message: 'no' } }),
    );
    assert.deepEqual(
      [failed.message?.isError, failed.message?.blocks],
      [true, [{ type: 'text', text: 'no' }]],
    );
  });

  it('reads the context file of kimi-cli, and leaves plain messages to others', () => {
    const ask = { role: 'user', content: 'Ask' };
    const answer = {
      role: 'assistant',
      content: [{ type: 'think', think: 'Hm' }],
      tool_calls: [{ type: 'function', id: 'c1', function: { name: 'Shell', arguments: '{}' } }],
    };
    const prompt = { role: '_system_prompt', content: 'You are' };
    const { lines, table, side } = read(prompt, { role: '_checkpoint', id: 0 }, ask, answer, {
      role: '_usage',
      token_count: 9,
    });
    assert.deepEqual([lines, table.role(0), side], [[1, 3, 4], 'system', 2]);
    assert.equal(entryOf(answer).message?.blocks[0]?.type, 'thinking');
    assert.equal(detectFormat([ask, answer])?.name, 'flat');
  });
});
