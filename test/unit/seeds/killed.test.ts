import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOnPath } from '../../../src/core/strict/path.ts';
import type { SessionEntry } from '../../../src/core/strict/sessionEntry.ts';
import { JsonlSessionStore } from '../../../src/store/jsonlStore.ts';
import { JsonlTranscript } from '../../../src/store/transcript.ts';
import { FlatSessionError, loadSession } from '../../../src/store/flatSession.ts';
import { TreeSession } from '../../../src/store/treeSession.ts';
import { useTempFolder } from '../../support/tempFolder.ts';

const WRITER = join(import.meta.dirname, '../../support/killedWriter.ts');
const RUNS = 50;
const APPENDS = 200;
/** Processes at a time. */
const AT_ONCE = 3;

/** How a writer is to die: from outside once it has said so much, or by its own hand in the middle of a write. */
type Death = { readonly afterAppends: number; readonly moreMs: number } | { readonly inWrite: number };

interface Killed {
  readonly folder: string;
  readonly death: Death;
  readonly signal: string | null;
  /** The number of the last append that returned, by store. */
  readonly returned: Readonly<Record<string, number>>;
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Starts a writer and waits until it is dead. */
async function kill(writer: string, folder: string, death: Death): Promise<Killed> {
  const inWrite = 'inWrite' in death ? [String(death.inWrite)] : [];
  const child = spawn(process.execPath, [writer, folder, String(APPENDS), ...inWrite], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let armed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (armed || 'inWrite' in death || said.split('\n').length - 1 < 4 * death.afterAppends) return;
    armed = true;
    setTimeout(() => child.kill('SIGKILL'), death.moreMs);
  });
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.once('error', reject).once('close', (_code, by) => resolve(by));
  });
  const returned: Record<string, number> = { transcript: 0, flat: 0, tree: 0, session: 0 };
  for (const [, store = '', n] of said.matchAll(/^(\w+) (\d+)$/gm)) returned[store] = Number(n);
  return { folder, death, signal, returned };
}

/** Every message of a store must be the next in the row, and there must be as many as returned, or one more. */
function check(store: string, contents: readonly unknown[], { returned, death }: Killed): void {
  contents.forEach((content, index) =>
    assert.match(String(content), new RegExp(`^message ${index + 1} x*$`)),
  );
  const expected = returned[store] ?? 0;
  const where = `${store}, ${JSON.stringify(death)}: ${contents.length} there, ${expected} returned`;
  assert.ok(contents.length >= expected && contents.length <= expected + 1, where);
}

async function checkAll(killed: Killed): Promise<{ torn: number }> {
  const file = (name: string) => join(killed.folder, name);
  const transcript = await JsonlTranscript.open(file('t.jsonl'), { sessionId: 't', segmentLines: 60 });
  const state = await transcript.recover();
  check(
    'transcript',
    state.messages.map(({ content }) => content),
    killed,
  );
  const tree = await TreeSession.open(file('tree.jsonl'));
  const treeTorn = tree.tail !== null;
  check(
    'tree',
    tree.messages().map((message) => message['content']),
    killed,
  );
  const store = await JsonlSessionStore.open(file('session.jsonl'));
  check('session', textsOf(await store.entries()), killed);
  const flatTorn = await checkFlat(file('flat.jsonl'), killed);
  // All of them go on from here.
  assert.equal(
    (await transcript.append({ type: 'message', role: 'user', content: 'on' })).sequence,
    state.totalEvents + 1,
  );
  await tree.setTailAside();
  await tree.append({ role: 'user', content: 'on' });
  return { torn: Number(state.ignoredPartialTail) + Number(treeTorn) + Number(flatTorn) };
}

function textsOf(entries: readonly SessionEntry[]): unknown[] {
  const last = entries.at(-1);
  return (last ? messagesOnPath(entries, last.id) : []).map(({ content: [block] }) =>
    typeof block === 'object' && 'text' in block ? block.text : undefined,
  );
}

/** A flat session has no rule for a torn tail but to say where it is; every line before it must be there. */
async function checkFlat(file: string, killed: Killed): Promise<boolean> {
  let torn = false;
  const messages = await loadSession(file).catch((error: unknown) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.ok(
      error instanceof FlatSessionError && error.line === lines.length,
      'only the torn last line is bad',
    );
    torn = true;
    return lines.slice(0, -1).map((line) => JSON.parse(line) as { content: string });
  });
  check(
    'flat',
    messages.map(({ content }) => content),
    killed,
  );
  return torn;
}

describe('stores whose process is killed', () => {
  const at = useTempFolder();

  it(`keep every append that returned, and open again (${RUNS} times, at random points of ${APPENDS} appends)`, async () => {
    // One file, so that a process starts in no time.
    const writer = at('writer.mjs');
    buildSync({
      entryPoints: [WRITER],
      outfile: writer,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
    });
    const next = random(4);
    const deaths = Array.from({ length: RUNS }, (_, run): Death => {
      if (run % 2 === 0) return { afterAppends: 1 + Math.floor(next() * (APPENDS - 10)), moreMs: next() * 3 };
      return { inWrite: 1 + Math.floor(next() * 3 * APPENDS) };
    });
    const started = performance.now();
    const killed: Killed[] = [];
    const waiting = [...deaths.entries()];
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const folder = at(`run${job[0]}`);
        mkdirSync(folder);
        killed.push(await kill(writer, folder, job[1]));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    let torn = 0;
    for (const one of killed) {
      assert.equal(one.signal, 'SIGKILL', JSON.stringify(one.death));
      torn += (await checkAll(one)).torn;
    }
    const counts = killed.map(({ returned }) => returned['transcript'] ?? 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `      ${killed.length} processes killed after ${Math.min(...counts)} to ${Math.max(...counts)} appends a store; ` +
        `${torn} torn tails; ${seconds} s`,
    );
    assert.equal(killed.length, RUNS);
    assert.equal(torn, RUNS / 2, 'every death in the middle of a write left a torn tail');
  }).timeout(120_000);
});
