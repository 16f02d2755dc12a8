import assert from 'node:assert/strict';
import { createSessionNotes, type NotesStorage } from '../../../src/core/sessionNotes.ts';
import { Outline } from '../../../src/core/outline/outline.ts';
import type { SessionListItem } from '../../../src/sessions/library.ts';
import { replayBegin } from '../../../src/tree/replay.ts';
import { SessionList, shortId, sessionTitle } from '../../../src/tree/sessionList.ts';
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

describe('sessions with the same title', () => {
  const named = (uri: string, title: string) => ({
    uri,
    name: uri.split('/').at(-1) ?? '',
    size: 1,
    mtime: 1,
    title,
  });

  it('are told apart, within a list', () => {
    const items = [named('a', 'one'), named('b', 'one'), named('c', 'two')];
    const notes = new Map<string, { title: string }>();
    const list = new SessionList(
      { items },
      { of: (uri) => notes.get(uri) ?? {} },
      { items: [named('d', 'two')] },
    );
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((uri) => list.twinId(uri) !== undefined),
      [true, true, false, false],
    );
    notes.set('b', { title: 'two' });
    list.reorder();
    assert.deepEqual(
      ['a', 'b', 'c'].map((uri) => list.twinId(uri) !== undefined),
      [false, true, true],
    );
  });

  it('by their folders where their files have one name', () => {
    const uris = [
      '/w/one/input.jsonl',
      '/w/a%20folder%20with%20a%20long%20name/input.jsonl',
      '/w/other.jsonl',
    ];
    const list = new SessionList({ items: uris.map((uri) => named(uri, 'same')) }, { of: () => ({}) });
    assert.deepEqual(
      uris.map((uri) => list.twinId(uri)),
      ['one', '…with a long name', 'other'],
    );
  });

  it('by the beginning of an id in the name or the folder, else by the end of the name', () => {
    const id = (uri: string): string => shortId(named(uri, ''));
    assert.equal(id('file:///x/0b9c1111-0000-4000-8000-000000000001.jsonl'), '0b9c1111');
    assert.equal(
      id('file:///x/2026_01990c41-0000-7000-8000-0000deadbeef.jsonl'),
      'deadbeef',
      'version 7: the time',
    );
    assert.equal(id('file:///042168ee-228b-499b-b937-cee7133cd184/events.jsonl'), '042168ee');
    assert.equal(id('file:///x/a-session.jsonl'), 'a-session');
    assert.equal(id('file:///x/a-long-name-of-a-session.jsonl'), '…name-of-a-session', 'whole words');
    assert.equal(id('file:///x/truncated-tail-then-resumed_REPAIRED.jsonl'), '…resumed_REPAIRED');
    assert.equal(id('file:///x/a_long_name-of-a-session.jsonl'), '…name-of-a-session');
    assert.equal(id('file:///x/oneverylongwordwithoutanyborder.jsonl'), '…rdwithoutanyborder');
    assert.equal(
      id('file:///x/oneverylongwordwithoutany-end.jsonl'),
      '…wordwithoutany-end',
      'a last word too short',
    );
  });
});
