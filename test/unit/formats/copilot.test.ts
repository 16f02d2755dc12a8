import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { copilot } from '../../../src/formats/copilot/copilot.ts';
import { entriesOf, entryOf, told } from './told.ts';

const event = (
  id: string,
  type: string,
  data: JsonObject = {},
  parentId: string | null = null,
): JsonObject => ({
  ...{ type, data, id, timestamp: '2026-01-05T10:00:00.000Z', parentId },
});
const start = event('e0', 'session.start', {
  sessionId: 's1',
  version: 1,
  startTime: '2026-01-05T09:00:00.000Z',
  context: { cwd: '/home/me/proj' },
});
const user = (id: string): JsonObject =>
  event(id, 'user.message', { content: id, transformedContent: `now ${id}`, attachments: [] });
const says = (id: string, more: JsonObject = {}): JsonObject =>
  event(id, 'assistant.message', { messageId: `m-${id}`, content: id, toolRequests: [], ...more });
const calls = (id: string, ...callIds: string[]): JsonObject =>
  says(id, {
    toolRequests: callIds.map((toolCallId) => ({ toolCallId, name: 'bash', arguments: { command: 'ls' } })),
  });
const result = (id: string, toolCallId: string, more: JsonObject = {}): JsonObject =>
  event(id, 'tool.execution_complete', { toolCallId, success: true, result: { content: 'x' }, ...more });

describe('events of GitHub Copilot', () => {
  it('are a conversation in the order of the file, whatever they name as parents', () => {
    const { state, path, forks, roots, problems } = told(
      start,
      user('u1'),
      { ...event('t', 'assistant.turn_start'), parentId: 'u1' },
      { ...calls('a1', 'c1', 'c2'), parentId: 'not there' },
      { ...result('r2', 'c2'), parentId: 'u1' },
      { ...result('r1', 'c1'), parentId: 'a1' },
      { ...says('a2'), parentId: null },
    );
    assert.equal(state.format.name, 'copilot-events');
    assert.deepEqual([path, roots, forks, problems], ['u1 t a1 r2 r1 a2', 'u1', [], []]);
    assert.deepEqual(
      [state.header?.id, state.header?.cwd, state.header?.timestamp],
      ['s1', '/home/me/proj', Date.UTC(2026, 0, 5, 9)],
    );
    assert.deepEqual([state.title, state.messageCount], ['u1', 5]);
  });

  it('open where only one is left, and where the first ones were cut off', () => {
    const left = told({ ...event('e', 'session.info', { infoType: 'fork', message: 'Forked' }, 'gone') });
    assert.deepEqual([left.state.table.size, left.problems], [1, []]);
    const cut = told({ ...says('a1'), parentId: 'gone' }, user('u2'));
    assert.deepEqual([cut.path, cut.problems], ['a1 u2', []]);
  });

  it('the default leaf is what was said or compacted last', () => {
    assert.equal(told(user('u'), says('a'), event('x', 'session.shutdown')).leaf, 'a');
    const compacted = event('k', 'session.compaction_complete', { success: true, summaryContent: 'sum' });
    assert.equal(told(user('u'), says('a'), compacted).leaf, 'k');
    assert.equal(told(user('u'), event('p', 'system.message', { content: 'You are' })).leaf, 'u');
  });

  it('a subagent’s are a side chain at the call that started it', () => {
    const records = [
      start,
      user('u1'),
      calls('a1', 'task1', 'task2'),
      { ...event('s1', 'subagent.started', { toolCallId: 'task1', agentDisplayName: 'Explore' }) },
      { ...event('s2', 'subagent.started', { toolCallId: 'task2' }), agentId: 'A2' },
      says('b1', { parentToolCallId: 'task1' }),
      { ...says('b2'), agentId: 'A2' },
      event('f1', 'subagent.completed', { toolCallId: 'task1' }),
      result('r1', 'task1'),
      result('r2', 'task2'),
      says('a2'),
    ];
    const { path, forks, leaf } = told(...records);
    assert.deepEqual([leaf, path, forks], ['a2', 'u1 a1 r1 r2 a2', []]);
    const links = entriesOf(copilot, records).map(({ id, parentId, place }) => [
      id,
      parentId,
      place?.side ?? false,
    ]);
    assert.deepEqual(links.slice(2), [
      ['s1', null, true],
      ['s2', null, true],
      ['b1', 's1', true],
      ['b2', 's2', true],
      ['f1', 'b1', true],
      ['r1', 'a1', false],
      ['r2', 'r1', false],
      ['a2', 'r2', false],
    ]);
    const { state } = told(...records);
    const parentOf = (id: string): number => state.tree.parent[state.table.rowOf(id)] ?? -1;
    assert.equal(parentOf('s1'), state.table.rowOf('a1'), 'below the call');
    assert.equal(parentOf('s2'), state.table.rowOf('a1'));
  });
});

