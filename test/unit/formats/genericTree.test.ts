import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { genericTree } from '../../../src/formats/genericTree/genericTree.ts';
import { entriesOf, entryOf, told } from './told.ts';

const says = (text: string, role = 'user'): JsonObject => ({ message: { role, content: text } });
const droid = (id: string, parentId: string | null, content: JsonObject[], role = 'user'): JsonObject => ({
  ...{ type: 'message', id, parentId, timestamp: '2026-01-05T10:00:00.000Z', message: { role, content } },
});
const text = (words: string): JsonObject => ({ type: 'text', text: words });
const START = { type: 'session_start', id: 's1', title: 'A title', cwd: '/home/me/proj', version: 2 };

describe('message trees', () => {
  for (const [id, parent] of [
    ['id', 'parentId'],
    ['id', 'parent_id'],
    ['uuid', 'parentUuid'],
    ['id', 'parent'],
  ] as const) {
    it(`have their links in ${id} and ${parent}, as numbers or texts`, () => {
      const node = (own: number, above: number | string | null, words: string): JsonObject => ({
        ...{ [id]: own, [parent]: above },
        ...says(words),
      });
      const { state, path, forks, problems } = told(
        node(1, null, 'a'),
        node(2, 1, 'b'),
        node(3, '2', 'c'),
        node(4, 2, 'd'),
      );
      // Numbers in `parentUuid` are nobody else's.
      assert.equal(state.format.name, 'tree');
      assert.deepEqual([path, forks, problems], ['1 2 4', ['2: 3 4'], []]);
    });
  }

  it('may have the message’s fields in the record itself', () => {
    const { state, path } = told(
      { id: 'a', parent: null, role: 'user', content: 'x' },
      { id: 'b', parent: 'a', role: 'assistant', content: 'y' },
    );
    assert.deepEqual([state.format.name, path, state.title], ['tree', 'a b', 'x']);
  });

  it('without any parent are a chain', () => {
    const { state, path } = told({ id: 0, ...says('a') }, { id: 1, ...says('b', 'assistant') });
    assert.deepEqual([state.format.name, path, state.messageCount], ['tree', '0 1', 2]);
  });

  it('without ids are a chain of lines, if each says something', () => {
    const line = (role: string, content: string): JsonObject => ({ type: role, message: { role, content } });
    const { state, path } = told(line('user', 'a'), line('assistant', 'b'));
    assert.deepEqual([state.format.name, path], ['tree', 'L1 L2']);
    assert.equal(detectFormat([{ type: 'user', message: { content: 'no role' } }]), undefined);
  });

  it('of Factory Droid begin with the session, which is the first message’s parent', () => {
    const { state, path, problems } = told(
      START,
      droid('m1', 's1', [text('<system-reminder>\nBe brief.\n</system-reminder>\n\nDo it')]),
      droid(
        'm2',
        'm1',
        [{ type: 'tool_use', id: 't', name: 'Execute', input: { command: 'ls' } }],
        'assistant',
      ),
      droid('m3', 'm2', [{ type: 'tool_result', tool_use_id: 't', content: 'a.ts', is_error: true }]),
      { type: 'todo_state', todos: [] },
      droid('m4', 'm3', [text('Done')], 'assistant'),
    );
    assert.deepEqual([path, problems], ['m1 m2 m3 m4', []]);
    const { header, title } = state;
    assert.deepEqual(
      [header?.id, header?.cwd, header?.version, title],
      ['s1', '/home/me/proj', 2, 'A title'],
    );
    const [, call, answer, note] = entriesOf(genericTree, [START, ...DROID]);
    assert.equal(call?.message?.blocks[0]?.type, 'toolCall');
    assert.deepEqual(answer?.message, {
      role: 'toolResult',
      blocks: [text('a.ts')],
      ...{ toolCallId: 't', toolName: '', isError: true },
    });
    assert.deepEqual([note?.kind, note?.type], ['unknown', 'todo_state']);
  });

  it('reminders before the user’s words name no session', () => {
    const { state } = told(
      droid('m1', null, [text('<system-reminder>Be brief.</system-reminder>\nDo it')]),
      droid('m2', 'm1', [text('ok')], 'assistant'),
    );
    assert.equal(state.title, 'Do it');
  });

  it('a pointer is where the agent goes on; one to the last message says nothing', () => {
    const node = (id: string, parent_id: string | null): JsonObject => ({ id, parent_id, ...says(id) });
    const pointer = (leafId: string): JsonObject => ({ type: 'session_state', leafId });
    const records = [node('a', null), node('b', 'a'), pointer('b'), node('c', 'b'), pointer('a')];
    const back = told(...records);
    assert.deepEqual([back.path, back.forks], ['a L5', ['a: b L5']]);
    const on = told(...records, node('d', 'a'));
    assert.deepEqual([on.path, on.forks], ['a L5 d', ['a: b L5']]);
    const same = told(...records.slice(0, 4));
    assert.deepEqual([same.path, same.forks], ['a b c', []]);
  });

  it('what cannot be read keeps its place', () => {
    assert.equal(entryOf(genericTree, { id: 1, parent: {}, ...says('a') }).parentId, '[no id]');
    assert.equal(
      entryOf(genericTree, { id: 1, parent: null, message: { role: 'user' } }).malformed,
      'message.content',
    );
    assert.equal(entryOf(genericTree, { type: 'odd' }).id, 'L1');
    const place = { line: 1, part: 1, header: null, previousId: null };
    assert.equal(genericTree.decode({ a: 1 }, place).type, 'bad');
  });

  it('are taken only where no agent’s own format fits', () => {
    const name = (...records: JsonObject[]): string | undefined => detectFormat(records)?.name;
    const tiny = { id: 'a', parentId: null, timestamp: 1, type: 'message', ...says('x') };
    assert.equal(name(tiny), 'tiny-pi');
    assert.equal(name({ id: 'a', parentId: null, ...says('x') }), 'openai-tree');
    const header = { type: 'session', version: 3, id: 's', timestamp: '2026-01-05T10:00:00.000Z', cwd: '/' };
    assert.equal(name(header, droid('a', null, [text('x')]), droid('b', 'a', [text('y')])), 'pi-v3');
    const claude = { uuid: 'u', parentUuid: null, type: 'user', ...says('x') };
    assert.equal(name(claude), 'claude-code');
    assert.equal(name({ id: 1, name: 'row', value: 2 }), undefined);
    assert.equal(name({ id: 1, role: 'admin', content: 'x' }), undefined, 'a table of something');
  });
});

const DROID = [
  droid('m1', 's1', [text('Do it')]),
  droid('m2', 'm1', [{ type: 'tool_use', id: 't', name: 'Execute', input: { command: 'ls' } }], 'assistant'),
  droid('m3', 'm2', [{ type: 'tool_result', tool_use_id: 't', content: 'a.ts', is_error: true }]),
  { type: 'todo_state', todos: [] },
];
