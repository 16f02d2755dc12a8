import assert from 'node:assert/strict';
import type { Beside, BesideKin } from '../../src/conversation/beside.ts';
import type { PageKin } from '../../src/protocol.ts';
import type { KinMark } from '../../src/sessions/lineage/lineage.ts';
import { call, message, result } from '../unit/conversation/support.ts';
import { HOSTILE } from './support/hostile.ts';
import { openRig, type Rig } from './support/rig.ts';

const LINES = [
  message('u', null, 'user', 'go'),
  message('a', 'u', 'assistant', [call('t', 'task')]),
  result('r', 'a', 't'),
  message('b', 'r', 'assistant', 'done'),
];

/** Kin that a test makes up, and may change. */
function kin(now: { marks: readonly KinMark[]; facts?: PageKin }): Beside {
  const known: BesideKin = {
    key: () => JSON.stringify(now),
    facts: () => now.facts,
    marks: async () => now.marks,
  };
  return {
    kin: known,
    subagents: async () => new Map(),
    subagentOf: async () => undefined,
    parent: async () => undefined,
    output: async () => undefined,
  };
}

const mark = (kind: KinMark['kind'], row: number, title: string): KinMark => ({
  ...{ kind, uri: `file:///${title}`, title, row, otherRow: 1 },
});
const notes = (rig: Rig): Promise<string[]> => rig.page.page.locator('.kin').allTextContents();

describe('The conversation page: sessions that came from one another', () => {
  it('has a note where they part, also inside a call, that leads to the other one', async () => {
    const marks = [mark('origin', 0, 'the source'), mark('fork', 2, 'a try'), mark('fork', -1, 'unknown')];
    const rig = await openRig({ lines: LINES, beside: kin({ marks }) });
    await rig.pump();
    assert.deepEqual(await notes(rig), ['Forked from the source', 'Forked from here: a try']);
    // Below the message with the call that the result stands in.
    const slot = rig.page.page.locator('.slot', { has: rig.page.page.locator('.kin') });
    assert.deepEqual(
      await slot.locator('article').evaluateAll((all) => all.map((one) => one.dataset['row'])),
      ['0', '1'],
    );
    await rig.page.page.locator('.kin button').nth(1).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('kin').map(({ number }) => rig.view.kin(number)?.uri),
      ['file:///a try'],
    );
    await rig.page.assertClean();
  });

  it('shows a fork that is made while the page is open', async () => {
    const now: { marks: KinMark[]; facts?: PageKin } = { marks: [] };
    const rig = await openRig({ lines: LINES, beside: kin(now) });
    assert.deepEqual(await notes(rig), []);
    now.marks = [mark('fork', 3, 'late')];
    now.facts = { forks: 1 };
    rig.view.lookForKin();
    await rig.pump();
    assert.deepEqual(await notes(rig), ['Forked from here: late']);
    const top = rig.page.page.locator('.facts');
    assert.match(await top.innerText(), /1 fork of it/);
    await top.getByRole('button', { name: '1 fork of it' }).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('action').map(({ action }) => action),
      ['openForks'],
    );
    await rig.page.assertClean();
  });

  it('says at its top what the session was forked from, and where that is not known', async () => {
    const now: { marks: KinMark[]; facts?: PageKin } = {
      marks: [],
      facts: { origin: HOSTILE[0] ?? '', forks: 0 },
    };
    const rig = await openRig({ lines: LINES, beside: kin(now) });
    assert.match(await rig.page.page.locator('.facts').innerText(), /^Forked from /);
    now.facts = { origin: null, forks: 0 };
    rig.view.lookForKin();
    await rig.pump();
    assert.match(
      await rig.page.page.locator('.facts').innerText(),
      /^Forked from a session that is not listed/,
    );
    await rig.page.assertClean();
  });

  it('counts those that it does not name, and shows any title as text', async () => {
    const marks = Array.from({ length: 25 }, (_, n) => mark('fork', 3, HOSTILE[n % HOSTILE.length] ?? ''));
    const rig = await openRig({ lines: LINES, beside: kin({ marks }) });
    await rig.pump();
    const shown = await notes(rig);
    assert.equal(shown.length, 21);
    assert.equal(shown.at(-1), '5 more sessions part here');
    await rig.page.assertClean();
  });
});
