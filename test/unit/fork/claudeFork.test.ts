import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession, sessionFile, type MemorySession } from './memory.ts';

type Row = Record<string, unknown>;

const ambient = '"userType":"external","cwd":"/p","sessionId":"old","version":"2.1.332","gitBranch":"main"';
const row = (uuid: string, parent: string | null, type: string, message: object): string =>
  `{"parentUuid":${JSON.stringify(parent)},"isSidechain":false,${ambient},"type":"${type}","message":${JSON.stringify(message)},"uuid":"${uuid}","timestamp":"2026-11-30T06:00:00.000Z"}`;
const user = (uuid: string, parent: string | null, text = uuid) =>
  row(uuid, parent, 'user', { role: 'user', content: text });
const reply = (uuid: string, parent: string, id: string, ...content: object[]) =>
  row(uuid, parent, 'assistant', { role: 'assistant', id, model: 'm', content });
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (uuid: string, parent: string, id: string) =>
  row(uuid, parent, 'user', {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }],
  });
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const json = (line: string | undefined) => JSON.parse(line ?? '') as Row;

describe('fork of a Claude Code session', () => {
  const parallel = [
    user('u1', null),
    reply('a2', 'u1', 'msg', call('t1')),
    reply('a3', 'a2', 'msg', call('t2')),
    result('r4', 'a3', 't2'),
    result('r5', 'a2', 't1'),
    reply('a6', 'r4', 'msg2', { type: 'text', text: 'done' }),
    '{"type":"last-prompt","lastPrompt":"u1","leafUuid":"a6","sessionId":"old"}',
    '{"type":"custom-title","customTitle":"My work","sessionId":"old"}',
  ];

  it('holds the chain with every result of a parallel batch, under a new session id', async () => {
    const session = memorySession(text(parallel), 'file:///p/old.jsonl');
    const made = await makeFork(session, session.rowOf('a6'));
    const rows = made.lines.map(json);
    const id = made.name.replace('.jsonl', '');
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(
      rows.map(({ uuid }) => uuid),
      ['u1', 'a2', 'a3', 'r4', 'r5', 'a6', undefined],
    );
    assert.ok(rows.every(({ sessionId }) => sessionId === id));
    assert.deepEqual(rows[4]?.['forkedFrom'], { sessionId: 'old', messageUuid: 'r5' });
    assert.deepEqual(rows[6], { type: 'custom-title', customTitle: 'My work (fork)', sessionId: id });
    assert.deepEqual(rows[3]?.['parentUuid'], 'a3');
  });

  it('makes a session of the user’s own of a subagent’s, where its main session stands', async () => {
    const lines = [user('u1', 'of-the-session'), reply('a2', 'u1', 'msg', { type: 'text', text: 'done' })];
    const own = text(
      lines.map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"x1"')),
    );
    for (const folder of ['/p/old/subagents', '/p/old/subagents/workflows/run1', '/p']) {
      const session = memorySession(own, `file://${folder}/agent-x1.jsonl`);
      const made = await makeFork(session, session.rowOf('a2'));
      assert.equal(dirname(made.path), '/p');
      const rows = made.lines.map(json);
      assert.deepEqual(
        rows.slice(0, 2).map(({ isSidechain, parentUuid }) => [isSidechain, parentUuid]),
        [
          [false, null],
          [false, 'u1'],
        ],
      );
      assert.ok(rows.every(({ sessionId }) => sessionId === made.name.replace('.jsonl', '')));
    }
  });

  it('changes nothing else in a line', async () => {
    const odd = user('u1', null).replace('"text":', '"text" : ').replace('2.1.332"', '2.1.332", "n": 1.0e2');
    const made = await makeFork(memorySession(text([odd]), 'file:///p/old.jsonl'), 0);
    const id = made.name.replace('.jsonl', '');
    const expected = odd
      .replace('"sessionId":"old"', `"sessionId":"${id}"`)
      .replace(/\}$/, ',"forkedFrom":{"sessionId":"old","messageUuid":"u1"}}');
    assert.equal(made.lines[0], expected);
  });

  it('closes calls that wait with results in the agent’s own shape', async () => {
    const session = memorySession(text(parallel.slice(0, 4)), 'file:///p/old.jsonl');
    const made = await makeFork(session, session.rowOf('r4'), faultyFolder(), { closing: true });
    const standIn = json(made.lines[4]);
    assert.equal(standIn['parentUuid'], 'r4');
    assert.equal(standIn['cwd'], '/p');
    const { content } = standIn['message'] as { content: Row[] };
    assert.deepEqual(
      content.map(({ type, tool_use_id: id, is_error: isError }) => [type, id, isError]),
      [['tool_result', 't1', true]],
    );
  });

  it('leaves a compaction’s boundary out that has no summary behind it', async () => {
    const boundary =
      '{"parentUuid":null,"logicalParentUuid":"a2","isSidechain":false,"type":"system","subtype":"compact_boundary","content":"Conversation compacted","uuid":"b3","sessionId":"old","timestamp":"2026-11-30T06:00:00.000Z"}';
    const lines = [
      ...[user('u1', null), reply('a2', 'u1', 'm', { type: 'text', text: 'so' }), boundary],
      ...[user('s4', 'b3', 'the summary'), user('u5', 's4')],
    ];
    const session = memorySession(text(lines), 'file:///p/old.jsonl');
    const ids = async (id: string) =>
      (await makeFork(session, session.rowOf(id))).lines.map((line) => json(line)['uuid']).filter(Boolean);
    assert.deepEqual(await ids('b3'), ['u1', 'a2']);
    assert.deepEqual(await ids('s4'), ['u1', 'a2', 'b3', 's4']);
    assert.deepEqual(await ids('u5'), ['u1', 'a2', 'b3', 's4', 'u5']);
  });

  it('counts forks of forks in the title', async () => {
    const title = (name: string) =>
      `{"type":"custom-title","customTitle":${JSON.stringify(name)},"sessionId":"old"}`;
    const last = async (name: string) => {
      const session = memorySession(text([user('u1', null), title(name)]), 'file:///p/old.jsonl');
      return json((await makeFork(session, 0)).lines.at(-1))['customTitle'];
    };
    assert.equal(await last('Work (fork)'), 'Work (fork 2)');
    assert.equal(await last('Work (fork 9)'), 'Work (fork 10)');
  });
});

