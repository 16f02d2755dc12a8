import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_PARENT } from '../../../src/core/index/table.ts';
import { forkPoints } from '../../../src/core/tree/walk.ts';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';
import { CLAUDE_FOLDER, readmeRows, type ReadmeRow } from './claudeReadme.ts';

/** Files of other agents, damaged beyond knowing, or hand-made without any uuid: none of ours. */
const FOREIGN = [
  /cursor-history-not-claude/,
  /codex-(?:exec-)?session/,
  /cli__12-.*pretty-printed/,
  /broken\/agentsview\//,
  /carlosxl\/empty/,
  /cass-edge\/empty_session/,
  /workflows\/wf_\w+\/journal/,
  /fixtures\/vdavid\/(?:cache|timeline)\//,
];
/** One placeholder stands for many uuids there: which record is meant depends on who wins (README: the last). */
const PLACEHOLDERS = /fixtures\/jazzyalex\/small\.jsonl$/;

/** Where the README is wrong, as Python's JSON reader and a look at the file prove. */
const CORRECTIONS: readonly (readonly [RegExp, Partial<ReadmeRow>])[] = [
  // A backslash before a letter that is no escape, on line 871: a result is lost, and its child is below a gap.
  [/git-sync__83-/, { badLines: 1, missingParents: 1, openCalls: 1 }],
  // The boundary has no uuid.
  [/carlosxl\/plain-session/, { compactions: 0 }],
];

describe('corpus of Claude Code: counts of its README', function () {
  this.timeout(60_000);
  if (!existsSync(CLAUDE_FOLDER)) {
    it.skip(`${CLAUDE_FOLDER} is not there`);
    return;
  }
  for (const row of readmeRows()) {
    const correction = CORRECTIONS.find(([pattern]) => pattern.test(row.file))?.[1];
    it(row.file, () => checkFile({ ...row, ...correction }));
  }
});

function checkFile(row: ReadmeRow): void {
  const state = read(join(CLAUDE_FOLDER, row.file));
  if (FOREIGN.some((pattern) => pattern.test(row.file))) {
    assert.notEqual(state?.format.name, 'claude-code');
    return;
  }
  assert.ok(state, 'the format is known');
  assert.equal(state.format.name, 'claude-code');
  const { table, tree, problems } = state;
  const count = (code: string): number => problems.filter((problem) => problem.code === code).length;
  assert.equal(count('duplicate-id') > 0, row.duplicates > 0, 'duplicates');
  assert.equal(count('glued-records'), row.gluedLines, 'glued lines');
  assert.equal(count('invalid-json'), row.badLines, 'bad lines');
  if (PLACEHOLDERS.test(row.file)) return;
  assert.equal(count('missing-parent'), row.missingParents, 'missing parents');
  assert.equal(count('cycle'), 0, 'cycles');
  assert.equal(rawForks(state), row.rawForks, 'raw forks');
  assert.equal(forkPoints(tree).length, row.realForks, 'real forks');
  const rows = Array.from({ length: table.size }, (_, index) => index);
  const compactions = rows.filter((at) => table.kind(at) === 'compaction' && !table.isRepeat(at));
  assert.equal(compactions.length, row.compactions, 'compactions');
  assert.deepEqual(loose(state), { openCalls: row.openCalls, orphanResults: row.orphanResults });
}

/** The whole file; a final line feed that was stripped upstream is put back. */
function read(path: string): ReadState | undefined {
  const bytes = readFileSync(path);
  const reader = new SessionReader();
  reader.push(bytes);
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) reader.push(Uint8Array.of(0x0a));
  return reader.state();
}

/** Rows with two children or more by the parents' ids. */
function rawForks({ table }: ReadState): number {
  const children = new Map<number, number>();
  for (let row = 0; row < table.size; row++) {
    const parent = table.isRepeat(row) ? NO_PARENT : table.parentLink(row);
    if (parent >= 0) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  return [...children.values()].filter((count) => count > 1).length;
}

/** Calls without a result and results without a call, anywhere in the file. */
function loose({ table }: ReadState): { openCalls: number; orphanResults: number } {
  const calls = new Set<unknown>();
  const results = new Set<unknown>();
  for (let row = 0; row < table.size; row++) {
    for (const key of table.calls(row)) calls.add(key);
    for (const key of table.results(row)) results.add(key);
  }
  const missing = (from: Set<unknown>, of: Set<unknown>): number =>
    [...of].filter((key) => !from.has(key)).length;
  return { openCalls: missing(results, calls), orphanResults: missing(calls, results) };
}
