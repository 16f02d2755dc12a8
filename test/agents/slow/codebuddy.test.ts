import { codebuddy } from '../support/codebuddy.ts';
import { goesOn, PICKS, type Agent, type PickName } from '../support/goingOn.ts';

const FOLDER = ['codebuddy', 'generated'];
const CASES: readonly (readonly [file: string, at: PickName])[] = [
  ['parent', 'a plain answer'],
  ['parent', 'a call that waits'],
  ['handmade-branch-then-resumed', 'a branch'],
];

describe('CodeBuddy goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = codebuddy(this);
  });
  for (const [file, at] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${file}.jsonl`], PICKS[at]);
    });
  }
});
