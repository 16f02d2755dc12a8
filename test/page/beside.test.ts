import assert from 'node:assert/strict';
import type { Beside } from '../../src/conversation/beside.ts';
import { call, message, result } from '../unit/conversation/support.ts';
import { HOSTILE } from './support/hostile.ts';
import { openRig, type Rig } from './support/rig.ts';

const LINES = [
  message('u', null, 'user', 'go'),
  message('a', 'u', 'assistant', [call('t', 'task'), call('t2', 'task')]),
  result('r', 'a', 't'),
  message('b', 'r', 'assistant', 'done'),
];

/** Files beside the session that a test makes up. */
function beside(changed: Partial<Beside> = {}): Beside {
  return {
    subagents: async () => new Map(),
    subagentOf: async () => undefined,
    parent: async () => undefined,
    output: async () => undefined,
    ...changed,
  };
}

const buttons = (rig: Rig): Promise<string[]> => rig.page.page.locator('.subagents button').allTextContents();

describe('The conversation page: what lies beside the session', () => {
  it('has a button for each subagent of a call, in reach without unfolding it', async () => {
    const marks = [
      { call: 0, name: 'general-purpose: job', uri: 'file:///x' },
      { call: 1, name: '', uri: 'file:///y' },
    ];
    const rig = await openRig({
      lines: LINES,
      beside: beside({ subagents: async () => new Map([[1, marks]]) }),
    });
    assert.deepEqual(await buttons(rig), [
      'Open subagent\u2019s conversation: general-purpose: job',
      'Open subagent\u2019s conversation',
    ]);
    await rig.page.page.locator('.subagents button').nth(1).click();
    await rig.pump();
    const [asked] = rig.actedOf('subagent');
    assert.deepEqual([asked?.row, asked?.number], [1, 1]);
    assert.equal(rig.view.subagent(1, 1)?.uri, 'file:///y');
    await rig.page.assertClean();
  });

  it('has one for a subagent that begins while the page is open', async () => {
    let found: Awaited<ReturnType<Beside['subagents']>> = new Map();
    const rig = await openRig({ lines: LINES, beside: beside({ subagents: async () => found }) });
    assert.deepEqual(await buttons(rig), []);
    found = new Map([[1, [{ call: 0, name: 'late', uri: 'file:///x' }]]]);
    await rig.append(message('c', 'b', 'user', 'more'));
    assert.deepEqual(await buttons(rig), ['Open subagent\u2019s conversation: late']);
    await rig.page.assertClean();
  });

  it('has one for a subagent that begins while the session itself does not grow, until nobody looks', async () => {
    let found: Awaited<ReturnType<Beside['subagents']>> = new Map();
    const following = new Set<() => void>();
    const follow: Beside['follow'] = (_session, changed) => {
      following.add(changed);
      return { dispose: () => void following.delete(changed) };
    };
    const rig = await openRig({ lines: LINES, beside: beside({ subagents: async () => found, follow }) });
    assert.equal(following.size, 1);
    const tell = async (name: string): Promise<string[]> => {
      found = new Map([[1, [{ call: 0, name, uri: 'file:///x' }]]]);
      for (const changed of following) changed();
      await rig.pump();
      return buttons(rig);
    };
    assert.deepEqual(await tell(''), ['Open subagent\u2019s conversation']);
    assert.deepEqual(await tell('look around'), ['Open subagent\u2019s conversation: look around']);
    rig.view.lost();
    assert.equal(following.size, 0);
    await rig.page.assertClean();
  });

  it('says how many of very many are not listed, and shows any name as text', async () => {
    const names = Array.from({ length: 25 }, (_, n) => HOSTILE[n % HOSTILE.length] ?? '');
    const marks = names.map((name) => ({ call: 0, name, uri: 'file:///x' }));
    const rig = await openRig({
      lines: LINES,
      beside: beside({ subagents: async () => new Map([[1, marks]]) }),
    });
    assert.equal((await buttons(rig)).length, 20);
    assert.deepEqual(await rig.page.page.locator('.subagents .muted').allTextContents(), [
      '5 more subagents are in the tree',
    ]);
    await rig.page.assertClean();
  });

  it('a subagent\u2019s page names its parent and goes there', async () => {
    const rig = await openRig({ lines: LINES, beside: beside({ subagentOf: async () => '<b>Main</b>' }) });
    await rig.page.page.getByRole('button', { name: 'Subagent of <b>Main</b>' }).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('action').map(({ action }) => action),
      ['openParent'],
    );
    await rig.page.assertClean();
  });

  it('does without what cannot be looked at', async () => {
    const failing = async (): Promise<never> => Promise.reject(new Error('no such folder'));
    const rig = await openRig({ lines: LINES, beside: beside({ subagents: failing }) });
    assert.equal(await rig.page.page.locator('article').count(), 3);
    assert.match(String(rig.failures.splice(0)[0]), /no such folder/);
  });
});
