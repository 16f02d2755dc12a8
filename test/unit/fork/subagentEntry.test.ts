import assert from 'node:assert/strict';
import { flow, open } from './flowSupport.ts';

/** A record of an agent that keeps subagents' conversations in the same file. */
const record = (
  uuid: string,
  parentUuid: string | null,
  isSidechain: boolean,
  content: unknown,
  type = 'user',
) =>
  JSON.stringify({
    ...{
      parentUuid,
      isSidechain,
      userType: 'external',
      cwd: '/w',
      sessionId: 'old',
      version: '2.1.0',
      uuid,
      type,
    },
    ...{ timestamp: '2026-01-05T10:00:01.000Z', message: { role: type, content } },
  });
const use = [{ type: 'tool_use', id: 't1', name: 'Task', input: { prompt: 'count' } }];
const main = [record('u1', null, false, 'ask a helper'), record('a2', 'u1', false, use, 'assistant')];
const side = [record('s3', null, true, 'count'), record('s4', 's3', true, 'one', 'assistant')];

describe('a fork from an entry of a subagent', () => {
  it('in the session that started it says that the agent goes on in its own conversation', async () => {
    const session = open(...main, ...side);
    const { run, asked, folder } = flow(session);
    assert.equal(await run({ row: 3 }), undefined, 'left at the question');
    assert.equal(folder.files.size, 0);
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['This entry is a subagent’s.'],
    );
    assert.match(asked[0]?.detail ?? '', /Claude Code goes on where the subagent was started/);
    // The call waits as well: here anyway.
    const made = await flow(session, { confirm: true, choose: 2 }).run({ row: 3 });
    assert.ok(made?.file);
  });

  it('asks nothing of the kind on the main line, nor in a subagent’s own file', async () => {
    const onMain = flow(open(...main, ...side));
    await onMain.run({ row: 0 });
    assert.deepEqual(onMain.asked, []);
    const own = flow(open(...side));
    assert.ok((await own.run({ row: 1 }))?.file);
    assert.deepEqual(own.asked, []);
  });
});
