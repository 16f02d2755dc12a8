import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathTo } from '../../../src/core/strict/path.ts';
import { recoverJsonl } from '../../../src/core/strict/recover.ts';
import { planFork, type ForkPlan } from '../../../src/core/fork/forkPlan.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { makeFork, type Made } from './make.ts';
import { memorySession, sessionFile, type MemorySession } from './memory.ts';

/** At most so many entries of a file are forked, spread over it, and about so many bytes written. */
const MAX_FORKS = 150;
const MAX_BYTES = 4_000_000;

/** Rows to fork from: all of a small file; of a large one the first, the last and some between. */
function samples({ snapshot: { table, size } }: MemorySession): number[] {
  const forks = Math.min(MAX_FORKS, Math.ceil(MAX_BYTES / (size / 2 + 1)));
  const step = Math.max(1, Math.ceil(table.size / forks));
  const rows = [];
  for (let row = 0; row < table.size; row += step) rows.push(row);
  if (table.size > 0) rows.push(table.size - 1);
  return rows;
}

/** Rows of the path that the fork has lines of: Pi puts labels elsewhere. */
function keptRows(session: MemorySession, plan: ForkPlan): number[] {
  const isPi = session.snapshot.format.needsHeader;
  return plan.rows.filter((row) => !isPi || session.snapshot.table.kind(row) !== 'label');
}

async function checkFork(session: MemorySession, plan: ForkPlan, made: Made): Promise<void> {
  const rows = keptRows(session, plan);
  if (rows.length === 0) return;
  const forked = memorySession(made.content);
  const { snapshot } = forked;
  assert.equal(snapshot.format, session.snapshot.format);
  // What is damaged in a record's message is copied, and was named before; nothing else may be.
  assert.deepEqual(
    snapshot.problems.filter((problem) => problem.code !== 'malformed-message'),
    [],
  );
  const last = rows.length - 1;
  const again = planFork(snapshot, last);
  assert.equal(again.top, 'root');
  assert.deepEqual(again.rows, [...again.rows.keys()]);
  assert.equal(again.rows.length, rows.length);
  const labels = snapshot.table.size - rows.length;
  for (let row = rows.length; row < snapshot.table.size; row++)
    assert.equal(snapshot.table.kind(row), 'label');
  const [sourceBytes, bytes] = await Promise.all([session.bytes(rows), forked.bytes(again.rows)]);
  const hasIds = (session.snapshot.header?.version ?? 3) >= 2;
  if (hasIds) assert.deepEqual(forked.ids(again.rows), session.ids(rows));
  const changed = rows.filter(
    (_, index) => !Buffer.from(bytes[index] ?? []).equals(sourceBytes[index] ?? new Uint8Array()),
  );
  if (hasIds) assert.ok(changed.length <= labelsOnPath(plan, session) + 1, `${changed.length} lines changed`);
  assert.ok(labels <= session.snapshot.labels.size);
  assert.equal(again.messages, plan.messages);
  checkStrictly(sourceBytes, made);
}

/** Where the path's lines are entries to the strict reader of the seeds, their fork is a session to it. */
function checkStrictly(source: readonly (Uint8Array | null)[], made: Made): void {
  const lines = source.map((bytes) => `${Buffer.from(bytes ?? []).toString('utf8')}\n`);
  try {
    lines.forEach((line) => recoverJsonl(line));
  } catch {
    return;
  }
  const { entries, warnings } = recoverJsonl(made.content.toString('utf8'));
  assert.deepEqual(warnings, []);
  assert.equal(pathTo(entries, entries.at(-1)?.id ?? '').length, lines.length);
  strict += 1;
}

/** Each label that was left out can change the line below it, and the compactions that began at it. */
function labelsOnPath(plan: ForkPlan, { snapshot: { table } }: MemorySession): number {
  const count = (kind: string) => plan.rows.filter((row) => table.kind(row) === kind).length;
  const labels = count('label');
  return labels === 0 ? 0 : labels + count('compaction');
}

async function checkFile(path: string): Promise<void> {
  const before = readFileSync(path);
  const session = sessionFile(path);
  for (const row of samples(session)) {
    let plan: ForkPlan;
    try {
      plan = planFork(session.snapshot, row);
    } catch (error) {
      assert.match(String(error), /repeats the id/);
      continue;
    }
    await checkFork(session, plan, await makeFork(session, row));
  }
  assert.ok(before.equals(readFileSync(path)), 'the source is unchanged');
}

/** How many forks the strict reader took. */
let strict = 0;

describe('fork at every entry', function () {
  this.timeout(60_000);
  if (!existsSync(sharedFolder)) {
    it('cases and corpus', function () {
      sharedPath(this, 'cases');
    });
  }
  const cases = globSync(join(sharedFolder, 'cases/*/input.jsonl')).filter((path) => {
    const { format } = JSON.parse(readFileSync(join(dirname(path), 'expected.json'), 'utf8')) as {
      format: string;
    };
    return ['tiny-pi', 'pi-v3'].includes(format);
  });
  const corpus = globSync(join(sharedFolder, 'corpus/{pi,openclaw}/**/*.jsonl'));
  for (const path of [...cases, ...corpus].sort()) {
    it(path.slice(sharedFolder.length + 1), () => checkFile(path));
  }
  if (cases.length > 0)
    it('and the strict reader takes them', () => assert.ok(strict > 50, `${strict} forks`));
});
