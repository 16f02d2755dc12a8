import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/core/json.ts';
import { atOnce } from '../../../src/core/lib/steps.ts';
import { visibleRows, type OutlineFilter } from '../../../src/core/outline/outlineFilter.ts';
import { previewOf } from '../../../src/core/text/preview.ts';
import { alternatives, pathRows } from '../../../src/core/tree/walk.ts';
import { gemini } from '../../../src/formats/gemini/gemini.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { readNames } from '../../../src/sessions/rowNames.ts';
import { sharedFolder } from '../../support/shared.ts';

const HEADER = { sessionId: 's', projectHash: 'h', startTime: '2026-01-05T10:00:00.000Z', kind: 'main' };
const user = (id: string, text: string): JsonObject => ({ id, type: 'user', content: [{ text }] });
const model = (id: string, content: string, more: JsonObject = {}): JsonObject => ({
  ...{ id, type: 'gemini', content, model: 'm1', thoughts: [] },
  ...more,
});
const response = (id: string, output: string): JsonObject => ({
  functionResponse: { id, name: 'sh', response: { output } },
});
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  name: 'sh',
  args: { command: id },
  ...more,
});
const done = (id: string): JsonObject => call(id, { status: 'success', result: [response(id, `out ${id}`)] });
const set = (patch: JsonObject): JsonObject => ({ $set: patch });

