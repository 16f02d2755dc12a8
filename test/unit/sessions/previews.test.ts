import assert from 'node:assert/strict';
import { user } from '../formats/claudeLines.ts';
import { chain, opened, record, URI } from './support.ts';

function message(id: string, parentId: string | null, message: object): string {
  return `${JSON.stringify({ id, parentId, timestamp: 1, type: 'message', message })}\n`;
}

function calling(id: string, parentId: string | null, ...calls: [id: string, path: string][]): string {
  const content = calls.map(([callId, path]) => ({
    type: 'toolCall',
    id: callId,
    name: 'read',
    arguments: { path },
  }));
  return message(id, parentId, { role: 'assistant', content });
}

function result(id: string, parentId: string | null, toolCallId: string, isError = false): string {
  const content = [{ type: 'text', text: `output of ${toolCallId}` }];
  return message(id, parentId, { role: 'toolResult', toolCallId, toolName: 'read', content, isError });
}

describe('previews of rows', () => {
  it('show what a user wrote behind what the agent put before it, and a command as it was typed', async () => {
    const reminder = '<system-reminder>mind</system-reminder>';
    const command =
      '<command-message>x</command-message><command-name>/x</command-name><command-args>y</command-args>';
    const texts = [`${reminder}\nreal`, command, reminder, '<b>as typed'];
    const data = texts.map((text, n) => user(`u${n}`, n === 0 ? null : `u${n - 1}`, text));
    const { session } = await opened(data.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const shown = await session.previews([0, 1, 2, 3]);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['real', '/x y', reminder, '<b>as typed'],
    );
  });

  it('show a tool result as its call, wherever the call stands above it', async () => {
    const data =
      calling('a', null, ['c1', 'one.md'], ['c2', 'two.md']) +
      result('r2', 'a', 'c2') +
      result('r1', 'r2', 'c1', true);
    const { session } = await opened(data);
    const [call, second, first] = await session.previews([0, 1, 2]);
    assert.deepEqual(call, {
      row: 0,
      kind: 'message',
      role: 'assistant',
      text: '→ read one.md, read two.md',
      calls: ['read one.md', 'read two.md'],
    });
    assert.equal(second?.text, 'read two.md');
    assert.equal(second.role, 'toolResult');
    assert.equal(first?.text, 'read one.md');
    assert.equal(first.mark, 'error');
  });

  it('take the nearest call where an id is used again', async () => {
    const data =
      calling('a', null, ['c', 'old.md']) +
      result('r1', 'a', 'c') +
      calling('b', 'r1', ['c', 'new.md']) +
      result('r2', 'b', 'c');
    const { session } = await opened(data);
    assert.deepEqual(
      (await session.previews([3, 1])).map(({ text }) => text),
      ['read new.md', 'read old.md'],
    );
  });

  it('show a result without a call, or with an empty id, by its own text', async () => {
    const { session } = await opened(
      `${record('a', null)}\n${result('r', 'a', 'nobody')}${result('s', 'r', '')}`,
    );
    assert.deepEqual(
      (await session.previews([1, 2])).map(({ text }) => text),
      ['read: output of nobody', 'read: output of '.trim()],
    );
  });

  it('read rows and calls together, and keep what they read', async () => {
    const { session, files } = await opened(calling('a', null, ['c1', 'one.md']) + result('r', 'a', 'c1'));
    await session.previews([1]);
    assert.equal(files.counts.reads, 1);
    await session.previews([0, 1]);
    assert.equal(files.counts.reads, 1);
    assert.deepEqual(await session.previews([]), []);
  });

  it('say that the file changed where the bytes are gone', async () => {
    const { session, files } = await opened(chain('a', 'b'));
    files.write(URI, chain('x'));
    assert.deepEqual(
      (await session.previews([0])).map(({ text }) => text),
      ['(changed on disk)'],
    );
  });
});
