import { brokenOff, gemini, wentBack } from '../support/gemini.ts';
import { goesOn, PICKS, type Agent, type PickName } from '../support/goingOn.ts';

const FOLDER = ['gemini-cli', 'generated'];
const TALK = 'session-2026-11-30T05-20-2d56372e';
const CASES: readonly (readonly [at: PickName, of: string, changed?: (text: string) => string])[] = [
  ['a plain answer', 'a session'],
  ['the newest entry', 'a session'],
  ['a branch', 'a session that went back', wentBack],
  ['the newest entry', 'a session that went back', wentBack],
  ['the newest entry', 'a session that broke off at a call', brokenOff],
];

describe('Gemini CLI goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = gemini(this);
  });
  for (const [at, of, changed] of CASES) {
    it(`at ${at} of ${of}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${TALK}.jsonl`], PICKS[at], changed && { changed });
    });
  }
});
