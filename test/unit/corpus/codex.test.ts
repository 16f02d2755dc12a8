import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { createBeginnings } from '../../../src/sessions/beginning/beginnings.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { fileLine } from '../../../src/sessions/parts.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { nodeFolders } from '../sessions/nodeFolders.ts';
import { CORPUS } from './goldens.ts';

const FOLDER = join(CORPUS, 'codex/generated');

/** User's and model's items of some lines, as a few lines of Python would find them: not by the product. */
function itemsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const { type, payload } = JSON.parse(line) as { type: string; payload: JsonObject };
    if (type !== 'response_item' || payload['type'] !== 'message') return [];
    if (payload['role'] !== 'user' && payload['role'] !== 'assistant') return [];
    const [first] = payload['content'] as { text: string }[];
    return first && !first.text.startsWith('<environment_context>') ? [first.text] : [];
  });
}

function linesOf(name: string, bytes?: number): string[] {
  const text = readFileSync(join(FOLDER, name)).subarray(0, bytes).toString('utf8');
  return text.split('\n').slice(0, -1);
}

describe('Codex rollouts of the corpus that begin in another file', function () {
  this.timeout(60_000);
  if (!existsSync(FOLDER)) {
    it.skip(`${FOLDER} is not there`);
    return;
  }
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-codex-'));
    cpSync(FOLDER, folder, { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  const FORKS = [
    ['paginated-fork-from-turn1', 'paginated-parent', 42_234, 25],
    ['paginated-fork-full', 'paginated-parent', 66_557, 63],
    ['paginated-after-revert_segment', 'paginated-before-revert', 39_551, 21],
    ['large-paginated-fork-mid', 'large-paginated-60turns', 3_553_042, 877],
  ] as const;
  for (const [name, parent, bytes, ordinal] of FORKS) {
    it(`${name} goes on with ${parent}`, async () => {
      const before = linesOf(`${parent}.jsonl`, bytes);
      const own = linesOf(`${name}.jsonl`);
      assert.equal(before.length, ordinal, 'the ordinals count the lines');
      const uri = pathToFileURL(join(folder, `${name}.jsonl`)).href;
      const beginnings = createBeginnings({ files: nodeFiles, folders: nodeFolders });
      const options = {
        files: nodeFiles,
        scheduler: systemScheduler,
        beginnings,
        onError: () => assert.ok(false),
      };
      const session = await openSession(uri, options);
      assert.ok(session);
      const { table, tree, problems, parts } = session.snapshot;
      assert.deepEqual(problems, []);
      // Every line but the two headers is an entry, all of them on one path.
      const rows = Array.from(pathRows(tree, tree.defaultLeaf));
      assert.equal(table.size, before.length + own.length - 2);
      const entries = await session.entries(rows);
      const said = entries.flatMap((entry) => {
        const { role, blocks } = entry?.message ?? { role: '', blocks: [] };
        const [first] = blocks;
        return (role === 'user' || role === 'assistant') && first?.type === 'text' ? [first.text] : [];
      });
      assert.deepEqual(said, [...itemsOf(before), ...itemsOf(own)]);
      // Each row stands on the line of the file that it says.
      const texts = new Map(
        parts?.map((part) => [part.uri, readFileSync(new URL(part.uri), 'utf8').split('\n')]),
      );
      const bodies = await session.bytes(rows);
      rows.forEach((row, at) => {
        const place = fileLine({ uri, parts }, table.line(row));
        assert.equal(
          texts.get(place.uri)?.[place.line - 1],
          new TextDecoder().decode(bodies[at] ?? undefined),
        );
      });
      session.dispose();
    });
  }
});
