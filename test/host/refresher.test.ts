import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { Refresher } from '../../src/tree/refresher.ts';

/** Longer than changes are gathered. */
const GATHERED_MS = 300;

describe('changes of the view', () => {
  it('are told together while it can be seen, and wait while it cannot, also when it is hidden meanwhile', async () => {
    let isVisible = true;
    const refresher = new Refresher(() => isVisible);
    const told: unknown[] = [];
    refresher.event((nodes) => told.push(nodes));
    try {
      refresher.add();
      refresher.add();
      await wait(GATHERED_MS);
      assert.deepEqual(told, [undefined]);
      refresher.add();
      isVisible = false;
      await wait(GATHERED_MS);
      refresher.add();
      await wait(GATHERED_MS);
      assert.deepEqual(told, [undefined], 'nobody sees it');
      isVisible = true;
      refresher.flush();
      assert.deepEqual(told, [undefined, undefined]);
    } finally {
      refresher.dispose();
    }
  });
});
