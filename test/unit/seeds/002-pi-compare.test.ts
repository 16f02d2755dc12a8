import assert from 'node:assert/strict';
import { copyFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Entry } from '../../../src/core/entry.ts';
import { getBranch, getEntries, getTree, type EntryNode } from '../../../src/formats/pi/branches.ts';
import { buildSessionContext } from '../../../src/formats/pi/context.ts';
import { modelMessages } from '../../../src/formats/pi/modelMessages.ts';
import {
  loadPi,
  loadPiModule,
  PI_VERSION,
  type Pi,
  type PiEntry,
  type PiManager,
  type PiTreeNode,
} from '../../support/pi.ts';
import { sharedFolder } from '../../support/shared.ts';
import { useTempFolder } from '../../support/tempFolder.ts';
import { decodeText } from './piEntries.ts';

/** Leaves whose contexts are compared in one file, at most, beside the file's last entry. */
const MOST_LEAVES = 60;

/** What was compared, over all files. */
const totals = { files: 0, entries: 0, branches: 0, contexts: 0, messages: 0, reordered: 0 };

/** As JSON carries it, so that absent and undefined are the same. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe(`Pi sessions: beside Pi's own SessionManager ${PI_VERSION}, on the corpus`, () => {
  const at = useTempFolder();
  const corpus = join(sharedFolder, 'corpus/pi');
  const files = existsSync(corpus) ? globSync('**/*.jsonl', { cwd: corpus }).sort() : [];
  if (files.length === 0) it.skip(`${corpus} is not there`);

  let manager: Pi;
  let convert: (messages: readonly unknown[]) => unknown[];
  before(async function () {
    this.timeout(300_000);
    if (files.length === 0) return;
    manager = await loadPi(this);
    const messages = (await loadPiModule(this, 'messages.js')) as { convertToLlm: typeof convert };
    convert = messages.convertToLlm;
  });
  after(() => {
    if (totals.files > 0) console.log(`      compared: ${JSON.stringify(totals)}`);
  });

  for (const file of files) {
    it(file, function () {
      this.timeout(120_000);
      const copy = at(basename(file));
      copyFileSync(join(corpus, file), copy);
      const entries = decodeText(readFileSync(copy, 'utf8'));
      const theirs = manager.open(copy);
      totals.files += 1;
      compareEntries(entries, theirs);
      compareTrees(getTree(entries), theirs.getTree(), entries, theirs);
      for (const row of leavesOf(entries)) compareContext(entries, theirs, row);
    });
  }

  function compareContext(entries: readonly Entry[], theirs: PiManager, row: number): void {
    const id = entriesOf(theirs)[row]?.id ?? '';
    theirs.branch(id);
    const rows = new Map(entriesOf(theirs).map((entry, at) => [entry.id, at]));
    const ours = buildSessionContext(entries, entries[row]?.id);
    const branch = getBranch(entries, entries[row]?.id);
    const rowsOf = new Map(entries.map((entry, at) => [entry, at]));
    assert.deepEqual(
      branch.map((entry) => rowsOf.get(entry)),
      theirs.getBranch(id).map((entry) => rows.get(entry.id)),
    );
    assert.deepEqual(ours.path, branch);
    const wanted = theirs.buildSessionContext();
    assert.deepEqual(plain(ours.messages), plain(wanted.messages));
    assert.equal(ours.thinkingLevel, wanted.thinkingLevel);
    assert.deepEqual(plain(ours.model), plain(wanted.model));
    // One of the files that others made by hand has a compaction that does not say what it kept.
    const codes = ours.compaction?.id === 'recovery-compaction' ? ['unknown-first-kept'] : [];
    assert.deepEqual(
      ours.problems.map(({ code }) => code),
      codes,
    );
    assert.deepEqual(plain(modelMessages(ours)), plain(convert(wanted.messages)));
    totals.branches += 1;
    totals.contexts += 1;
    totals.messages += wanted.messages.length;
  }
});

/** All that are nodes of a tree. (A pointer of agent-core's has no id; Pi lists it all the same.) */
function entriesOf(manager: PiManager): PiEntry[] {
  return manager.getEntries().filter(({ id }) => typeof id === 'string');
}

function compareEntries(entries: readonly Entry[], theirs: PiManager): void {
  const theirEntries = entriesOf(theirs);
  const ours = getEntries(entries);
  assert.equal(ours.length, theirEntries.length);
  assert.equal(ours.at(-1), entries.at(-1));
  totals.entries += ours.length;
  ours.forEach((entry, row) => {
    const their = theirEntries[row];
    assert.equal(entry.type, their?.type);
    // Version 1 has no ids of its own: Pi makes some up.
    if ('id' in entry.record) assert.equal(entry.id, their?.id);
  });
}

/** The same parents and labels everywhere; children in the same order unless the clock says otherwise. */
function compareTrees(
  ours: readonly EntryNode[],
  theirs: readonly PiTreeNode[],
  entries: readonly Entry[],
  manager: PiManager,
): void {
  const ourRows = new Map(entries.map((entry, row) => [entry, row]));
  const theirRows = new Map(entriesOf(manager).map((entry, row) => [entry.id, row]));
  const roots = theirs.filter(({ entry }) => theirRows.has(entry.id));
  const stack: [readonly EntryNode[], readonly PiTreeNode[]][] = [[ours, roots]];
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const mine = pair[0].map((node) => ourRows.get(node.entry) ?? -1);
    const their = pair[1].map((node) => theirRows.get(node.entry.id) ?? -1);
    if (!mine.every((row, index) => row === their[index])) totals.reordered += 1;
    assert.deepEqual(
      mine,
      their.toSorted((a, b) => a - b),
    );
    for (const node of pair[0]) {
      const other: PiTreeNode | undefined = pair[1][their.indexOf(ourRows.get(node.entry) ?? -1)];
      assert.equal(node.label, other?.label);
      if (node.children.length > 0 || (other?.children.length ?? 0) > 0) {
        stack.push([node.children, other?.children ?? []]);
      }
    }
  }
}

/** The last entry, and entries without children spread over the file. */
function leavesOf(entries: readonly Entry[]): number[] {
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const leaves = entries.flatMap(({ id }, row) => (parents.has(id) ? [] : [row]));
  const step = Math.max(1, Math.floor(leaves.length / MOST_LEAVES));
  const spread = leaves.filter((_, index) => index % step === 0);
  // And some in the middle of a path, where a compaction has not happened yet.
  const middle = [0.1, 0.25, 0.5, 0.75].map((part) => Math.floor(part * entries.length));
  return [...new Set([...spread, ...middle, entries.length - 1])].filter((row) => row >= 0);
}
