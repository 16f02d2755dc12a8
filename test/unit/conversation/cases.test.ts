import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readText } from '../../../src/conversation/answers.ts';
import { FORMATS } from '../../../src/formats/list.ts';
import { sharedPath } from '../../support/shared.ts';
import { calls, caseInput, conversation, messages, textOf, type OpenConversation } from './support.ts';

interface Expected {
  readonly format: string;
  readonly path?: { readonly leaf: string; readonly ids: readonly string[] };
  readonly path_leaf?: string;
  readonly pairs?: readonly { call: string; call_entry: string; result_entry: string | null }[];
  readonly orphan_results?: readonly { call: string; entry: string }[];
  readonly texts?: Readonly<Record<string, string>>;
  readonly text_lengths?: Readonly<Record<string, number>>;
  readonly raw_contains?: Readonly<Record<string, string>>;
  readonly time_budget_ms?: number;
  readonly ui?: { readonly visible_literally?: readonly string[] };
}

const CASES = [
  '022-crash-between-call-and-result',
  '030-integer-beyond-2-53',
  '043-parallel-calls-branch-the-chain',
  '060-three-calls-two-results',
  '061-orphan-call-in-the-middle',
  '063-aborted-partial-call-with-repair-result',
  '064-call-id-used-again-later',
  '066-empty-call-ids',
  '067-result-far-from-its-call',
  '069-text-next-to-call-in-one-message',
  '070-null-and-missing-content',
  '097-markup-in-every-field',
  '099-labels-from-awkward-text',
  '100-object-prototype-names',
  '103-one-line-of-12-mb',
  '105-seven-hundred-messages',
];

describe('Conversation of the cases from public bug reports', () => {
  for (const name of CASES) {
    it(name, async function () {
      this.timeout(20_000);
      const folder = sharedPath(this, 'cases', name);
      const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Expected;
      if (!FORMATS.some((format) => format.name === expected.format)) {
        console.log(`      skipped: the format ${expected.format} is not read yet`);
        this.skip();
      }
      const input = caseInput(folder);
      const start = performance.now();
      const shown = await conversation(input, expected.path?.leaf ?? expected.path_leaf);
      if (expected.time_budget_ms) assert.ok(performance.now() - start < expected.time_budget_ms);
      check(shown, expected, input);
      await more[basename(folder).slice(0, 3)]?.(shown);
    });
  }
});

function check(shown: OpenConversation, expected: Expected, input: Uint8Array): void {
  const { items } = shown;
  const lineOf = lines(input);
  if (expected.pairs) {
    const found = messages(items).flatMap((item) =>
      item.parts.flatMap((part) =>
        part.type === 'call' ? [[part.callId, item.line, part.result?.line ?? null]] : [],
      ),
    );
    const wanted = expected.pairs.map(({ call, call_entry, result_entry }) => [
      call,
      lineOf(call_entry),
      result_entry === null ? null : lineOf(result_entry),
    ]);
    assert.deepEqual(found, wanted);
  }
  const orphans = messages(items).flatMap(({ orphan, id }) =>
    orphan ? [{ call: orphan.callId, entry: id }] : [],
  );
  if (expected.orphan_results) assert.deepEqual(orphans, expected.orphan_results);
  for (const [id, text] of Object.entries(expected.texts ?? {})) {
    assert.equal(textOf(items.find((item) => item.id === id)), text);
  }
  const all = JSON.stringify(items);
  for (const text of expected.ui?.visible_literally ?? [])
    assert.ok(all.includes(JSON.stringify(text).slice(1, -1)), text);
  assert.ok(all.length < 1_000_000, 'one message to the page');
}

/** Physical lines by entry id, from the file itself. */
function lines(input: Uint8Array): (id: string) => number {
  const all = new TextDecoder().decode(input).split('\n');
  const byId = new Map<string, number>();
  all.forEach((line, index) => {
    try {
      const { uuid, id = uuid } = JSON.parse(line) as { id?: string; uuid?: string };
      if (id !== undefined && !byId.has(id)) byId.set(id, index + 1);
    } catch {
      // No record of interest.
    }
  });
  return (id) => byId.get(id) ?? -1;
}

/** What the cases' notes say beyond their values. */
const more: Readonly<Record<string, (shown: OpenConversation) => void | Promise<void>>> = {
  '022': ({ items }) => assert.equal(calls(items)[0]?.state, 'none'),
  '030': ({ items }) => {
    const [lookup] = calls(items);
    assert.equal(lookup?.fields.find(({ key }) => key === 'order')?.value.text, '9007199254740993');
    assert.match(lookup.summary, /9007199254740993/);
  },
  '043': ({ items, scene }) => {
    assert.equal(scene.plan.forks.size, 0);
    assert.deepEqual(
      calls(items).map(({ state }) => state),
      ['ok', 'ok'],
    );
  },
  '063': ({ items }) => {
    const [write] = calls(items);
    assert.equal(write?.raw?.text, '{"path":"a.md","conte');
    assert.equal(messages(items)[1]?.stop, 'aborted');
  },
  '069': ({ items }) => {
    const types = messages(items).map((item) => item.parts.map((part) => part.type).join());
    assert.deepEqual(types, ['text', 'text,call,text', 'call']);
  },
  '070': ({ items }) => assert.equal(textOf(items.find(({ id }) => id === 'a5')), 'plain string content'),
  '097': ({ items }) => {
    const [image] = calls(items);
    assert.deepEqual(
      image?.fields.map(({ key, value }) => [key, value.text]),
      [['<b>k</b>', '<svg onload=alert(3)>']],
    );
  },
  '100': ({ items }) => {
    const [call] = calls(items);
    assert.deepEqual(
      call?.fields.map(({ key, value }) => [key, value.text]),
      [
        ['__proto__', '{"polluted": true}'],
        ['constructor', '{"prototype": {"polluted": true}}'],
      ],
    );
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  },
  '103': async ({ items, session }) => {
    const [diff] = calls(items);
    const [part] = diff?.result?.parts ?? [];
    assert.ok(part?.type === 'text');
    assert.deepEqual([part.text.text.length, part.text.total], [8192, 12_150_000]);
    const slice = await readText(session, part.ref, 12_000_000);
    assert.deepEqual([slice?.text.length, slice?.total], [150_000, 12_150_000]);
  },
  '105': ({ items, scene }) => assert.deepEqual([items.length, scene.plan.items.length], [700, 700]),
};
