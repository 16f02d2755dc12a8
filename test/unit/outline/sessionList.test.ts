import assert from 'node:assert/strict';
import { createSessionNotes, type NotesStorage } from '../../../src/core/sessionNotes.ts';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { SessionListItem } from '../../../src/sessions/library.ts';
import { replayBegin } from '../../../src/tree/replay.ts';
import { SessionList, sessionTitle } from '../../../src/tree/sessionList.ts';
import { fakeSource } from './fake.ts';

const item = (uri: string): SessionListItem => ({
  uri,
  name: `${uri}.jsonl`,
  size: 1,
  mtime: 1,
  title: `${uri} guess`,
});

function storage(): NotesStorage {
  const held = new Map<string, unknown>();
  return {
    keys: () => [...held.keys()],
    get: (key) => held.get(key),
    update: async (key, value) => void (value === undefined ? held.delete(key) : held.set(key, value)),
  };
}

describe('SessionList', () => {
  it('has pinned sessions first, each part in the library’s order', async () => {
    const notes = createSessionNotes(storage());
    const library = { items: ['a', 'b', 'c', 'd'].map(item) };
    const list = new SessionList(library, notes);
    const order = (): string => list.items.map(({ uri }) => uri).join('');
    assert.equal(list.items, library.items, 'no pin: the library’s own list');
    await notes.change('d', { pinned: true });
    await notes.change('b', { pinned: true });
    list.reorder();
    assert.equal(order(), 'bdac');
    library.items = ['d', 'a', 'b'].map(item);
    assert.equal(order(), 'dba');
    assert.equal(list.item('c'), undefined);
    await notes.change('d', { pinned: false });
    list.reorder();
    assert.equal(order(), 'bda');
  });

  it('names a session by hand, then by its file', () => {
    const summary = { title: 'from the file' } as NonNullable<SessionListItem['summary']>;
    assert.equal(sessionTitle({ ...item('a'), summary }, { title: 'mine' }), 'mine');
    assert.equal(sessionTitle({ ...item('a'), summary }, {}), 'from the file');
    assert.equal(sessionTitle(item('a'), {}), 'a guess');
  });
});

describe('the beginning of a replay in the tree', () => {
  const entries = Array.from({ length: 6 }, (_, i) => ({
    id: `e${i}`,
    parent: i === 0 ? null : `e${i - 1}`,
    ...(i === 2 && { kind: 'sessionName' as const, role: null }),
  }));

  it('is the first shown row that is read back', () => {
    const source = fakeSource(entries);
    const outline = new Outline(source, { filter: 'default' });
    assert.deepEqual(replayBegin(outline, 3), { row: 3, count: 3 });
    assert.deepEqual(
      replayBegin(outline, 4),
      { row: 3, count: 4 },
      'row 2 is a title, which this filter hides',
    );
    assert.deepEqual(replayBegin(new Outline(source, { filter: 'all' }), 4), { row: 2, count: 4 });
    assert.equal(replayBegin(outline, 6), undefined);
    assert.equal(replayBegin(outline, undefined), undefined);
  });
});
