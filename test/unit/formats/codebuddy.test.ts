import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { codebuddy } from '../../../src/formats/codebuddy/codebuddy.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { inspectSession } from '../../../src/sessions/inspect.ts';
import { sharedFolder } from '../../support/shared.ts';

const BASE = { timestamp: 1, sessionId: 's', cwd: '/p', providerData: { agent: 'cli' } };
const user = (id: string, parentId: string | null, text: string, data: JsonObject = {}): JsonObject => ({
  ...{ ...BASE, id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  ...(parentId !== null && { parentId }),
  providerData: data,
});
const said = (id: string, parentId: string, text: string): JsonObject => ({
  ...{ ...BASE, id, parentId, type: 'message', role: 'assistant' },
  ...{ content: [{ type: 'output_text', text }], providerData: { model: 'm1' } },
});
const call = (id: string, parentId: string, callId: string): JsonObject => ({
  ...{ ...BASE, id, parentId, type: 'function_call', callId, name: 'Bash', arguments: '{"command":"ls"}' },
});
const result = (id: string, parentId: string, callId: string, rawResponse: JsonObject = {}): JsonObject => ({
  ...{ ...BASE, id, parentId, type: 'function_call_result', callId, name: 'Bash', status: 'completed' },
  ...{ output: { type: 'text', text: 'out' }, providerData: { toolResult: { rawResponse } } },
});

const text = (records: readonly JsonObject[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

function stateOf(records: readonly JsonObject[]) {
  const reader = new SessionReader();
  reader.push(new TextEncoder().encode(text(records)));
  const state = reader.state();
  assert.ok(state);
  assert.equal(state.format.name, 'codebuddy');
  return { ...state, path: [...pathRows(state.tree, state.tree.defaultLeaf)] };
}

function decode(record: JsonObject) {
  const decoded = codebuddy.decode(record, { line: 1, part: 1, header: null, previousId: null });
  assert.equal(decoded.type, 'entry');
  return decoded.type === 'entry' ? decoded.entry : assert.fail();
}

const TURN = [
  user('u1', null, 'Look around'),
  said('r1', 'u1', 'Two commands'),
  call('r1', 'u1', 'c1'),
  call('r1', 'u1', 'c2'),
  result('o1', 'r1', 'c1'),
  result('o2', 'r1', 'c2', { exitCode: 1, is_error: true }),
  said('r2', 'o2', 'Done'),
];

describe('CodeBuddy', () => {
  it('joins the lines of a response, which share an id, and the results of parallel calls', () => {
    const { table, tree, path, problems } = stateOf(TURN);
    assert.deepEqual(path, [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual([...tree.parent], [-1, 0, 1, 2, 3, 4, 5]);
    assert.deepEqual([problems, table.renamed?.(3)], [[], { id: 'r1#3', own: 'r1' }]);
  });

  it('branches where an earlier id is named, below the whole response; the last linked line is the leaf', () => {
    const { tree, path } = stateOf([
      ...TURN,
      user('u2', 'r2', 'on'),
      user('u3', 'r1', 'other'),
      call('x', 'u3', 'c9'),
    ]);
    assert.deepEqual(path, [0, 1, 2, 3, 8, 9]);
    assert.equal(tree.parent[8], 3);
    assert.equal(stateOf([...TURN, user('u2', 'r2', 'on')]).path.at(-1), 7);
  });

  it('keeps a line that is written twice a repeat', () => {
    const { problems, table } = stateOf([...TURN, call('r1', 'u1', 'c2'), result('o2', 'r1', 'c2')]);
    assert.deepEqual([table.isRepeat(7), table.isRepeat(8)], [true, true]);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['duplicate-id', 'duplicate-id'],
    );
  });

  it('reads thoughts, models, arguments, and failures that the status does not tell', () => {
    const thought = { ...BASE, id: 't', parentId: 'u1', type: 'reasoning', content: [] };
    const [block] =
      decode({ ...thought, rawContent: [{ type: 'reasoning_text', text: 'Hm' }] }).message?.blocks ?? [];
    assert.deepEqual(block, { type: 'thinking', text: 'Hm', redacted: false });
    assert.equal(decode(said('r', 'u', 'x')).message?.model, 'm1');
    const made = decode(call('r', 'u', 'c')).message?.blocks[0];
    assert.deepEqual(made?.type === 'toolCall' && made.arguments, { command: 'ls' });
    const failed = decode(result('o', 'r', 'c', { exitCode: 2 })).message;
    assert.deepEqual([failed?.isError, failed?.details], [true, { exitCode: 2 }]);
    assert.equal(decode(result('o', 'r', 'c', { exitCode: 0 })).message?.isError, false);
    assert.equal(decode({ ...result('o', 'r', 'c'), status: 'incomplete' }).message?.isError, true);
  });

  it('tells the user’s words from what the host adds', () => {
    const wrapped = '<system-reminder>be kind</system-reminder>\n<user_query>Fix it</user_query>';
    assert.deepEqual(
      decode(user('u', null, wrapped)).message?.blocks.map((block) => block.type === 'text' && block.text),
      ['Fix it', '<system-reminder>be kind</system-reminder>'],
    );
    assert.equal(stateOf([user('u', null, wrapped), ...TURN.slice(1, 2)]).title, 'Fix it');
    for (const key of ['isMeta', 'skipRun']) {
      assert.equal(decode(user('u', null, 'x', { [key]: true })).message?.role, 'custom');
    }
    const records = [
      user('u0', null, 'Caveat', { isMeta: true }),
      user('u1', 'u0', '<system-reminder>no'),
      said('r', 'u1', 'x'),
    ];
    assert.equal(stateOf(records).title, undefined);
  });

  it('goes on behind a summary, which takes the place of all before it', () => {
    const summary = {
      ...user('s', null, '<conversation_history_summary>\nShort\n</conversation_history_summary>'),
      logicalParentId: 'r2',
    };
    const records = [
      ...TURN,
      { ...summary, providerData: { isSummary: true, isCompactInternal: true } },
      { ...user('g', null, 'Please continue', { isCompactInternal: true }), logicalParentId: 's' },
      said('r3', 'g', 'On'),
    ];
    const { path, tree } = stateOf(records);
    assert.deepEqual([path.length, [...tree.roots]], [10, [0]]);
    const entries = records.slice(7).map(decode);
    assert.deepEqual([entries[0]?.kind, entries[0]?.text], ['compaction', 'Short']);
    const context = codebuddy.context?.([...TURN.map(decode), ...entries], () => undefined);
    assert.deepEqual(
      context?.messages.map(({ content }) => content),
      records.slice(7).map((record: JsonObject) => record.content),
    );
    assert.equal(context?.compaction, entries[0]);
  });

  it('takes names from records that are no entries, and passes through them', () => {
    const records = [
      ...TURN,
      { id: 'f', timestamp: 1, type: 'file-history-snapshot', snapshot: { messageId: 'u1' } },
      { id: 'n', parentId: 'r2', timestamp: 1, type: 'ai-title', aiTitle: 'Named', sessionId: 's' },
      { id: 'm', timestamp: 1, type: 'turn-metrics', sessionId: 's' },
      user('u2', 'n', 'on'),
    ];
    const { title, path, table, problems } = stateOf(records);
    assert.deepEqual([title, path.at(-1), path.at(-2), table.size, problems], ['Named', 7, 6, 8, []]);
  });

  it('tells the numbers of the corpus: glued lines recovered, mixed session ids, 98 calls answered', function () {
    const folder = join(sharedFolder, 'corpus/codebuddy/generated');
    if (!existsSync(folder)) return this.skip();
    const report = (name: string) => inspectSession(readFileSync(join(folder, name)));
    const glued = report('truncated-tail-then-resumed_GLUED.jsonl');
    assert.deepEqual([glued.format, glued.recoverable.map(({ line }) => line)], ['codebuddy', [20]]);
    const fork = report('fork-session.jsonl');
    assert.deepEqual([fork.entries, fork.forks, fork.roots.length], [23, {}, 1]);
    const large = report('large-25turns.jsonl');
    const leaf = large.defaultLeaf ?? '';
    assert.equal(large.pairs(leaf).length, 98);
    assert.deepEqual([large.orphanResults(leaf), large.roots.length, large.leaves], [[], 1, [leaf]]);
  });
});