function read(records: readonly JsonObject[]) {
  const bytes = new TextEncoder().encode(
    [HEADER, ...records].map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  assert.ok(state && reader.intake);
  assert.equal(state.format.name, 'gemini-cli');
  const { ids } = readNames(bytes, reader.intake);
  const { table, tree } = state;
  const path = [...pathRows(tree, tree.defaultLeaf)].map((row) => ids[row]);
  const old = ids.filter((_, row) => table.isSuperseded?.(row));
  return { ...state, ids, path, old, side: reader.intake.sideRecords };
}

function entryOf(record: JsonObject) {
  const decoded = gemini.decode(record, { line: 3, part: 1, header: null, previousId: null });
  assert.equal(decoded.type, 'entry');
  return decoded.type === 'entry' ? decoded.entry : assert.fail();
}

const TOLD = [
  user('u1', 'Look'),
  model('g1', 'I run two'),
  model('g1', 'I run two', { toolCalls: [done('c1'), done('c2')] }),
  { id: 'r1', type: 'user', content: [response('c1', 'out c1'), response('c2', 'out c2')] },
  model('g2', 'Done'),
];

describe('Gemini CLI', () => {
  it('puts the newest version in the first one’s place, without a fork', () => {
    const { path, old, messageCount, branchCount, side, problems } = read(TOLD);
    assert.deepEqual([path, old], [['u1', 'g1#2', 'g2'], ['g1']]);
    assert.deepEqual([messageCount, branchCount, problems], [3, 0, []]);
    assert.equal(side, 1, 'the results stand with their calls');
    const later = read([...TOLD, model('g1', 'I ran two', { toolCalls: [done('c1'), done('c2')] })]);
    assert.deepEqual(
      [later.path, later.old],
      [
        ['u1', 'g1#3', 'g2'],
        ['g1', 'g1#2'],
      ],
    );
  });

  it('reads thoughts, calls and their results in one message', () => {
    const thoughts = [{ subject: 'Plan', description: 'see' }];
    const failed = call('c2', {
      status: 'error',
      result: [{ functionResponse: { id: 'c2', response: { error: 'no' } } }],
    });
    const { message } = entryOf(model('g', 'Hi', { thoughts, toolCalls: [done('c1'), failed, call('c3')] }));
    assert.deepEqual(
      message?.blocks.map((block) => ('text' in block ? block.text : block.type)),
      ['**Plan** see', 'Hi', 'toolCall', 'toolCall', 'toolCall', 'out c1', 'no'],
    );
    assert.deepEqual(message?.results, [
      { toolCallId: 'c1', isError: false, from: 5, to: 6 },
      { toolCallId: 'c2', isError: true, from: 6, to: 7 },
    ]);
    assert.equal(message?.model, 'm1');
  });

  it('makes a branch where the agent goes back, and leads there at once', () => {
    const rewound = [...TOLD, { $rewindTo: 'g2' }];
    assert.deepEqual(read(rewound).path, ['u1', 'g1#2', 'L7']);
    const { path, tree, ids } = read([...rewound, model('g3', 'Other')]);
    assert.deepEqual(path, ['u1', 'g1#2', 'L7', 'g3']);
    assert.equal(alternatives(tree, ids.indexOf('g1#2')).length, 2);
    assert.deepEqual(read([...TOLD, { $rewindTo: 'nobody' }, user('u9', 'Anew')]).path, ['L7', 'u9']);
  });

  it('takes a list that says the same as nothing new', () => {
    const parts = [{ text: 'I run two' }, { functionCall: call('c1') }, { functionCall: call('c2') }];
    const both = [response('c1', 'out c1'), response('c2', 'out c2')];
    const calls = ['c1', 'c2'].map((id) => call(id, { status: 'success', result: both }));
    const list = [
      user('u1', 'Look'),
      { ...model('g1', ''), content: parts, toolCalls: calls },
      { id: 'g1_response', type: 'user', content: both },
      TOLD[3] ?? {},
      model('g2', 'Done'),
    ];
    const { path, old, table, side } = read([...TOLD, set({ messages: list }), user('u2', 'More')]);
    assert.deepEqual([path, old, table.size, side], [['u1', 'g1#2', 'g2', 'u2'], ['g1'], 5, 2]);
  });

  it('takes over a list that is another: what it keeps moves, what it drops is a branch', () => {
    const list = [user('u1', 'Look'), user('u0', 'Inserted'), model('g2', 'Done')];
    const { path, old, branchCount } = read([...TOLD, set({ messages: list }), user('u2', 'More')]);
    assert.deepEqual([path, old, branchCount], [['u1', 'u0', 'g2#2', 'u2'], ['g1', 'g2'], 1]);
    const cut = read([...TOLD, set({ messages: [user('u1', 'Look')] }), user('u2', 'Other')]);
    assert.deepEqual([cut.path, cut.branchCount], [['u1', 'u2'], 1]);
    assert.deepEqual(read([...TOLD, set({ messages: [] }), user('u2', 'Anew')]).path, ['u2']);
  });

  it('shows the agent’s own words as notes, its context hidden, and a summary as the name', () => {
    const note = entryOf({ id: 'i', type: 'error', content: 'Quota' });
    assert.deepEqual([note.kind, note.type, note.text], ['metadata', 'error', 'Quota']);
    const context = entryOf(user('c', '<session_context>\nlinux</session_context>')).message;
    assert.deepEqual([context?.role, context?.hidden], ['custom', true]);
    assert.equal(read([user('c', '<session_context>x'), user('u', 'Ask')]).title, 'Ask');
    assert.equal(read([user('u', 'Ask'), set({ summary: 'Named' })]).title, 'Named');
  });

  it('gives a model its parts, results as a message of their own', () => {
    const entries = [TOLD[0], TOLD[2], TOLD[4]].map((record) => entryOf(record ?? {}));
    const context = gemini.context?.(entries, () => undefined);
    assert.deepEqual(
      context?.messages.map(({ role, parts }) => [role, Array.isArray(parts) && parts.length]),
      [
        ['user', 1],
        ['model', 3],
        ['user', 2],
        ['model', 1],
      ],
    );
    assert.deepEqual(
      [context?.orphanResults, context?.sent.map(({ role }) => role)],
      [[], ['user', 'assistant', 'toolResult', 'toolResult', 'assistant']],
    );
  });

  it('is listed without what was written over, and without what calls gave', () => {
    const { table, tree, ids, labels } = read(TOLD);
    const shown = (filter: OutlineFilter) => {
      const visible = atOnce(visibleRows({ table, tree, labels }, filter, tree.defaultLeaf));
      return ids.filter((_, row) => visible[row] === 1);
    };
    assert.deepEqual(shown('default'), ['u1', 'g1#2', 'g2']);
    assert.deepEqual(shown('all'), ['u1', 'g1', 'g1#2', 'g2']);
    assert.equal(previewOf(entryOf(TOLD[2] ?? {})).text, 'I run two');
  });

  it('tells the numbers of the corpus', function () {
    const file = join(sharedFolder, 'corpus/gemini-cli/generated/session-2026-11-30T05-20-2d56372e.jsonl');
    if (!existsSync(file)) return this.skip();
    const reader = new SessionReader();
    reader.push(readFileSync(file));
    const { table, messageCount, branchCount } = reader.state() ?? assert.fail();
    // 5 user records (2 of them repeat results) and 8 of the model, of which 3 are second versions; one more of the list.
    assert.deepEqual([table.size, messageCount, branchCount], [11, 7, 0]);
  });
});
