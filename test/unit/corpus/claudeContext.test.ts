import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathThrough } from '../../../src/core/conversation.ts';
import type { Entry } from '../../../src/core/entry.ts';
import { own, type JsonObject } from '../../../src/core/json.ts';
import { decodeRow } from '../../../src/sessions/decodeRow.ts';
import { CLAUDE_FOLDER } from './claudeReadme.ts';
import { readSession } from './claudeSdk.ts';

interface Probe {
  readonly file: string;
  readonly sdkChain: string;
}

/** Where something else is told knowingly: what, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'all-sidechain.jsonl': 'a helper alone in its file has a context; the SDK returns nothing',
  'bom-crlf.jsonl': 'the first line is read; the SDK loses it behind a byte order mark',
  'chain-passes-through-missing-parent.jsonl': 'the gap is bridged, as the agent itself does on resuming',
  'dup-uuid-different-parent-2nd-wins.jsonl': 'the first record of a uuid wins; in the SDK the last',
  'glued-on-one-line.jsonl': 'both records of the line are recovered; the SDK drops them',
  'parallel-x3-w-text-head-next-on-r1.jsonl': 'results in the order of the file; the SDK goes by clocks',
  'same-msg-id-siblings-under-user-not-chained.jsonl': 'pieces in the order of the file, not of clocks',
  'self-ref.jsonl': 'a record that names itself is a root; the SDK gives what stood before it',
  'unknown-type-in-chain.jsonl': 'unknown types keep the chain; in the SDK they end it',
};

const probes = (): Probe[] => {
  const path = join(CLAUDE_FOLDER, 'edge/expected.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: Probe[] }).cases : [];
};

/** The last digits of the entries that say something, in the order in which the model would see them. */
function seen(file: string): string {
  const { bytes, state } = readSession(join(CLAUDE_FOLDER, 'edge', file));
  if (!state) return '';
  const { table, tree, format, header } = state;
  const { context } = format;
  assert.ok(context);
  const entryAt = (row: number): Entry => {
    const start = table.offset(row);
    const text = new TextDecoder().decode(bytes.subarray(start, start + table.length(row)));
    const entry = decodeRow({ table, format, header: () => header }, row, JSON.parse(text) as JsonObject);
    assert.ok(entry);
    return entry;
  };
  const path = Array.from(pathThrough(table, tree, tree.defaultLeaf), entryAt);
  const { entries } = context(path, () => undefined);
  return entries
    .filter(({ entry, messages }) => messages.length > 0 && own(entry.record, 'isMeta') !== true)
    .map(({ entry }) => Number(entry.id.slice(-12)))
    .join(' ');
}

describe('corpus of Claude Code: what a model would receive', function () {
  this.timeout(60_000);
  for (const { file, sdkChain } of probes()) {
    const wanted = sdkChain
      .split(' ')
      .filter((word) => /^[ua]/.test(word))
      .map((word) => Number(word.slice(1)))
      .join(' ');
    const difference = DIFFERENCES[file];
    if (difference === undefined) it(file, () => assert.equal(seen(file), wanted));
    else it(`${file}: ${difference}`, () => assert.notEqual(seen(file), wanted));
  }
});
