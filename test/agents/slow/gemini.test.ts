import { gemini } from '../support/gemini.ts';
import { goesOn, PICKS, type Agent, type PickName } from '../support/goingOn.ts';

const FOLDER = ['gemini-cli', 'generated'];
const CASES: readonly (readonly [file: string, at: PickName])[] = [
  ['session-2026-11-30T05-20-2d56372e', 'a plain answer'],
  ['session-2026-11-30T05-20-2d56372e', 'the newest entry'],
];

describe('Gemini CLI goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = gemini(this);
  });
  for (const [file, at] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      await goesOn(this, agent, [...FOLDER, `${file}.jsonl`], PICKS[at]);
    });
  }
});
