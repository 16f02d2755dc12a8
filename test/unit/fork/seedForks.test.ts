import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { parseSessionMessage } from '../../../src/core/strict/flatMessage.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/json.ts';
import { SequenceWatch } from '../../../src/core/transcript/sequenceFaults.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession, sessionFile, type MemorySession } from './memory.ts';

const text = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const json = (line: string | undefined): JsonObject => {
  const value: unknown = JSON.parse(line ?? '');
  assert.ok(isJsonObject(value));
  return value;
};

describe('forks of flat messages', () => {
  const records = [
    { role: 'user', content: 'do' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'read', input: {} }] },
    { role: 'tool', toolCallId: 'c1', content: 'ok', isError: false },
  ];

  it('are the first lines, byte for byte', async () => {
    const made = await makeFork(memorySession(text(records)), 2);
    assert.equal(made.content.toString(), text(records));
    assert.equal(made.name, 'session-fork-1.jsonl');
  });

  it('close a call so that the strict reader takes it', async () => {
    const made = await makeFork(memorySession(text(records)), 1, faultyFolder(), { closing: true });
    const messages = made.lines.map((line) => parseSessionMessage(JSON.parse(line)));
    assert.equal(messages[2]?.role, 'tool');
    assert.equal(messages[2].toolCallId, 'c1');
    assert.equal(messages[2].isError, true);
  });

  it('close a call in the words of chat completions where the file has those', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
    const chat = [records[0] ?? {}, { role: 'assistant', content: null, tool_calls: [call] }];
    const made = await makeFork(memorySession(text(chat)), 1, faultyFolder(), { closing: true });
    assert.equal(json(made.lines[2])['tool_call_id'], 'c1');
  });
});

describe('forks of trees of chat messages', () => {
  it('are the path, and close a call', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
    const records = [
      { id: 'a', parentId: null, message: { role: 'user', content: 'x' } },
      { id: 'b', parentId: 'a', message: { role: 'user', content: 'other' } },
      { id: 'c', parentId: 'a', message: { role: 'assistant', content: null, tool_calls: [call] } },
    ];
    const session = memorySession(text(records));
    const made = await makeFork(session, session.rowOf('c'), faultyFolder(), { closing: true });
    assert.deepEqual(made.lines.slice(0, 2), [JSON.stringify(records[0]), JSON.stringify(records[2])]);
    const { id, ...standIn } = json(made.lines[2]);
    assert.match(String(id), /^[0-9a-f]{8}$/);
    assert.deepEqual(standIn, {
      parentId: 'c',
      message: {
        role: 'tool',
        tool_call_id: 'c1',
        content: 'No result: this session was forked before the tool had answered.',
      },
    });
  });
});

describe('forks of transcripts', () => {
  const event = (sequence: number, fields: object) => ({
    ...{ schema_version: 1, sequence, session_id: 's', event_id: `transcript:s:${sequence}` },
    ...{ recorded_at: '2026-11-30T06:00:00.000Z', ...fields },
  });
  const events = [
    event(4, { type: 'message', role: 'user', content: 'do' }),
    event(5, { type: 'function_call', callId: 'c1', name: 'read', arguments: '{}' }),
    event(6, { type: 'function_call_result', callId: 'c1', name: 'read', output: 'ok' }),
  ];

  it('count from one, under a session id of their own', async () => {
    const session = memorySession(text(events));
    const made = await makeFork(session, 1, faultyFolder(), { closing: true });
    const written = made.lines.map(json);
    const sessionId = String(written[0]?.['session_id']);
    assert.notEqual(sessionId, 's');
    assert.deepEqual(
      written.map((each) => each['event_id']),
      [1, 2, 3].map((sequence) => `transcript:${sessionId}:${sequence}`),
    );
    const watch = new SequenceWatch();
    assert.deepEqual(
      written.flatMap((each) => watch.next(each)),
      [],
    );
    const standIn = written[2] ?? {};
    assert.deepEqual([standIn['callId'], standIn['status']], ['c1', 'failed']);
    assert.equal(written[0]?.['recorded_at'], '2026-11-30T06:00:00.000Z');
  });

  it('are as they stand without envelopes', async () => {
    const bare = [
      { type: 'message', role: 'user', content: 'x' },
      { type: 'ai-title', title: 't' },
    ];
    const call = { type: 'function_call', callId: 'c', name: 'n', arguments: '{}' };
    const made = await makeFork(memorySession(text([...bare, call])), 1);
    assert.equal(made.content.toString(), text(bare));
  });
});

describe('forks at every entry of the seeds’ other formats', () => {
  const cases = globSync(join(sharedFolder, 'cases/*/input.jsonl')).filter((path) => {
    const { format } = json(readFileSync(join(dirname(path), 'expected.json'), 'utf8'));
    return ['flat', 'openai-tree', 'workbuddy'].includes(String(format));
  });
  if (cases.length === 0) {
    it('of the cases', function () {
      sharedPath(this, 'cases');
    });
  }
  for (const path of cases.sort()) {
    it(path.slice(sharedFolder.length + 1), async () => {
      const session = sessionFile(path);
      for (let row = 0; row < session.snapshot.table.size; row++) await checkFork(session, row);
    });
  }
});

async function checkFork(session: MemorySession, row: number): Promise<void> {
  if (session.snapshot.table.isRepeat(row)) return;
  const plan = planFork(session.snapshot, row);
  const forked = memorySession((await makeFork(session, row)).content);
  const errors = forked.snapshot.problems.filter(
    ({ severity, code }) => severity === 'error' && code !== 'malformed-message',
  );
  assert.deepEqual(errors, []);
  assert.equal(forked.snapshot.table.size, plan.rows.length);
  assert.equal(planFork(forked.snapshot, forked.snapshot.table.size - 1).messages, plan.messages);
}
