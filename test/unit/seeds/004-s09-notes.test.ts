import assert from 'node:assert/strict';
import { createSessionNotes, type NotesStorage } from '../../../src/core/sessionNotes.ts';

function storage(): NotesStorage & { readonly held: Map<string, unknown> } {
  const held = new Map<string, unknown>();
  return {
    held,
    keys: () => [...held.keys()],
    get: (key) => held.get(key),
    async update(key, value) {
      if (value === undefined) held.delete(key);
      else held.set(key, value);
    },
  };
}

describe('s09: what the file cannot tell', () => {
  it('is kept by session: a title given by hand, a pin, a note', async () => {
    const kept = storage();
    const notes = createSessionNotes(kept);
    assert.deepEqual(notes.of('file:///a.jsonl'), {});
    await notes.change('file:///a.jsonl', { title: ' Mine ', pinned: true });
    await notes.change('file:///a.jsonl', { note: 'look again' });
    await notes.change('file:///b.jsonl', { pinned: true });
    assert.deepEqual(notes.of('file:///a.jsonl'), { title: 'Mine', pinned: true, note: 'look again' });
    assert.deepEqual(notes.uris(), ['file:///a.jsonl', 'file:///b.jsonl']);
    assert.deepEqual(
      createSessionNotes(kept).of('file:///b.jsonl'),
      { pinned: true },
      'in the storage, not in memory',
    );
  });

  it('is taken away again, to the last trace', async () => {
    const kept = storage();
    const notes = createSessionNotes(kept);
    await notes.change('u', { title: 'x', pinned: true, note: 'y' });
    await notes.change('u', { title: null, note: ' ' });
    assert.deepEqual(notes.of('u'), { pinned: true });
    await notes.change('u', { pinned: false });
    assert.equal(kept.held.size, 0);
  });

  it('is told to who listens, after it was stored', async () => {
    const notes = createSessionNotes(storage());
    const heard: unknown[] = [];
    notes.onDidChange((uri) => heard.push([uri, notes.of(uri)]));
    await notes.change('u', { pinned: true });
    assert.deepEqual(heard, [['u', { pinned: true }]]);
  });

  it('is checked when it is read: nothing else of what lies there comes through', () => {
    const kept = storage();
    kept.held.set('session-notes:u', { title: 5, pinned: 'yes', note: 'ok', messages: ['never'] });
    kept.held.set('session-notes:v', 'broken');
    kept.held.set('another key', { title: 'x' });
    const notes = createSessionNotes(kept);
    assert.deepEqual([notes.of('u'), notes.of('v'), notes.of('w')], [{ note: 'ok' }, {}, {}]);
    assert.deepEqual(notes.uris(), ['u', 'v']);
  });
});
