import assert from 'node:assert/strict';
import { SessionReader } from '../../../src/formats/reader.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';

const encoder = new TextEncoder();

function message(id: string, parentId: string | null, text: string, role = 'user'): string {
  return JSON.stringify({ id, parentId, timestamp: 1, type: 'message', message: { role, content: text } });
}

function read(text: string, chunk = text.length): SessionReader {
  const reader = new SessionReader();
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  return reader;
}

describe('SessionReader', () => {
  it('reads a session of tiny-pi: entries, tree, title', () => {
    const state = read([message('a', null, 'one'), message('b', 'a', 'two'), ''].join('\n')).state();
    assert.ok(state);
    assert.equal(state.format.name, 'tiny-pi');
    assert.equal(state.table.size, 2);
    assert.deepEqual([...pathRows(state.tree, state.tree.defaultLeaf)], [0, 1]);
    assert.equal(state.title, 'one');
    assert.deepEqual(state.problems, []);
  });

  it('gives the same state whatever the chunks are', () => {
    const text = [message('a', null, 'öne 😀'), '{"id":"x', '', message('b', 'a', 'two'), 'tail'].join(
      '\r\n',
    );
    const whole = read(text).state();
    for (const chunk of [1, 2, 3, 7, 64])
      assert.deepEqual(read(text, chunk).state()?.problems, whole?.problems);
  });

  it('links a child to a parent that comes later, but not in an older state', () => {
    const reader = read(message('b', 'a', 'child') + '\n');
    const before = reader.state();
    reader.push(encoder.encode(message('a', null, 'parent') + '\n'));
    const after = reader.state();
    assert.equal(before?.table.parentLink(0), -2);
    assert.equal(before?.table.rowOf('a'), -1);
    assert.equal(before?.problems[0]?.code, 'missing-parent');
    assert.equal(after?.table.parentLink(0), 1);
    assert.deepEqual(after?.problems, []);
  });

  it('makes the list of problems anew only when there are others', () => {
    const reader = read(`${message('b', 'gone', 'x')}\n{bad\n`);
    const before = reader.state()?.problems;
    reader.push(encoder.encode(`${message('c', 'b', 'y')}\n`));
    assert.equal(reader.state()?.problems, before);
    assert.deepEqual(
      before?.map(({ code }) => code),
      ['missing-parent', 'invalid-json'],
    );
    const codes = (text: string) => {
      reader.push(encoder.encode(text));
      return reader.state()?.problems.map(({ code }) => code);
    };
    assert.deepEqual(codes('tail'), ['missing-parent', 'invalid-json', 'unterminated-tail']);
    assert.deepEqual(codes('\n'), ['missing-parent', 'invalid-json', 'invalid-json']);
    // One parent arrives, another one is missed.
    assert.deepEqual(codes(`${message('gone', null, 'z')}\n${message('d', 'lost', 'z')}\n`), [
      ...['invalid-json', 'invalid-json', 'missing-parent'],
    ]);
    assert.equal(before?.length, 2);
  });

  it('takes no other JSON lines for a session', () => {
    const reader = read('{"a":1}\n'.repeat(30));
    assert.equal(reader.state(), undefined);
    assert.equal(reader.isForeign, true);
  });
});
