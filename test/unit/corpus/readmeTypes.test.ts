import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../../src/core/entry.ts';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';
import { corpusReadme, type ReadmeCounts } from './corpusReadme.ts';
import { CORPUS } from './goldens.ts';

/** How the types that a README counts become what the product counts. */
interface Rule {
  /** Types of records that are no entries: headers. */
  readonly headers?: RegExp;
  readonly roles: Readonly<Partial<Record<Role, RegExp>>>;
  /** Files whose counts say something else, and why. */
  readonly but?: Readonly<Record<string, string>>;
}

const RULES: Readonly<Record<string, Rule>> = {
  'qwen-code': {
    roles: { user: /^user(?!\/notification)/, assistant: /^assistant$/, toolResult: /^tool_result$/ },
    but: {
      'js-5.jsonl': 'its only line is two records without a line feed between them',
      'resumeskills-qwen-one.jsonl': 'a result and a text stand in one record: that is no result alone',
      'generated/truncated-tail-then-resumed_GLUED.jsonl': 'one more record is recovered: its own test',
    },
  },
  'copilot-cli': {
    headers: /^session\.start$/,
    roles: {
      user: /^user\.message$/,
      assistant: /^assistant\.(?:message|reasoning)$/,
      toolResult: /^tool\.execution_complete$/,
      system: /^system\.message$/,
    },
    but: {
      'cass-cli_prompt_output_unicode.events.jsonl': 'another format: a hook’s log',
      'cass-cli_truncated_resume.events.jsonl': 'another format: a hook’s log',
      'js-small.jsonl': 'the README’s row ends before its last types',
    },
  },
  cursor: {
    roles: { user: /^user$/, assistant: /^assistant$/ },
    but: {
      'js-large.jsonl': 'users’ lines that hold a result are a tool’s',
      'js-schema_drift.jsonl': 'users’ lines that hold a result are a tool’s',
    },
  },
  vibe: { roles: { user: /^user$/, assistant: /^assistant$/, toolResult: /^tool$/ } },
  'factory-droid': {
    headers: /^session_start$/,
    roles: {},
    but: { 'js-stream_json_large.jsonl': 'another format: what is printed' },
  },
  'generic-id-parent': {
    roles: {
      system: /^msg\.system$/,
      user: /^msg\.user$/,
      assistant: /^msg\.assistant$/,
      toolResult: /^msg\.tool$/,
    },
  },
  openclaw: { headers: /^session$/, roles: {} },
};

const MOST_TYPES = 14;

for (const [folder, rule] of Object.entries(RULES)) {
  describe(`types of records as the README of ${folder} counts them`, () => {
    if (!existsSync(join(CORPUS, folder))) {
      it.skip(`${join(CORPUS, folder)} is not there`);
      return;
    }
    for (const row of corpusReadme(folder)) {
      if (rule.but && Object.hasOwn(rule.but, row.file)) continue;
      it(row.file, () => checkRow(folder, rule, row));
    }
  });
}

function checkRow(folder: string, { headers, roles }: Rule, { file, types }: ReadmeCounts): void {
  const state = read(folder, file);
  const sum = (isCounted: (type: string) => boolean): number =>
    [...types].reduce((total, [type, count]) => (isCounted(type) ? total + count : total), 0);
  // A longer list of types is cut.
  const entries = types.size < MOST_TYPES ? sum((type) => headers?.test(type) !== true) : state.table.size;
  assert.equal(state.table.size, entries, 'entries');
  for (const [role, pattern] of Object.entries(roles)) {
    assert.equal(
      countRole(state, role),
      sum((type) => pattern.test(type)),
      role,
    );
  }
}

function read(folder: string, file: string): ReadState {
  const reader = new SessionReader();
  reader.push(readFileSync(join(CORPUS, folder, file)));
  const state = reader.state();
  assert.ok(state, 'a session');
  return state;
}

function countRole({ table }: ReadState, role: string): number {
  let count = 0;
  for (let row = 0; row < table.size; row++) if (table.role(row) === role) count += 1;
  return count;
}

describe('what the names and notes of files written by Qwen Code promise', () => {
  const folder = 'qwen-code';
  const file = (name: string): string => `generated/${name}.jsonl`;
  const isThere = existsSync(join(CORPUS, folder));
  const test = isThere ? it : it.skip;

  test('two roots and three leaves of talk after two rewinds', () => {
    const { tree } = read(folder, file('rewind-tree-2roots-3leaves'));
    const roots = tree.roots.filter((row) => tree.carries[row] === 1);
    assert.deepEqual([roots.length, tree.branches], [2, 1]);
  });

  test('the record behind the fragment is the parent of what follows', () => {
    const { table, tree, problems } = read(folder, file('truncated-tail-then-resumed_GLUED'));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['glued-fragment'],
    );
    assert.equal(tree.roots.length, 1);
    assert.equal([...Array(table.size).keys()].filter((row) => table.isRecovered(row)).length, 1);
  });
});
