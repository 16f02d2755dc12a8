import assert from 'node:assert/strict';
import { alternatives, forkPoints, pathRows } from '../../../src/core/tree/walk.ts';
import { codex } from '../../../src/formats/codex/codex.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import {
  event,
  item,
  line,
  meta,
  read,
  replyItem,
  textOf,
  THREAD,
  userItem,
  type Read,
} from './codexLines.ts';

const turnOf = (text: string) => [
  event('task_started'),
  line('turn_context', { model: 'm' }),
  userItem(text),
  event('user_message', { message: text }),
  event('agent_message', { message: `${text}!` }),
  replyItem(`${text}!`),
  event('task_complete'),
];
/** Fork points by id with the ids of their alternatives. */
function forks({ state: { tree }, entries }: Read): Record<string, string[]> {
  const id = (row: number): string => entries[row]?.id ?? '';
  return Object.fromEntries(
    Array.from(forkPoints(tree), (row) => [id(row), Array.from(alternatives(tree, row), id)]),
  );
}
const codes = ({ state }: Read) => state.problems.map((problem) => `${problem.code} ${problem.line}`);

describe('Codex: what is told twice', () => {
  it('is shown once, in either order, and honest repeats stay', () => {
    const twice = read([meta(), ...turnOf('yes'), ...turnOf('yes')]);
    assert.deepEqual(twice.said(), [
      'L4 user: yes',
      'L7 assistant: yes!',
      'L11 user: yes',
      'L14 assistant: yes!',
    ]);
    assert.equal(twice.state.messageCount, 4);
    const note = twice.entries.find(({ id }) => id === 'L5');
    assert.deepEqual(
      [note?.kind, note?.type, note?.message, note?.text],
      ['echo', 'user_message', undefined, undefined],
    );
  });

  it('is shown by the event where no item tells it', () => {
    const events = [event('user_message', { message: 'q' }), event('agent_message', { message: 'a' })];
    assert.deepEqual(read([meta(), ...events]).said(), ['L2 user: q', 'L3 assistant: a']);
  });

  it('is shown by the event that came before any item', () => {
    const first = [
      event('user_message', { message: 'q' }),
      line('turn_context', {}),
      userItem('q'),
      replyItem('a'),
    ];
    const file = read([meta(), ...first]);
    assert.deepEqual(file.said(), ['L2 user: q', 'L5 assistant: a']);
    // The model sees the item all the same.
    const path = file.entries;
    assert.deepEqual(codex.context?.(path, () => undefined).messages.length, 2);
  });

  it('is a message of the user’s without an item too', () => {
    const more = [...turnOf('one'), event('user_message', { message: 'only here' })];
    assert.deepEqual(
      read([meta(), ...more])
        .said()
        .at(-1),
      'L9 user: only here',
    );
  });

  it('is known in paginated files, pictures and thoughts among it', () => {
    const url = 'data:image/png;base64,AAAA';
    const content = [
      { type: 'input_text', text: 'look' },
      { type: 'input_image', image_url: url },
    ];
    const told = (type: string, fields: object) => event('item_completed', { item: { type, ...fields } });
    const file = read([
      meta(),
      item({ type: 'message', role: 'user', content }),
      told('UserMessage', {
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', image_url: url },
        ],
      }),
      told('Reasoning', { summary_text: ['hm'] }),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] }),
      told('AgentMessage', { content: [{ type: 'Text', text: 'seen' }] }),
      replyItem('seen'),
    ]);
    assert.deepEqual(file.said(), ['L2 user: look|image', 'L5 assistant: hm', 'L7 assistant: seen']);
  });

  it('stands with what it repeats: settings, tokens, the end of a call', () => {
    const usage = { input_tokens: 5, output_tokens: 1 };
    const call = { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c' };
    const file = read([
      meta(),
      ...[
        line('turn_context', { model: 'm' }),
        event('thread_settings_applied', { thread_settings: { model: 'm' } }),
      ],
      ...[item(call), event('exec_command_end', { call_id: 'c', exit_code: 0 })],
      event('item_completed', { item: { type: 'CommandExecution', id: 'other', exit_code: 1 } }),
      ...[line('token_usage_record', { usage }), event('token_count', { info: { last_token_usage: usage } })],
      line('turn_context', { model: 'n' }),
    ]);
    assert.deepEqual(
      file.entries.filter(({ kind }) => kind === 'echo').map(({ id }) => id),
      ['L3', 'L5', 'L8'],
    );
  });

  it('names the session by a person’s words, or by the name that was given', () => {
    const context = userItem('<environment_context>\n<cwd>/x</cwd>\n</environment_context>');
    assert.equal(read([meta(), context, ...turnOf('real words')]).state.title, 'real words');
    const named = event('thread_name_updated', { thread_name: 'My thread' });
    assert.equal(read([meta(), ...turnOf('x'), named]).state.title, 'My thread');
  });
});

