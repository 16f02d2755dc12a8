import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import { MAX_SUBAGENTS } from '../../../src/sessions/subagents/find.ts';
import { withoutSubagents } from '../../../src/sessions/subagents/hidden.ts';
import { isName, placeOfUri, uriBeside } from '../../../src/sessions/subagents/places.ts';
import {
  createSubagentSessions,
  type SessionSubagents,
} from '../../../src/sessions/subagents/subagentSessions.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { call, piece, result, says, user } from '../formats/claudeLines.ts';
import { SLOW_MS } from './fakes.ts';
import { nodeFolders } from './nodeFolders.ts';

const MAIN = '0a1b2c3d-0000-4000-8000-000000000001';

/** A folder of a test's own. */
class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'session-tree-subagents-'));
  readonly open: ClosableSession[] = [];

  write(name: string, ...records: readonly object[]): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return pathToFileURL(path).href;
  }

  async session(uri: string): Promise<ClosableSession> {
    const options = { files: nodeFiles, scheduler: systemScheduler, onError: () => undefined };
    const session = await openSession(uri, options);
    assert.ok(session);
    await session.whole;
    this.open.push(session);
    return session;
  }

  remove(): void {
    for (const session of this.open) session.dispose();
    rmSync(this.path, { recursive: true, force: true });
  }
}

const sessions = () => createSubagentSessions({ files: nodeFiles, folders: nodeFolders });
const agent = (id: string): string => `${MAIN}/subagents/agent-${id}.jsonl`;
const notes = (id: string): string => `${MAIN}/subagents/agent-${id}.meta.json`;
const side = { isSidechain: true, sessionId: MAIN };

/** `a1@2.0` for a subagent at the first call of row 2, `a1` for one that hangs nowhere. */
function told({ placed, loose }: SessionSubagents): string {
  const names = placed.map(({ subagent, row, index }) => `${subagent.facts.ids[0] ?? ''}@${row}.${index}`);
  return [...names, ...loose.map(({ facts }) => facts.ids[0] ?? '')].join(' ');
}

