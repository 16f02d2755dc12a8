import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/tree/nodes.ts';
import { activeApi, SessionFolder, sessionNode, until } from './support/tree.ts';

/** The folder `shared` beside the repository, seen from the bundle in dist-test. */
const CASES = join(__dirname, '../../shared/cases');
const GENERATED = ['057-wide-fan-out-5000', '106-1500-bad-lines'];
const folder = new SessionFolder('case-tests');

interface Expected {
  readonly format: string;
  readonly entries?: number;
  readonly steps?: readonly {
    readonly do: 'append' | 'replace';
    readonly data: string;
    readonly expect: Step;
  }[];
}
interface Step {
  readonly entries: number;
  readonly ids?: readonly string[];
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8')) as Expected;
}

function bytesOf(name: string): Buffer {
  const input = join(CASES, name, 'input.jsonl');
  if (existsSync(input)) return readFileSync(input);
  const out = join(tmpdir(), `${name}-${process.pid}.jsonl`);
  execFileSync(process.execPath, [join(CASES, name, 'gen.mjs'), out]);
  return readFileSync(out);
}

/** Cases of the formats that are trees of their own, small enough to be drawn whole. */
function treeCases(): string[] {
  if (!existsSync(CASES)) return [];
  return readdirSync(CASES).filter((name) => {
    if (!/^\d/.test(name) || (!GENERATED.includes(name) && !existsSync(join(CASES, name, 'input.jsonl'))))
      return false;
    return ['tiny-pi', 'pi-v3', 'pi-v1'].includes(expectedOf(name).format);
  });
}

/** Rows of all entries that a person can reach: opens everything, asks for every page. */
async function reachable(node: TreeNode): Promise<number[]> {
  const { provider } = (await activeApi()).tree;
  const rows: number[] = [];
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    let children = await provider.getChildren(next);
    for (let more = children.find(({ kind }) => kind === 'more'); more;) {
      await vscode.commands.executeCommand('sessionTree._more', more);
      children = await provider.getChildren(next);
      more = children.find(({ kind }) => kind === 'more');
    }
    for (const child of children) {
      assert.ok(provider.getTreeItem(child).label !== '…', 'has a row');
      assert.equal(provider.getParent(child), next);
      if (child.kind === 'entry') rows.push(child.row);
      open.push(child);
    }
  }
  return rows.sort((a, b) => a - b);
}

describe('cases from public bug reports, in the view', () => {
  before(async () => {
    await activeApi();
    await vscode.commands.executeCommand('sessionTree.selectFilter', 'all');
    if (!existsSync(CASES)) console.log(`      skipped: ${CASES} is not there`);
  });

  after(async () => {
    await vscode.commands.executeCommand('sessionTree.selectFilter', 'default');
    await folder.remove();
  });

  for (const name of treeCases()) {
    it(`${name}: every entry can be reached, every problem is shown`, async function () {
      this.timeout(60_000);
      const { tree } = await activeApi();
      const file = `${name}.jsonl`;
      const bytes = bytesOf(name);
      const expected = expectedOf(name);
      if (expected.entries === 0) return;
      const uri = await folder.write(file, bytes);
      const session = await (await tree.provider.view(uri))?.open();
      assert.ok(session);
      const { table, problems } = session.snapshot;
      const rows = await reachable(await sessionNode(uri));
      assert.deepEqual(
        rows,
        Array.from({ length: table.size }, (_, row) => row),
      );
      const shown = problems.length > 1000 ? 1001 : problems.length;
      const diagnostics = (): number => vscode.languages.getDiagnostics(vscode.Uri.parse(uri)).length;
      await until(
        () => diagnostics() === session.snapshot.problems.length || diagnostics() === shown,
        `${shown} problems`,
      );
      for (const step of expected.steps ?? []) {
        if (step.do === 'append') await folder.append(file, step.data);
        else await folder.writeQuietly(file, step.data);
        await until(
          async () => (await reachable(await sessionNode(uri))).length === step.expect.entries,
          `step ${step.do}`,
        );
      }
    });
  }
});
