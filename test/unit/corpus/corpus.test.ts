import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat } from '../../../src/formats/detect.ts';
import { inspectSession } from '../../../src/sessions/inspect.ts';
import { LineSplitter } from '../../../src/scan/lines.ts';
import { parseObject } from '../../../src/scan/readLine.ts';
import { sharedFolder } from '../../support/shared.ts';
import { readNaively } from './naive.ts';

/** Branch points and leaves as corpus/pi/README.md gives them. */
const README: readonly (readonly [string, { forks: number; leaves: number; roots?: number }])[] = [
  ['pi-cli-1.6.0/a/2026-11-30T05-28-25-521Z', { forks: 4, leaves: 6 }],
  ['pi-cli-1.6.0/a/2026-11-30T05-28-29-471Z', { forks: 0, leaves: 1 }],
  ['pi-cli-1.6.0/a/2026-11-30T05-28-29-680Z', { forks: 0, leaves: 1 }],
  ['pi-cli-1.6.0/a/2026-11-30T05-28-30-006Z', { forks: 0, leaves: 1 }],
  ['pi-cli-1.6.0/b/2026-11-30T05-28-33-699Z', { forks: 19, leaves: 21 }],
  ['pi-cli-1.6.0/b/2026-11-30T05-29-00', { forks: 0, leaves: 1 }],
  ['pi-cli-1.6.0/c/2026-11-30T05-29-25-192Z', { forks: 103, leaves: 105 }],
  ['pi-cli-1.6.0/c/2026-11-30T05-34-2', { forks: 0, leaves: 1 }],
  ['session-manager-1.6.0/all-entry-types.v3', { forks: 2, leaves: 4, roots: 2 }],
  ['session-manager-1.6.0/large-session.migrated', { forks: 15, leaves: 16 }],
];

/** The two real files with glued lines: their line, and the ids of both records. */
const GLUED: Readonly<Record<string, { line: number; ids: readonly string[]; entries: number }>> = {
  'real-v1/compact.jsonl': { line: 1013, ids: ['L1013', 'L1013.2'], entries: 1011 },
  'real-v1/session.jsonl': { line: 440, ids: ['L440', 'L440.2'], entries: 461 },
};

for (const agent of ['pi', 'openclaw']) {
  describe(`corpus of ${agent}`, function () {
    this.timeout(60_000);
    for (const name of filesOf(agent)) {
      it(name, () => {
        checkFile(join(sharedFolder, 'corpus', agent, name), name);
      });
    }
  });
}

describe('corpus of other agents', function () {
  this.timeout(60_000);
  for (const agent of agents()) {
    it(`${agent}: no file is taken for one of Pi's or tiny-pi's`, () => {
      for (const name of filesOf(agent)) {
        const format = detectFormat(firstRecords(readFileSync(join(sharedFolder, 'corpus', agent, name))));
        assert.ok(format?.name !== 'pi-v3' && format?.name !== 'tiny-pi', name);
      }
    });
  }
});

function checkFile(path: string, name: string): void {
  const bytes = readFileSync(path);
  const naive = readNaively(bytes.toString('utf8'));
  const report = inspectSession(bytes);
  assert.equal(report.format, 'pi-v3');
  assert.equal(report.committedLines, naive.lines);
  assert.deepEqual(
    report.badLines.map(({ line }) => line),
    naive.badLines,
  );
  assert.equal(report.entries, naive.entries.length);
  assert.equal(report.version, naive.header?.version ?? 1);
  assert.deepEqual(report.roots, naive.roots);
  assert.deepEqual(report.leaves, naive.leaves);
  assert.deepEqual(report.forks, Object.fromEntries(naive.forks));
  assert.equal(report.defaultLeaf, naive.defaultLeaf);
  assert.deepEqual(report.cycles, []);
  const known = README.find(([begin]) => name.startsWith(begin))?.[1];
  if (known) {
    assert.equal(Object.keys(report.forks).length, known.forks);
    assert.equal(report.leaves.length, known.leaves);
    if (known.roots !== undefined) assert.equal(report.roots.length, known.roots);
  }
  checkGlued(name, report);
}

function checkGlued(name: string, report: ReturnType<typeof inspectSession>): void {
  const glued = GLUED[name];
  assert.deepEqual(report.recoverable, glued ? [{ line: glued.line, ids: glued.ids }] : []);
  const problems = report.problems.filter(({ code }) => code !== 'missing-parent');
  assert.deepEqual(
    problems.map(({ code, line }) => ({ code, line })),
    glued ? [{ code: 'glued-records', line: glued.line }] : [],
  );
  if (!glued) return;
  assert.equal(report.entries, glued.entries);
  // In the tree both records stand in the chain: one root, one leaf, nothing lost.
  const { recovered } = report;
  assert.equal(recovered.entries, glued.entries + 2);
  assert.deepEqual([recovered.roots.length, recovered.leaves.length], [1, 1]);
  const path = recovered.path(recovered.leaves[0] ?? '');
  assert.equal(path.length, recovered.entries);
  assert.ok(glued.ids.every((id) => path.includes(id)));
}

function firstRecords(bytes: Uint8Array): Record<string, never>[] {
  const records: Record<string, never>[] = [];
  new LineSplitter().push(bytes, (line) => {
    const record = records.length < 25 ? parseObject(line.bytes) : undefined;
    if (record) records.push(record as Record<string, never>);
  });
  return records;
}

function agents(): string[] {
  const folder = join(sharedFolder, 'corpus');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'pi' && name !== 'openclaw') : [];
}

/** All `.jsonl` files of an agent, relative to its folder. */
function filesOf(agent: string): string[] {
  const folder = join(sharedFolder, 'corpus', agent);
  if (!existsSync(folder)) {
    it.skip(`${folder} is not there`);
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}
