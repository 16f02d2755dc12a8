import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  JsonlSessionStore,
  pathTo,
  recoverJsonl,
  SessionLineError,
  type ContentBlock,
} from '../../../src/api.ts';
import { ids } from './chapterTree.ts';

const folder = fileURLToPath(new URL('../../../../shared/cases/', import.meta.url));

interface Expected {
  readonly format: string;
  /** Too large for every run. */
  readonly huge?: boolean;
  readonly bad_lines?: readonly { line: number; why: string }[];
  readonly shape_problem_lines?: readonly number[];
  readonly unterminated_tail_line: number | null;
  readonly entries: number;
  readonly path?: { leaf: string; ids: string[] };
  readonly texts?: Readonly<Record<string, string>>;
}

/** First lines that are entries to a tolerant reader and none to a strict one, or have no place in a tree. */
const STRICT: Readonly<Record<string, number>> = {
  '097-markup-in-every-field': 3, // markup for a timestamp, and for a role
  '106-1500-bad-lines': 2,
};
const NO_TREE: Readonly<Record<string, [line: number, code: string]>> = {
  '034-cycle-of-two': [2, 'missing-parent'],
  '036-duplicate-id-makes-cycle': [3, 'duplicate-id'],
  '037-every-line-written-twice': [3, 'duplicate-id'],
};

function casesOfChapter10(): [name: string, expected: Expected][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'expected.json')))
    .map((name): [string, Expected] => [
      name,
      JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')),
    ])
    .filter(([, expected]) => expected.format === 'tiny-pi' && !expected.huge);
}

function firstBadLine(name: string, expected: Expected): number | undefined {
  const lines = [
    ...(expected.bad_lines ?? []).map((bad) => bad.line),
    ...(expected.shape_problem_lines ?? []),
  ];
  return STRICT[name] ?? lines.sort((a, b) => a - b)[0];
}

const textOf = (content: string | ContentBlock[]): string =>
  typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : '')).join('');

describe('chapter 10, strictly, on the cases from public bug reports', () => {
  let temporary: string;
  before(async () => (temporary = await mkdtemp(join(tmpdir(), 'session-tree-cases-'))));
  after(() => rm(temporary, { recursive: true }));

  const fileOf = (name: string): string => {
    const file = join(folder, name, 'input.jsonl');
    if (existsSync(file)) return file;
    const made = join(temporary, `${name}.jsonl`);
    execFileSync(process.execPath, [join(folder, name, 'gen.mjs'), made]);
    return made;
  };

  const cases = casesOfChapter10();
  if (cases.length === 0) it.skip('needs ../shared/cases beside the repository');

  for (const [name, expected] of cases) {
    it(name, async function () {
      this.timeout(20_000);
      const file = fileOf(name);
      const bytes = readFileSync(file);
      const open = () => JsonlSessionStore.open(file, { ensureFile: async () => undefined });
      const atLine = (line: number) => (error: unknown) =>
        error instanceof SessionLineError && error.line === line;

      const bad = firstBadLine(name, expected);
      if (bad !== undefined) {
        assert.throws(() => recoverJsonl(bytes.toString()), atLine(bad));
        await assert.rejects(open(), atLine(bad));
        return;
      }
      const { entries, warnings } = recoverJsonl(bytes.toString());
      assert.equal(entries.length, expected.entries);
      assert.deepEqual(
        warnings.map(({ line }) => line),
        [expected.unterminated_tail_line ?? []].flat(),
      );
      for (const [id, text] of Object.entries(expected.texts ?? {})) {
        const entry = entries.find((one) => one.id === id);
        const content = entry?.type === 'message' ? entry.message.content : '';
        assert.equal(textOf(content), text);
      }
      const noTree = NO_TREE[name];
      if (noTree) {
        const [line, code] = noTree;
        await assert.rejects(
          open(),
          (error) => atLine(line)(error) && (error as SessionLineError).code === code,
        );
        return;
      }
      if (expected.path) assert.deepEqual(ids(pathTo(entries, expected.path.leaf)), expected.path.ids);
      const store = await open();
      assert.deepEqual(await store.read(), { entries, warnings });
      assert.ok(readFileSync(file).equals(bytes));
    });
  }
});
