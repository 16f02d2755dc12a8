import assert from 'node:assert/strict';
import { messagesOnPath, pathTo, SessionFormatError, SessionTreeError } from '../../../src/api.ts';
import { assistant, chapterTree, ids, metadata, spoil, user } from './chapterTree.ts';

function fault(run: () => unknown): SessionTreeError {
  try {
    run();
  } catch (error) {
    if (error instanceof SessionTreeError) return error;
    throw error;
  }
  return assert.fail('it did not fail');
}

describe('pathTo', () => {
  it('takes any entry as the leaf, roots and forks too', () => {
    assert.deepEqual(ids(pathTo(chapterTree(), 'u-1')), ['u-1']);
    assert.deepEqual(ids(pathTo(chapterTree(), 'r-read')), ['u-1', 'a-read', 'r-read']);
  });

  it('keeps entries as they are, metadata and unknown fields included', () => {
    const entries = chapterTree();
    Object.assign(entries[0], { label: { color: 'red' } });
    assert.deepEqual(
      pathTo(entries, 'meta-cwd'),
      [0, 1, 2, 3, 5].map((index) => entries[index]),
    );
  });

  it('follows links, never times or places', () => {
    const entries = chapterTree().reverse();
    entries.forEach((entry, index) => (entry.timestamp = index));
    assert.deepEqual(ids(pathTo(entries, 'a-alt')), ['u-1', 'a-alt']);
  });

  it('says which child misses which parent', () => {
    const error = fault(() => pathTo([user('top', 'gone'), user('leaf', 'top')], 'leaf'));
    assert.deepEqual([error.code, error.id, error.parentId], ['missing-parent', 'top', 'gone']);
    assert.match(error.message, /"top".*"gone"/);
  });

  it('says which leaf is not there', () => {
    const error = fault(() => pathTo([], 'leaf'));
    assert.deepEqual([error.code, error.id], ['missing-leaf', 'leaf']);
    assert.match(error.message, /"leaf"/);
  });

  it('finds a repeated id on any branch, before it looks at the leaf', () => {
    const entries = [...chapterTree(), user('twice', null), user('twice', 'u-1')];
    for (const leaf of ['u-1', 'twice', 'nowhere']) {
      const error = fault(() => pathTo(entries, leaf));
      assert.deepEqual([error.code, error.id], ['duplicate-id', 'twice']);
      assert.match(error.message, /"twice"/);
    }
  });

  it('ends on cycles: of one, of two, and one that the leaf only leads into', () => {
    const entries = [user('self', 'self'), user('a', 'b'), user('b', 'a'), user('into', 'a')];
    for (const leaf of ['self', 'a', 'into']) {
      assert.equal(fault(() => pathTo(entries, leaf)).code, 'cycle');
    }
  });

  it('does not care about other branches: other roots, lost parents, cycles, what JSON cannot hold', () => {
    const other = metadata('odd', null);
    Object.assign(other, { value: undefined });
    const entries = [user('a', 'b'), user('b', 'a'), user('lost', 'gone'), other, ...chapterTree()];
    assert.deepEqual(ids(pathTo(entries, 'a-alt')), ['u-1', 'a-alt']);
    assert.throws(() => pathTo(entries, 'odd'), SessionFormatError);
  });

  it('takes ids for opaque: names of the prototype, blanks, long ones', () => {
    const long = 'x'.repeat(100_000);
    const names = ['__proto__', 'constructor', 'toString', ' ', '\0', '../..', long];
    const entries = names.map((name, index) => user(name, names[index - 1] ?? null));
    assert.deepEqual(ids(pathTo(entries, long)), names);
    assert.ok(fault(() => pathTo(entries, `${long}y`)).message.length < 400);
    assert.match(fault(() => pathTo(entries, 'a\u202e\0')).message, /"a\ufffd\ufffd"/);
  });

  it('takes a chain of 100,000 entries, in any order, in linear time', function () {
    this.timeout(20_000);
    const entries = Array.from({ length: 100_000 }, (_, index) =>
      user(`e${index}`, index === 0 ? null : `e${index - 1}`),
    ).reverse();
    const path = pathTo(entries, 'e99999');
    assert.equal(path.length, 100_000);
    assert.equal(path[0]?.id, 'e0');
    assert.equal(messagesOnPath(entries, 'e99999').length, 100_000);
  });
});

describe('messagesOnPath', () => {
  it('keeps every field of a call and its result', () => {
    const [, call, result] = messagesOnPath(chapterTree(), 'r-read');
    assert.deepEqual(call, {
      role: 'assistant',
      content: [
        {
          type: 'toolCall',
          id: 'call-1',
          name: 'read',
          arguments: { path: 'README.md' },
          rawArguments: '{"path": "README.md"}',
        },
      ],
    });
    assert.deepEqual(result, {
      role: 'toolResult',
      toolCallId: 'call-1',
      toolName: 'read',
      content: [{ type: 'text', text: '# tiny-pi ...' }],
      isError: false,
      details: { lines: [1, 20] },
    });
  });

  it('keeps fields that the chapter does not name', () => {
    const entry = assistant('a', null);
    if (entry.type === 'message') Object.assign(entry.message, { model: 'm', usage: { input: 3 } });
    assert.deepEqual(messagesOnPath([entry], 'a'), [entry.type === 'message' && entry.message]);
  });

  it('leaves metadata and siblings out; a path of metadata has no messages', () => {
    assert.deepEqual(
      messagesOnPath(chapterTree(), 'meta-cwd').map((message) => message.role),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
    assert.equal(messagesOnPath(chapterTree(), 'a-alt').length, 2);
    assert.deepEqual(messagesOnPath([metadata('m', null), metadata('n', 'm')], 'n'), []);
  });

  it('shares nothing with the entries, nor with what it gave before', () => {
    const entries = chapterTree();
    const first = messagesOnPath(entries, 'meta-cwd');
    spoil(first);
    assert.deepEqual(entries, chapterTree());
    assert.deepEqual(messagesOnPath(entries, 'meta-cwd'), messagesOnPath(chapterTree(), 'meta-cwd'));
  });

  it('fails as pathTo does', () => {
    for (const [entries, leaf, code] of [
      [[user('a', null), user('a', null)], 'a', 'duplicate-id'],
      [[user('a', 'b')], 'a', 'missing-parent'],
      [[user('a', 'a')], 'a', 'cycle'],
      [[], 'a', 'missing-leaf'],
    ] as const) {
      assert.equal(fault(() => messagesOnPath(entries, leaf)).code, code);
    }
  });
});
