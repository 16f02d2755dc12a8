import { codex } from './support/codex.ts';
import { goesOn, PICKS, type Agent, type PickName } from './support/goingOn.ts';

const FOLDER = ['codex', 'generated'];
const CASES: readonly (readonly [file: string, at: PickName, ...others: string[]])[] = [
  ['paginated-parent', 'a plain answer'],
  ['paginated-parent', 'a call that waits'],
  ['paginated-parent', 'the newest entry'],
  ['legacy-parent', 'a call that waits'],
  ['legacy-fork', 'the newest entry'],
  // Begins in the other one; the fork needs no other file.
  ['paginated-fork-from-turn1', 'a plain answer', 'paginated-parent'],
  ['paginated-fork-full', 'the newest entry', 'paginated-parent'],
];

describe('Codex goes on in forks', function () {
  this.timeout(120_000);
  let agent: Agent;
  before(function () {
    this.timeout(300_000);
    agent = codex(this);
  });
  for (const [file, at, ...others] of CASES) {
    it(`at ${at} of ${file}`, async function () {
      const parts = [file, ...others].map((name) => [...FOLDER, `${name}.jsonl`]);
      const [own = [], ...beginnings] = parts;
      await goesOn(this, agent, own, PICKS[at], { others: beginnings });
    });
  }
});
