import assert from 'node:assert/strict';
import { pathThrough, planConversation } from '../../../src/core/conversation/plan.ts';
import { visibleRows } from '../../../src/core/outline/outlineFilter.ts';
import { pathPairs } from '../../../src/core/pairing/pathPairs.ts';
import { event, line, meta, read, replyItem, userItem } from '../formats/codexLines.ts';

describe('entries that say again what others say', () => {
  const { state } = read([
    meta(),
    ...[line('world_state', {}), userItem('q'), event('user_message', { message: 'q' })],
    ...[event('agent_message', { message: 'a' }), replyItem('a')],
  ]);
  const { table, tree, labels } = state;
  const path = pathThrough(table, tree, tree.defaultLeaf);
  const plan = planConversation(table, tree, path, pathPairs(table, tree, path));

  it('are on the path, and shown with the entry before them', () => {
    assert.deepEqual([...path], [0, 1, 2, 3, 4]);
    assert.deepEqual([...plan.items], [0, 1, 4]);
    assert.deepEqual(
      [2, 3].map((row) => plan.indexOf(row)),
      [1, 1],
    );
    assert.ok(plan.onPath(2));
  });

  it('are an item where nothing stands before them', () => {
    const alone = Int32Array.of(2, 3);
    assert.deepEqual([...planConversation(table, tree, alone, pathPairs(table, tree, alone)).items], [2]);
  });

  it('are in the tree with everything, and not with what most people want to see', () => {
    const shown = (filter: 'default' | 'all') => {
      const steps = visibleRows({ table, tree, labels }, filter, tree.defaultLeaf);
      for (;;) {
        const step = steps.next();
        if (step.done) return [...step.value];
      }
    };
    assert.deepEqual(shown('default'), [0, 1, 0, 0, 1]);
    assert.deepEqual(shown('all'), [1, 1, 1, 1, 1]);
  });
});
