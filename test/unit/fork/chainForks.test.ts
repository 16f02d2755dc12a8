import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession, sessionFile, type MemorySession } from './memory.ts';

type Row = Record<string, unknown>;
const text = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const json = (line: string | undefined) => JSON.parse(line ?? '') as Row;

const qwen = (uuid: string, parentUuid: string | null, type: string, more: object) => ({
  ...{ uuid, parentUuid, sessionId: 'old', timestamp: '2026-11-30T05:16:20.792Z', type },
  ...{ cwd: '/p', version: '0.24.4', ...more },
});
const parts = (role: string, ...list: object[]) => ({ message: { role, parts: list } });

describe('forks of Qwen Code sessions', () => {
  const records = [
    qwen('u1', null, 'user', parts('user', { text: 'do' })),
    qwen('s2', 'u1', 'system', { subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } }),
    qwen(
      'a3',
      's2',
      'assistant',
      parts('model', { functionCall: { id: 'c1', name: 'run', args: {} } }, { text: 'running' }),
    ),
  ];

  it('keep the uuids, say where they come from, and close calls', async () => {
    const made = await makeFork(memorySession(text(records)), 2, faultyFolder(), { closing: true });
    const rows = made.lines.map(json);
    const id = made.name.replace('.jsonl', '');
    assert.deepEqual(
      rows.map(({ uuid, sessionId, type, subtype }) => [uuid, sessionId === id, subtype ?? type]).slice(0, 3),
      [
        ['u1', true, 'user'],
        ['s2', true, 'ui_telemetry'],
        ['a3', true, 'assistant'],
      ],
    );
    assert.deepEqual(rows[1]?.['forkedFrom'], { sessionId: 'old', messageUuid: 's2' });
    assert.equal(rows[3]?.['parentUuid'], 'a3');
    assert.equal(rows[3]['cwd'], '/p');
    assert.deepEqual((rows[3]['toolCallResult'] as Row)['callId'], 'c1');
    const title = rows[4] ?? {};
    assert.deepEqual(title['systemPayload'], { customTitle: 'do (fork)' });
    assert.equal(title['parentUuid'], rows[3]['uuid']);
  });
});

describe('forks of CodeBuddy sessions', () => {
  const line = (id: string, parentId: string | undefined, type: string, more: object) => ({
    ...{ id, ...(parentId !== undefined && { parentId }), timestamp: 1796015825628, type },
    ...{ ...more, providerData: { agent: 'cli' }, sessionId: 'old', cwd: '/p' },
  });
  const records = [
    line('u1', undefined, 'message', { role: 'user', content: [{ type: 'input_text', text: 'do' }] }),
    line('r', 'u1', 'message', { role: 'assistant', content: [{ type: 'output_text', text: 'so' }] }),
    line('r', 'u1', 'function_call', { name: 'Bash', callId: 'c1', arguments: '{}' }),
    line('r', 'u1', 'function_call', { name: 'Bash', callId: 'c2', arguments: '{}' }),
    line('x', 'r', 'function_call_result', {
      name: 'Bash',
      callId: 'c1',
      output: { type: 'text', text: 'ok' },
    }),
  ];

  it('are the lines under a session id of their own, with the file beside them that says so', async () => {
    const folder = faultyFolder();
    const session = memorySession(text(records));
    const made = await makeFork(session, 4, folder, { closing: true });
    const id = made.name.replace('.jsonl', '');
    const told = (record: Row) => ({ sessionId: 'old', messageUuid: record['id'] });
    assert.deepEqual(
      made.lines.slice(0, 5).map(json),
      records.map((record) => ({ ...record, sessionId: id, forkedFrom: told(record) })),
    );
    const { header } = memorySession(made.content).snapshot;
    assert.deepEqual([header?.id, header?.parentSession], [id, 'old']);
    const standIn = json(made.lines[5]);
    assert.deepEqual([standIn['callId'], standIn['parentId'], standIn['cwd']], ['c2', 'x', '/p']);
    const beside = String(folder.files.get(`/s/${id}.meta.json`));
    assert.deepEqual(JSON.parse(beside), { forkedFrom: 'old' });
  });
});

describe('forks at every entry of what such agents wrote', () => {
  const folder = join(sharedFolder, 'corpus');
  const files = globSync('{qwen-code,codebuddy,codex,copilot-cli,gemini-cli,factory-droid}/**/*.jsonl', {
    cwd: folder,
  });
  if (files.length === 0) {
    it('of the corpus', function () {
      sharedPath(this, 'corpus');
    });
  }
  for (const file of files.sort()) {
    it(file, async function () {
      this.timeout(60_000);
      const session = sessionFile(join(folder, file));
      // A single line of some flat files tells too little to be known again.
      if (!session.snapshot.format.fork || session.snapshot.format.name === 'flat') return;
      const { size } = session.snapshot.table;
      for (let row = 0; row < size; row += Math.ceil(size / 40)) await checkFork(session, row);
      await checkFork(session, size - 1);
    });
  }
});

async function checkFork(session: MemorySession, row: number): Promise<void> {
  if (session.snapshot.table.isRepeat(row)) return;
  const plan = planFork(session.snapshot, row);
  const forked = memorySession((await makeFork(session, row)).content);
  const { table, problems } = forked.snapshot;
  const errors = problems.filter(
    ({ severity, code }) => severity === 'error' && code !== 'malformed-message',
  );
  assert.deepEqual(errors, [], `line ${session.snapshot.table.line(row)}`);
  assert.equal(planFork(forked.snapshot, table.size - 1).messages, plan.messages);
}
