import { copilot } from '../support/copilot.ts';
import { goesOn, PICKS, type Agent, type PickName } from '../support/goingOn.ts';

const FOLDER = ['copilot-cli', 'generated'];
const CASES: readonly (readonly [file: string, at: PickName])[] = [
  ['before-truncate', 'a plain answer'],
  ['before-truncate', 'a call that waits'],
  ['before-truncate', 'the newest entry'],
  ['truncated-and-compacted', 'a plain answer'],
  ['truncated-and-compacted', 'the newest entry'],
  ['handmade-fork-then-resumed', 'a call that waits'],
];

describe('GitHub Copilot CLI goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = copilot(this);
  });
  for (const [file, at] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${file}.jsonl`], PICKS[at]);
    });
  }
});
