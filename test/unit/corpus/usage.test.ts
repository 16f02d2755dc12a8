import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeScene } from '../../../src/conversation/scene.ts';
import { UsageTask } from '../../../src/conversation/usageTask.ts';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import type { UsageTotal } from '../../../src/core/usage/usage.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { CORPUS, corpusFiles } from './goldens.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the product finds on the path that a page would show. */
async function sumOf(file: string): Promise<UsageTotal | undefined> {
  const uri = pathToFileURL(join(CORPUS, file)).href;
  const onError = (_uri: string, error: unknown): void => assert.fail(String(error));
  const session = await openSession(uri, { files: nodeFiles, scheduler: systemScheduler, onError });
  assert.ok(session);
  const { snapshot } = session;
  const { defaultLeaf, newestLeaf } = snapshot.tree;
  const scene = makeScene(snapshot, newestLeaf[defaultLeaf] ?? defaultLeaf);
  const task = new UsageTask({
    ...{ session, scene: () => scene, view: () => 1, changed: () => undefined },
    ...{ failed: (error) => assert.fail(String(error)), scheduler: systemScheduler, autoBytes: Infinity },
  });
  task.update();
  await task.settled();
  session.dispose();
  const { usage } = task.header;
  return usage?.state === 'sum' ? usage : undefined;
}

/** The file's whole lines, as a few lines of Python would read them. */
function recordsOf(file: string): Json[] {
  return readFileSync(join(CORPUS, file), 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line): Json[] => {
      try {
        return [JSON.parse(line) as Json];
      } catch {
        return [];
      }
    });
}

/** A member of a member … of a record; undefined where it has none. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((found, key) => (found as Json | undefined | null)?.[key], value);
}

function add(...numbers: unknown[]): number {
  return numbers.reduce<number>((sum, number) => sum + (typeof number === 'number' ? number : 0), 0);
}

const inputAndOutput = (total: UsageTotal | undefined): (number | undefined)[] => [
  total?.usage.input,
  total?.usage.output,
];

describe('usage in the corpus, as the agents themselves add it up', function () {
  this.timeout(60_000);
  if (!existsSync(CORPUS)) {
    it.skip(`${CORPUS} is not there`);
    return;
  }

  // Files of one thread, nothing of which was taken back: its last total.
  const CODEX = [
    'exec-paginated',
    'large-paginated-60turns',
    'legacy-parent',
    'legacy-fork',
    'paginated-parent',
  ];
  for (const name of CODEX) {
    it(`Codex: ${name} comes to the last total that it tells`, async () => {
      const file = `codex/generated/${name}.jsonl`;
      const totals = recordsOf(file).flatMap(
        (record) => at(record, 'payload', 'info', 'total_token_usage') ?? [],
      );
      const last = totals.at(-1);
      assert.deepEqual(inputAndOutput(await sumOf(file)), [
        at(last, 'input_tokens'),
        at(last, 'output_tokens'),
      ]);
    });
  }

  it('Copilot: a session comes to what it tells when it ends', async () => {
    const file = 'copilot-cli/generated/handmade-fork-then-resumed.jsonl';
    const sums = recordsOf(file).filter(({ type }) => type === 'session.shutdown');
    const usages = Object.values(at(sums[0], 'data', 'modelMetrics') as Json).map((metric) =>
      at(metric, 'usage'),
    );
    const expected = ['inputTokens', 'outputTokens'].map((key) =>
      add(...usages.map((usage) => at(usage, key))),
    );
    assert.equal(sums.length, 1);
    assert.deepEqual(inputAndOutput(await sumOf(file)), expected);
  });

  it('Kimi: comes to its own records of usage, which are no entries', async () => {
    for (const file of corpusFiles('kimi-code').filter((name) => name.startsWith('generated/'))) {
      const used = recordsOf(`kimi-code/${file}`).filter(({ type }) => type === 'usage.record');
      const input = used.map(({ usage }) =>
        add(...['inputOther', 'inputCacheRead', 'inputCacheCreation'].map((key) => at(usage, key))),
      );
      const output = used.map(({ usage }) => at(usage, 'output'));
      assert.ok(used.length > 0);
      assert.deepEqual(inputAndOutput(await sumOf(`kimi-code/${file}`)), [add(...input), add(...output)]);
    }
  });

  it('CodeBuddy: counts each response once, by the line that tells it', async () => {
    const file = 'codebuddy/generated/large-25turns.jsonl';
    const used = recordsOf(file).map((record) => at(record, 'providerData', 'rawUsage'));
    const expected = ['prompt_tokens', 'completion_tokens'].map((key) =>
      add(...used.map((usage) => at(usage, key))),
    );
    assert.deepEqual(inputAndOutput(await sumOf(file)), expected);
  });

  it('Gemini CLI: an answer that was written again counts once', async () => {
    for (const file of corpusFiles('gemini-cli')) {
      const total = await sumOf(`gemini-cli/${file}`);
      const last = new Map<unknown, unknown>();
      for (const record of recordsOf(`gemini-cli/${file}`)) {
        if (record['type'] === 'gemini') last.set(record['id'], record['tokens']);
        if (record['$set'] !== undefined || record['$rewindTo'] !== undefined) last.set('more', undefined);
      }
      // Lists that are put in the place of others, and rewinds, take more than a few lines.
      if (last.has('more')) continue;
      const expected = ['input', 'output'].map((key) =>
        add(...[...last.values()].map((tokens) => at(tokens, key))),
      );
      assert.deepEqual(
        inputAndOutput(total).map((number) => number ?? 0),
        expected,
        file,
      );
    }
  });

  it('Claude Code: each message of a session without branches once, by its last line', async () => {
    const file = 'claude-code/real/entire/cli__9f-d2fc39aa5f-0__2.0.64.jsonl';
    const last = new Map<unknown, unknown>();
    for (const record of recordsOf(file)) {
      if (record['type'] === 'assistant')
        last.set(at(record, 'message', 'id'), at(record, 'message', 'usage'));
    }
    const usages = [...last.values()];
    const input = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].flatMap((key) =>
      usages.map((usage) => at(usage, key)),
    );
    const output = usages.map((usage) => at(usage, 'output_tokens'));
    assert.deepEqual(inputAndOutput(await sumOf(file)), [add(...input), add(...output)]);
  });

  it('Pi: every cost on the path, and no other', async () => {
    let compared = 0;
    for (const file of corpusFiles('pi')) {
      const records = recordsOf(`pi/${file}`);
      const ids = new Set(records.map(({ id }) => id));
      const isLinear = records.every(
        ({ parentId }, index) => index < 2 || parentId === records[index - 1]?.['id'],
      );
      if (!isLinear || ids.size !== records.length) continue;
      const costs = records.map(
        (record) => at(record, 'message', 'usage', 'cost', 'total') ?? at(record, 'usage', 'cost', 'total'),
      );
      const expected = add(...costs);
      const total = await sumOf(`pi/${file}`);
      assert.ok(
        Math.abs((total?.usage.cost ?? 0) - expected) < 1e-9,
        `${file}: ${total?.usage.cost}, ${expected}`,
      );
      if (expected > 0) compared++;
    }
    assert.ok(compared > 0, 'some of them tell costs');
  });
});