describe('messages of GitHub Copilot', () => {
  it('have thoughts, text and calls, with arguments as values or as text', () => {
    const toolRequests: JsonValue[] = [
      { toolCallId: 'c1', name: 'bash', arguments: { command: 'ls' } },
      { toolCallId: 'c2', name: 'bash', arguments: '{"command":"ls"}' },
    ];
    const { message } = entryOf(copilot, says('a', { reasoningText: 'hm', model: 'm', toolRequests }));
    assert.deepEqual(message, {
      role: 'assistant',
      model: 'm',
      blocks: [
        { type: 'thinking', text: 'hm', redacted: false },
        { type: 'text', text: 'a' },
        { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } },
        {
          ...{ type: 'toolCall', id: 'c2', name: 'bash' },
          ...{ arguments: { command: 'ls' }, rawArguments: '{"command":"ls"}' },
        },
      ],
    });
    const sealed = entryOf(copilot, says('a', { reasoningOpaque: 'xxx', content: '' })).message;
    assert.deepEqual(sealed?.blocks, [{ type: 'thinking', text: '', redacted: true }]);
    assert.equal(entryOf(copilot, event('a', 'assistant.message', { content: 1 })).malformed, 'data.content');
  });

  it('a command that failed is a failure, although the tool itself had success', () => {
    const failed = entryOf(copilot, result('r', 'c', { shellExecution: { exitCode: 1 } })).message;
    assert.deepEqual([failed?.isError, failed?.details], [true, { exitCode: 1 }]);
    const fine = entryOf(copilot, result('r', 'c', { shellExecution: { exitCode: 0 } })).message;
    assert.deepEqual([fine?.isError, fine?.blocks], [false, [{ type: 'text', text: 'x' }]]);
    const error = { success: false, result: null, error: { message: 'no such file' } };
    const broken = entryOf(copilot, result('r', 'c', error)).message;
    assert.deepEqual([broken?.isError, broken?.blocks], [true, [{ type: 'text', text: 'no such file' }]]);
    const diff = entryOf(copilot, result('r', 'c', { result: { content: 'ok', detailedContent: '+a' } }));
    assert.deepEqual(diff.message?.details, { detailedContent: '+a' });
    assert.deepEqual(entryOf(copilot, result('r', 'c', { result: 'old' })).message?.blocks, [
      { type: 'text', text: 'old' },
    ]);
  });

  it('a user’s is what was typed, with what was attached', () => {
    const attachments = [
      { type: 'file', path: 'a.ts' },
      { type: 'blob', mimeType: 'image/png', data: 'AAAA' },
    ];
    const { message } = entryOf(copilot, event('u', 'user.message', { content: 'look', attachments }));
    assert.deepEqual(message?.blocks, [
      { type: 'text', text: 'look' },
      { type: 'raw', value: { type: 'file', path: 'a.ts' } },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ]);
  });

  it('other events are notes, known or not', () => {
    const note = (type: string, data: JsonObject = {}): unknown[] => {
      const { kind, text, type: word } = entryOf(copilot, event('n', type, data));
      return [kind, text, word];
    };
    assert.deepEqual(note('session.model_change', { newModel: 'gpt-5' }), [
      'modelChange',
      'gpt-5',
      'session.model_change',
    ]);
    assert.deepEqual(note('session.title_changed', { title: 'T' }).slice(0, 2), ['sessionName', 'T']);
    assert.deepEqual(note('session.context_cleared').slice(0, 2), ['compaction', undefined]);
    assert.deepEqual(note('session.compaction_complete', { success: false, error: 'too long' }).slice(0, 2), [
      'metadata',
      'too long',
    ]);
    assert.deepEqual(note('session.truncation', { messagesRemovedDuringTruncation: 4 }).slice(0, 2), [
      'metadata',
      '4 messages removed',
    ]);
    assert.deepEqual(note('session.usage_record'), ['usage', undefined, 'session.usage_record']);
    assert.deepEqual(note('brand.new'), ['metadata', undefined, 'brand.new']);
  });
});

describe('detection of GitHub Copilot', () => {
  it('knows the envelope, and no other with a data or a parent', () => {
    const name = (record: JsonObject): string | undefined => detectFormat([record])?.name;
    assert.equal(name(user('u')), 'copilot-events');
    assert.notEqual(name({ type: 'user.message', prompt: 'x', timestamp: 1 }), 'copilot-events');
    assert.notEqual(
      name({ type: 'metadata', data: {}, id: 'a', parentId: null, timestamp: 1 }),
      'copilot-events',
    );
  });
});
