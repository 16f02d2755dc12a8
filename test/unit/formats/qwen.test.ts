import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { qwen } from '../../../src/formats/qwen/qwen.ts';
import { entriesOf, entryOf, told } from './told.ts';

function row(type: string, uuid: string, parentUuid: string | null, fields: JsonObject = {}): JsonObject {
  return { uuid, parentUuid, sessionId: 's', timestamp: '2026-01-05T10:00:00.000Z', type, ...fields };
}

const parts = (role: string, ...list: JsonValue[]): JsonObject => ({ message: { role, parts: list } });
const user = (uuid: string, parent: string | null, text = uuid): JsonObject =>
  row('user', uuid, parent, parts('user', { text }));
const says = (uuid: string, parent: string, ...list: JsonValue[]): JsonObject =>
  row('assistant', uuid, parent, {
    ...parts('model', ...(list.length > 0 ? list : [{ text: uuid }])),
    model: 'm',
  });
const note = (uuid: string, parent: string | null, subtype: string, systemPayload: JsonObject = {}) =>
  row('system', uuid, parent, { subtype, systemPayload });
const call = (id: string): JsonObject => ({ functionCall: { id, name: 'read_file', args: { path: 'a' } } });
const answers = (id: string, response: JsonObject): JsonObject => ({
  functionResponse: { id, name: 'read_file', response },
});

describe('tree of Qwen Code', () => {
  it('goes through telemetry and snapshots, which are no conversation', () => {
    const { state, path, forks } = told(
      user('u1', null),
      note('n1', 'u1', 'attribution_snapshot'),
      note('n2', 'n1', 'ui_telemetry', { uiEvent: { 'event.name': 'api_response' } }),
      says('a1', 'n2'),
      note('n3', 'a1', 'ui_telemetry'),
    );
    assert.equal(state.format.name, 'qwen-code');
    assert.equal(path, 'u1 n1 n2 a1');
    assert.deepEqual([forks, state.messageCount, state.title], [[], 2, 'u1']);
  });

  it('forks at a rewind, which is where the agent goes on although nothing was said since', () => {
    const rewound = told(user('u1', null), says('a1', 'u1'), user('u2', 'a1'), says('a2', 'u2'), {
      ...note('r', 'a1', 'rewind', { truncatedCount: 2 }),
    });
    assert.deepEqual([rewound.leaf, rewound.path], ['r', 'u1 a1 r']);
    assert.deepEqual(rewound.forks, ['a1: u2 r']);
  });

  it('has several roots after a rewind to before the first prompt', () => {
    const { roots, path } = told(
      user('u1', null),
      says('a1', 'u1'),
      note('r', null, 'rewind'),
      user('u2', 'r'),
    );
    assert.deepEqual([roots, path], ['u1 r', 'r u2']);
  });

  it('puts records of one uuid together, and calls a record that is written twice a repeat', () => {
    const split = told(
      user('u1', null),
      says('a1', 'u1', { text: 'hm', thought: true }),
      says('a1', 'u1', call('c1')),
      says('a1', 'u1', { text: 'so' }),
      row('tool_result', 't1', 'a1', parts('user', answers('c1', { output: 'x' }))),
      says('a2', 't1'),
    );
    assert.equal(split.path, 'u1 a1 a1#2 a1#3 t1 a2');
    assert.deepEqual([split.forks, split.problems], [[], []]);
    const twice = told(user('u1', null), says('a1', 'u1'), says('a1', 'u1'), user('u2', 'a1'));
    assert.deepEqual([twice.path, twice.problems], ['u1 a1 u2', ['duplicate-id']]);
  });

  it('keeps a record that is glued to a fragment', () => {
    const text = JSON.stringify(user('u2', 'a1'));
    const { path, problems } = told(
      user('u1', null),
      says('a1', 'u1'),
      `${text.slice(0, 40)}${text}`,
      says('a2', 'u2'),
    );
    assert.deepEqual([path, problems], ['u1 a1 u2 a2', ['glued-fragment']]);
  });

  it('takes the last title, and what the user typed where there is none', () => {
    const titled = (title: string, uuid: string, parent: string): JsonObject =>
      note(uuid, parent, 'custom_title', { customTitle: title });
    const named = told(user('u1', null), titled('one', 'n1', 'u1'), titled('two', 'n2', 'n1'));
    assert.equal(named.state.title, 'two');
    const hooked = row('user', 'u1', null, {
      ...parts('user', { text: 'expanded by a hook' }),
      systemPayload: { displayText: 'typed' },
    });
    assert.equal(told(hooked).state.title, 'typed');
    const notified = row('user', 'u0', null, { ...parts('user', { text: 'done' }), subtype: 'notification' });
    assert.equal(told(notified, user('u1', 'u0', 'mine')).state.title, 'mine');
  });
});

describe('sessions of Qwen Code', () => {
  const header = (fields: JsonObject) => told({ ...user('u1', null), ...fields }).state.header;

  it('are told by their first record: id, folder, where they were forked from, whom they work for', () => {
    const forkedFrom = { sessionId: 'p', messageUuid: 'u1' };
    const fork = header({ cwd: '/home/me/proj', forkedFrom });
    assert.deepEqual(
      [fork?.id, fork?.cwd, fork?.parentSession, fork?.subagentOf],
      ['s', '/home/me/proj', 'p', undefined],
    );
    const helper = header({ isSidechain: true, agentId: 'explore-1' });
    assert.deepEqual([helper?.id, helper?.subagentOf], ['explore-1', 's']);
    assert.equal(header({ sessionId: '' }), null);
  });
});

