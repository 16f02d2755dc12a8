import { join } from 'node:path';
import { claudeCode, claudeSession } from './support/claudeCode.ts';
import { goesOn, PICKS, type Agent, type PickName } from './support/goingOn.ts';

const FOLDER = ['claude-code', 'generated-2.1.332', '-home-me-proj'];
const CASES: readonly (readonly [name: string, at: PickName])[] = [
  ['17426dbd-e998-4ede-aaad-2ded41bd2497', 'a plain answer'],
  ['17426dbd-e998-4ede-aaad-2ded41bd2497', 'a call that waits'],
  ['17426dbd-e998-4ede-aaad-2ded41bd2497', 'a branch'],
  ['0597d752-509a-4c27-85e9-5e3f4dc4273e', 'a branch'],
  ['fc54b40f-d714-4797-89e1-c6c932e3ea64', 'a call that waits'],
  ['e3c2a5d8-38b1-41b7-a99d-1df89a1c6d86', 'a call that waits'],
  ['a19ac133-bd56-436e-8389-004e14631c2e', 'a plain answer'],
  ['e3c2a5d8-38b1-41b7-a99d-1df89a1c6d86', 'the newest entry'],
  ['a19ac133-bd56-436e-8389-004e14631c2e', 'the newest entry'],
  ['fc54b40f-d714-4797-89e1-c6c932e3ea64', 'the newest entry'],
  ['3b3383d0-0ac0-412d-94e2-7f37185c56f5', 'the newest entry'],
];

/** A session that started subagents, and one of them. */
const MAIN = 'fc54b40f-d714-4797-89e1-c6c932e3ea64';
const SUBAGENT = [MAIN, 'subagents', 'agent-a00f339c05b1b74e0.jsonl'];

describe('Claude Code goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = claudeCode(this);
  });
  for (const [name, at] of CASES) {
    it(`at ${at} of ${name}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${name}.jsonl`], PICKS[at]);
    });
  }
  it('of a subagent’s own file, as in a session of the user’s', async function () {
    const place: Agent['place'] = (room, name) => join(claudeSession(room, MAIN), 'subagents', name);
    await goesOn(this, { ...agent, place }, [...FOLDER, ...SUBAGENT], PICKS['the newest entry']);
  });
});
