import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import type { SessionHeader } from '../../../src/formats/format.ts';
import { pi } from '../../../src/formats/pi/pi.ts';
import { piEntry, piMessage } from './lines.ts';

function decode(record: Record<string, unknown>, version = 3): Entry {
  const header: SessionHeader = { version, timestamp: null, record: {} };
  const decoded = pi.decode(record as never, { line: 7, part: 1, header, previousId: 'before' });
  assert.equal(decoded.type, 'entry');
  return decoded.type === 'entry' ? decoded.entry : assert.fail();
}

const ASSISTANT = { role: 'assistant', content: [], stopReason: 'stop', usage: {} };

describe('Pi: entries (formats/pi.md §1)', () => {
  const notes: readonly (readonly [string, Record<string, unknown>, Partial<Entry>])[] = [
    ['thinking_level_change', { thinkingLevel: 'high' }, { kind: 'thinkingLevelChange', text: 'high' }],
    ['model_change', { provider: 'p', modelId: 'm' }, { kind: 'modelChange', text: 'm' }],
    [
      'compaction',
      { summary: 's', firstKeptEntryId: 'k', tokensBefore: 9 },
      { kind: 'compaction', text: 's', firstKept: { id: 'k' }, tokensBefore: 9 },
    ],
    [
      'compaction',
      { summary: 's', firstKeptEntryIndex: 4 },
      { kind: 'compaction', firstKept: { record: 4 } },
    ],
    ['branch_summary', { fromId: 'root', summary: 's' }, { kind: 'branchSummary', text: 's' }],
    ['custom', { customType: 'my-ext', data: {} }, { kind: 'custom', text: 'my-ext' }],
    ['label', { targetId: 't', label: 'l' }, { kind: 'label', text: 'l', targetId: 't' }],
    ['label', { targetId: 't' }, { kind: 'label', text: '', targetId: 't' }],
    ['session_info', { name: 'n' }, { kind: 'sessionName', text: 'n' }],
    ['session_info', {}, { kind: 'sessionName', text: '' }],
    ['usage', { kind: 'cache_warm' }, { kind: 'usage', text: 'cache_warm' }],
    [
      'context_edit',
      { targetId: 't', replacement: null },
      { kind: 'contextEdit', text: 'omit', targetId: 't' },
    ],
    [
      'context_edit',
      { targetId: 't', replacement: { content: '' } },
      { kind: 'contextEdit', text: 'replace' },
    ],
    ['leaf', { targetId: 't' }, { kind: 'metadata', targetId: 't' }],
    ['active_tools_change', { activeToolNames: ['a', 'b'] }, { kind: 'metadata', text: 'a, b' }],
    ['title_change', { title: 'n' }, { kind: 'sessionName', text: 'n' }],
    ['mode_change', { mode: 'x' }, { kind: 'unknown' }],
    ['constructor', {}, { kind: 'unknown' }],
  ];
  for (const [type, fields, want] of notes) {
    it(`${type} ${JSON.stringify(fields)}`, () => {
      const entry = decode(piEntry('i', 'p', type, fields));
      assert.deepEqual([entry.id, entry.parentId, entry.type], ['i', 'p', type]);
      assert.equal(entry.timestamp, Date.UTC(2026, 0, 5, 10, 0, 1));
      for (const [key, value] of Object.entries(want))
        assert.deepEqual(entry[key as keyof Entry], value, key);
    });
  }

  it('keeps the record, unknown fields with it', () => {
    const record = piEntry('i', null, 'custom', { customType: 'x', extra: [1] });
    assert.deepEqual(decode(record).record, record);
  });

  it('custom_message: seen by the model, hidden from the screen where display is false', () => {
    const { kind, message } = decode(
      piEntry('i', null, 'custom_message', { customType: 'x', content: 'hi', display: false }),
    );
    assert.equal(kind, 'customMessage');
    assert.deepEqual(message, {
      role: 'custom',
      roleName: 'x',
      blocks: [{ type: 'text', text: 'hi' }],
      hidden: true,
    });
  });

  it('says what is conversation and so may be the default leaf (cases 048)', () => {
    const carries = (type: string): boolean =>
      pi.isConversation(decode(piEntry('i', null, type, { message: ASSISTANT })));
    for (const type of ['message', 'custom_message', 'compaction', 'branch_summary'])
      assert.equal(carries(type), true);
    for (const type of ['label', 'session_info', 'model_change', 'usage', 'custom', 'context_edit', 'x']) {
      assert.equal(carries(type), false, type);
    }
  });
});