describe('messages of Qwen Code', () => {
  it('have thoughts, texts, calls and pictures', () => {
    const { message, type } = entryOf(
      qwen,
      says('a', 'u', { text: 'hm', thought: true }, { text: 'so' }, call('c'), {
        inlineData: { mimeType: 'image/png', data: 'AAAA' },
      }),
    );
    assert.equal(type, 'assistant');
    assert.deepEqual(message, {
      role: 'assistant',
      model: 'm',
      blocks: [
        { type: 'thinking', text: 'hm', redacted: false },
        { type: 'text', text: 'so' },
        { type: 'toolCall', id: 'c', name: 'read_file', arguments: { path: 'a' } },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
    });
  });

  it('results tell by their status whether they failed', () => {
    const result = (status: string | null, response: JsonObject) =>
      entryOf(
        qwen,
        row('tool_result', 't', 'a', {
          ...parts('user', answers('c', response)),
          ...(status !== null && { toolCallResult: { callId: 'c', status } }),
        }),
      ).message;
    const good = result('success', { output: 'text' });
    assert.deepEqual(
      [good?.role, good?.toolCallId, good?.toolName, good?.isError, good?.blocks],
      ['toolResult', 'c', 'read_file', false, [{ type: 'text', text: 'text' }]],
    );
    assert.deepEqual(good?.details, { callId: 'c', status: 'success' });
    assert.equal(result('error', { output: 'text' })?.isError, true);
    assert.equal(result('cancelled', { output: '' })?.isError, true);
    const failed = result(null, { error: 'no' });
    assert.deepEqual([failed?.isError, failed?.blocks], [true, [{ type: 'text', text: 'no' }]]);
    assert.deepEqual(result(null, { rows: 3 })?.blocks, [{ type: 'raw', value: { rows: 3 } }]);
  });

  it('several results in one record stay told apart', () => {
    const { message } = entryOf(
      qwen,
      row(
        'tool_result',
        't',
        'a',
        parts('user', answers('c1', { output: 'x' }), answers('c2', { error: 'y' }), { text: 'z' }),
      ),
    );
    assert.deepEqual(message?.results, [
      { toolCallId: 'c1', isError: false, from: 0, to: 1 },
      { toolCallId: 'c2', isError: true, from: 1, to: 2 },
    ]);
    assert.equal(message.role, 'user');
  });

  it('that cannot be read keep their place', () => {
    assert.equal(entryOf(qwen, row('user', 'u', null)).malformed, 'message');
    assert.equal(entryOf(qwen, row('user', 'u', null, { message: {} })).malformed, 'message.parts');
    const odd = entryOf(qwen, row('user', 'u', null, parts('user', { text: 'a' }, null)));
    assert.deepEqual([odd.malformed, odd.message?.blocks.length], ['message.parts[1]', 2]);
    assert.equal(entryOf(qwen, { type: 'new', uuid: 'x', parentUuid: null }).kind, 'unknown');
    assert.equal(
      qwen.decode({ type: 'user' }, { line: 1, part: 1, header: null, previousId: null }).type,
      'bad',
    );
  });
});

describe('what a model sees of Qwen Code', () => {
  const history: JsonValue[] = [
    { role: 'user', parts: [{ text: 'a summary' }] },
    { role: 'model', parts: [{ text: 'Got it.' }] },
  ];
  const path = entriesOf(qwen, [
    user('u1', null),
    says('a1', 'u1', call('c1')),
    row('tool_result', 't1', 'a1', parts('user', answers('c1', { output: 'x' }))),
    note('k', 't1', 'chat_compression', {
      info: { originalTokenCount: 900 },
      compressedHistory: history,
    }),
    user('u2', 'k'),
    row('user', 'm', 'u2', { ...parts('user', { text: 'live' }), subtype: 'realtime_message' }),
    row('user', 'n', 'm', { ...parts('user', { text: 'job done' }), subtype: 'notification' }),
  ]);

  it('is the history of the last compression, and what came after it', () => {
    const context = qwen.context?.(path, () => undefined);
    assert.ok(context);
    assert.deepEqual(
      context.entries.map(({ entry }) => entry.id),
      ['k', 'u2', 'm', 'n'],
    );
    assert.deepEqual(context.messages, [
      ...history,
      { role: 'user', parts: [{ text: 'u2' }] },
      { role: 'user', parts: [{ text: 'job done' }] },
    ]);
    assert.deepEqual(
      context.sent.map(({ role }) => role),
      ['user', 'assistant', 'user', 'user'],
    );
    assert.equal(context.retainedCount, 2);
    assert.deepEqual([path[3]?.text, path[3]?.tokensBefore], ['a summary', 900]);
  });

  it('without one is every message, results with their calls', () => {
    const context = qwen.context?.(path.slice(0, 3), () => undefined);
    assert.deepEqual(context?.links, [
      { calls: [], results: [] },
      { calls: ['c1'], results: [] },
      { calls: [], results: ['c1'] },
    ]);
    assert.deepEqual(context?.orphanResults, []);
    const cut = qwen.context?.(path.slice(2, 3), () => undefined);
    assert.deepEqual([cut?.orphanResults.length, cut?.sent.length], [1, 0]);
  });
});

describe('detection of Qwen Code', () => {
  it('knows its records, and none of those with a content', () => {
    assert.equal(detectFormat([user('u', null)])?.name, 'qwen-code');
    assert.equal(detectFormat([note('n', null, 'ui_telemetry')])?.name, 'qwen-code');
    const claude = row('user', 'u', null, { message: { role: 'user', content: 'x' }, isSidechain: false });
    assert.equal(detectFormat([claude])?.name, 'claude-code');
  });
});
