import assert from 'node:assert/strict';
import { branchLabelRow, pathThrough } from '../../../src/core/conversation.ts';
import { makeScene } from '../../../src/conversation/scene.ts';
import { itemsAfter } from '../../../src/conversation/window.ts';
import { opened } from '../sessions/support.ts';
import { conversation, jsonl, message } from './support.ts';

const user = (id: string, parentId: string | null, text = `text of ${id}`): object =>
  message(id, parentId, 'user', text);
const reply = (id: string, parentId: string): object => message(id, parentId, 'assistant', `reply ${id}`);

describe('Conversation items: the tree around the path', () => {
  const forked = [
    user('u', null),
    reply('a', 'u'),
    user('b1', 'a', 'first way'),
    reply('c1', 'b1'),
    user('b2', 'a', 'second way'),
    reply('c2', 'b2'),
    reply('b3', 'a'),
    user('d3', 'b3', 'third way'),
  ];

  it('has a switch below the fork point, with the branches by their first user message', async () => {
    const { items } = await conversation(forked, 'c2');
    const [fork] = items[1]?.forks ?? [];
    assert.deepEqual(
      { ...fork, branches: fork?.branches.map(({ line, label }) => [line, label]) },
      {
        row: 1,
        index: 1,
        count: 3,
        first: 0,
        branches: [
          [3, 'first way'],
          [5, 'second way'],
          [7, 'third way'],
        ],
      },
    );
    assert.ok(items.every((item, index) => index === 1 || !item.forks));
  });

  it('lists at most fifty branches, around the one that is shown', async () => {
    const children = Array.from({ length: 400 }, (_, i) => user(`c${i}`, 'u'));
    const { items } = await conversation([user('u', null), ...children], 'c200');
    const [fork] = items[0]?.forks ?? [];
    assert.deepEqual([fork?.index, fork?.count, fork?.first, fork?.branches.length], [200, 400, 175, 50]);
    assert.equal(fork?.branches[25]?.label, 'text of c200');
    const last = await conversation([user('u', null), ...children], 'c399');
    assert.deepEqual(
      [last.items[0]?.forks?.[0]?.first, last.items[0]?.forks?.[0]?.branches.length],
      [350, 50],
    );
  });

  it('offers other beginnings above the first item', async () => {
    const { items } = await conversation([user('u', null), user('v', null), reply('w', 'v')]);
    assert.deepEqual([items[0]?.start?.index, items[0]?.start?.count], [1, 2]);
  });

  it('marks a missing parent and a loop', async () => {
    const gap = await conversation([user('a', 'gone'), reply('b', 'a')]);
    assert.deepEqual(gap.items[0]?.gap, { parentId: 'gone' });
    const loop = await conversation([user('a', 'b'), reply('b', 'a')]);
    assert.deepEqual([loop.items.length, loop.items[0]?.loop, loop.items[0]?.gap], [2, true, undefined]);
  });

  it('tells repeats, and shows one alone', async () => {
    const { items, session, scene } = await conversation([
      user('u', null),
      user('u', null, 'again'),
      reply('a', 'u'),
    ]);
    assert.deepEqual(items[0]?.repeats, [2]);
    const { table, tree } = scene.snapshot;
    assert.deepEqual([...pathThrough(table, tree, 1)], [1]);
    const alone = makeScene(session.snapshot, 1);
    const [item] = (await itemsAfter(session, alone, 0)).items;
    assert.deepEqual([item?.repeatOf, item?.line, item?.gap], [1, 2, undefined]);
  });

  it('marks records out of damaged lines', async () => {
    const glued = `${JSON.stringify(user('u', null))}${JSON.stringify(reply('a', 'u'))}`;
    const { items } = await conversation([glued, user('b', 'a')]);
    assert.deepEqual(
      items.map(({ id, line, recovered }) => [id, line, recovered ?? false]),
      [
        ['u', 1, true],
        ['a', 1, true],
        ['b', 2, false],
      ],
    );
  });

  it('plans a path of 200,000 entries by loops, in good time', async () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => user(`n${i}`, i === 0 ? null : `n${i - 1}`, 'x'));
    const { session } = await opened(jsonl(lines));
    const start = performance.now();
    const scene = makeScene(session.snapshot, session.snapshot.tree.defaultLeaf);
    const planned = performance.now() - start;
    assert.equal(scene.plan.items.length, 200_000);
    const { items } = await itemsAfter(session, scene, 199_990);
    assert.equal(items.length, 10);
    assert.ok(planned < 5000, `planned in ${planned} ms`);
    assert.equal(branchLabelRow(scene.snapshot.table, scene.snapshot.tree, 5), 5);
  }).timeout(60_000);
});
