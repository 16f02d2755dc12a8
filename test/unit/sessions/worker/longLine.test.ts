import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler as scheduler } from '../../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../../src/sessions/openSession.ts';
import type { ClosableSession } from '../../../../src/sessions/registry.ts';
import type { WorkerTransport } from '../../../../src/sessions/worker/messages.ts';
import { createReadClient, type RemoteReader } from '../../../../src/sessions/worker/readClient.ts';
import { nodeFiles } from '../../../../src/store/nodeFiles.ts';
import { startNodeWorker } from '../../../../src/worker/nodeTransport.ts';
import { chain, record } from '../support.ts';
import { FILE, rigOf, type Rig } from './rig.ts';
import { told } from './support.ts';

const MB = 1024 * 1024;
const PIECE = 64 * 1024;
const MAIN = join(import.meta.dirname, '../../../../src/worker/main.ts');

interface Followed {
  readonly rig: Rig;
  readonly session: ClosableSession;
  readonly kinds: string[];
  /** How often the other thread was asked. */
  readonly asked: () => number;
}

async function followed(text: string): Promise<Followed> {
  const rig = rigOf();
  const { files } = rig;
  files.write(FILE, text);
  let asked = 0;
  const remote: RemoteReader = {
    read: (...wish) => {
      asked += 1;
      return rig.client.read(...wish);
    },
    dispose: () => undefined,
  };
  const options = { files, scheduler: rig.scheduler, remote, onError: () => undefined };
  const session = await openSession(FILE, options);
  assert.ok(session);
  await session.whole;
  const kinds: string[] = [];
  session.onDidChange(({ kind }) => kinds.push(kind));
  return { rig, session, kinds, asked: () => asked };
}

/** The same file opened by a session that has no other thread. */
async function openedHere({ files, scheduler: fake }: Rig): Promise<unknown> {
  const session = await openSession(FILE, { files, scheduler: fake, onError: () => undefined });
  assert.ok(session);
  session.dispose();
  return content(session);
}

function content({ snapshot }: ClosableSession): unknown {
  const { format, table, tree, labels, problems, title, messageCount, branchCount, size } = snapshot;
  const state = { format, table, tree, labels, problems, title, messageCount, branchCount, size };
  return told({ ...state, header: snapshot.header, committedLines: 0, tail: null } as Parameters<
    typeof told
  >[0]);
}

