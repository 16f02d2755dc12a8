import { goesOn, PICKS, type Agent, type PickName } from './support/goingOn.ts';
import { pi } from './support/pi.ts';

const FOLDER = ['pi', 'pi-cli-1.6.0', 'a'];
const TALK = '2026-11-30T05-28-25-521Z_01a22aed-02b0-7166-8519-b0d0ff882a38.jsonl';
const CLONE = '2026-11-30T05-28-29-471Z_01a22aed-120f-7166-8519-b0d80f890d7d.jsonl';
const CASES: readonly (readonly [file: string, at: PickName])[] = [
  [TALK, 'a plain answer'],
  [TALK, 'a call that waits'],
  [TALK, 'a branch'],
  [TALK, 'the newest entry'],
  [CLONE, 'a call that waits'],
  [CLONE, 'the newest entry'],
];

describe('Pi goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = pi(this);
  });
  for (const [file, at] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      await goesOn(this, agent, [...FOLDER, file], PICKS[at]);
    });
  }
});
