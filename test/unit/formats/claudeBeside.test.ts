import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBeside } from '../../../src/conversation/beside.ts';
import { ConversationView } from '../../../src/conversation/view.ts';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import type { ToPage } from '../../../src/protocol.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { createSessionRegistry } from '../../../src/sessions/registry.ts';
import { createSubagentSessions } from '../../../src/sessions/subagents/subagentSessions.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { calls as callsOf, VIEW_WORDS } from '../conversation/support.ts';
import { SLOW_MS } from '../sessions/fakes.ts';
import { nodeFolders } from '../sessions/nodeFolders.ts';
import { needsShared, shared } from '../sessions/shared.ts';

const CORPUS = shared('corpus/claude-code');
const AGENTS = 'generated-2.1.332/-home-me-proj/fc54b40f-d714-4797-89e1-c6c932e3ea64';
const OUTPUT = 'generated-2.1.332/-home-me-proj/e3c2a5d8-38b1-41b7-a99d-1df89a1c6d86';

const options = { files: nodeFiles, scheduler: systemScheduler, onError: () => undefined };

function world() {
  const sessions = createSessionRegistry({
    scheduler: systemScheduler,
    onError: () => undefined,
    open: (uri, isCancelled) => openSession(uri, options, isCancelled),
  });
  const files = { files: nodeFiles, folders: nodeFolders };
  const subagents = createSubagentSessions(files);
  return { sessions, subagents, beside: createBeside({ ...files, sessions, subagents }) };
}

/** What looks for subagents as long as it lives. */
const views: ConversationView[] = [];

/** A page over a file of the corpus, and what it was sent. */
async function viewed(name: string) {
  const { sessions, subagents, beside } = world();
  const lease = await sessions.acquire(pathToFileURL(join(CORPUS, name)).href);
  assert.ok(lease);
  const { session } = lease;
  const sent: ToPage[] = [];
  const failed = (error: unknown): void => assert.fail(String(error));
  const host = { post: (message: ToPage) => sent.push(message), changed: () => undefined, failed };
  const view = new ConversationView(
    session,
    { ...host, words: VIEW_WORDS },
    { fileName: 'a', pinned: false, beside },
  );
  views.push(view);
  view.take({ type: 'ready', anchor: null });
  await view.settled();
  const show = sent.find((message) => message.type === 'show');
  assert.ok(show);
  return { sessions, subagents, beside, session, view, show, sent };
}

describe('beside sessions of Claude Code', function () {
  this.timeout(SLOW_MS);

  afterEach(() => {
    for (const view of views.splice(0)) view.lost();
  });

  before(function () {
    needsShared(this, 'corpus/claude-code');
  });

  it('every call of a subagent opens its conversation, nested ones too', async () => {
    const { view, show, sessions, subagents } = await viewed(`${AGENTS}.jsonl`);
    const calls = callsOf(show.items);
    const names = calls.flatMap(({ ref, subagents: marks = [] }) =>
      marks.map(({ name, number }) => `${name} ${view.subagent(ref.row, number)?.uri.slice(-12) ?? ''}`),
    );
    assert.equal(names.length, 5);
    assert.ok(
      names.every((name) => name.startsWith('general-purpose: ')),
      names.join(),
    );
    const [nesting] = names.filter((name) => name.includes('outer'));
    const uri = [...Array(calls.length).keys()]
      .map((index) => view.subagent(calls[index]?.ref.row ?? -1, 0)?.uri)
      .find((found) => nesting && found?.endsWith(nesting.slice(-12)));
    const lease = await sessions.acquire(uri ?? '');
    assert.ok(lease);
    const inner = await subagents.of(lease.session);
    assert.deepEqual(
      inner.placed.map(({ subagent }) => subagent.facts.title),
      ['nested job'],
    );
    assert.deepEqual(inner.loose, []);
  });

  it('every subagent of real sessions finds its call, with notes or without', async () => {
    const wanted: Readonly<Record<string, number>> = {
      'real/vscode-copilot-chat/50a7220d-7250-46f3-b38e-b716ce25032e': 1,
      'real/vscode-copilot-chat/b3a7bd3c-5a10-4e7b-8ff0-7fc0cd6d1093': 4,
      [AGENTS]: 5,
    };
    for (const [name, count] of Object.entries(wanted)) {
      const { subagents, session } = await viewed(`${name}.jsonl`);
      const { placed, loose } = await subagents.of(session);
      assert.deepEqual([placed.length, loose.length], [count, 0], name);
      const { table } = session.snapshot;
      for (const { row, resultRow } of placed) {
        assert.ok(table.calls(row).length > 0, 'it hangs at a row with calls');
        assert.ok(table.results(resultRow).length > 0, 'and the call was answered');
      }
    }
  });

  it('a subagent’s page names its parent and leads to the call', async () => {
    const { show, beside, session } = await viewed(`${AGENTS}/subagents/agent-a00f339c05b1b74e0.jsonl`);
    assert.ok(show.header.subagentOf);
    const target = await beside.parent(session);
    assert.equal(target?.uri, pathToFileURL(join(CORPUS, `${AGENTS}.jsonl`)).href);
    assert.ok(target.row !== undefined);
  });

  it('the whole of a spilled output is read from its file, its beginning stands in the record', async () => {
    const { view, show, sent } = await viewed(`${OUTPUT}.jsonl`);
    const calls = callsOf(show.items);
    const spilled = calls.flatMap(({ result }) => result?.spilled ?? []);
    const file = join(CORPUS, OUTPUT, 'tool-results/b97re4brz.txt');
    assert.deepEqual(
      spilled.map(({ name, size }) => ({ name, size })),
      [{ name: 'b97re4brz.txt', size: statSync(file).size }],
    );
    const [part] = spilled;
    assert.ok(part);
    view.take({ type: 'text', stamp: show.stamp, request: 1, ref: part.ref, from: 0 });
    await view.settled();
    const answer = sent.at(-1);
    assert.equal(answer?.type, 'text');
    assert.equal(answer.text, readFileSync(file, 'utf8'));
  });

  it('one whose file is not there says which it is', async () => {
    const { session, beside } = await viewed('real/entire/entire-graph__fa-3c8337b5a4-0__2.1.217.jsonl');
    const { table } = session.snapshot;
    const row = Array.from({ length: table.size }, (_, n) => n).find((n) => table.line(n) === 75) ?? -1;
    assert.deepEqual(await beside.output(session, row, 0), { missing: 'brnpoxvii.txt' });
    assert.equal(await beside.output(session, row, 1), undefined);
    assert.equal(await beside.output(session, table.size, 0), undefined);
  });
});
