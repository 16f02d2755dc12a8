import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { writeFork } from '../../../src/fork/writeFork.ts';
import { nodeNewFile } from '../../../src/store/nodeNewFile.ts';
import { loadPi, type Pi, type PiEntry, type PiManager } from '../../support/pi.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { sessionFile, type MemorySession } from './memory.ts';
import { randomPiFile } from './randomPi.ts';

/** About so many bytes of paths are forked of each file, and at most so many entries. */
const MAX_BYTES = 6_000_000;
const MAX_FORKS = 15;
const RANDOM_FILES = 60;

async function writeOurs(session: MemorySession, row: number): Promise<string> {
  const path = new URL(session.uri).pathname;
  const folder = dirname(path);
  const source = { path, folder, name: basename(path) };
  const place = { io: nodeNewFile, folder, source, now: Date.now(), random: randomBytes };
  const writer = session.snapshot.format.fork;
  assert.ok(writer);
  return (await writeFork(session, session.snapshot, writer, planFork(session.snapshot, row), place)).path;
}

/**
 * What a session is to Pi, with every entry named by its place, so that fresh ids do not matter. Ids that came from
 * the source are compared as they are by the caller.
 */
function shape(manager: PiManager) {
  const entries = manager.getEntries();
  const places = new Map(entries.map((entry, place) => [entry.id, place]));
  const place = (id: unknown) => (typeof id === 'string' ? (places.get(id) ?? id) : id);
  const named = (entry: PiEntry) => {
    const links = ['id', 'parentId', 'targetId', 'firstKeptEntryId'].filter(
      (key) => entry[key] !== undefined,
    );
    const rest = Object.fromEntries(links.map((key) => [key, place(entry[key])]));
    return { ...entry, ...rest };
  };
  return {
    // As JSON: Pi holds members of the value undefined, which no file has.
    entries: JSON.parse(JSON.stringify(entries.map(named))) as unknown,
    branch: manager.getBranch().map((entry) => place(entry.id)),
    leaf: place(manager.getLeafId()),
    labels: entries.map((entry) => manager.getLabel(entry.id)),
    context: manager.buildSessionContext(),
  };
}

const idsOf = (manager: PiManager) =>
  manager.getEntries().map((entry) => (entry.type === 'label' ? 'label' : entry.id));

/** Forks one entry with Pi and with ours, each from its own copy of the source. */
async function compare(pi: Pi, source: string, row: number, folder: string): Promise<void> {
  const [theirs, ours] = ['theirs', 'ours'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    const copy = join(folder, name, basename(source));
    copyFileSync(source, copy);
    return copy;
  }) as [string, string];
  const session = sessionFile(ours);
  const version = session.snapshot.header?.version ?? 3;
  const path = await writeOurs(session, row);
  assert.ok(readFileSync(source).equals(readFileSync(ours)), 'the source is unchanged');

  const expected = pi.open(theirs);
  const id = version >= 2 ? session.ids([row])[0] : expected.getEntries()[row]?.id;
  expected.createBranchedSession(id ?? '?');
  const written = readFileSync(path);
  const made = pi.open(path);
  assert.ok(written.equals(readFileSync(path)), 'Pi repairs and migrates nothing in it');
  assert.deepEqual(shape(made), shape(expected));
  if (version >= 2) assert.deepEqual(idsOf(made), idsOf(expected));
  checkHeader(made, expected, ours, theirs);
  goOn(pi, made, path, written);
}

function checkHeader(made: PiManager, expected: PiManager, ours: string, theirs: string): void {
  const header = { ...made.getHeader() };
  const model = { ...expected.getHeader() };
  assert.deepEqual(Object.keys(header), Object.keys(model));
  assert.equal(header['parentSession'], ours);
  assert.equal(model['parentSession'], theirs);
  for (const key of ['type', 'version', 'cwd']) assert.deepEqual(header[key], model[key], key);
  assert.match(
    basename(made.getSessionFile() ?? ''),
    new RegExp(`^[\\dTZ-]+_${String(header['id'])}\\.jsonl$`),
  );
}

/** Pi takes the conversation up in the new file: its bytes stay, and the next entry hangs below the last. */
function goOn(pi: Pi, made: PiManager, path: string, written: Buffer): void {
  const leaf = made.getLeafId();
  const id = made.appendMessage({ role: 'user', content: 'and now?', timestamp: 1 });
  const again = pi.open(path);
  assert.equal(again.getLeafId(), id);
  assert.equal(again.getEntries().at(-1)?.['parentId'] ?? null, leaf);
  assert.ok(readFileSync(path).subarray(0, written.length).equals(written));
}

/** Rows spread over the file; of version 1 only those before a damaged line, where Pi loses what we recover. */
function samples({ snapshot: { table, problems, header, size } }: MemorySession): number[] {
  const version = header?.version ?? 3;
  const damaged =
    version < 2 ? (problems.find((problem) => problem.severity === 'error')?.line ?? Infinity) : Infinity;
  const forks = Math.min(MAX_FORKS, Math.ceil(MAX_BYTES / (size + 1)));
  const step = Math.max(1, Math.ceil(table.size / forks));
  const rows = new Set<number>();
  for (let row = 0; row < table.size; row += step) rows.add(row);
  // Labels and compactions are what a fork changes: some of each are always among them.
  for (const kind of ['label', 'compaction']) {
    const all = Array.from({ length: table.size }, (_, row) => row).filter((row) => table.kind(row) === kind);
    for (const row of [all[0], all[all.length >> 1], all.at(-1)]) if (row !== undefined) rows.add(row);
  }
  rows.add(table.size - 1);
  return [...rows].filter((row) => table.line(row) < damaged);
}

describe('fork of a Pi session, beside Pi’s own', function () {
  this.timeout(300_000);
  let pi: Pi;
  let folder: string;
  before(async function () {
    pi = await loadPi(this);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('made-up sessions with labels and compactions everywhere', async () => {
    const path = join(folder, 'random.jsonl');
    const property = fc.asyncProperty(randomPiFile, async (text) => {
      writeFileSync(path, text);
      const { snapshot } = sessionFile(path);
      for (let row = 0; row < snapshot.table.size; row++) {
        const work = mkdtempSync(join(folder, 'fork-'));
        await compare(pi, path, row, work);
        rmSync(work, { recursive: true });
      }
    });
    await fc.assert(property, { numRuns: RANDOM_FILES });
  });

  if (!existsSync(sharedFolder)) {
    it('corpus', function () {
      sharedPath(this, 'corpus/pi');
    });
  }
  for (const path of globSync(join(sharedFolder, 'corpus/pi/**/*.jsonl')).sort()) {
    it(path.slice(sharedFolder.length + 1), async () => {
      const rows = samples(sessionFile(path));
      for (const row of rows) {
        await compare(pi, path, row, join(folder, String(row))).catch((error: unknown) => {
          throw new Error(`row ${row}: ${String(error)}`, { cause: error });
        });
        rmSync(join(folder, String(row)), { recursive: true });
      }
    });
  }
});
