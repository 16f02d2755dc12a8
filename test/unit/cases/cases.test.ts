import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageSum } from '../../../src/core/usage/usage.ts';
import { formatByName } from '../../../src/formats/list.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { inspectSession } from '../../../src/sessions/inspect.ts';
import type { SessionReport } from '../../../src/sessions/report.ts';
import { sharedFolder } from '../../support/shared.ts';
import { CONTEXT_CHECKS, SEQUENCE_CHECKS } from './contextChecks.ts';
import { ROLLOUT_CHECKS } from './rolloutChecks.ts';
import { entriesOf, entryTexts, loneSurrogates, rawLines } from './texts.ts';

/** expected.json, as cases/README.md describes it. */
// Its keys are compared one by one; each has its own shape.
type Expected = Readonly<Record<string, unknown>> & { readonly format: string };

interface Case {
  readonly bytes: Uint8Array;
  readonly report: SessionReport;
  readonly expected: Expected;
  readonly folder: string;
  /** The path's leaf that the case speaks of. */
  readonly leaf: string;
}

type Check = (want: never, the: Case) => void;

/** How each key of expected.json is compared. */
const CHECKS: Readonly<Record<string, Check>> = {
  ...CONTEXT_CHECKS,
  ...SEQUENCE_CHECKS,
  ...ROLLOUT_CHECKS,
  title: (want, { bytes }) => equal(readTitle(bytes), want),
  committed_lines: (want, { report }) => equal(report.committedLines, want),
  blank_lines: (want, { report }) => equal(report.blankLines, want),
  bad_lines: (want, { report }) => equal(report.badLines, want),
  bad_line_count: (want, { report }) => equal(report.badLines.length, want),
  bad_line_rule: (want, { report }) => {
    equal(want, 'every even line');
    assert.ok(report.badLines.every(({ line }) => line % 2 === 0));
  },
  unterminated_tail_line: (want, { report }) => equal(report.unterminatedTailLine, want),
  tail: (want: { bytes: number; complete_json: boolean } | null, { report }) =>
    equal(report.tail, want && { bytes: want.bytes, completeJson: want.complete_json }),
  bom: (want, { report }) => equal(report.bom, want),
  headers: (want, { report }) => equal(report.headers, want),
  side_records: (want, { report }) => equal(report.sideRecords, want),
  session_id: (want, { report }) => equal(report.sessionId, want),
  entries: (want, { report }) => equal(report.entries, want),
  entries_if_tail_accepted: (want, { report }) =>
    equal(report.entries + (report.tail?.completeJson ? 1 : 0), want),
  distinct_ids: (want, { report }) => equal(report.distinctIds, want),
  duplicate_ids: (want, { report }) => equal(report.duplicateIds, want),
  duplicate_ids_count: (want, { report }) => equal(Object.keys(report.duplicateIds).length, want),
  roots: (want, { report }) => equal(report.roots, want),
  roots_count: (want, { report }) => equal(report.roots.length, want),
  leaves: (want, { report }) => equal(report.leaves, want),
  leaves_count: (want, { report }) => equal(report.leaves.length, want),
  forks: (want, { report }) => equal(report.forks, want),
  forks_count: (want, { report }) => equal(Object.keys(report.forks).length, want),
  fork_sizes: (want, { report }) =>
    equal(Object.fromEntries(Object.entries(report.forks).map(([id, rows]) => [id, rows.length])), want),
  dangling: (want, { report }) => equal(report.dangling, want),
  cycles: (want, { report }) => equal(report.cycles, want),
  default_leaf: (want, { report }) => equal(report.defaultLeaf, want),
  path: (want: { ids: string[] }, { report, leaf }) => equal(report.path(leaf), want.ids),
  path_length: (want, { report, leaf }) => equal(report.path(leaf).length, want),
  path_leaf: (want, { leaf }) => equal(leaf, want),
  message_ids: (want, { report, leaf }) => equal(report.messages(leaf), want),
  pairs: (
    want: { call: string; call_entry: string; result_entry: string | null }[],
    { report, leaf, expected },
  ) =>
    equal(
      report.pairs(leaf, expected['pairs_scope'] === 'path-with-result-siblings'),
      want.map((pair) => ({ call: pair.call, callEntry: pair.call_entry, resultEntry: pair.result_entry })),
    ),
  context_with_siblings: (want, { report, leaf }) => equal(report.pathWithResults(leaf), want),
  conversation: (want, { report }) => {
    const { roots, leaves, forks } = report.conversation;
    equal({ roots, leaves, forks }, want);
  },
  conversation_entries: (want, { report }) => equal(report.conversation.entries, want),
  logical: (want: RecoveredWant, { report: { logical } }) => {
    const { roots, leaves } = logical;
    equal({ roots, leaves, path: { ...want.path, ids: logical.path(want.path.leaf) } }, want);
  },
  usage: (want, { bytes, report, leaf }) => {
    const path = new Set(report.path(leaf));
    const format = formatByName(report.format ?? '');
    const sum = new UsageSum();
    for (const entry of entriesOf(bytes, report.format ?? '')) {
      const told = path.has(entry.id) ? format?.usage?.of(entry) : undefined;
      if (told) sum.add(told);
    }
    const { usage, answers } = sum.total ?? assert.fail('usage is told');
    equal({ messages: answers, input_tokens: usage.input, output_tokens: usage.output }, want);
  },
  orphan_results: (want, { report, leaf }) => equal(report.orphanResults(leaf), want),
  settled_leaf: (want, { report, leaf }) => equal(report.settledLeaf(leaf), want),
  valid_cuts: (want, { report, leaf }) => equal(report.validCuts(leaf), want),
  shape_problem_lines: (want, { report }) => equal(report.malformedLines, want),
  recoverable: (want, { report }) => equal(report.recoverable, want),
  recovered: (want: RecoveredWant, { report: { recovered } }) => {
    const { entries, roots, leaves, dangling } = recovered;
    const got = {
      entries,
      roots,
      leaves,
      dangling,
      path: { ...want.path, ids: recovered.path(want.path.leaf) },
    };
    equal(got, want);
  },
  texts: (want: Record<string, string>, { bytes, expected }) => {
    const texts = entryTexts(bytes, expected.format);
    for (const [id, text] of Object.entries(want)) equal(texts.get(id), text);
  },
  text_lengths: (want: Record<string, number>, { bytes, expected }) => {
    const texts = entryTexts(bytes, expected.format);
    for (const [id, length] of Object.entries(want)) equal(texts.get(id)?.length, length);
  },
  text_repeat: (want: Record<string, { unit: string; times: number }>, { bytes, expected }) => {
    const texts = entryTexts(bytes, expected.format);
    const [first] = texts.values();
    for (const [id, { unit, times }] of Object.entries(want)) {
      assert.ok((id === 'first' ? first : texts.get(id)) === unit.repeat(times));
    }
  },
  lone_surrogates: (want: Record<string, number>, { bytes, expected }) => {
    const texts = entryTexts(bytes, expected.format);
    for (const [id, count] of Object.entries(want)) equal(loneSurrogates(texts.get(id) ?? ''), count);
  },
  raw_contains: (want: Record<string, string>, { bytes }) => {
    const lines = rawLines(bytes);
    for (const [line, text] of Object.entries(want)) assert.ok(lines[Number(line) - 1]?.includes(text));
  },
  legacy_linear: (_want, { report }) => {
    equal(report.path(report.defaultLeaf ?? '').length, report.entries);
    equal(report.roots, ['L2']);
  },
  time_budget_ms: (want: number, { bytes }) => {
    const start = performance.now();
    inspectSession(bytes);
    assert.ok(performance.now() - start < want);
  },
  second_file: (want: SecondWant, { folder }) => {
    const report = inspectSession(readFileSync(join(folder, want.file)));
    equal(report.committedLines, want.committed_lines);
    equal(report.badLines, want.bad_lines);
    equal([report.entries, report.roots, report.leaves], [want.entries, want.roots, want.leaves]);
    equal(report.path(want.path.leaf), want.path.ids);
  },
};