/** Rows of conversation, spread over a file. */
function samples({ snapshot: { table, format } }: MemorySession): number[] {
  const rows: number[] = [];
  for (let each = 0; each < table.size; each++) {
    if (table.isRepeat(each) || format.name !== 'claude-code') continue;
    if (table.role(each) !== null) rows.push(each);
  }
  const step = Math.max(1, Math.ceil(rows.length / 5));
  return rows.filter((_, index) => index % step === 0 || index === rows.length - 1);
}

describe('forks of real Claude Code sessions', () => {
  const folder = join(sharedFolder, 'corpus/claude-code');
  const files = globSync('{real,generated-*,fixtures}/**/*.jsonl', { cwd: folder });
  if (files.length === 0) {
    it('of the corpus', function () {
      sharedPath(this, 'corpus/claude-code');
    });
  }
  for (const file of files) {
    it(`are read again as the same path: ${file}`, async function () {
      this.timeout(120_000);
      const session = sessionOf(join(folder, file));
      if (!session) return;
      for (const each of samples(session)) await checkFork(session, each, basename(file));
    });
  }
});

/** Undefined for what lies among them and is none of theirs. */
function sessionOf(path: string): MemorySession | undefined {
  try {
    const session = sessionFile(path);
    return session.snapshot.format.name === 'claude-code' ? session : undefined;
  } catch {
    return undefined;
  }
}

async function checkFork(session: MemorySession, target: number, file: string): Promise<void> {
  const plan = planFork(session.snapshot, target);
  const made = await makeFork(session, target);
  const forked = memorySession(made.content);
  const { snapshot } = forked;
  const where = `${file}, line ${session.snapshot.table.line(target)}`;
  const links = snapshot.problems.filter(
    ({ severity, code }) => severity === 'error' && code !== 'malformed-message',
  );
  assert.deepEqual(links, [], where);
  assert.deepEqual(forked.ids([...Array(snapshot.table.size).keys()]), session.ids(plan.rows), where);
  const again = planFork(snapshot, snapshot.table.size - 1);
  // A progress row below a gap goes on with the talk; with a parent it hangs beside it. Messages never do.
  const onPath = new Set(again.rows);
  for (let each = 0; each < snapshot.table.size; each++) {
    assert.ok(onPath.has(each) || snapshot.table.role(each) === null, where);
  }
  assert.equal(again.messages, plan.messages, where);
}
