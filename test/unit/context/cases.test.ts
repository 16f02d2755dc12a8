import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from '../../support/shared.ts';
import { caseInput } from '../conversation/support.ts';
import { shownContext, type ShownContext } from './shown.ts';

interface Expected {
  readonly path?: { readonly leaf: string };
  readonly context_message_ids?: readonly string[];
  readonly context_orphan_results?: readonly { readonly entry: string }[];
  readonly context_retained_tail?: number;
  readonly valid_cuts?: readonly string[];
}

/** A shared case by its number, its context and what is expected of it. */
async function read(
  test: Mocha.Context,
  number: string,
  budget: number | null = null,
): Promise<{ shown: ShownContext; expected: Expected }> {
  const cases = sharedPath(test, 'cases');
  const folder = join(cases, readdirSync(cases).find((name) => name.startsWith(`${number}-`)) ?? number);
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  return { shown: await shownContext(caseInput(folder), budget, expected.path?.leaf), expected };
}

/** Ids of messages in what is copied in the format's own shape: the compaction's own ones are not counted. */
const lines = (text: string): Record<string, unknown>[] => JSON.parse(text) as Record<string, unknown>[];

describe('the context of shared cases, as the page shows it and as it is copied', () => {
  for (const number of ['046', '081', '082', '084', '085']) {
    it(`has in ${number} the expected messages, and copies them and no others`, async function () {
      const { shown, expected } = await read(this, number);
      const orphans = (expected.context_orphan_results ?? []).map(({ entry }) => entry);
      const wanted = (expected.context_message_ids ?? []).filter((id) => !orphans.includes(id));
      assert.deepEqual(shown.idsOf('sent', 'edited').sort(), [...wanted].sort());
      assert.deepEqual(shown.idsOf('orphan'), orphans);
      assert.equal(shown.facts.sentMessages, wanted.length);
      assert.equal(shown.facts.compaction?.retained, expected.context_retained_tail ?? 0);
      assert.equal(shown.idsOf('summary').length, 1);
      const copied = await shown.copy('own');
      assert.equal(copied.count, wanted.length + 1 + (expected.context_retained_tail ?? 0));
      assert.equal(copied.left.get('orphan') ?? 0, orphans.length);
      const roles = lines(copied.text).map((message) => message['role']);
      assert.equal(roles.filter((role) => role === 'compactionSummary').length, 1);
      for (const shape of ['anthropic', 'openai'] as const) assert.ok((await shown.copy(shape)).count > 0);
    });
  }

  it('says in 081 which result was left out, and of which entry', async function () {
    const { shown } = await read(this, '081');
    const orphan = shown.facts.problems.find(({ message }) => message.includes('k0'));
    assert.equal(orphan?.line, 5);
    assert.ok(!(await shown.copy('anthropic')).text.includes('k0'));
  });

  it('counts in 085 what is sent, not the file', async function () {
    const { shown } = await read(this, '085');
    assert.equal(shown.facts.messages, 202);
    assert.ok(shown.facts.chars > 50 * shown.facts.sentChars);
  });

  it('cuts 079 only at valid places, the system message kept apart, whatever the budget', async function () {
    const { shown, expected } = await read(this, '079');
    const seen = new Set<string>();
    for (let budget = 1; budget <= shown.facts.chars; budget++) {
      const { shown: cut } = await read(this, '079', budget);
      if (cut.view.budgetError !== undefined) {
        assert.equal(
          cut.view.budgetError,
          'context budget cannot contain the smallest consistent message unit',
        );
        assert.equal(cut.facts.sentMessages, cut.facts.messages, 'nothing is cut, and never everything');
        continue;
      }
      assert.ok(cut.facts.sentChars <= budget);
      const [system, first = ''] = cut.idsOf('sent');
      assert.equal(system, 'L1');
      assert.ok(expected.valid_cuts?.includes(first), first);
      assert.deepEqual(cut.idsOf('sent').slice(1), shown.ids.slice(shown.ids.indexOf(first)));
      seen.add(first);
    }
    assert.deepEqual([...seen].sort(), ['L2', 'L3', 'L6', 'L7', 'L8']);
  }).timeout(30_000);
});