interface RecoveredWant {
  readonly path: { readonly leaf: string; readonly ids: readonly string[] };
}
interface SecondWant extends RecoveredWant {
  readonly file: string;
  readonly committed_lines: number;
  readonly bad_lines: unknown;
  readonly entries: number;
  readonly roots: unknown;
  readonly leaves: unknown;
}

/** Keys that say something about the case itself, or that other parts prove. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  format: 'compared with what is detected',
  pairs_scope: 'says how pairs are compared',
  notes: 'words',
  bug: 'source',
  huge: 'read with SESSION_TREE_HUGE=1 only',
  last_wins: 'the policy that we do not have',
  recoverable_span: 'a repair over several lines: a later step',
  ops: 'stores and forks: test/unit/store, test/unit/fork',
  steps: 'watched files: test/unit/sessions; read here in pieces',
  must_not_modify_on_open: 'nothing here writes; test/unit/sessions',
  ui: 'tree and page',
  replay_delays_ms: 'replay: a later step',
};

/** What a case does not mention is empty. */
const EMPTY: Partial<Record<string, unknown>> = {
  ...{ blank_lines: [], headers: 0, side_records: 0, bom: false, tail: null, dangling: {}, cycles: [] },
  ...{ recoverable: [], shape_problem_lines: [] },
};

