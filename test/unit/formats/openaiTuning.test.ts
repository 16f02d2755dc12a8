import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { alternatives, pathRows } from '../../../src/core/tree/walk.ts';
import { openaiTuning } from '../../../src/formats/openaiTuning.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { readNames } from '../../../src/sessions/rowNames.ts';

const user = (content: string): JsonObject => ({ role: 'user', content });
const said = (content: string): JsonObject => ({ role: 'assistant', content });

function read(...records: JsonObject[]) {
  const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  assert.ok(state && reader.intake);
  assert.equal(state.format.name, 'openai-tuning');
  const { ids } = readNames(bytes, reader.intake);
  const { tree } = state;
  const named = (rows: Iterable<number>) => Array.from(rows, (row) => ids[row]);
  return { ...state, ids, path: named(pathRows(tree, tree.defaultLeaf)), roots: named(tree.roots), named };
}

describe('OpenAI fine-tuning lines', () => {
  it('are a conversation each; the last line’s is shown first', () => {
    const { roots, path, title, problems } = read(
      { messages: [{ role: 'system', content: 'Be kind' }, user('One'), said('A')] },
      { messages: [user('Two'), said('B'), user('And'), said('C')] },
    );
    assert.deepEqual(
      [roots, path],
      [
        ['L1', 'L2'],
        ['L2', 'L2.2', 'L2.3', 'L2.4'],
      ],
    );
    assert.deepEqual([title, problems], ['One', []]);
  });

  it('keep calls, results and tools', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };
    const record: JsonObject = {
      messages: [
        user('Q'),
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'x' },
      ],
      tools: [{ type: 'function', function: { name: 'read' } }],
    };
    const { table, path, ids } = read(record);
    assert.deepEqual(
      [path, ids],
      [
        ['L1', 'L1.2', 'L1.3'],
        ['L1', 'L1.2', 'L1.3', 'L1.4'],
      ],
    );
    assert.deepEqual([table.calls(1), table.kind(3)], [table.results(2), 'metadata']);
  });

  it('fork where two answers are compared; the preferred one is the leaf', () => {
    const { path, tree, named } = read({
      input: { messages: [user('Q')], tools: [] },
      preferred_output: [said('good')],
      non_preferred_output: [said('bad')],
    });
    assert.deepEqual(path, ['L1', 'L1.4', 'L1.5']);
    assert.deepEqual(named(alternatives(tree, 0)), ['L1.2', 'L1.4']);
  });

  it('are requests of a batch, or its answers with their choices', () => {
    const asked = read({
      custom_id: 'q1',
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'm', messages: [user('Q')] },
    });
    assert.deepEqual(asked.path, ['L1', 'L1.2']);
    const input = read({ custom_id: 'q1', method: 'POST', url: '/v1/responses', body: { input: 'Q' } });
    assert.equal(input.title, 'Q');
    const choices = [{ message: said('A') }, { message: said('B') }];
    const answered = read({
      id: 'b',
      custom_id: 'q1',
      response: { status_code: 200, body: { choices } },
      error: null,
    });
    assert.deepEqual(answered.path, ['L1', 'L1.3']);
    assert.equal(alternatives(answered.tree, 0).length, 2);
    const failed = read({ id: 'b', custom_id: 'q2', response: null, error: { message: 'Quota' } });
    assert.deepEqual(failed.ids, ['L1', 'L1.2']);
  });

  it('are sent as they stand, and tell what cannot be read', () => {
    const decoded = openaiTuning.decode(
      { messages: [user('Q'), { content: 'no role' }, null] },
      { line: 4, part: 1, header: null, previousId: null },
    );
    assert.ok(decoded.type === 'entries');
    assert.deepEqual(
      decoded.entries.map(({ id, malformed }) => [id, malformed]),
      [
        ['L4', undefined],
        ['L4.2', 'messages[1].role'],
      ],
    );
    const context = openaiTuning.context?.(decoded.entries.slice(0, 1), () => undefined);
    assert.deepEqual(context?.messages, [user('Q')]);
    const bad = openaiTuning.decode({ prompt: 'x' }, { line: 1, part: 1, header: null, previousId: null });
    assert.equal(bad.type, 'bad');
  });
});
