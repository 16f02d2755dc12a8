import assert from 'node:assert/strict';
import { SessionReader } from '../../../src/formats/reader.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { linesOf, tiny } from './lines.ts';

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

  it('takes no other lines for a session', () => {
    const reader = read('plain text\n[1]\n'.repeat(500));
    assert.equal(reader.state(), undefined);
    assert.equal(reader.isForeign, true);
  });

  it('takes other JSON lines for a list of records, and says so', () => {
    const state = read('{"a":1}\n'.repeat(30)).state();
    assert.deepEqual([state?.format.name, state?.table.size, state?.tree.roots.length], ['records', 30, 1]);
    assert.deepEqual(
      state?.problems.map(({ code, severity, line }) => [code, severity, line]),
      [['unknown-format', 'information', 1]],
    );
  });

  it('sees what a list of records is once its lines show it', () => {
    const reader = read('{"type":"prologue"}\n');
    assert.equal(reader.state()?.format.name, 'records');
    reader.push(linesOf({ type: 'prologue' }));
    assert.deepEqual([reader.state()?.format.name, reader.state()?.table.size], ['records', 2]);
    for (const id of ['a', 'b', 'c']) reader.push(linesOf(tiny(id, null)));
    const state = reader.state();
    assert.deepEqual([state?.format.name, state?.table.size], ['tiny-pi', 3]);
    assert.equal(state?.problems.filter(({ code }) => code === 'not-an-entry').length, 2);
    reader.push(linesOf(tiny('d', 'c')));
    assert.equal(reader.state()?.table.size, 4);
  });

  it('settles for a list of records after 25 of them', () => {
    const reader = read('{"a":1}\n'.repeat(25));
    assert.equal(reader.isOpen, false);
    for (let n = 0; n < 60; n++) reader.push(linesOf(tiny(`t${n}`, null)));
    assert.deepEqual([reader.state()?.format.name, reader.state()?.table.size], ['records', 85]);
  });

  it('knows the format by records in damaged lines where there are no others', () => {
    const glued = JSON.stringify(tiny('a', null)) + JSON.stringify(tiny('b', 'a'));
    const state = read(`${glued}\n`).state();
    assert.deepEqual([state?.format.name, state?.table.size], ['tiny-pi', 2]);
    assert.equal(read('{"a":1}{"b":2}\n').state(), undefined);
  });
});
