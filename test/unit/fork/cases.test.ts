import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { sharedFolder, sharedPath } from '../../support/shared.ts';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession, sessionFile } from './memory.ts';

interface ForkOp {
  readonly op: string;
  readonly leaf: string;
  readonly expect: {
    readonly complete: boolean;
    readonly ids: string[];
    readonly missing_parent?: string;
    readonly verbatim_lines?: number[];
    readonly unanswered_calls?: string[];
    readonly settled_leaf?: string;
  };
}

interface Case {
  readonly format: string;
  readonly ops?: ForkOp[];
  readonly settled_leaf?: string;
  readonly path?: { readonly leaf: string };
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The ids of calls on a path that have no result on it, as the plan tells them. */
async function unanswered(path: string, row: number): Promise<string[]> {
  const session = sessionFile(path);
  const plan = planFork(session.snapshot, row);
  const entries = await session.entries(plan.openCalls.map((call) => call.row));
  return plan.openCalls.map((call, index) => {
    const calls = entries[index]?.message?.blocks.filter((block) => block.type === 'toolCall') ?? [];
    return calls[call.ordinal]?.id ?? '?';
  });
}

async function checkFork(path: string, { leaf, expect }: ForkOp): Promise<void> {
  const before = digest(path);
  const session = sessionFile(path);
  const row = session.rowOf(leaf);
  const plan = planFork(session.snapshot, row);
  assert.deepEqual(session.ids(plan.rows), expect.ids);
  assert.equal(plan.top === 'root', expect.complete);
  const [top] = await session.entries([plan.rows[0] ?? -1]);
  if (expect.missing_parent) assert.equal(top?.parentId, expect.missing_parent);
  if (expect.unanswered_calls) assert.deepEqual(await unanswered(path, row), expect.unanswered_calls);
  if (expect.settled_leaf) assert.deepEqual(session.ids([plan.before ?? -1]), [expect.settled_leaf]);

  const folder = faultyFolder();
  const made = await makeFork(session, row, folder);
  assert.equal(dirname(made.path), dirname(path), 'stays in the session’s folder');
  assert.deepEqual([...folder.files.keys()], [made.path]);
  assert.match(made.name, /^[\w.-]+\.jsonl$/);
  const forked = memorySession(made.content);
  const leafRow = forked.rowOf(leaf);
  const again = planFork(forked.snapshot, leafRow);
  assert.equal(again.top, 'root');
  assert.deepEqual(forked.ids(again.rows), expect.ids);
  assert.deepEqual(forked.snapshot.problems, []);
  const source = readFileSync(path, 'utf8').split('\n');
  const untouched = plan.rows.slice(expect.complete ? 0 : 1).map((each) => session.snapshot.table.line(each));
  for (const line of expect.verbatim_lines ?? untouched)
    assert.ok(made.lines.includes(source[line - 1] ?? '?'));
  assert.equal(digest(path), before, 'the source is unchanged');
}

describe('fork, cases from public bug reports', () => {
  if (!existsSync(sharedFolder)) {
    it('cases', function () {
      sharedPath(this, 'cases');
    });
  }
  for (const file of globSync(join(sharedFolder, 'cases/*/expected.json')).sort()) {
    const expected = JSON.parse(readFileSync(file, 'utf8')) as Case;
    if (!['tiny-pi', 'pi-v3'].includes(expected.format)) continue;
    const path = join(dirname(file), 'input.jsonl');
    const name = dirname(file).split('/').at(-1) ?? '';
    for (const op of (expected.ops ?? []).filter((each) => each.op === 'fork')) {
      it(`${name}: fork of ${op.leaf}`, () => checkFork(path, op));
    }
  }
});
