import assert from 'node:assert/strict';
import { getBranch, getEntries, getTree } from '../../../src/formats/pi/branches.ts';
import { buildSessionContext } from '../../../src/formats/pi/context.ts';
import { assistant, chain, compaction, decode, HEADER, ids, message, says, user } from './piEntries.ts';

describe('Pi sessions: two orders', () => {
  // The document's drawing: u2 and u3 both follow a1, and the compaction hangs below u3.
  const entries = decode([
    HEADER,
    { ...user('u1'), id: 'u1', parentId: null, timestamp: '2026-01-05T10:00:01Z' },
    { ...assistant('a1'), id: 'a1', parentId: 'u1', timestamp: '2026-01-05T10:00:02Z' },
    { ...user('u2'), id: 'u2', parentId: 'a1', timestamp: '2026-01-05T10:00:03Z' },
    { ...user('u3'), id: 'u3', parentId: 'a1', timestamp: '2026-01-05T10:00:04Z' },
    { ...compaction('u3'), id: 'c', parentId: 'u3', timestamp: '2026-01-05T10:00:05Z' },
    {
      type: 'label',
      targetId: 'a1',
      label: 'here',
      id: 'l',
      parentId: 'c',
      timestamp: '2026-01-05T10:00:06Z',
    },
  ]);

  it('getEntries answers what the file holds: every branch, in the order of the lines, without the header', () => {
    assert.deepEqual(ids(getEntries(entries)), ['u1', 'a1', 'u2', 'u3', 'c', 'l']);
    assert.notEqual(getEntries(entries), entries);
  });

  it('getBranch answers where we are: from the leaf up to the root, and turned round', () => {
    assert.deepEqual(ids(getBranch(entries, 'l')), ['u1', 'a1', 'u3', 'c', 'l']);
    assert.deepEqual(
      ids(getBranch(entries)),
      ['u1', 'a1', 'u3', 'c', 'l'],
      'by default the last entry, a label too',
    );
    assert.deepEqual(
      ids(getBranch(entries, 'u2')),
      ['u1', 'a1', 'u2'],
      'the line before it need not be its parent',
    );
    assert.deepEqual(getBranch(entries, 'nowhere'), []);
    assert.deepEqual(getBranch([]), []);
  });

  it('getTree nests the entries and puts labels in force on them', () => {
    const [root, ...others] = getTree(entries);
    assert.equal(others.length, 0);
    const [a1] = root?.children ?? [];
    assert.equal(a1?.label, 'here');
    assert.equal(a1.labelTimestamp, Date.UTC(2026, 0, 5, 10, 0, 6));
    assert.deepEqual(ids(a1.children.map(({ entry }) => entry)), ['u2', 'u3']);
  });

  it('a later label wins, and an empty one clears', () => {
    const label = (targetId: string, text?: string) => ({
      type: 'label',
      targetId,
      ...(text !== undefined && { label: text }),
    });
    const labelled = (...labels: ReturnType<typeof label>[]) =>
      getTree(chain(user('a'), ...labels))[0]?.label;
    assert.equal(labelled(label('e1', 'x'), label('e1', 'y')), 'y');
    assert.equal(labelled(label('e1', 'x'), label('e1', '')), undefined);
    assert.equal(labelled(label('e1', 'x'), label('e1')), undefined);
  });

  it('end at loops, missing parents and repeated ids, and hide nothing', () => {
    const base = { timestamp: '2026-01-05T10:00:00Z' };
    const odd = decode([
      HEADER,
      { ...user('a'), id: 'a', parentId: 'b', ...base },
      { ...user('b'), id: 'b', parentId: 'a', ...base },
      { ...user('c'), id: 'c', parentId: 'gone', ...base },
      { ...user('d'), id: 'd', parentId: 'd', ...base },
      { ...user('again'), id: 'c', parentId: 'a', ...base },
    ]);
    assert.deepEqual(ids(getBranch(odd, 'b')), ['a', 'b']);
    assert.deepEqual(ids(getBranch(odd, 'd')), ['d']);
    assert.deepEqual(says(buildSessionContext(odd, 'b')), ['a', 'b']);
    assert.deepEqual(
      getTree(odd).map(({ entry, children }) => [entry.id, children.length]),
      [
        ['a', 1],
        ['c', 0],
        ['d', 0],
      ],
    );
    assert.equal(getEntries(odd).length, 5, 'a repeat is still an entry of the file');
    assert.deepEqual(says(buildSessionContext(odd, 'c')), ['c'], 'the first of a repeated id counts');
  });

  it('go as deep as the conversation is long', () => {
    const deep = chain(...Array.from({ length: 20_000 }, (_, n) => user(`n${n}`)));
    assert.equal(getBranch(deep).length, 20_000);
    assert.equal(getTree(deep).length, 1);
    assert.equal(buildSessionContext(deep).messages.length, 20_000);
  });
});

