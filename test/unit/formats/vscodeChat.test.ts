import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { alternatives, pathRows } from '../../../src/core/tree/walk.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { readPart } from '../../../src/formats/vscodeChat/parts.ts';
import { readNames } from '../../../src/sessions/rowNames.ts';

const whole = (requests: JsonValue[], more: JsonObject = {}): JsonObject => ({
  kind: 0,
  v: { version: 3, sessionId: 's', creationDate: 5, requests, ...more },
});
const setAt = (k: JsonValue[], v: JsonValue): JsonObject => ({ kind: 1, k, v });
const push = (k: JsonValue[], v: JsonValue[], i?: number): JsonObject => ({
  ...{ kind: 2, k, v },
  ...(i !== undefined && { i }),
});
const ask = (id: string, text: string, response: JsonValue[] = []): JsonObject => ({
  ...{ requestId: id, message: { text }, response, modelId: 'm1', timestamp: 7 },
});
const says = (value: string): JsonObject => ({ value });
const answerOf = (request: number): JsonValue[] => ['requests', request, 'response'];

function read(...records: JsonObject[]) {
  const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  assert.ok(state && reader.intake);
  assert.equal(state.format.name, 'vscode-chat');
  const { ids } = readNames(bytes, reader.intake);
  const { table, tree } = state;
  const path = [...pathRows(tree, tree.defaultLeaf)].map((row) => ids[row]);
  const old = ids.filter((_, row) => table.isSuperseded?.(row));
  return { ...state, ids, path, old };
}

describe('VS Code Chat', () => {
  it('reads a whole chat: questions, and the parts of the answers', () => {
    const chat = whole([ask('r1', 'Q1', [says('A'), says('B')]), ask('r2', 'Q2')], { customTitle: 'Named' });
    const { path, title, header, messageCount, problems } = read(chat);
    assert.deepEqual(path, ['r1', 'L1.2', 'L1.3', 'r2']);
    assert.deepEqual(
      [title, header?.id, header?.timestamp, messageCount, problems],
      ['Named', 's', 5, 4, []],
    );
  });

  it('puts parts that are written anew in the places of the older ones', () => {
    const log = [whole([ask('r1', 'Q1')]), push(answerOf(0), [says('A'), says('B'), says('C')])];
    assert.deepEqual(read(...log).path, ['r1', 'L2', 'L2.2', 'L2.3']);
    const grown = read(...log, push(answerOf(0), [says('B!')], 1), push(['requests'], [ask('r2', 'Q2')]));
    assert.deepEqual(
      [grown.path, grown.old],
      [
        ['r1', 'L2', 'L3', 'r2'],
        ['L2.2', 'L2.3'],
      ],
    );
    assert.equal(grown.branchCount, 0);
    const same = read(...log, push(answerOf(0), [says('A'), says('B'), says('C')], 0));
    assert.deepEqual([same.path, same.table.size], [['r1', 'L2', 'L2.2', 'L2.3'], 4]);
    const one = read(...log, setAt([...answerOf(0), 0], says('A!')));
    assert.deepEqual([one.path, one.old], [['r1', 'L3', 'L2.2', 'L2.3'], ['L2']]);
    const cut = read(...log, push(answerOf(0), [], 1), push(answerOf(0), [says('D')]));
    assert.deepEqual(
      [cut.path, cut.old],
      [
        ['r1', 'L2', 'L4'],
        ['L2.2', 'L2.3'],
      ],
    );
    const set = read(...log, setAt(answerOf(0), [says('E')]));
    assert.deepEqual(
      [set.path, set.old],
      [
        ['r1', 'L3'],
        ['L2', 'L2.2', 'L2.3'],
      ],
    );
  });

  it('makes a branch where an earlier request is put in the place of others', () => {
    const chat = whole([ask('r1', 'Q1', [says('A')]), ask('r2', 'Q2', [says('B')])]);
    const { path, tree, ids } = read(
      chat,
      push(['requests'], [ask('r3', 'Other')], 1),
      push(answerOf(1), [says('C')]),
    );
    assert.deepEqual(path, ['r1', 'L1.2', 'r3', 'L3']);
    assert.deepEqual(
      [...alternatives(tree, ids.indexOf('L1.2'))].map((row) => ids[row]),
      ['r2', 'r3'],
    );
  });

  it('takes a whole chat that is written again as nothing new', () => {
    const chat = whole([ask('r1', 'Q1', [says('A')])]);
    const { path, table } = read(
      chat,
      push(['requests'], [ask('r2', 'Q2')]),
      whole([ask('r1', 'Q1', [says('A')]), ask('r2', 'Q2')]),
    );
    assert.deepEqual([path, table.size], [['r1', 'L1.2', 'r2'], 3]);
  });

  it('says how an answer ended where it did not come to its end', () => {
    const { ids, table } = read(
      whole([ask('r1', 'Q1', [says('A')])]),
      setAt(['requests', 0, 'modelState'], { value: 1 }),
      setAt(['requests', 0, 'modelState'], { value: 2 }),
      setAt(['requests', 0, 'result'], { errorDetails: { message: 'Quota' } }),
    );
    assert.deepEqual(
      [ids, table.kind(2), table.kind(3)],
      [['r1', 'L1.2', 'L3', 'L4'], 'metadata', 'metadata'],
    );
  });

  it('is read without its first record, with a problem', () => {
    const { path, problems, title } = read(
      push(answerOf(0), [says('A')]),
      push(['requests'], [ask('r2', 'Q2')]),
    );
    assert.deepEqual([path, title], [['L1', 'r2'], 'Q2']);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['missing-header'],
    );
  });

  it('forgets a name that is deleted', () => {
    const named = [whole([ask('r1', 'Q1')]), setAt(['customTitle'], 'Named')];
    assert.equal(read(...named).title, 'Named');
    assert.equal(read(...named, { kind: 3, k: ['customTitle'] }).title, 'Q1');
  });

  it('reads a tool’s call with what it gave', () => {
    const part = {
      ...{ kind: 'toolInvocationSerialized', toolId: 'read', toolCallId: 'c1', isComplete: true },
      ...{ pastTenseMessage: { value: 'Read a.ts' }, invocationMessage: 'Reading' },
    };
    const result = {
      input: '{"path":"a.ts"}',
      output: [{ type: 'embed', isText: true, value: 'x' }],
      isError: true,
    };
    const { message } = readPart({ ...part, resultDetails: result }, 'm1');
    assert.deepEqual(message?.blocks, [
      { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a.ts' }, rawArguments: result.input },
      { type: 'text', text: 'x' },
    ]);
    assert.deepEqual(message?.results, [{ toolCallId: 'c1', isError: true, from: 1, to: 2 }]);
    assert.deepEqual(readPart(part).message?.blocks[1], { type: 'text', text: 'Read a.ts' });
    assert.equal(readPart({ ...part, isComplete: false }).message?.results, undefined);
    assert.deepEqual(readPart({ kind: 'thinking', value: ['Hm', '.'] }).message?.blocks, [
      { type: 'thinking', text: 'Hm.', redacted: false },
    ]);
    assert.equal(readPart({ kind: 'undoStop' }).kind, 'metadata');
    assert.deepEqual(
      readPart({ kind: 'inlineReference', inlineReference: { path: '/w/a.ts' } }).message?.blocks,
      [{ type: 'text', text: '`a.ts`' }],
    );
  });
});
