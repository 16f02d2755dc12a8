import assert from 'node:assert/strict';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';
import { HEADER, linesOf, piEntry, piMessage } from './lines.ts';

function read(...records: readonly unknown[]): ReadState {
  const reader = new SessionReader();
  reader.push(linesOf(...records));
  const state = reader.state();
  assert.equal(state?.format.name, 'pi-v3');
  return state;
}

const ASSISTANT = { role: 'assistant', content: [], stopReason: 'stop', usage: {} };

describe('Pi: files', () => {
  it('reads the header, and titles and pointers that are no entries', () => {
    const title = { type: 'title', v: 1, title: 'Named before', pad: '    ' };
    const state = read(title, { ...HEADER, parentSession: '/x.jsonl' }, piMessage('a', null, ASSISTANT), {
      type: 'leaf',
      targetId: 'a',
    });
    assert.deepEqual([state.header?.id, state.header?.version, state.header?.cwd], ['s1', 3, '/work']);
    assert.equal(state.header?.parentSession, '/x.jsonl');
    assert.equal(state.title, 'Named before');
    assert.equal(state.table.size, 1);
    assert.deepEqual(state.problems, []);
  });

  it('version 1: ids from lines, each below the one before, kept windows by record', () => {
    const entry = (type: string, fields: object): object => ({
      type,
      timestamp: '2025-12-01T10:00:00.000Z',
      ...fields,
    });
    const header = {
      type: 'session',
      id: 's',
      timestamp: '2025-12-01T10:00:00.000Z',
      cwd: '/w',
      branchedFrom: '/old',
    };
    const state = read(
      header,
      entry('message', { message: { role: 'user', content: 'one' } }),
      '{bad',
      entry('message', { message: ASSISTANT }),
      '42',
      entry('compaction', { summary: 's', firstKeptEntryIndex: 2, tokensBefore: 1 }),
    );
    assert.equal(state.header?.version, 1);
    assert.equal(state.header.parentSession, '/old');
    assert.deepEqual([state.table.rowOf('L2'), state.table.rowOf('L4'), state.table.rowOf('L6')], [0, 1, 2]);
    assert.deepEqual(
      [0, 1, 2].map((row) => state.table.parentLink(row)),
      [-1, 0, 1],
    );
    // Header 0, line 2 is 1, the bad line is none, line 4 is 2, the number on line 5 is 3.
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((record) => state.table.rowOfRecord(record)),
      [-1, 0, 1, -1, 2, -1],
    );
  });

  it('a parent that is the header (OpenClaw) is none', () => {
    const state = read(HEADER, piMessage('a', 's1', ASSISTANT));
    assert.equal(state.table.parentLink(0), -1);
    assert.deepEqual(state.problems, []);
  });

  it('an entry without id in a file with ids is none (cases/README no-id)', () => {
    const state = read(HEADER, piMessage('a', null, ASSISTANT), { type: 'message', message: ASSISTANT });
    assert.equal(state.table.size, 1);
    assert.equal(state.problems[0]?.code, 'not-an-entry');
  });

  it('takes odd parents as gaps, never as nothing', () => {
    const state = read(
      HEADER,
      { ...piMessage('a', null, ASSISTANT), parentId: 5 },
      { ...piMessage('b', null, ASSISTANT), parentId: {} },
    );
    assert.deepEqual([state.table.parentLink(0), state.table.parentLink(1)], [-2, -2]);
    assert.match(state.problems[0]?.message ?? '', /names the parent "5"/);
  });

  it('reports a missing header once, and a damaged one not twice', () => {
    const codes = (...records: unknown[]): string[] => read(...records).problems.map(({ code }) => code);
    assert.deepEqual(codes(piMessage('a', null, ASSISTANT)), ['missing-header']);
    assert.deepEqual(codes('{"type":"sess', piMessage('a', null, ASSISTANT)), ['invalid-json']);
    assert.deepEqual(codes(HEADER, piMessage('a', null, ASSISTANT)), []);
  });

  it('names: the last session_info decides, an empty one gives the first user message back', () => {
    const user = piMessage('a', null, { role: 'user', content: 'first\n words' });
    const name = (id: string, text: string): object => piEntry(id, 'a', 'session_info', { name: text });
    assert.equal(read(HEADER, user, name('b', 'one'), name('c', 'two')).title, 'two');
    assert.equal(read(HEADER, user, name('b', 'one'), name('c', '')).title, 'first words');
    assert.equal(read(HEADER, piMessage('a', null, ASSISTANT)).title, undefined);
  });

  it('reads an Oh-My-Pi file: the title slot, the header with a title, its own entry types', () => {
    const slot = (title: string): object => ({
      type: 'title',
      v: 1,
      title,
      updatedAt: '2026-01-05',
      pad: ' '.repeat(90),
    });
    const header = { ...HEADER, title: 'In the header', additionalDirectories: [] };
    const user = piMessage('a', null, { role: 'user', content: 'x' });
    const types = [
      'session_init',
      'mode_change',
      'service_tier_change',
      'model_usage',
      'ttsr_injection',
      'reset_boundary',
    ];
    const more = types.map((type, at) => piEntry(`t${at}`, 'a', type));
    const state = read(
      slot('Slot'),
      header,
      user,
      ...more,
      piEntry('m', 'a', 'model_change', { model: 'p/m' }),
    );
    assert.deepEqual([state.title, state.table.size, state.problems.length], ['Slot', 8, 0]);
    assert.equal(state.table.kind(1), 'unknown');
    assert.equal(state.tree.defaultLeaf, 0);
    assert.equal(read(slot(''), header, user).title, 'In the header');
    assert.equal(
      read(slot('Slot'), header, user, piEntry('c', 'a', 'title_change', { title: 'New' })).title,
      'New',
    );
  });

  it('labels: the last one of the file for a target is in force, an empty one clears', () => {
    const label = (id: string, targetId: string, text?: string): object =>
      piEntry(id, 'b', 'label', { targetId, ...(text !== undefined && { label: text }) });
    const state = read(
      HEADER,
      piMessage('a', null, { role: 'user', content: 'x' }),
      piMessage('b', 'a', ASSISTANT),
      label('l1', 'a', 'one'),
      label('l2', 'b', 'gone'),
      label('l3', 'a', 'two'),
      label('l4', 'b'),
      label('l5', '__proto__', 'nowhere'),
    );
    assert.deepEqual([...state.labels], [[0, 'two']]);
  });

  it('counts messages: user, assistant, tool results; repeats not', () => {
    const result = { role: 'toolResult', toolCallId: 'c', toolName: 'n', content: [] };
    const a = piMessage('a', null, { role: 'user', content: 'x' });
    const state = read(
      HEADER,
      a,
      a,
      piMessage('b', 'a', ASSISTANT),
      piMessage('c', 'b', result),
      piMessage('d', 'c', { role: 'system', content: '' }),
    );
    assert.equal(state.messageCount, 3);
    assert.deepEqual(
      state.problems.map(({ code, line, related }) => [code, line, related?.[0]?.line]),
      [['duplicate-id', 3, 2]],
    );
  });
});
