import assert from 'node:assert/strict';
import { recoverJsonl, SessionFormatError, SessionLineError } from '../../../src/api.ts';
import { chapterTree, ids, line, metadata, user } from './chapterTree.ts';

const [u1, aRead, rRead] = chapterTree().map(line) as [string, string, string];

function fault(text: string): SessionLineError {
  try {
    recoverJsonl(text);
  } catch (error) {
    if (error instanceof SessionLineError) return error;
    throw error;
  }
  return assert.fail('it did not fail');
}

describe('recoverJsonl', () => {
  it('gives committed entries in the order of the text', () => {
    const text = chapterTree().map(line).join('');
    assert.deepEqual(recoverJsonl(text), { entries: chapterTree(), warnings: [] });
  });

  it('warns of a tail by its physical line: cut, whole, no JSON at all, or a single NUL', () => {
    for (const tail of [
      '{"id":"r-read","parentId":"a-read"',
      rRead.trimEnd(),
      'x',
      '\0',
      '{',
      `  ${aRead.trim()}  `,
    ]) {
      assert.deepEqual(recoverJsonl(tail), {
        entries: [],
        warnings: [{ code: 'unterminated_tail', line: 1 }],
      });
      const { entries, warnings } = recoverJsonl(`${u1}\n \r\n${aRead}${tail}`);
      assert.deepEqual(ids(entries), ['u-1', 'a-read']);
      assert.deepEqual(warnings, [{ code: 'unterminated_tail', line: 5 }]);
    }
  });

  it('says nothing about a tail of spaces, tabs and carriage returns', () => {
    for (const tail of ['', ' ', '\t', '\r', ' \t\r '])
      assert.deepEqual(recoverJsonl(u1 + tail).warnings, []);
  });

  it('skips blank lines and counts them', () => {
    const { entries } = recoverJsonl(`\n\r\n \t\n${u1}\n\n${aRead}\n`);
    assert.deepEqual(ids(entries), ['u-1', 'a-read']);
    assert.equal(fault(`\n\r\n \t\n${u1}\n\n{}\n`).line, 7);
  });

  it('ends lines at LF only: CRLF is fine, U+2028, U+2029, U+0085 and a lone CR are content', () => {
    const text = 'a\u2028b\u2029c\u0085d\re';
    const { entries } = recoverJsonl(
      line(user('u', null, text)).replace('\n', '\r\n') + line(user('v', 'u')),
    );
    assert.deepEqual(entries, [user('u', null, text), user('v', 'u')]);
    assert.equal(fault(`${u1.trimEnd()}\r${aRead}`).line, 1);
    assert.equal(fault(`${u1}\u2028\n`).line, 2);
  });

  it('skips a byte order mark at the beginning, and only there', () => {
    assert.deepEqual(ids(recoverJsonl(`\uFEFF${u1}${aRead}`).entries), ['u-1', 'a-read']);
    assert.deepEqual(recoverJsonl('\uFEFF'), { entries: [], warnings: [] });
    assert.equal(fault(`${u1}\uFEFF${aRead}`).line, 2);
  });

  it('fails at a committed line that is no JSON, even the last one, and says why', () => {
    for (const bad of [
      '{"id":"r-read","parentId":}',
      '{',
      'x',
      '\0\0',
      `${u1.trim()}${aRead.trim()}`,
      '{"a":1}}',
    ]) {
      const error = fault(`${u1}${aRead}${bad}\n`);
      assert.deepEqual([error.line, error.code, error.path, error.file], [3, 'invalid-json', '$', undefined]);
      assert.match(error.message, /line 3: the record is not JSON \(.+\)/);
      assert.ok(error.cause instanceof SyntaxError);
    }
    assert.ok(!/\(line 1|\0/.test(fault('{"a":1,}\n').message + fault('\0\n').message));
  });

  it('fails at a committed line that is no entry, with the path of the fault', () => {
    const cut = metadata('m', null);
    for (const [bad, code, path] of [
      ['[]', 'not-an-object', '$'],
      ['null', 'not-an-object', '$'],
      ['42', 'not-an-object', '$'],
      ['{}', 'not-an-entry', 'id'],
      [JSON.stringify({ ...cut, value: undefined }), 'not-an-entry', 'value'],
      [JSON.stringify(cut).replace('null}', '1e999}'), 'not-an-entry', 'value'],
      [
        aRead.trim().replace('"arguments":{"path":"README.md"}', '"arguments":7'),
        'not-an-entry',
        'message.content[0].arguments',
      ],
    ] as const) {
      const error = fault(`${u1}${bad}\n${aRead}`);
      assert.deepEqual([error.line, error.code, error.path], [2, code, path]);
      assert.ok(error.cause instanceof SessionFormatError);
      assert.ok(error instanceof SessionFormatError && error.name === 'SessionLineError');
    }
  });

  it('fails at the first bad line, and never tries the tail instead', () => {
    assert.equal(fault(`${u1}{\n[\n${aRead}tail`).line, 2);
  });

  it('does not look at the tree: order, parents and repeats are for the stores', () => {
    assert.deepEqual(ids(recoverJsonl(aRead + u1 + u1).entries), ['a-read', 'u-1', 'u-1']);
  });

  it('gives values of their own at every call', () => {
    assert.notEqual(recoverJsonl(u1).entries[0], recoverJsonl(u1).entries[0]);
  });

  it('takes lines of any depth, and a million lines, by loops', function () {
    this.timeout(20_000);
    const deep = line(metadata('m', null)).replace('null}', `${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    assert.deepEqual(ids(recoverJsonl(deep).entries), ['m']);
    assert.equal(fault(`${'\n'.repeat(1_000_000)}x\n`).line, 1_000_001);
  });
});
