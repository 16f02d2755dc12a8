import assert from 'node:assert/strict';
import { subagentsAmong } from '../../../src/library/subagentsAmong.ts';
import { SAVE_MS, type CacheFile } from '../../../src/library/summaryCache.ts';
import { item, meta, textOf, userItem } from '../formats/codexLines.ts';
import { SLOW_MS } from '../sessions/fakes.ts';
import { setUp as setUpFiles } from '../sessions/support.ts';
import { listAll, setUp } from './support.ts';

const [MAIN, FIRST, NESTED, LOST] = ['01a0', '01a1', '01a2', '01a3'] as const;

describe('subagents in the list', function () {
  this.timeout(SLOW_MS);

  const rollout = (id: string, of?: string): string => {
    const source =
      of === undefined ? 'cli' : { subagent: { thread_spawn: { parent_thread_id: of, depth: 1 } } };
    // As in real files, the first line is longer than what is read at first.
    const instructions = { text: 'x'.repeat(20_000) };
    return textOf([
      meta({ id, source, base_instructions: instructions }),
      userItem(`task of ${id}`),
      item({ type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
    ]);
  };

  function start(cache?: CacheFile) {
    const t = setUp([], { setup: setUpFiles(), ...(cache && { cache }) });
    for (const [id, of] of [[MAIN], [FIRST, MAIN], [NESTED, FIRST], [LOST, 'gone']] as const) {
      t.put(`rollout-2026-01-02T12-00-00-${id}`, rollout(id, of));
    }
    return t;
  }
  const shown = (t: ReturnType<typeof setUp>) =>
    t.library.items.map(({ name, subagentOf }) => [name.slice(-10, -6), subagentOf]).sort();

  it('stand under their sessions and not beside them; those whose session is not there are marked', async () => {
    const t = start();
    await t.library.rescan();
    const expected = [
      [MAIN, undefined],
      [LOST, 'gone'],
    ];
    assert.deepEqual(shown(t), expected, 'as soon as names are there');
    await listAll(t);
    assert.deepEqual(shown(t), expected);
    assert.deepEqual(t.errors, []);
  });

  it('appear when their session goes', async () => {
    const t = start();
    await listAll(t);
    const name = `rollout-2026-01-02T12-00-00-${MAIN}`;
    t.listed.delete(`mem:/folder/${name}.jsonl`);
    await listAll(t);
    assert.deepEqual(shown(t), [
      [FIRST, MAIN],
      [NESTED, FIRST],
      [LOST, 'gone'],
    ]);
  });

  it('are known from an earlier start', async () => {
    let bytes: Uint8Array | undefined;
    const file: CacheFile = {
      read: () => Promise.resolve(bytes),
      write: (written) => {
        bytes = written;
        return Promise.resolve();
      },
    };
    const first = start(file);
    await listAll(first);
    await first.scheduler.advance(SAVE_MS);
    assert.ok(bytes);
    const t = setUp([], { setup: first, cache: file });
    for (const uri of first.listed) t.listed.add(uri);
    await listAll(t);
    assert.equal(t.counts.probes, 0);
    assert.deepEqual(shown(t), shown(first));
  });

  it('in another folder, or in a circle, are found nowhere else: they stay', () => {
    const related = (uri: string, id: string, subagentOf?: string) => ({ uri, id, subagentOf });
    const main = related('f:/a/main', 'm');
    const near = related('f:/a/near', 'n', 'm');
    const far = related('f:/b/far', 'f', 'm');
    const [one, two] = [related('f:/a/1', '1', '2'), related('f:/a/2', '2', '1')];
    const self = related('f:/a/self', 's', 's');
    const of2 = related('f:/a/3', '3', '2');
    assert.deepEqual([...subagentsAmong([far, near, one, two, self, of2, main])], [near]);
  });
});