describe('shared cases', () => {
  const folder = join(sharedFolder, 'cases');
  if (!existsSync(folder)) {
    it.skip(`${folder} is not there`);
    return;
  }
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'expected.json')));
  let temp = '';
  before(() => (temp = mkdtempSync(join(tmpdir(), 'session-tree-cases-'))));
  after(() => rmSync(temp, { recursive: true, force: true }));

  for (const name of names) {
    const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;
    if (!formatByName(expected.format)) continue;
    if (expected['huge'] && !process.env['SESSION_TREE_HUGE']) {
      it.skip(`${name} (570 MB: SESSION_TREE_HUGE=1)`);
      continue;
    }
    it(name, function () {
      this.timeout(expected['huge'] ? 300_000 : 30_000);
      checkCase(join(folder, name), expected, temp);
    });
  }
});

function checkCase(folder: string, expected: Expected, temp: string): void {
  const bytes = readCase(folder, temp);
  const report = inspectSession(bytes);
  equal(report.format, expected.format);
  // Given its name, the format reads the same.
  equal(inspectSession(bytes, { format: expected.format }).problems, report.problems);
  const path = expected['path'] as { leaf: string } | undefined;
  const leaf = path?.leaf ?? String(expected['path_leaf'] ?? report.defaultLeaf);
  const the: Case = { bytes, report, expected, folder, leaf };
  const missing = Object.entries(EMPTY).filter(([key]) => !Object.hasOwn(expected, key));
  for (const [key, want] of [...Object.entries(expected), ...missing]) {
    const check = CHECKS[key];
    if (check) check(want as never, the);
    else assert.ok(Object.hasOwn(ELSEWHERE, key), `${key} is compared nowhere`);
  }
}

function readCase(folder: string, temp: string): Uint8Array {
  const generator = join(folder, 'gen.mjs');
  if (!existsSync(generator)) return readFileSync(join(folder, 'input.jsonl'));
  const made = join(temp, 'made.jsonl');
  execFileSync(process.execPath, [generator, made]);
  return readFileSync(made);
}

function readTitle(bytes: Uint8Array): string | undefined {
  const reader = new SessionReader();
  reader.push(bytes);
  return reader.state()?.title;
}

function equal(got: unknown, want: unknown): void {
  assert.deepStrictEqual(got, want);
}
