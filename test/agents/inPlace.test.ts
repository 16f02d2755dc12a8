import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planFork } from '../../src/core/fork/forkPlan.ts';
import { offerInPlace, writeInPlace } from '../../src/fork/inPlace.ts';
import { localForks } from '../../src/fork/localPlace.ts';
import type { ClosableSession } from '../../src/sessions/registry.ts';
import { claudeCode } from './support/claudeCode.ts';
import { open, type Forked } from './support/fork.ts';
import { inRoom, laid, PICKS, PROMPT, type Agent, type PickName, type Room } from './support/goingOn.ts';
import { startModel } from './support/model.ts';
import { pi } from './support/pi.ts';
import { qwen } from './support/qwen.ts';
import { callsFirst, saidOnPath, type Said } from './support/said.ts';

type Case = readonly [
  name: string,
  agent: (context: Mocha.Context) => Agent,
  parts: readonly string[],
  at: readonly PickName[],
];

const PI = ['pi', 'pi-cli-1.6.0', 'a', '2026-11-30T05-28-25-521Z_01a22aed-02b0-7166-8519-b0d0ff882a38.jsonl'];
const CLAUDE = ['claude-code', 'generated-2.1.332', '-home-me-proj'];
const QWEN = ['qwen-code', 'generated'];
const CASES: readonly Case[] = [
  ['Pi', pi, PI, ['a plain answer', 'a branch']],
  [
    ...(['Claude Code', claudeCode, [...CLAUDE, '17426dbd-e998-4ede-aaad-2ded41bd2497.jsonl']] as const),
    ['a plain answer', 'a branch'],
  ],
  [
    ...(['Claude Code', claudeCode, [...CLAUDE, 'e3c2a5d8-38b1-41b7-a99d-1df89a1c6d86.jsonl']] as const),
    ['a plain answer'],
  ],
  ['Qwen Code', qwen, [...QWEN, 'rewind-tree-2roots-3leaves.jsonl'], ['a plain answer', 'a branch']],
  ['Qwen Code', qwen, [...QWEN, 'large-many-turns.jsonl'], ['a plain answer']],
];
const COMPACTED = 'a19ac133-bd56-436e-8389-004e14631c2e.jsonl';

/** Begins a branch in the session's own file, as the extension does. @returns what the model is to see */
async function branch(session: ClosableSession, row: number): Promise<Forked> {
  const { snapshot } = session;
  const path = fileURLToPath(session.uri);
  const before = readFileSync(path);
  const plan = planFork(snapshot, row);
  const place = { ...localForks.inPlace(path), now: Date.now(), random: randomBytes };
  const offer = await offerInPlace(session, snapshot, plan, place);
  assert.ok(offer, 'a record can begin a branch here');
  await writeInPlace(session, snapshot, plan, offer, place);
  assert.ok(readFileSync(path).subarray(0, before.length).equals(before));
  const entries = (await session.entries(plan.rows)).filter((entry) => entry !== null);
  const sent = snapshot.format.context?.(entries, () => undefined).sent ?? [];
  const sessionId = snapshot.header?.id ?? '';
  return { file: { path, sessionId } as Forked['file'], sent, path: entries };
}

/** Files of the corpus are not all called as their agents call them: by the session's id. */
function named(path: string, agent: Agent, room: Room): string {
  const [, id] = /"sessionId":"([^"]+)"/.exec(readFileSync(path, 'utf8').slice(0, 10_000)) ?? [];
  if (id === undefined) return path;
  const own = agent.place(room, `${id}.jsonl`);
  if (own !== path) renameSync(path, own);
  return own;
}

async function goesOnInPlace(context: Mocha.Context, agent: Agent, parts: readonly string[], at: PickName) {
  await inRoom(async (room) => {
    const path = named(laid(context, agent, room, parts), agent, room);
    // As an agent leaves it that was closed a while ago.
    utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
    const session = await open(path);
    const model = await startModel();
    try {
      const row = PICKS[at](session.snapshot);
      assert.ok(row !== undefined, 'the session has such an entry');
      const begun = await branch(session, row);
      const { output } = await agent.goOn(room, begun, PROMPT, model);
      const isPrompt = (said: Said) => 'by' in said && said.by === 'user' && said.text.includes(PROMPT);
      const talk = model.requests.map(({ body }) => agent.said(body)).find((said) => said.some(isPrompt));
      assert.ok(talk, `no request held the prompt; the agent said: ${output.slice(0, 2000)}`);
      const own = (said: readonly Said[]) => callsFirst(said.filter((each) => !agent.adds(each)));
      assert.deepEqual(own(talk.slice(0, talk.findIndex(isPrompt))), own(saidOnPath(begun.sent)));
    } finally {
      session.dispose();
      await model.close();
    }
  });
}

describe('Agents go on in a branch that was begun in their own file', function () {
  this.timeout(300_000);
  for (const [name, agent, parts, picks] of CASES) {
    for (const at of picks) {
      it(`${name}, at ${at} of ${parts.at(-1)}`, async function () {
        await goesOnInPlace(this, agent(this), parts, at);
      });
    }
  }

  it('Claude Code in none before a compaction, of which it reads nothing', async function () {
    const agent = claudeCode(this);
    await inRoom(async (room) => {
      const session = await open(laid(this, agent, room, [...CLAUDE, COMPACTED]));
      const { snapshot } = session;
      const place = { ...localForks.inPlace(fileURLToPath(session.uri)), now: 0, random: randomBytes };
      const offers: boolean[] = [];
      const { table } = snapshot;
      let last = table.size - 1;
      while (table.kind(last) !== 'compaction') last--;
      for (let row = 0; row < table.size; row++) {
        if (!table.isConversation(row)) continue;
        const offer = await offerInPlace(session, snapshot, planFork(snapshot, row), place);
        if (offer) offers.push(row > last);
      }
      session.dispose();
      assert.ok(offers.length > 0 && offers.every((isBehind) => isBehind), offers.join());
    });
  });
});