function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe('a very long line that is appended to an open session', function () {
  this.timeout(120_000);

  it('is taken by the other thread; rows stay, and nothing is different', async () => {
    const { rig, session, kinds, asked } = await followed(chain('a', 'b'));
    rig.files.append(FILE, `${record('big', 'b', 'x'.repeat(6 * MB))}\n${record('c', 'big')}\n`);
    await session.refresh();
    assert.deepEqual([kinds, asked()], [['grown'], 1]);
    assert.deepEqual(
      ['a', 'b', 'big', 'c'].map((id) => session.snapshot.table.rowOf(id)),
      [0, 1, 2, 3],
    );
    assert.deepEqual(content(session), await openedHere(rig));
    const [body] = await session.entries([2]);
    assert.equal(body?.id, 'big');
    rig.files.append(FILE, `${record('d', 'c')}\n`);
    await session.refresh();
    assert.deepEqual([session.snapshot.table.rowOf('d'), asked()], [4, 1], 'it is followed on from there');
  });

  it('may come in pieces: its end is what counts', async () => {
    const { rig, session, kinds, asked } = await followed(chain('a'));
    const line = `${record('big', 'a', 'x'.repeat(6 * MB))}\n`;
    for (let at = 0; at < line.length; at += MB) {
      rig.files.append(FILE, line.slice(at, at + MB));
      await session.refresh();
    }
    assert.equal(asked(), 1);
    assert.ok(kinds.every((kind) => kind === 'grown'));
    assert.deepEqual(content(session), await openedHere(rig));
  });

  it('many short ones, and one of some megabytes, are taken here', async () => {
    const { rig, session, asked } = await followed(chain('n0'));
    const more = Array.from({ length: 900 }, (_, at) => record(`n${at + 1}`, `n${at}`, 'x'.repeat(10_000)));
    rig.files.append(FILE, `${more.join('\n')}\n${record('big', 'n900', 'x'.repeat(2 * MB))}\n`);
    await session.refresh();
    assert.deepEqual([session.snapshot.table.size, asked()], [902, 0]);
  });

  it('is read here where there is no other thread', async () => {
    const rig = rigOf();
    rig.files.write(FILE, chain('a'));
    const { files } = rig;
    const session = await openSession(FILE, { files, scheduler: rig.scheduler, onError: () => undefined });
    rig.files.append(FILE, `${record('big', 'a', 'x'.repeat(6 * MB))}\n`);
    await session?.refresh();
    assert.equal(session?.snapshot.table.rowOf('big'), 1);
  });

  it('of a file that was replaced meanwhile is of another file', async () => {
    const { rig, session, kinds } = await followed(chain('a', 'b'));
    rig.files.append(FILE, `${record('big', 'b', 'x'.repeat(6 * MB))}\n`);
    let reads = 0;
    rig.files.beforeRead = (_uri, offset) => {
      reads += 1;
      if (offset > 2 * MB && reads < 1000) {
        reads = 1000;
        rig.files.write(FILE, `${chain('other')}${record('big', 'other', 'y'.repeat(7 * MB))}\n`);
      }
    };
    await session.refresh();
    rig.files.beforeRead = undefined;
    await session.refresh();
    assert.equal(kinds.at(-1), 'replaced');
    assert.deepEqual(content(session), await openedHere(rig));
  });

  it('costs this thread a part of what taking it costs, 40 MB at once or 20 MB in pieces of 64 KB', async () => {
    await withFollowers(async ({ path, there, here }) => {
      // Not plain: it has to be decoded.
      const line = longLine('big', 'a', 'é\\u00e9'.repeat(5 * MB));
      appendFileSync(path, line);
      const apart = await longestTurn(() => there.refresh());
      const together = await longestTurn(() => here.refresh());
      const bytes = Buffer.from(longLine('more', 'big', 'é\\u00e9'.repeat(2.5 * MB)));
      const inPieces = await longestTurn(async () => {
        for (let at = 0; at < bytes.length; at += PIECE) {
          appendFileSync(path, bytes.subarray(at, at + PIECE));
          await there.refresh();
        }
      });
      for (const session of [there, here]) assert.equal(session.snapshot.table.rowOf('big'), 1);
      assert.equal(there.snapshot.table.rowOf('more'), 2);
      const [all, pieces, taken] = [apart, inPieces, together].map((ms) => ms.toFixed(0));
      console.log(`      longest turn: ${all} ms, 20 MB in pieces ${pieces} ms, taken here ${taken} ms`);
      assert.ok(apart < together / 2, `${apart} ms against ${together} ms`);
      assert.ok(inPieces < together / 2, `${inPieces} ms against ${together} ms`);
    });
  });
});

interface Followers {
  readonly path: string;
  /** One that has the reading thread, and one that has not. */
  readonly there: ClosableSession;
  readonly here: ClosableSession;
}

/** A session in a real file, opened twice. */
async function withFollowers(run: (followers: Followers) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'session-tree-line-'));
  const path = join(folder, 's.jsonl');
  const uri = pathToFileURL(path).href;
  const start = (): WorkerTransport => startNodeWorker(MAIN);
  const remote = createReadClient({ start, scheduler, onTrouble: () => undefined });
  const base = { files: nodeFiles, scheduler, onError: () => undefined };
  try {
    writeFileSync(path, chain('a'));
    const there = await openSession(uri, { ...base, remote });
    const here = await openSession(uri, base);
    assert.ok(there && here);
    await run({ path, there, here });
    there.dispose();
    here.dispose();
  } finally {
    remote.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

function longLine(id: string, parent: string, text: string): string {
  return `${record(id, parent, text).replace('"id"', '"\\u0069d"')}\n`;
}

async function longestTurn(run: () => Promise<void>): Promise<number> {
  const longest = watch();
  await run();
  return longest();
}

/** The answer tells the most CPU time that one turn of the event loop took, in ms. */
function watch(): () => number {
  let longest = 0;
  let last = cpu();
  let isOn = true;
  const look = (): void => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOn = false;
    return Math.max(longest, cpu() - last);
  };
}
