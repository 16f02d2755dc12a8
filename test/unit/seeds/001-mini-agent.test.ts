import assert from 'node:assert/strict';
import { parseSessionMessage } from '../../../src/core/strict/flatMessage.ts';

const user = { role: 'user', content: 'x' };
const call = { id: 'c1', name: 'read', input: { path: 'a' } };

/** Values that are JSON but no object, and some that are no JSON at all. */
const NO_OBJECTS = [undefined, null, 1, 'user', true, [], [user], () => user, Symbol('x')];

describe('mini-agent, chapter 34: parseSessionMessage', () => {
  it('asks for an object, a string role and a string content first', () => {
    for (const value of NO_OBJECTS) assert.equal(parseSessionMessage(value), undefined);
    for (const role of [undefined, null, 1, ['user'], {}]) {
      assert.equal(parseSessionMessage({ role, content: 'x' }), undefined);
    }
    for (const content of [undefined, null, 1, [], ['x'], {}]) {
      for (const role of ['user', 'assistant', 'tool']) {
        const rest = { toolCalls: [], toolCallId: 'c', isError: false };
        assert.equal(parseSessionMessage({ role, content, ...rest }), undefined);
      }
    }
  });

  it('takes a user message by these alone', () => {
    assert.deepEqual(parseSessionMessage(user), user);
    assert.deepEqual(parseSessionMessage({ role: 'user', content: '' }), { role: 'user', content: '' });
  });

  it('takes an assistant message only with an array of calls', () => {
    const good = { role: 'assistant', content: '', toolCalls: [call, { ...call, id: 'c2' }] };
    assert.deepEqual(parseSessionMessage(good), good);
    assert.deepEqual(parseSessionMessage({ ...good, toolCalls: [] }), { ...good, toolCalls: [] });
    for (const toolCalls of [undefined, null, {}, 'c1', call]) {
      assert.equal(parseSessionMessage({ role: 'assistant', content: '', toolCalls }), undefined);
    }
  });

  it('looks at every call, not only at the first', () => {
    const bad = [null, 'c1', [], {}, { id: 1, name: 'a', input: 0 }, { id: 'c', name: null, input: 0 }];
    for (const item of [...bad, { id: 'c', name: 'a' }, { id: 'c', input: 0 }, { name: 'a', input: 0 }]) {
      const message = { role: 'assistant', content: '', toolCalls: [call, item] };
      assert.equal(parseSessionMessage(message), undefined, JSON.stringify(item));
    }
    assert.equal(parseSessionMessage({ role: 'assistant', content: '', toolCalls: new Array(1) }), undefined);
  });

  it('takes any JSON value as input, null too, if only it is there', () => {
    for (const input of [null, 0, false, '', 'text', [], {}, { deep: [{ a: null }] }]) {
      const message = { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'a', input }] };
      assert.deepEqual(parseSessionMessage(message), message);
    }
    const noInput = { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'a', input: undefined }] };
    assert.equal(parseSessionMessage(noInput), undefined, 'undefined is no JSON value');
  });

  it('takes a tool message only with a call id and an error flag', () => {
    const good = { role: 'tool', toolCallId: 'c1', content: 'done', isError: false };
    assert.deepEqual(parseSessionMessage(good), good);
    assert.deepEqual(parseSessionMessage({ ...good, isError: true }), { ...good, isError: true });
    for (const isError of [undefined, null, 0, 'false']) {
      assert.equal(parseSessionMessage({ ...good, isError }), undefined);
    }
    for (const toolCallId of [undefined, null, 1, {}]) {
      assert.equal(parseSessionMessage({ ...good, toolCallId }), undefined);
    }
  });

  it('knows no other role', () => {
    for (const role of ['nope', 'system', 'toolResult', '', 'User', 'constructor']) {
      const all = { role, content: 'x', toolCalls: [], toolCallId: 'c', isError: false };
      assert.equal(parseSessionMessage(all), undefined);
    }
  });

  it('looks at the structure, not at the meaning: repeated ids, unknown tools, empty texts pass', () => {
    const odd = {
      role: 'assistant',
      content: '',
      toolCalls: [call, call, { id: '', name: '', input: null }],
    };
    assert.deepEqual(parseSessionMessage(odd), odd);
  });

  it('is pure: the same answer again, nothing changed, no inherited fields', () => {
    const value = Object.freeze({
      role: 'assistant',
      content: 'x',
      toolCalls: Object.freeze([call]),
      more: 1,
    });
    const first = parseSessionMessage(value);
    assert.deepEqual(first, { role: 'assistant', content: 'x', toolCalls: [call] });
    assert.deepEqual(parseSessionMessage(value), first);
    assert.equal(parseSessionMessage(Object.create({ role: 'user', content: 'x' })), undefined);
    const polluted: unknown = JSON.parse('{"__proto__":{"role":"user"},"content":"x"}');
    assert.equal(parseSessionMessage(polluted), undefined);
  });
});
