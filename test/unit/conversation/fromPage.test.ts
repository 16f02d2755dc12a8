import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseFromPage, parsePageState } from '../../../src/conversation/fromPage.ts';

const stamp = { uri: 'file:///a.jsonl', view: 1, revision: 2 };
const ref = { row: 3, at: 'b0.f1-2' };
const place = { line: 4, id: 'x' };

const GOOD: readonly object[] = [
  { type: 'ready', anchor: null },
  { type: 'ready', anchor: { place, offset: -3.5 } },
  { type: 'items', stamp, request: 1, at: 200, before: true },
  { type: 'seek', stamp, index: 0 },
  { type: 'text', stamp, request: 1, ref, from: 0 },
  { type: 'image', stamp, request: 1, ref: { row: 0, at: 'b12' } },
  { type: 'branch', stamp, row: 7 },
  { type: 'entry', stamp, row: 7 },
  { type: 'action', stamp, action: 'fork', row: 7 },
  { type: 'action', stamp, action: 'pin', row: null },
  { type: 'context', stamp, on: true, budget: 5000 },
  { type: 'copy', text: 'x' },
  { type: 'link', stamp, href: 'https://example.org' },
  { type: 'error', message: 'x' },
];

describe('Messages from the page', () => {
  it('takes what the page may send, and adds nothing to it', () => {
    for (const message of GOOD) assert.deepEqual(parseFromPage({ ...message, extra: 1 }), message);
  });

  it('refuses a message that lacks anything, or has it in another shape', () => {
    for (const message of GOOD) {
      for (const key of Object.keys(message).filter((name) => name !== 'anchor')) {
        const { [key]: _left, ...rest } = message as Record<string, unknown>;
        assert.equal(parseFromPage(rest), undefined, `${JSON.stringify(message)} without ${key}`);
        for (const bad of [{}, [], -1, 1.5, NaN]) {
          assert.equal(parseFromPage({ ...message, [key]: bad }), undefined, `${key} = ${String(bad)}`);
        }
      }
    }
  });

  it('lets a page come up whatever anchor it kept', () => {
    for (const anchor of [undefined, 5, {}, { place, offset: NaN }, { place: {}, offset: 1 }]) {
      assert.deepEqual(parseFromPage({ type: 'ready', anchor }), { type: 'ready', anchor: null });
    }
  });

  it('refuses actions, parts and sizes that do not exist', () => {
    assert.equal(parseFromPage({ type: 'action', stamp, action: 'constructor', row: 1 }), undefined);
    assert.equal(parseFromPage({ type: 'action', stamp, action: 'openSource', row: -1 }), undefined);
    for (const at of [
      '',
      'b',
      'b0.f',
      'b0.f1-',
      '__proto__',
      'record.raw',
      'text.f0',
      'b1e9',
      `b${'1'.repeat(20)}`,
    ]) {
      assert.equal(
        parseFromPage({ type: 'text', stamp, request: 1, ref: { row: 0, at }, from: 0 }),
        undefined,
        at,
      );
    }
    assert.equal(parseFromPage({ type: 'link', stamp, href: 'x'.repeat(5000) }), undefined);
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        parseFromPage(value);
        parsePageState(value);
      }),
    );
  });
});

describe('The state that a page is revived from', () => {
  const state = { uri: 'file:///a.jsonl', leaf: place, target: null, pinned: true };

  it('is taken with and without what is optional, folds left out', () => {
    assert.deepEqual(parsePageState({ ...state, folds: [['a', true]] }), state);
    const context = { on: true, budget: null };
    const full = { ...state, target: place, anchor: { place, offset: 2 }, context };
    assert.deepEqual(parsePageState(full), full);
  });

  it('is refused when it is damaged; a damaged anchor or context alone is left out', () => {
    for (const key of ['uri', 'leaf', 'target', 'pinned']) {
      assert.equal(parsePageState({ ...state, [key]: 5 }), undefined, key);
    }
    assert.equal(parsePageState({ ...state, uri: '' }), undefined);
    assert.equal(parsePageState(undefined), undefined);
    assert.deepEqual(parsePageState({ ...state, anchor: { place: 1 } }), state);
    assert.deepEqual(parsePageState({ ...state, context: { on: 1, budget: -5 } }), state);
  });
});