describe('Pi sessions: buildSessionContext', () => {
  it('projects the path: messages as they stand, in order, and nothing of other branches', () => {
    const entries = chain(user('q'), assistant('a'), { ...user('other'), parentId: 'e1' });
    assert.deepEqual(says(buildSessionContext(entries, 'e2')), ['q', 'a']);
    assert.deepEqual(says(buildSessionContext(entries)), ['q', 'other']);
    assert.deepEqual(buildSessionContext(entries, 'e2').messages[1], entries[1]?.record['message']);
  });

  it('has nothing to say before the first entry, and says so when a leaf is unknown', () => {
    const entries = chain(user('q'));
    assert.deepEqual(buildSessionContext(entries, null).messages, []);
    assert.deepEqual(buildSessionContext(entries, null).problems, []);
    assert.deepEqual(buildSessionContext([]).messages, []);
    const unknown = buildSessionContext(entries, 'nowhere');
    assert.deepEqual(unknown.messages, []);
    assert.deepEqual(
      unknown.problems.map(({ code }) => code),
      ['unknown-leaf'],
    );
  });

  it('gives the nearest model and thinking level; an assistant’s message sets the model too', () => {
    const entries = chain(
      { type: 'model_change', provider: 'p1', modelId: 'm1' },
      { type: 'thinking_level_change', thinkingLevel: 'high' },
      user('q'),
      assistant('a', { provider: 'p2', model: 'm2' }),
      { type: 'thinking_level_change', thinkingLevel: 'low' },
    );
    const at = (leaf: string) => {
      const { model, thinkingLevel } = buildSessionContext(entries, leaf);
      return [model?.provider, model?.modelId, thinkingLevel];
    };
    assert.deepEqual(at('e1'), ['p1', 'm1', 'off']);
    assert.deepEqual(at('e3'), ['p1', 'm1', 'high']);
    assert.deepEqual(at('e5'), ['p2', 'm2', 'low']);
    assert.equal(buildSessionContext(chain(user('q'))).model, null);
  });

  it('takes model and thinking level from the whole path, also from before a compaction', () => {
    const entries = chain(
      { type: 'model_change', provider: 'p', modelId: 'm' },
      { type: 'thinking_level_change', thinkingLevel: 'high' },
      user('q'),
      compaction('e4'),
    );
    const { model, thinkingLevel } = buildSessionContext(entries);
    assert.deepEqual([model, thinkingLevel], [{ provider: 'p', modelId: 'm' }, 'high']);
  });

  it('leaves out labels, names, settings, usage and an extension’s own data', () => {
    const entries = chain(
      user('q'),
      { type: 'custom', customType: 'x', data: { secret: 1 } },
      { type: 'label', targetId: 'e1', label: 'x' },
      { type: 'session_info', name: 'x' },
      { type: 'usage', kind: 'cache_warm' },
      { type: 'model_change', provider: 'p', modelId: 'm' },
      { type: 'some_new_type', content: 'x' },
    );
    assert.deepEqual(says(buildSessionContext(entries)), ['q']);
    assert.equal(buildSessionContext(entries).path.length, 7, 'though they are on the path');
  });

  it('takes in an extension’s messages, also hidden ones', () => {
    const entries = chain(
      { type: 'custom_message', customType: 'note', content: 'seen', display: true, details: { a: 1 } },
      {
        type: 'custom_message',
        customType: 'note',
        content: [{ type: 'text', text: 'hidden' }],
        display: false,
      },
      { type: 'custom_message', customType: 'note', display: false },
    );
    const { messages } = buildSessionContext(entries);
    assert.deepEqual(messages[0], {
      role: 'custom',
      customType: 'note',
      content: 'seen',
      display: true,
      details: { a: 1 },
      timestamp: Date.UTC(2026, 0, 5, 10),
    });
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['seen', [{ type: 'text', text: 'hidden' }], []],
    );
  });

  it('takes in branch summaries, but no empty ones', () => {
    const entries = chain(
      user('q'),
      { type: 'branch_summary', fromId: 'e9', summary: 'went wrong' },
      { type: 'branch_summary', fromId: 'e9', summary: '' },
    );
    const { messages } = buildSessionContext(entries);
    assert.equal(messages.length, 2);
    assert.deepEqual(messages[1], {
      role: 'branchSummary',
      summary: 'went wrong',
      fromId: 'e9',
      timestamp: Date.UTC(2026, 0, 5, 10, 0, 1),
    });
  });

  it('reads content that is missing or null, and version 2’s word for custom', () => {
    const roles = ['user', 'assistant', 'toolResult', 'system'];
    const entries = chain(
      ...roles.map((role) => message({ role, content: null })),
      message({ role: 'hookMessage', customType: 'x', content: 'y' }),
    );
    const { messages } = buildSessionContext(entries);
    assert.deepEqual(
      messages.map(({ content }) => content),
      [[], [], [], '', 'y'],
    );
    assert.equal(messages[4]?.['role'], 'custom');
  });

  it('says of a message that is none, and goes on', () => {
    const entries = chain({ type: 'message' }, { type: 'message', message: 'x' }, user('q'));
    const context = buildSessionContext(entries);
    assert.deepEqual(says(context), ['q']);
    assert.deepEqual(
      context.problems.map(({ code, entryId }) => [code, entryId]),
      [
        ['unusable-message', 'e1'],
        ['unusable-message', 'e2'],
      ],
    );
  });
});
