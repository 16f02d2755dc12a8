import assert from 'node:assert/strict';
import { call, calls, conversation, message, messages, result, textOf } from './support.ts';

describe('Conversation items: messages', () => {
  it('has the blocks in their order, calls with their results in place', async () => {
    const { items } = await conversation([
      message('u', null, 'user', 'what time is it'),
      message('a', 'u', 'assistant', [
        { type: 'thinking', thinking: 'a clock' },
        { type: 'text', text: 'I look.' },
        call('c1', 'clock', {}),
        { type: 'text', text: 'One moment.' },
      ]),
      result('r', 'a', 'c1', 'noon'),
      message('b', 'r', 'assistant', [{ type: 'text', text: 'noon' }]),
    ]);
    assert.deepEqual(
      messages(items).map((item) => [item.role, item.line, item.parts.map((part) => part.type)]),
      [
        ['user', 1, ['text']],
        ['assistant', 2, ['thinking', 'text', 'call', 'text']],
        ['assistant', 4, ['text']],
      ],
    );
    const [clock] = calls(items);
    assert.equal(clock?.state, 'ok');
    assert.equal(clock.result?.line, 3);
    assert.deepEqual(
      clock.result.parts.map((part) => part.type === 'text' && [part.text.text, part.style]),
      [['noon', 'plain']],
    );
  });

  it('marks a call without a result, and a failed one', async () => {
    const { items, scene } = await conversation([
      message('u', null, 'user', 'go'),
      message('a', 'u', 'assistant', [call('c1', 'bash', { command: 'sleep 9' }), call('c2')]),
      result('r', 'a', 'c2', 'no such file', { isError: true }),
    ]);
    assert.deepEqual(
      calls(items).map(({ name, summary, state }) => [name, summary, state]),
      [
        ['bash', 'sleep 9', 'none'],
        ['read', 'a.ts', 'error'],
      ],
    );
    assert.equal(scene.plan.pairs.openCalls, 1);
  });

  it('gives a command more room than a list has', async () => {
    const command = `cd /work && ${'npm run check && '.repeat(6)}true`;
    const { items } = await conversation([message('a', null, 'assistant', [call('c', 'bash', { command })])]);
    assert.equal(calls(items)[0]?.summary, command);
  });

  it('shows a result without a call as a message of its own, marked', async () => {
    const { items } = await conversation([message('u', null, 'user', 'go'), result('r', 'u', 'c9', 'stray')]);
    assert.deepEqual(messages(items)[1]?.orphan, { toolName: 'read', callId: 'c9', isError: false });
    assert.equal(textOf(items[1]), 'stray');
  });

  it('says how far a result is from its call', async () => {
    const { items } = await conversation([
      message('u', null, 'user', 'build'),
      message('a', 'u', 'assistant', [call('c1', 'build', {})]),
      message('u2', 'a', 'user', 'meanwhile?'),
      message('a2', 'u2', 'assistant', 'Monday'),
      result('r', 'a2', 'c1', 'build ok'),
      message('a3', 'r', 'assistant', 'done'),
    ]);
    assert.equal(calls(items)[0]?.result?.distance, 2);
    assert.deepEqual(
      items.map((item) => item.id),
      ['u', 'a', 'u2', 'a2', 'a3'],
    );
  });

  it('takes a result that hangs beside the path, and does not call it a branch', async () => {
    const { items, scene } = await conversation([
      message('u', null, 'user', 'two at once'),
      message('a', 'u', 'assistant', [call('c1'), call('c2')]),
      result('r1', 'a', 'c1', 'one'),
      result('r2', 'a', 'c2', 'two'),
      message('b', 'r2', 'assistant', 'both'),
    ]);
    assert.deepEqual(
      calls(items).map(({ state, result: found }) => [state, found?.line, found?.beside ?? false]),
      [
        ['ok', 3, true],
        ['ok', 4, false],
      ],
    );
    assert.equal(scene.plan.forks.size, 0);
    const beside = scene.snapshot.table.rowOf('r1');
    assert.equal(scene.plan.indexOf(beside), 1);
  });

  it('gives pictures by size and kind only; their data comes on request', async () => {
    const data = Buffer.from('not really a picture').toString('base64');
    const { items } = await conversation([
      message('u', null, 'user', [
        { type: 'image', mimeType: 'image/png', data },
        { type: 'image', mimeType: 'image/svg+xml', data },
      ]),
    ]);
    assert.deepEqual(
      messages(items)[0]?.parts.map(
        (part) => part.type === 'image' && [part.mimeType, part.size, part.supported],
      ),
      [
        ['image/png', 20, true],
        ['image/svg+xml', 20, false],
      ],
    );
    assert.ok(!JSON.stringify(items).includes(data));
  });

  it('shows unknown and null blocks as JSON, unusable shapes as such', async () => {
    const { items } = await conversation([
      message('u', null, 'user', [{ type: 'hologram', size: 1 }]),
      message('a', 'u', 'assistant', null),
      message('b', 'a', 'assistant', [
        null as unknown as Record<string, unknown>,
        { type: 'text', text: 'after' },
      ]),
    ]);
    const [first, second, third] = messages(items);
    assert.deepEqual(
      first?.parts.map((part) => part.type === 'raw' && part.text.text),
      ['{"type": "hologram", "size": 1}'],
    );
    assert.equal(second?.malformed, 'message.content');
    assert.equal(textOf(third), 'after');
    assert.equal(third?.malformed, 'message.content[0]');
  });

  it('cuts long texts, says how long they are, never in the middle of a character', async () => {
    const long = '😀'.repeat(60_000);
    const { items } = await conversation([
      message('u', null, 'user', `x${long}`),
      message('a', 'u', 'assistant', [call('c1')]),
      result('r', 'a', 'c1', long),
    ]);
    const [text] = messages(items)[0]?.parts ?? [];
    assert.ok(text?.type === 'text');
    assert.equal(text.text.total, 120_001);
    assert.equal(text.text.text.length, 65_535);
    const [output] = calls(items)[0]?.result?.parts ?? [];
    assert.ok(output?.type === 'text');
    assert.deepEqual([output.text.text.length, output.text.total], [8192, 120_000]);
    assert.doesNotMatch(output.text.text + text.text.text, /\p{Cs}/u);
  });

  it('keeps arguments of any depth as bounded text', async () => {
    const deep = `{"id":"a","parentId":null,"timestamp":1,"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"deep","arguments":{"x":${'['.repeat(5000)}${']'.repeat(5000)}}}]}}`;
    const { items } = await conversation([deep]);
    const [deepCall] = calls(items);
    assert.equal(deepCall?.fields[0]?.key, 'x');
    assert.ok((deepCall.fields[0]?.value.text.length ?? 0) <= 4096);
    assert.ok(JSON.stringify(items).length < 20_000);
  });

  it('says why an assistant stopped, and its error', async () => {
    const more = { stopReason: 'aborted', errorMessage: 'Request was aborted', model: 'model-x' };
    const { items } = await conversation([
      message('u', null, 'user', 'go'),
      message('a', 'u', 'assistant', [], more),
      message('b', 'a', 'assistant', 'fine', { stopReason: 'stop' }),
    ]);
    const [, aborted, fine] = messages(items);
    assert.deepEqual(
      [aborted?.stop, aborted?.error?.text, aborted?.model],
      ['aborted', 'Request was aborted', 'model-x'],
    );
    assert.equal(fine?.stop, undefined);
  });

  it('has commands of the user, hidden messages, and what the model does not see', async () => {
    const bash = {
      role: 'bashExecution',
      command: 'ls',
      output: 'a\nb',
      exitCode: 2,
      excludeFromContext: true,
    };
    const { items } = await conversation([
      { id: 'b', parentId: null, timestamp: 1, type: 'message', message: bash },
      message('c', 'b', 'custom', 'hint', { customType: 'x', display: false }),
    ]);
    const [command, custom] = messages(items);
    assert.equal(command?.inContext, false);
    assert.deepEqual(
      command.parts.map((part) => part.type),
      ['command', 'text'],
    );
    assert.deepEqual([custom?.role, custom?.hidden], ['custom', true]);
  });
});