describe('Pi: messages', () => {
  const message = (fields: Record<string, unknown>): Entry => decode(piMessage('i', null, fields));

  it('assistant: blocks in order, model, why it stopped', () => {
    const call = { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'p' } };
    const entry = message({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 't', redacted: true },
        { type: 'text', text: 'x' },
        { ...call, partialJson: '{"pa' },
        { type: 'novelty', a: 1 },
      ],
      model: 'm',
      stopReason: 'error',
      errorMessage: 'e',
    });
    assert.deepEqual(entry.message, {
      role: 'assistant',
      model: 'm',
      stopReason: 'error',
      errorMessage: 'e',
      blocks: [
        { type: 'thinking', text: 't', redacted: true },
        { type: 'text', text: 'x' },
        { ...call, rawArguments: '{"pa' },
        { type: 'raw', value: { type: 'novelty', a: 1 } },
      ],
    });
    assert.equal(entry.malformed, undefined);
  });

  it('toolResult, user with an image, system with sections, bash', () => {
    const result = message({
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'n',
      content: [],
      isError: true,
      details: { d: 1 },
    });
    assert.deepEqual(result.message, {
      ...{ role: 'toolResult', toolCallId: 'c', toolName: 'n', isError: true, details: { d: 1 }, blocks: [] },
    });
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    assert.deepEqual(message({ role: 'user', content: [image] }).message?.blocks, [image]);
    const system = message({ role: 'system', content: '', sections: { a: 'one', b: null, c: 'two' } });
    assert.deepEqual(
      system.message?.blocks.map((block) => block.type === 'text' && block.text),
      ['one', 'two'],
    );
    const bash = message({
      role: 'bashExecution',
      command: 'ls',
      output: 'a',
      exitCode: 1,
      excludeFromContext: true,
    });
    assert.deepEqual(bash.message, {
      ...{
        role: 'bash',
        command: 'ls',
        exitCode: 1,
        inContext: false,
        blocks: [{ type: 'text', text: 'a' }],
      },
    });
    assert.equal(bash.malformed, undefined);
  });

  it('version 2 calls the role custom hookMessage; unknown roles keep their name', () => {
    assert.equal(message({ role: 'hookMessage', content: 'x' }).message?.role, 'custom');
    assert.deepEqual(message({ role: 'toString', content: 'x' }).message, {
      ...{ role: 'other', roleName: 'toString', blocks: [{ type: 'text', text: 'x' }] },
    });
  });

  it('arguments that are a text are raw ones', () => {
    const blocks = message({
      role: 'assistant',
      content: [{ type: 'toolCall', id: 'c', name: 'n', arguments: '{x' }],
    }).message?.blocks;
    assert.deepEqual(blocks, [{ type: 'toolCall', id: 'c', name: 'n', rawArguments: '{x' }]);
  });

  const malformed: readonly (readonly [unknown, string])[] = [
    [undefined, 'message'],
    [null, 'message'],
    ['text', 'message'],
    [[], 'message'],
    [{ content: 'x' }, 'message.role'],
    [{ role: 5, content: 'x' }, 'message.role'],
    [{ role: 'user' }, 'message.content'],
    [{ role: 'user', content: null }, 'message.content'],
    [{ role: 'user', content: { a: 1 } }, 'message.content'],
    [{ role: 'user', content: [{ type: 'text', text: 'x' }, null] }, 'message.content[1]'],
    [{ role: 'user', content: ['x'] }, 'message.content[0]'],
  ];
  for (const [value, path] of malformed) {
    it(`malformed, but an entry: ${JSON.stringify(value)} (cases 070)`, () => {
      const entry = decode(piEntry('i', null, 'message', { message: value }));
      assert.equal(entry.malformed, path);
      assert.ok(entry.message);
    });
  }
});
