import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { readSpilled } from '../../../src/sessions/spilled.ts';
import { withoutSubagents } from '../../../src/sessions/subagents/hidden.ts';
import { createSubagentSessions } from '../../../src/sessions/subagents/subagentSessions.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { nodeFolders } from '../sessions/nodeFolders.ts';

/** Records as Qwen Code 0.24.4 and CodeBuddy 2.117.0 wrote them beside a session, made shorter. */
describe('what lies beside a session', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'session-tree-beside-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, ...content: readonly unknown[]): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const lines = content.map((one) => (typeof one === 'string' ? one : `${JSON.stringify(one)}\n`));
    writeFileSync(file, lines.join(''));
    return pathToFileURL(file).href;
  };
  const open = async (uri: string) => {
    const onError = (_uri: string, error: unknown): void => assert.fail(String(error));
    const session = await openSession(uri, { files: nodeFiles, scheduler: systemScheduler, onError });
    assert.ok(session);
    return session;
  };
  const subagents = createSubagentSessions({ files: nodeFiles, folders: nodeFolders });
  const placedOf = async (session: Awaited<ReturnType<typeof open>>) => {
    const { placed, loose } = await subagents.of(session);
    const { table } = session.snapshot;
    return {
      placed: placed.map(({ subagent: { name, facts }, row, index }) => [
        ...[name, facts.sort, facts.title, table.line(row), index],
      ]),
      loose: loose.map(({ name }) => name),
    };
  };

  describe('Qwen Code', () => {
    const record = (
      uuid: string,
      parentUuid: string | null,
      type: string,
      parts: readonly unknown[],
      more = {},
    ) => ({
      ...{ uuid, parentUuid, sessionId: 's1', timestamp: '2026-01-05T10:00:00.000Z', type, cwd: '/work' },
      ...{ version: '0.24.4', message: { role: type === 'assistant' ? 'model' : 'user', parts }, ...more },
    });
    const asked = (id: string, prompt: string) => ({ functionCall: { id, name: 'agent', args: { prompt } } });
    const beside = 'proj/subagents/s1';
    const agent = (id: string, meta: object, ...parts: readonly unknown[]): string => {
      const sub = { agentId: id, isSidechain: true };
      write(`${beside}/agent-${id}.meta.json`, { agentId: id, agentType: 'general-purpose', ...meta });
      return write(
        `${beside}/agent-${id}.jsonl`,
        record('x1', null, 'user', [{ text: 'look' }], sub),
        ...parts,
      );
    };

    it('hangs subagents in, nested ones too, from the folder beside that of the sessions', async () => {
      const main = write(
        'proj/chats/s1.jsonl',
        record('u', null, 'user', [{ text: 'go' }]),
        record('a', 'u', 'assistant', [asked('c0', 'one'), asked('c1', 'look')]),
      );
      write('proj/subagents/other/agent-q.jsonl', record('x', null, 'user', [{ text: 'look' }]));
      const sub = { agentId: 'g', isSidechain: true };
      const nesting = record('x2', 'x1', 'assistant', [asked('n0', 'deeper')], sub);
      const first = agent('g', { toolUseId: 'c1', description: 'look around', parentAgentId: null }, nesting);
      const nested = agent('n', { toolUseId: 'n0', description: 'deeper', parentAgentId: 'g' });
      assert.deepEqual(await placedOf(await open(main)), {
        placed: [['agent-g.jsonl', 'general-purpose', 'look around', 2, 1]],
        loose: [],
      });
      const firstSession = await open(first);
      assert.equal(firstSession.snapshot.header?.subagentOf, 's1');
      assert.deepEqual((await placedOf(firstSession)).placed, [
        ['agent-n.jsonl', 'general-purpose', 'deeper', 2, 0],
      ]);
      const origin = await subagents.originOf(await open(nested));
      assert.deepEqual([origin?.parentUri, origin?.mainUri], [first, main]);
      assert.deepEqual(withoutSubagents([main, first, nested]), [main]);
    });

    it('finds none where the session lies elsewhere', async () => {
      const alone = write('elsewhere/s1.jsonl', record('u', null, 'user', [{ text: 'go' }]));
      agent('g', { toolUseId: 'c1' });
      assert.deepEqual(await placedOf(await open(alone)), { placed: [], loose: [] });
    });
  });

  describe('CodeBuddy', () => {
    const line = (id: string, parentId: string | undefined, type: string, fields: object) => ({
      ...{ id, ...(parentId && { parentId }), timestamp: 1796073852698, type, sessionId: 's1', cwd: '/work' },
      ...fields,
    });
    const user = (id: string, text: string, agent = 'cli') =>
      line(id, undefined, 'message', {
        ...{ role: 'user', content: [{ type: 'input_text', text }], providerData: { agent } },
      });
    const call = (callId: string, name: string, args: object) =>
      line('x1', 'u', 'function_call', { callId, name, arguments: JSON.stringify(args), providerData: {} });
    const result = (id: string, parent: string, callId: string, text: string, toolResult: object) =>
      line(id, parent, 'function_call_result', {
        ...{ name: 'n', callId, status: 'completed', output: { type: 'text', text } },
        providerData: { toolResult },
      });
    const saved = (path: string): string =>
      `<persisted-output>\nOutput too large (106.3KB). Full output saved to: ${path}\n\nPreview (first 2048 bytes):\n1\n</persisted-output>`;

    it('hangs subagents in: by what the answer names, before it by the prompt', async () => {
      const lines = [
        user('u', 'go'),
        call('c0', 'Agent', { prompt: 'look' }),
        call('c1', 'Agent', { prompt: 'look' }),
        result('r', 'x1', 'c1', 'hello', { subAgent: { sessionId: 'agent-b', lastId: 'x3' } }),
      ];
      const main = write('s1.jsonl', ...lines);
      const a = write('s1/subagents/agent-a.jsonl', user('y', 'look', 'general-purpose'));
      write('s1/subagents/agent-b.jsonl', user('z', 'look', 'general-purpose'));
      write('s1/subagents/agent-b.meta.json', {
        parentSessionId: 's1',
        agentName: 'explore',
        taskName: 'look around',
      });
      write('s1/subagents/agent-c.jsonl', user('w', 'nobody asked this'));
      assert.deepEqual(await placedOf(await open(main)), {
        placed: [
          ['agent-a.jsonl', 'general-purpose', undefined, 2, 0],
          ['agent-b.jsonl', 'explore', 'look around', 3, 0],
        ],
        loose: ['agent-c.jsonl'],
      });
      assert.equal((await subagents.originOf(await open(a)))?.mainUri, main);
      assert.deepEqual(withoutSubagents([a, main]), [main]);
    });

    it('finds large outputs in the session’s own folder, a subagent’s in its own below that', async () => {
      const main = write(
        's1.jsonl',
        ...[user('u', 'go'), call('c1', 'Bash', { command: 'seq 9' })],
        result('r', 'x1', 'c1', saved('/another/machine/s1/tool-results/c1.txt'), {}),
        result('r2', 'r', 'c2', 'small', {}),
        result('r3', 'r2', 'c3', saved('/x/tool-results/../../secret.txt'), {}),
      );
      const sub = write(
        's1/subagents/agent-a.jsonl',
        ...[user('u', 'look'), call('c1', 'Bash', { command: 'seq 9' })],
        result('r', 'x1', 'c1', saved('C:\\p\\s1\\subagents\\agent-a\\tool-results\\c1.txt'), {}),
      );
      write('s1/tool-results/c1.txt', 'the whole');
      write('secret.txt', 'secret');
      write('s1/subagents/agent-a/tool-results/c1.txt', 'the subagent’s whole');
      const outputOf = async (uri: string, id: string) => {
        const session = await open(uri);
        const { format, table } = session.snapshot;
        const [entry] = await session.entries([table.rowOf(id)]);
        const [output] = entry ? (format.spilled?.(entry) ?? []) : [];
        const text = output && (await readSpilled({ files: nodeFiles, folders: nodeFolders }, main, output));
        return output && [output.callId, output.name, output.size, text?.text];
      };
      assert.deepEqual(await outputOf(main, 'r'), ['c1', 'c1.txt', 108_851, 'the whole']);
      assert.deepEqual(await outputOf(sub, 'r'), ['c1', 'c1.txt', 108_851, 'the subagent’s whole']);
      assert.equal(await outputOf(main, 'r2'), undefined);
      assert.deepEqual(await outputOf(main, 'r3'), ['c3', 'secret.txt', 108_851, undefined]);
    });
  });
});
