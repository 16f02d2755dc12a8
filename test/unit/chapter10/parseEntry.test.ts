import assert from 'node:assert/strict';
import { parseSessionEntry, SessionFormatError } from '../../../src/api.ts';
import { chapterTree, metadata, user } from './chapterTree.ts';

type Fields = Record<string, unknown>;

const base = { id: 'e', parentId: null, timestamp: 1 };
const withMessage = (message: unknown): Fields => ({ ...base, type: 'message', message });
const withBlock = (block: unknown, role = 'assistant'): Fields => withMessage({ role, content: [block] });
const call: Fields = { type: 'toolCall', id: 'c', name: 'read', arguments: {} };
const result: Fields = { role: 'toolResult', toolCallId: 'c', toolName: 'read', content: [], isError: false };
const data: Fields = { ...base, type: 'metadata', key: 'k', value: 1 };

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

function fault(value: unknown): SessionFormatError {
  try {
    parseSessionEntry(value);
  } catch (error) {
    if (error instanceof SessionFormatError) return error;
    throw error;
  }
  return assert.fail('it was let through');
}

describe('parseSessionEntry', () => {
  const good: Record<string, Fields> = {
    'a root': withMessage({ role: 'user', content: 'hi' }),
    'a child': { ...data, parentId: 'p' },
    'a time before 1970, and a fraction': { ...data, timestamp: -1.5 },
    'user blocks': withMessage({
      role: 'user',
      content: [
        { type: 'text', text: '' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
      ],
    }),
    'empty contents': withMessage({ role: 'assistant', content: [] }),
    'an assistant of all blocks': withMessage({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 's', redacted: true },
        { type: 'text', text: 'yes', textSignature: 't' },
        { type: 'image', data: '', mimeType: 'image/png' },
        { ...call, rawArguments: '{"path":' },
        { ...call, arguments: { path: 'a', deep: [{ x: null }] } },
      ],
    }),
    'a call without id and name, as some writers leave it': withBlock({ ...call, id: '', name: '' }),
    'a result': withMessage(result),
    'a failed result with details': withMessage({ ...result, isError: true, details: { exit: 1 } }),
    'details of any kind': withMessage({ ...result, details: null }),
    'metadata of any kind': { ...data, value: [null, true, 0.5, 'x', { y: [] }] },
    'null metadata': { ...data, value: null },
  };
  for (const [name, entry] of Object.entries(good)) {
    it(`takes ${name}`, () => assert.deepEqual(parseSessionEntry(entry), entry));
  }

  it('keeps fields that the chapter does not name, on entries, messages and blocks', () => {
    const entry = withBlock({ ...call, partialJson: '{', extra: { n: [1] } });
    Object.assign(entry, { label: 'x', nested: { deep: [1] } });
    Object.assign(entry['message'] as Fields, { model: 'm', usage: { input: 1 }, timestamp: 2 });
    assert.deepEqual(parseSessionEntry(entry), entry);
  });

  const bad: [string, unknown, string][] = [
    ['no object', 'text', '$'],
    ['null', null, '$'],
    ['undefined', undefined, '$'],
    ['an array', [base], '$'],
    ['no id', without(data, 'id'), 'id'],
    ['an empty id', { ...data, id: '' }, 'id'],
    ['a number as id', { ...data, id: 7 }, 'id'],
    ['no parentId', without(data, 'parentId'), 'parentId'],
    ['an empty parentId', { ...data, parentId: '' }, 'parentId'],
    ['a number as parentId', { ...data, parentId: 0 }, 'parentId'],
    ['no timestamp', without(data, 'timestamp'), 'timestamp'],
    ['a timestamp as text', { ...data, timestamp: '2026-01-05T10:00:00Z' }, 'timestamp'],
    ['an infinite timestamp', { ...data, timestamp: Infinity }, 'timestamp'],
    ['no type', without(data, 'type'), 'type'],
    ['an unknown type', { ...data, type: 'compaction' }, 'type'],
    ['a type from the prototype', { ...data, type: 'constructor' }, 'type'],
    ['metadata without key', without(data, 'key'), 'key'],
    ['metadata with a number as key', { ...data, key: 1 }, 'key'],
    ['metadata without value', without(data, 'value'), 'value'],
    ['no message', { ...base, type: 'message' }, 'message'],
    ['an array as message', withMessage([]), 'message'],
    ['no role', withMessage({ content: [] }), 'message.role'],
    ['an unknown role', withMessage({ role: 'tool', content: [] }), 'message.role'],
    ['a role from the prototype', withMessage({ role: 'toString', content: [] }), 'message.role'],
    ['a user without content', withMessage({ role: 'user' }), 'message.content'],
    ['a user with null content', withMessage({ role: 'user', content: null }), 'message.content'],
    ['an assistant without content', withMessage({ role: 'assistant' }), 'message.content'],
    ['an assistant with a string', withMessage({ role: 'assistant', content: 'x' }), 'message.content'],
    ['a result with a string', withMessage({ ...result, content: 'x' }), 'message.content'],
    ['a result without call id', withMessage(without(result, 'toolCallId')), 'message.toolCallId'],
    ['a result without tool', withMessage(without(result, 'toolName')), 'message.toolName'],
    ['a result without isError', withMessage(without(result, 'isError')), 'message.isError'],
    ['a result with isError as text', withMessage({ ...result, isError: 'no' }), 'message.isError'],
    ['null as block', withBlock(null), 'message.content[0]'],
    ['a string as block', withBlock('x'), 'message.content[0]'],
    ['a block without type', withBlock({ text: 'x' }), 'message.content[0].type'],
    ['an unknown block', withBlock({ type: 'video' }), 'message.content[0].type'],
    ['a call by a user', withBlock(call, 'user'), 'message.content[0].type'],
    ['thinking by a user', withBlock({ type: 'thinking', thinking: '' }, 'user'), 'message.content[0].type'],
    ['a text without text', withBlock({ type: 'text' }), 'message.content[0].text'],
    ['thinking under text', withBlock({ type: 'thinking', text: 'x' }), 'message.content[0].thinking'],
    ['an image without data', withBlock({ type: 'image', mimeType: 'x' }), 'message.content[0].data'],
    ['an image without type', withBlock({ type: 'image', data: '' }), 'message.content[0].mimeType'],
    ['a call without id', withBlock(without(call, 'id')), 'message.content[0].id'],
    ['a call without name', withBlock(without(call, 'name')), 'message.content[0].name'],
    ['a call without arguments', withBlock(without(call, 'arguments')), 'message.content[0].arguments'],
    ['a call with text', withBlock({ ...call, arguments: '{}' }), 'message.content[0].arguments'],
    ['a call with an array', withBlock({ ...call, arguments: [] }), 'message.content[0].arguments'],
    ['raw null', withBlock({ ...call, rawArguments: null }), 'message.content[0].rawArguments'],
    [
      'an undefined argument',
      withBlock({ ...call, arguments: { a: undefined } }),
      'message.content[0].arguments.a',
    ],
    ['an extra field that is lost', { ...data, extra: { f: () => 1 } }, 'extra.f'],
  ];
  for (const [name, value, path] of bad) {
    it(`refuses ${name}, at ${path}`, () => {
      const error = fault(value);
      assert.equal(error.path, path);
      assert.ok(error.message.includes(path === '$' ? 'the record' : path), error.message);
    });
  }

  it('names the second bad block by its own place', () => {
    const content = [{ type: 'text', text: 'x' }, { type: 'text' }];
    assert.equal(fault(withMessage({ role: 'assistant', content })).path, 'message.content[1].text');
  });

  it('tells what is wrong in words and in codes', () => {
    const missing = fault(withBlock(without(call, 'arguments')));
    assert.equal(missing.name, 'SessionFormatError');
    assert.equal(missing.code, 'not-an-entry');
    assert.equal(missing.reason, 'must be an object, but is missing');
    assert.equal(fault([]).code, 'not-an-object');
    assert.match(
      fault({ ...data, type: 'session' }).message,
      /type must be "message" or "metadata", but is "session"/,
    );
    assert.match(fault({ ...data, id: '' }).message, /id must be a string that is not empty, but is empty/);
    assert.ok(fault({ ...data, timestamp: 'x'.repeat(1e6) }).message.length < 300);
    assert.match(fault({ ...data, timestamp: 'a\u202eb\n' }).message, /"a\ufffdb\ufffd"/);
  });

  it('takes names of the prototype as data', () => {
    const text = `{"id":"__proto__","parentId":"constructor","timestamp":1,"type":"metadata","key":"toString",
      "value":{"__proto__":{"polluted":true},"hasOwnProperty":1},"__proto__":{"type":"message"}}`;
    const parsed = parseSessionEntry(JSON.parse(text));
    assert.equal(JSON.stringify(parsed), JSON.stringify(JSON.parse(text)));
    assert.equal(parsed.type, 'metadata');
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal(({} as Fields)['polluted'], undefined);
    assert.equal(fault(JSON.parse('{"__proto__":{"id":"x"}}')).path, 'id');
  });

  it('looks at a copy: a value that changes while it is read cannot slip through', () => {
    let reads = 0;
    const entry = {
      ...metadata('m', null),
      get value() {
        reads += 1;
        return reads === 1 ? 'fine' : () => 'not';
      },
    };
    assert.match(fault(entry).message, /value is a getter or setter/);
    assert.equal(reads, 0);
  });

  it('gives a value of its own at every depth', () => {
    for (const entry of [...chapterTree(), user('x', null)]) {
      const parsed = parseSessionEntry(entry);
      const shared = [...objects(parsed)].filter((object) => new Set(objects(entry)).has(object));
      assert.deepEqual(shared, []);
    }
  });
});

function* objects(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* objects(part);
}
