import assert from 'node:assert/strict';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import { copilotProgram, copilotSession, type CopilotProgram } from '../support/copilot.ts';
import { startCopilotServer, type CopilotServer } from '../support/copilotServer.ts';
import { fork, open } from '../support/fork.ts';
import { inRoom, laid } from '../support/goingOn.ts';

const FOLDER = ['copilot-cli', 'generated'];
const FILES = ['before-truncate.jsonl', 'truncated-and-compacted.jsonl'];

interface Event {
  readonly type: string;
  readonly id: string;
  readonly data: { readonly sessionId?: string };
}

describe('GitHub Copilot’s server opens forks', () => {
  let program: CopilotProgram;
  before(function () {
    this.timeout(300_000);
    program = copilotProgram(this);
  });
  for (const file of FILES) {
    it(`at every entry of ${file}`, async function () {
      this.timeout(300_000);
      await inRoom(async (room) => {
        const session = await open(laid(this, { place: copilotSession }, room, [...FOLDER, file]));
        const server = await startCopilotServer(program, room);
        try {
          await everyEntry(session, server);
        } finally {
          server.close();
          session.dispose();
        }
      });
    });
  }
});

/** Every fork is opened to go on, and holds the start of a session of its own, the path, and the end of an open turn. */
async function everyEntry(session: ClosableSession, server: CopilotServer): Promise<void> {
  const { table } = session.snapshot;
  let forks = 0;
  for (let row = 0; row < table.size; row++) {
    if (table.isRepeat(row)) continue;
    const { file, path } = await fork(session, row, false, () => []);
    const { sessionId } = file;
    const line = `line ${table.line(row)}`;
    const ask = (method: string) =>
      server.ask(method, { sessionId }).catch((error: unknown) => {
        throw new Error(`${line}: ${String(error)}`, { cause: error });
      });
    await ask('session.resume');
    const { events } = (await ask('session.getMessages')) as { events: readonly Event[] };
    await ask('session.detach');
    const [start, ...others] = events;
    assert.equal(start?.data.sessionId, sessionId, line);
    // What went on inside a call of the model it keeps to itself.
    const told = path.filter(({ type }) => !type.startsWith('model.')).map(({ id }) => id);
    assert.deepEqual(
      others.slice(0, told.length).map(({ id }) => id),
      told,
      line,
    );
    forks += 1;
  }
  assert.ok(forks > 50, `${forks} forks`);
}
