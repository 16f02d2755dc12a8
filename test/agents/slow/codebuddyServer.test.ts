import assert from 'node:assert/strict';
import { codebuddyProgram, codebuddySession } from '../support/codebuddy.ts';
import { startCodebuddyServer } from '../support/codebuddyServer.ts';
import { forksAtEveryEntry } from '../support/everyEntry.ts';
import { open } from '../support/fork.ts';
import { inRoom, laid } from '../support/goingOn.ts';

const FOLDER = ['codebuddy', 'generated'];
const FILES: readonly (readonly [file: string, forks: number])[] = [
  ['parent.jsonl', 18],
  ['handmade-branch-then-resumed.jsonl', 22],
  ['fork-session.jsonl', 23],
];

describe('CodeBuddy’s server loads forks', () => {
  let program: string;
  before(function () {
    this.timeout(300_000);
    program = codebuddyProgram(this);
  });
  for (const [file, entries] of FILES) {
    it(`at every entry of ${file}`, async function () {
      this.timeout(240_000);
      await inRoom(async (room) => {
        const place = { place: codebuddySession, wantsFolder: true };
        const session = await open(laid(this, place, room, [...FOLDER, file]));
        const server = await startCodebuddyServer(program, room);
        try {
          const { forks, talking } = await forksAtEveryEntry(session, {
            read: async ({ file: { sessionId = '' } }) => server.load(sessionId),
          });
          assert.equal(forks, entries);
          assert.ok(talking > forks / 2, `${talking} of ${forks} say something`);
        } finally {
          server.close();
          session.dispose();
        }
      });
    });
  }
});
