import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '../../support/shared.ts';
import { CLAUDE_FOLDER } from './claudeReadme.ts';
import { readSession, shownBySdk } from './claudeSdk.ts';

interface Probe {
  readonly file: string;
  /** `u1 a2`: the type's letter and the uuid's last digits. */
  readonly sdkChain: string;
  readonly title: string | null;
}

/** Where the product knowingly shows something else: what, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'all-sidechain.jsonl': 'a helper alone in its file is shown; the SDK returns nothing',
  'dup-uuid-different-parent-2nd-wins.jsonl':
    'the first record of a uuid wins (cases/README); in the SDK the last',
  'glued-on-one-line.jsonl': 'both records of the line are recovered; the SDK drops them',
  'bom-crlf.jsonl': 'the first line is read; the SDK loses it behind a byte order mark',
  'self-ref.jsonl': 'a record that names itself is a root; the SDK gives what stood before it',
  'unknown-type-in-chain.jsonl': 'unknown types keep the chain (cases 072); in the SDK they end it',
};

/** Pretty-printed JSON; and a file whose line 871 was spoilt after the SDK had read it. */
const SPOILT = /cli__12-|git-sync__83-/;

const probes = (): Probe[] => {
  const path = join(CLAUDE_FOLDER, 'edge/expected.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: Probe[] }).cases : [];
};

describe('corpus of Claude Code: answers of its SDK', function () {
  this.timeout(60_000);
  if (!existsSync(CLAUDE_FOLDER)) {
    it.skip(`${CLAUDE_FOLDER} is not there`);
    return;
  }
  for (const probe of probes()) it(`edge/${probe.file}`, () => checkProbe(probe));
  for (const [name, count] of chainLengths()) {
    it(`${name}: ${count} messages`, () => {
      const { bytes, state } = readSession(join(CLAUDE_FOLDER, name));
      assert.ok(state);
      assert.equal(shownBySdk(bytes, state).size, count);
    });
  }
});

function checkProbe({ file, sdkChain, title }: Probe): void {
  const { bytes, state } = readSession(join(CLAUDE_FOLDER, 'edge', file));
  if (file === 'empty-file.jsonl') {
    assert.equal(state, undefined);
    return;
  }
  assert.ok(state);
  assert.equal(state.format.name, 'claude-code');
  const shown = Array.from(shownBySdk(bytes, state), (uuid) => Number(uuid.slice(-12))).sort((a, b) => a - b);
  const wanted = sdkChain.split(' ').map((word) => Number(word.slice(1)));
  const isSame = JSON.stringify(shown) === JSON.stringify(wanted.toSorted((a, b) => a - b));
  const difference = DIFFERENCES[file];
  assert.equal(
    isSame,
    difference === undefined,
    `shown ${shown.join(' ')}, wanted ${sdkChain}; ${difference ?? ''}`,
  );
  if (difference !== undefined) return;
  assert.equal(state.title, title ?? undefined);
  const { table, tree } = state;
  assert.equal(tree.defaultLeaf, table.rowOf(uuidOf(wanted.at(-1) ?? 0)), 'default leaf');
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Real files and how many messages the SDK returned, from the last column of the table in formats/claude-code.md §5. */
function chainLengths(): [string, number][] {
  const path = join(sharedFolder, 'formats/claude-code.md');
  if (!existsSync(path)) return [];
  const lengths: [string, number][] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, name = ''] = cells;
    const file = ['real/entire/', 'real/', 'fixtures/'].map((folder) => `${folder}${name}.jsonl`);
    const found = file.find((at) => existsSync(join(CLAUDE_FOLDER, at)));
    if (cells.length === 18 && found && !SPOILT.test(found) && /^\d+$/.test(cells[16] ?? ''))
      lengths.push([found, Number(cells[16])]);
  }
  return lengths;
}
