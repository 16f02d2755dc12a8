import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { createSubagentSessions } from '../../../src/sessions/subagents/subagentSessions.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { nodeFolders } from '../sessions/nodeFolders.ts';
import { item, meta, replyItem, textOf, userItem } from './codexLines.ts';

const MAIN = '01a00000-0000-7000-8000-000000000001';
const [FIRST, SECOND, REVIEW, NESTED] = ['01a1', '01a2', '01a3', '01a4'] as const;
const nameOf = (hour: number, id: string) => `rollout-2026-01-02T${hour}-00-00-${id}.jsonl`;

function spawned(parent: string, nickname: string, role = 'explorer'): object {
  const thread_spawn = { parent_thread_id: parent, depth: 1, agent_nickname: nickname, agent_role: role };
  // As in real files, the first line is longer than what is read at first.
  return { source: { subagent: { thread_spawn } }, base_instructions: { text: 'x'.repeat(20_000) } };
}

const spawn = (call_id: string) =>
  item({ type: 'function_call', name: 'spawn_agent', arguments: '{"message":"go"}', call_id });
const answer = (call_id: string, output: string) => item({ type: 'function_call_output', call_id, output });

describe('Codex: subagents', () => {
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'session-tree-codex-agents-'))));
  after(() => rmSync(folder, { recursive: true }));

  const write = (hour: number, id: string, fields: object, ...records: readonly object[]): string => {
    const path = join(folder, nameOf(hour, id));
    writeFileSync(path, textOf([meta({ id, ...fields }), ...records]));
    return pathToFileURL(path).href;
  };
  const open = async (uri: string) => {
    const session = await openSession(uri, {
      ...{ files: nodeFiles, scheduler: systemScheduler, onError: () => undefined },
    });
    assert.ok(session);
    return session;
  };

  it('stand at the calls that started them, as the answers tell', async () => {
    const main = write(
      ...([12, MAIN, {}] as const),
      ...[userItem('q'), spawn('c1'), spawn('c2')],
      answer('c1', JSON.stringify({ agent_id: FIRST, nickname: 'Sartre' })),
      answer('c2', JSON.stringify({ agent_id: SECOND })),
      ...[spawn('c3'), answer('c3', '{broken'), replyItem('done')],
    );
    const first = write(
      13,
      FIRST,
      spawned(MAIN, 'Sartre'),
      userItem('go'),
      spawn('n1'),
      answer('n1', `{"agent_id":"${NESTED}"}`),
    );
    const second = write(14, SECOND, spawned(MAIN, 'Camus', 'worker'), userItem('go'));
    write(15, REVIEW, { parent_thread_id: MAIN, source: { subagent: 'review' } }, userItem('look'));
    const nested = write(16, NESTED, spawned(FIRST, 'Weil'), userItem('deeper'));
    write(17, '01a5', spawned('another', 'Nobody'), userItem('not ours'));
    write(18, '01a6', {}, userItem('a session of its own'));
    write(11, '01a7', spawned(MAIN, 'Before'), userItem('older than the session'));

    const subagents = createSubagentSessions({ files: nodeFiles, folders: nodeFolders });
    const session = await open(main);
    const { placed, loose } = await subagents.of(session);
    const found = placed.map(({ subagent, row, resultRow }) => {
      const { table } = session.snapshot;
      return [subagent.facts.title, subagent.facts.sort, table.line(row), table.line(resultRow)];
    });
    assert.deepEqual(found, [
      ['Sartre', 'explorer', 3, 5],
      ['Camus', 'worker', 4, 6],
    ]);
    assert.deepEqual(
      loose.map(({ facts }) => [facts.ids[0], facts.isHelper]),
      [[REVIEW, true]],
    );
    // The subagent's own file knows whose it is, whether or not the main session was opened; a nested one too.
    for (const fresh of [subagents, createSubagentSessions({ files: nodeFiles, folders: nodeFolders })]) {
      assert.equal((await fresh.originOf(await open(second)))?.mainUri, main);
      const origin = await fresh.originOf(await open(nested));
      assert.deepEqual([origin?.mainUri, origin?.parentUri], [main, first]);
    }
  });
});
