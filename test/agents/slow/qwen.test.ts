import { goesOn, PICKS, type Agent, type PickName } from '../support/goingOn.ts';
import { qwen } from '../support/qwen.ts';

const FOLDER = ['qwen-code', 'generated'];
const CASES: readonly (readonly [file: string, at: PickName])[] = [
  ['parent', 'a call that waits'],
  ['handmade-branch-then-resumed', 'a branch'],
  ['rewind-tree-2roots-3leaves', 'the newest entry'],
];

describe('Qwen Code goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = qwen(this);
  });
  for (const [file, at] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${file}.jsonl`], PICKS[at]);
    });
  }
});