describe("subagents' sessions", function () {
  this.timeout(SLOW_MS);
  let folder: Folder;

  beforeEach(() => (folder = new Folder()));
  afterEach(() => folder.remove());

  const main = (...records: readonly object[]): string => folder.write(`${MAIN}.jsonl`, ...records);
  const task = (id: string, prompt: string): object =>
    piece(`a-${id}`, 'u1', `m-${id}`, call(id, 'Agent', { prompt }));

  it('are found by the call that their notes name', async () => {
    folder.write(agent('x'), user('s1', null, 'count', side));
    folder.write(notes('x'), { toolUseId: 't2', agentType: 'general-purpose', description: 'job' });
    const session = await folder.session(main(user('u1', null), task('t1', 'no'), task('t2', 'count')));
    const found = await sessions().of(session);
    assert.equal(told(found), 'x@2.0');
    const [placed] = found.placed;
    assert.equal(placed?.subagent.facts.sort, 'general-purpose');
    assert.equal(placed.subagent.facts.title, 'job');
    assert.equal(placed.resultRow, -1);
  });

  it('without notes by the id in the result, else by the prompt, each call once', async () => {
    folder.write(agent('x'), user('s1', null, 'same', side));
    folder.write(agent('y'), user('s1', null, 'same', side));
    folder.write(agent('z'), user('s1', null, 'other', side));
    const done = { ...result('r2', 'a-t2', 't2'), toolUseResult: { agentId: 'z' } };
    const session = await folder.session(
      main(user('u1', null), task('t1', 'same'), task('t2', 'what'), done, task('t3', 'same')),
    );
    const found = await sessions().of(session);
    assert.equal(told(found), 'x@1.0 y@4.0 z@2.0');
    assert.equal(found.placed[2]?.resultRow, 3);
  });

  it('whose call is not found are told apart, and those of the agent itself are nobody’s', async () => {
    folder.write(agent('x'), user('s1', null, 'gone', side));
    folder.write(agent('acompact-1'), user('s1', 'u1', 'summarize', side));
    const session = await folder.session(main(user('u1', null), says('a1', 'u1')));
    const found = await sessions().of(session);
    assert.equal(told(found), 'acompact-1 x');
    assert.equal(found.loose[0]?.facts.isHelper, true);
  });

  it('that go on from an entry of the session hang there', async () => {
    const pointer = { type: 'fork-context-ref', agentId: 'x', parentSessionId: MAIN, parentLastUuid: 'a1' };
    folder.write(agent('x'), pointer, user('s1', null, 'go on', side));
    const session = await folder.session(main(user('u1', null), says('a1', 'u1')));
    assert.equal(told(await sessions().of(session)), 'x@1.-1');
  });

  it('nest by the subagent that started them, also in a loop or with a parent that is gone', async () => {
    const record = user('s1', null, 'go', side);
    const outer = folder.write(agent('x'), record, piece('s2', 's1', 'm', call('t9', 'Agent'), side));
    for (const id of ['y', 'l1', 'l2', 'z']) folder.write(agent(id), record);
    folder.write(notes('x'), { toolUseId: 't1' });
    folder.write(notes('y'), { toolUseId: 't9', parentAgentId: 'x' });
    folder.write(notes('l1'), { parentAgentId: 'l2' });
    folder.write(notes('l2'), { parentAgentId: 'l1' });
    folder.write(notes('z'), { parentAgentId: 'nobody' });
    const session = await folder.session(main(user('u1', null), task('t1', 'go')));
    const all = sessions();
    assert.equal(told(await all.of(session)), 'x@1.0 z l1 l2');
    const inner = await folder.session(outer);
    assert.equal(told(await all.of(inner)), 'y@1.0');
    const nested = await folder.session(pathToFileURL(join(folder.path, agent('y'))).href);
    const origin = await all.originOf(nested);
    assert.equal(origin?.parentUri, outer);
    assert.equal(origin.mainUri, session.uri);
    assert.equal(await all.originOf(session), undefined);
  });

  it('of a workflow run hang at the call that began the run', async () => {
    const name = `${MAIN}/subagents/workflows/wf_1/agent-w.jsonl`;
    const uri = folder.write(name, user('s1', null, 'step', side));
    const done = { ...result('r1', 'a-t1', 't1'), toolUseResult: { runId: 'wf_1' } };
    const session = await folder.session(main(user('u1', null), task('t1', 'run'), done));
    const all = sessions();
    assert.equal(told(await all.of(session)), 'w@1.0');
    assert.equal((await all.originOf(await folder.session(uri)))?.mainUri, session.uri);
  });

  it('beside the session belong to it where they say so', async () => {
    const own = folder.write('agent-x.jsonl', { ...user('s1', null, 'go', side), agentId: 'x' });
    folder.write('agent-y.jsonl', user('s1', null, 'go', { ...side, sessionId: 'another' }));
    const session = await folder.session(main(user('u1', null), task('t1', 'go')));
    const all = sessions();
    assert.equal(told(await all.of(session)), 'x@1.0');
    assert.equal((await all.originOf(await folder.session(own)))?.mainUri, session.uri);
  });

  it('are looked for anew each time, and rows that are new are searched alone', async () => {
    const session = await folder.session(main(user('u1', null), task('t1', 'one')));
    const all = sessions();
    assert.equal(told(await all.of(session)), '');
    folder.write(agent('x'), user('s1', null, 'two', side));
    assert.equal(told(await all.of(session)), 'x');
    main(user('u1', null), task('t1', 'one'), task('t2', 'two'));
    await session.refresh();
    assert.equal(told(await all.of(session)), 'x@2.0');
  });

  it('beyond the cap are counted', async () => {
    for (let n = 0; n < MAX_SUBAGENTS + 3; n++) folder.write(agent(`n${n}`), {});
    const found = await sessions().of(await folder.session(main(user('u1', null))));
    assert.equal(found.loose.length, MAX_SUBAGENTS);
    assert.equal(found.unlisted, 3);
  });

  it('of a format without any are none, and nothing is looked at', async () => {
    const uri = folder.write(
      's.jsonl',
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'x' },
    );
    const refuse = { list: () => assert.fail('a folder was listed') };
    const found = createSubagentSessions({ files: nodeFiles, folders: refuse });
    assert.equal(told(await found.of(await folder.session(uri))), '');
  });
});

describe('places of files', () => {
  it('are names, and what is found beside them is spelled as VS Code does', () => {
    const uri = 'vscode-vfs://host/a%20b/c%23d.jsonl?ref=1';
    assert.deepEqual(placeOfUri(uri), { folders: ['a b'], name: 'c#d.jsonl' });
    assert.equal(
      uriBeside(uri, 0, ["it's (x)", 'é']),
      'vscode-vfs://host/a%20b/it%27s%20%28x%29/%C3%A9?ref=1',
    );
    assert.equal(uriBeside('file:///a/b/c', 1, ['d']), 'file:///a/d');
    assert.equal(uriBeside('file:///a/b/c', 9, ['d']), undefined);
  });

  it('never lead out of a folder', () => {
    for (const name of ['..', '.', '', 'a/b', 'a\\b', '\0'])
      assert.equal(uriBeside('file:///a/b', 0, [name]), undefined, JSON.stringify(name));
    assert.equal(isName('...'), true);
  });
});

describe('a list of files', () => {
  it('is without subagents of sessions that are in it', () => {
    const main = `file:///p/${MAIN}.jsonl`;
    const inside = `file:///p/${MAIN}/subagents/agent-1.jsonl`;
    const run = `file:///p/${MAIN}/subagents/workflows/wf/agent-1.jsonl`;
    const alone = 'file:///q/subagents/agent-1.jsonl';
    assert.deepEqual(withoutSubagents([inside, main, run, alone]), [main, alone]);
    assert.deepEqual(withoutSubagents([inside, run]), [inside, run], 'nothing is out of reach');
  });
});
