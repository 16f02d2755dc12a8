import assert from 'node:assert/strict';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession } from './memory.ts';

type Row = Record<string, unknown>;
const text = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const json = (line: string | undefined) => JSON.parse(line ?? '') as Row;
const rowsOf = (lines: readonly string[]) => lines.map(json);
const TIME = '2026-11-30T05:12:50.918Z';

describe('forks of Codex rollouts', () => {
  const line = (ordinal: number | undefined, type: string, payload: object) => ({
    ...{ timestamp: TIME, ...(ordinal !== undefined && { ordinal }), type, payload },
  });
  const meta = (ordinal?: number, more: object = {}) =>
    line(ordinal, 'session_meta', {
      ...{ id: 'old', session_id: 'old', timestamp: TIME, cwd: '/p', originator: 'codex_exec' },
      ...{ cli_version: '0.171.0', source: 'cli', git: {}, ...more },
    });
  const said = (ordinal: number | undefined, role: string, words: string) =>
    line(ordinal, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text: words }] });
  const call = (ordinal: number | undefined, type: string, id: string) =>
    line(ordinal, 'response_item', { type, name: 'shell', call_id: id, arguments: '{}', input: '' });
  const PLACE = 'file:///home/me/.codex/sessions/2025/01/02/rollout-old.jsonl';

  it('stand in the folder of their day, under a thread id of their own', async () => {
    const folder = faultyFolder();
    const records = [meta(0), said(1, 'user', 'do'), said(2, 'assistant', 'done'), said(3, 'user', 'more')];
    const made = await makeFork(memorySession(text(records), PLACE), 1, folder);
    const id = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-f-]{36})\.jsonl$/.exec(made.name)?.[1];
    assert.ok(id);
    assert.match(made.path, /^\/home\/me\/\.codex\/sessions\/2026\/1[12]\/\d\d\/rollout-/);
    const [header, ...lines] = rowsOf(made.lines);
    assert.deepEqual(header?.['payload'], {
      ...{ cwd: '/p', originator: 'codex_exec', cli_version: '0.171.0', id, session_id: id },
      ...{ timestamp: '2026-11-30T05:28:25.521Z', source: 'cli', git: {}, forked_from_id: 'old' },
    });
    assert.equal(header?.['ordinal'], 0);
    assert.deepEqual(lines, records.slice(1, 3));
  });

  it('need no other file, and count from their first line', async () => {
    const base = { thread_id: 'elder', end_ordinal_exclusive: 9, end_byte_offset: 99 };
    const records = [meta(9, { history_base: base, forked_from_id: 'elder' }), said(10, 'user', 'do')];
    const made = await makeFork(memorySession(text(records), PLACE), 0);
    const [header, first] = rowsOf(made.lines);
    const payload = header?.['payload'] as Row;
    assert.equal(payload['history_base'], undefined);
    assert.equal(payload['forked_from_id'], 'old');
    assert.deepEqual([header?.['ordinal'], first?.['ordinal']], [0, 1]);
  });

  it('go without turns that were taken back, and without the line that says so', async () => {
    const records = [
      ...[meta(), said(undefined, 'user', 'one'), said(undefined, 'assistant', 'first')],
      ...[said(undefined, 'user', 'two'), said(undefined, 'assistant', 'second')],
      ...[line(undefined, 'event_msg', { type: 'thread_rolled_back', num_turns: 1 })],
      ...[said(undefined, 'user', 'three')],
    ];
    const session = memorySession(text(records), PLACE);
    const made = await makeFork(session, session.snapshot.table.size - 1);
    assert.deepEqual(rowsOf(made.lines).slice(1), [records[1], records[2], records[6]]);
  });

  it('close calls of both sorts', async () => {
    const records = [meta(0), call(1, 'function_call', 'c1'), call(2, 'custom_tool_call', 'c2')];
    const made = await makeFork(memorySession(text(records), PLACE), 1, faultyFolder(), { closing: true });
    assert.deepEqual(
      rowsOf(made.lines.slice(3)).map(({ ordinal, payload }) => [
        ordinal,
        (payload as Row)['type'],
        (payload as Row)['call_id'],
      ]),
      [
        [3, 'function_call_output', 'c1'],
        [4, 'custom_tool_call_output', 'c2'],
      ],
    );
  });

  it('stay beside a file that lies somewhere else', async () => {
    const made = await makeFork(memorySession(text([meta(0), said(1, 'user', 'x')]), 'file:///w/a.jsonl'), 0);
    assert.match(made.path, /^\/w\/rollout-/);
  });
});

