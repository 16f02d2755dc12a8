import assert from 'node:assert/strict';
import { forksAtEveryEntry } from '../support/everyEntry.ts';
import { open } from '../support/fork.ts';
import { brokenOff, wentBack, geminiCore, geminiSession, isSessionContext } from '../support/gemini.ts';
import { inRoom, laid } from '../support/goingOn.ts';
import { startLoader } from '../support/loader.ts';
import { saidInContents, type Said } from '../support/said.ts';

const FOLDER = ['gemini-cli', 'generated'];
const TALK = 'session-2026-11-30T05-20-2d56372e.jsonl';
type Changed = (text: string) => string;
const FILES: readonly (readonly [of: string, file: string, forks: number, changed?: Changed])[] = [
  ['a session', TALK, 11],
  ['a session that went back', TALK, 14, wentBack],
  ['a session that broke off', TALK, 4, brokenOff],
  ['a session that was made by hand', 'handmade-fork-accepted-by-session-file.jsonl', 4],
];

/**
 * The agent reads results of its own sessions several times over, out of the call and out of what it told the model, and
 * sends each once: a repeat that says the same is none.
 */
function once(all: readonly Said[]): Said[] {
  const results = new Map<string, string>();
  return all.filter((said) => {
    if (isSessionContext(said)) return false;
    if (!('result' in said)) return true;
    const isRepeat = results.get(said.result) === said.text;
    results.set(said.result, said.text);
    return !isRepeat;
  });
}

describe('Gemini CLI’s own reader opens forks', () => {
  let core: string;
  before(function () {
    this.timeout(300_000);
    core = geminiCore(this);
  });
  for (const [of, file, entries, changed] of FILES) {
    it(`at every entry of ${of}`, async function () {
      this.timeout(180_000);
      await inRoom(async (room) => {
        const session = await open(laid(this, { place: geminiSession }, room, [...FOLDER, file], changed));
        const loader = startLoader('gemini', core, room);
        try {
          const { forks, talking } = await forksAtEveryEntry(session, {
            read: async ({ file: { path } }) => once(saidInContents(await loader.load(path))),
            of: once,
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
