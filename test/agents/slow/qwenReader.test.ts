import assert from 'node:assert/strict';
import { forksAtEveryEntry } from '../support/everyEntry.ts';
import { open } from '../support/fork.ts';
import { inRoom, laid } from '../support/goingOn.ts';
import { startLoader } from '../support/loader.ts';
import { qwenCore, qwenSession } from '../support/qwen.ts';
import { isReminder, saidInContents } from '../support/said.ts';

const FOLDER = ['qwen-code', 'generated'];
/** Sessions by the agent's own program, and how many entries each can be forked at. */
const FILES: readonly (readonly [file: string, forks: number])[] = [
  ['rewind-tree-2roots-3leaves.jsonl', 51],
  ['parent.jsonl', 22],
  ['fork-session.jsonl', 30],
  ['large-many-turns.jsonl', 250],
];

describe('Qwen Code’s own reader opens forks', () => {
  let core: string;
  before(function () {
    this.timeout(300_000);
    core = qwenCore(this);
  });
  for (const [file, entries] of FILES) {
    it(`at every entry of ${file}`, async function () {
      this.timeout(180_000);
      await inRoom(async (room) => {
        const session = await open(
          laid(this, { place: qwenSession, wantsFolder: true }, room, [...FOLDER, file]),
        );
        const loader = startLoader('qwen', core, room);
        try {
          const { forks, talking } = await forksAtEveryEntry(session, {
            read: async ({ file: { sessionId = '' } }) =>
              saidInContents(await loader.load(sessionId)).filter((said) => !isReminder(said)),
          });
          assert.equal(forks, entries);
          assert.ok(talking > forks / 2, `${talking} of ${forks} say something`);
        } finally {
          loader.close();
          session.dispose();
        }
      });
    });
  }
});
