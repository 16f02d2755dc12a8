import assert from 'node:assert/strict';
import type { ClosableSession } from '../../src/sessions/registry.ts';
import { codexCommand, codexOptions, codexSession } from './support/codex.ts';
import { startCodexServer, type CodexServer } from './support/codexServer.ts';
import { fork, open } from './support/fork.ts';
import { inRoom, laid } from './support/goingOn.ts';

interface Thread {
  readonly id: string;
  readonly turns: readonly unknown[];
}

const FILES = [
  ['codex', 'generated', 'paginated-parent.jsonl'],
  ['codex', 'generated', 'legacy-parent.jsonl'],
  ['codex', 'js-large.jsonl'],
];

describe('Codex’s server opens forks', () => {
  let command: readonly string[];
  before(function () {
    this.timeout(300_000);
    command = codexCommand(this);
  });
  for (const parts of FILES) {
    it(`at every entry of ${parts.at(-1)}`, async function () {
      this.timeout(180_000);
      await inRoom(async (room) => {
        const session = await open(laid(this, { place: codexSession }, room, parts));
        const server = await startCodexServer(
          [...command, 'app-server'],
          codexOptions(room, 'http://127.0.0.1:9'),
        );
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

/** Has every fork read, and opened to go on with the turns that it holds. */
async function everyEntry(session: ClosableSession, server: CodexServer): Promise<void> {
  const { table } = session.snapshot;
  for (let row = 0; row < table.size; row++) {
    const { file } = await fork(session, row);
    const threadId = file.sessionId;
    const ask = async (method: string): Promise<Thread> => {
      const answer = await server.ask(method, { threadId }).catch((error: unknown) => {
        throw new Error(`line ${table.line(row)}: ${String(error)}`, { cause: error });
      });
      const { thread } = answer as { thread: Thread };
      assert.equal(thread.id, threadId);
      return thread;
    };
    await ask('thread/read');
    const { turns } = await ask('thread/resume');
    assert.ok(turns.length > 0, `line ${table.line(row)}`);
    await server.ask('thread/unsubscribe', { threadId });
  }
}