describe('forks of Copilot’s events', () => {
  const event = (id: string, parentId: string | null, type: string, data: object) => ({
    ...{ type, data, id, timestamp: TIME, parentId },
  });
  const records = [
    event('s', null, 'session.start', { sessionId: 'old', version: 1, context: { cwd: '/p' } }),
    event('u', 's', 'user.message', { content: 'do' }),
    event('t', 'u', 'assistant.turn_start', { turnId: '0' }),
    event('a', 't', 'assistant.message', {
      content: '',
      toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: {} }],
    }),
    event('r', 'a', 'tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'x' } }),
    event('e', 'r', 'assistant.turn_end', { turnId: '0' }),
  ];

  it('have a folder of their own, and end the turn that they cut', async () => {
    const session = memorySession(text(records), 'file:///home/.copilot/session-state/old/events.jsonl');
    const made = await makeFork(session, session.rowOf('a'), faultyFolder(), { closing: true });
    const [start, ...rest] = rowsOf(made.lines);
    const id = String((start?.['data'] as Row)['sessionId']);
    assert.equal(made.path, `/home/.copilot/session-state/${id}/events.jsonl`);
    assert.notEqual(id, 'old');
    assert.deepEqual(rest.slice(0, 3), records.slice(1, 4));
    assert.deepEqual(
      rest.slice(3).map(({ type }) => type),
      ['tool.execution_complete', 'assistant.turn_end'],
    );
    assert.equal(rest[3]?.['parentId'], 'a');
    assert.deepEqual(rest[4]?.['data'], { turnId: '0' });
  });

  it('are a file beside a transcript of VS Code’s chat, whole turns as they stand', async () => {
    const session = memorySession(text(records), 'file:///store/transcripts/old.jsonl');
    const made = await makeFork(session, session.rowOf('e'));
    assert.match(made.path, /^\/store\/transcripts\/[0-9a-f-]{36}\.jsonl$/);
    assert.deepEqual(rowsOf(made.lines).slice(1), records.slice(1));
  });
});

describe('forks of Gemini CLI sessions', () => {
  const message = (id: string, type: string, content: string) => ({ id, timestamp: TIME, type, content });
  const header = { sessionId: 'old', projectHash: 'h', startTime: TIME, lastUpdated: TIME, kind: 'main' };

  it('hold every message once, in its newest version', async () => {
    const records = [
      header,
      message('m1', 'user', 'one'),
      message('m2', 'gemini', 'half'),
      message('m2', 'gemini', 'whole'),
      message('m3', 'user', 'no'),
      { $rewindTo: 'm3' },
      message('m4', 'user', 'two'),
    ];
    const session = memorySession(text(records), 'file:///g/session-old.jsonl');
    const made = await makeFork(session, session.snapshot.table.size - 1);
    assert.match(made.name, /^session-2026-11-30T05-28-[0-9a-f]{8}\.jsonl$/);
    const [first, ...rest] = rowsOf(made.lines);
    assert.notEqual(first?.['sessionId'], 'old');
    assert.deepEqual([first?.['projectHash'], first?.['kind']], ['h', 'main']);
    assert.deepEqual(rest, [records[1], records[3], records[6]]);
  });

  it('close calls in one message of the user’s, as the agent has the results that it told the model', async () => {
    const toolCalls = ['c1', 'c2', 'c3'].map((id) => ({
      id,
      name: `tool ${id}`,
      args: {},
      status: 'executing',
    }));
    const done = { functionResponse: { id: 'c2', name: 'tool c2', response: { output: 'ok' } } };
    const model = {
      ...message('m2', 'gemini', ''),
      toolCalls: toolCalls.map((call) => (call.id === 'c2' ? { ...call, result: [done] } : call)),
    };
    const session = memorySession(text([header, message('m1', 'user', 'one'), model]), 'file:///g/s.jsonl');
    const made = await makeFork(session, 1, faultyFolder(), { closing: true });
    const [, , same, standIn, ...rest] = rowsOf(made.lines);
    assert.deepEqual(same, model);
    assert.deepEqual(rest, []);
    assert.equal(standIn?.['type'], 'user');
    assert.deepEqual(
      (standIn['content'] as Row[]).map((part) => part['functionResponse']),
      ['c1', 'c3'].map((id) => ({
        ...{ id, name: `tool ${id}` },
        response: { error: 'No result: this session was forked before the tool had answered.' },
      })),
    );
  });

  it('write a message out of a list of messages as a line of its own', async () => {
    const list = [message('m1', 'user', 'one'), message('m2', 'gemini', 'two')];
    const session = memorySession(text([header, { $set: { messages: list } }]), 'file:///g/s.jsonl');
    const made = await makeFork(session, 1);
    assert.deepEqual(rowsOf(made.lines).slice(1), list);
  });
});

describe('forks of message trees', () => {
  const message = (id: number | string, parent: number | string | null, content: unknown, role = 'user') => ({
    ...{ type: 'message', id, parentId: parent, timestamp: TIME, message: { role, content } },
  });

  it('have a header under a new id where there was one, and the roots name it', async () => {
    const header = { type: 'session_start', id: 'old', title: 'Work', cwd: '/p', version: 2 };
    const use = [{ type: 'tool_use', id: 'c1', name: 'run', input: {} }];
    const records = [header, message('a', 'old', 'do'), message('b', 'a', use, 'assistant')];
    const session = memorySession(text(records), 'file:///f/old.jsonl');
    const made = await makeFork(session, session.rowOf('b'), faultyFolder(), { closing: true });
    const [start, first, second, standIn] = rowsOf(made.lines);
    const id = String(start?.['id']);
    assert.equal(made.name, `${id}.jsonl`);
    assert.equal(start?.['title'], 'Work (fork)');
    assert.equal(first?.['parentId'], id);
    assert.deepEqual(second, records[2]);
    assert.equal(standIn?.['parentId'], 'b');
    const { content } = standIn['message'] as { content: Row[] };
    assert.deepEqual([content[0]?.['type'], content[0]?.['tool_use_id']], ['tool_result', 'c1']);
  });

  it('keep numbers as ids', async () => {
    const records = [message(1, null, 'a'), message(2, 1, 'b', 'assistant'), message(3, 1, 'c', 'assistant')];
    const made = await makeFork(memorySession(text(records)), 2);
    assert.deepEqual(rowsOf(made.lines), [records[0], records[2]]);
    assert.equal(made.name, 'session-fork-1.jsonl');
  });
});