describe('Codex: headers', () => {
  it('the first one is the file’s, whatever was copied in behind it', () => {
    const file = read([meta(), meta({ id: 'other', cwd: '/other' }), ...turnOf('q')]);
    assert.deepEqual([file.state.header?.id, file.state.header?.cwd], [THREAD, '/home/me/demo']);
  });
});

describe('Codex: going back', () => {
  const back = (num_turns: unknown) => event('thread_rolled_back', { num_turns });

  it('makes a branch before the last turns', () => {
    // Turns at lines 2-8, 9-15 and 16-22.
    const file = read([meta(), ...turnOf('a'), ...turnOf('b'), ...turnOf('c'), back(2), ...turnOf('d')]);
    assert.deepEqual(forks(file), { L8: ['L9', 'L23'] });
    assert.deepEqual(file.said(), ['L4 user: a', 'L7 assistant: a!', 'L26 user: d', 'L29 assistant: d!']);
    const abandoned = file.entries.findIndex(({ id }) => id === 'L22');
    assert.deepEqual(file.said(abandoned).slice(2), [
      ...['L11 user: b', 'L14 assistant: b!', 'L18 user: c', 'L21 assistant: c!'],
    ]);
  });

  it('shows where it went back to before anything is said there', () => {
    const file = read([meta(), ...turnOf('a'), ...turnOf('b'), back(1)]);
    assert.equal(file.entries[file.state.tree.defaultLeaf]?.id, 'L16');
    assert.deepEqual(file.said(), ['L4 user: a', 'L7 assistant: a!']);
  });

  it('can be done again, and further than there are turns', () => {
    const file = read([meta(), ...turnOf('a'), back(1), ...turnOf('b'), back(9), ...turnOf('c')]);
    assert.deepEqual(file.said(), ['L20 user: c', 'L23 assistant: c!']);
    // What stands above the first message stays.
    assert.equal(pathRows(file.state.tree, file.state.tree.defaultLeaf)[0], 0);
    assert.deepEqual(forks(file), { L3: ['L4', 'L9'], L11: ['L12', 'L17'] });
  });

  it('by no turn, or without any, is a note on the way', () => {
    for (const count of [0, -1, 'x', null, undefined]) {
      assert.deepEqual(forks(read([meta(), ...turnOf('a'), back(count), ...turnOf('b')])), {});
    }
    assert.deepEqual(forks(read([meta(), back(3), ...turnOf('b')])), {});
  });

  it('parallel calls and their results are no branches', () => {
    const call = (id: string) => item({ type: 'function_call', name: 'f', arguments: '{}', call_id: id });
    const output = (id: string) => item({ type: 'function_call_output', call_id: id, output: id });
    const file = read([
      meta(),
      userItem('q'),
      call('1'),
      call('2'),
      output('2'),
      output('1'),
      replyItem('a'),
    ]);
    assert.deepEqual(forks(file), {});
  });
});

describe('Codex: running numbers', () => {
  const numbered = (ordinals: readonly (number | undefined)[]) =>
    ordinals.map((ordinal, at) =>
      line('event_msg', { type: 'token_count', at }, ordinal === undefined ? {} : { ordinal }),
    );

  it('that repeat, lack or go back are told, and all is shown', () => {
    const file = read([meta(), ...numbered([1, 2, 2, 3, 5, undefined, undefined, 4])]);
    assert.deepEqual(codes(file), [
      'sequence-repeat 4',
      'sequence-gap 6',
      'sequence-gap 7',
      'sequence-backwards 9',
    ]);
    assert.equal(file.entries.length, 8);
  });

  it('are missed in no legacy file, and count through the headers', () => {
    assert.deepEqual(codes(read([meta(), ...numbered([undefined, undefined])])), []);
    const header = { ...meta(), ordinal: 7 };
    assert.deepEqual(codes(read([header, ...numbered([8, 9])])), []);
  });
});

describe('Codex: a reader that is sent away', () => {
  it('goes on as if it had not been, at every line', () => {
    const rolled = event('thread_rolled_back', { num_turns: 1 });
    const records = [
      meta(),
      event('user_message', { message: 'a' }),
      ...turnOf('a'),
      ...turnOf('b'),
      rolled,
      ...turnOf('c'),
    ];
    const lines = records.map((record) => new TextEncoder().encode(textOf([record])));
    const whole = new SessionReader({ format: codex });
    for (const each of lines) whole.push(each);
    const want = whole.state();
    for (let cut = 1; cut < lines.length; cut++) {
      const before = new SessionReader({ format: codex });
      for (const each of lines.slice(0, cut)) before.push(each);
      const data = before.pack();
      assert.ok(data);
      const after = SessionReader.unpack(structuredClone(data));
      for (const each of lines.slice(cut)) after?.push(each);
      const got = after?.state();
      assert.deepEqual(
        [got?.tree.parent, got?.title, got?.messageCount],
        [want?.tree.parent, want?.title, want?.messageCount],
      );
    }
  });
});
