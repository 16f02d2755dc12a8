import assert from 'node:assert/strict';
import { buildSessionContext } from '../../../src/formats/pi/context.ts';
import { modelMessages } from '../../../src/formats/pi/modelMessages.ts';
import {
  assistant,
  call,
  chain,
  compaction,
  decode,
  HEADER,
  ids,
  message,
  result,
  says,
  system,
  user,
} from './piEntries.ts';

describe('Pi sessions: compaction', () => {
  const talk = [user('u1'), assistant('a1'), user('u2'), assistant('a2')];

  it('shows the summary, what it kept, and what came after; the rest is out', () => {
    const context = buildSessionContext(chain(...talk, compaction('e3'), user('u3')));
    assert.deepEqual(says(context), ['compactionSummary so far', 'u2', 'a2', 'u3']);
    assert.deepEqual(context.messages[0], {
      role: 'compactionSummary',
      summary: 'so far',
      tokensBefore: 100,
      timestamp: Date.UTC(2026, 0, 5, 10, 0, 4),
    });
    assert.equal(context.compaction?.id, 'e5');
    assert.deepEqual(ids(context.entries.map(({ entry }) => entry)), ['e5', 'e3', 'e4', 'e6']);
  });

  it('counts only if it is on the path, and only the last one does', () => {
    const entries = chain(
      ...talk,
      compaction('e3'),
      user('u3'),
      compaction('e6', { summary: 'again' }),
      user('u4'),
    );
    assert.deepEqual(says(buildSessionContext(entries, 'e4')), ['u1', 'a1', 'u2', 'a2']);
    assert.deepEqual(says(buildSessionContext(entries)), ['compactionSummary again', 'u3', 'u4']);
  });

  it('says nothing a second time: an older one in the kept window is silent', () => {
    const entries = chain(
      user('u1'),
      compaction('e1', { summary: 'old' }),
      user('u2'),
      compaction('e1', { summary: 'new' }),
    );
    assert.deepEqual(says(buildSessionContext(entries)), ['compactionSummary new', 'u1', 'u2']);
  });

  it('keeps nothing when it names itself, and that is no problem', () => {
    const context = buildSessionContext(chain(...talk, compaction('e5'), user('u3')));
    assert.deepEqual(says(context), ['compactionSummary so far', 'u3']);
    assert.deepEqual(context.problems, []);
  });

  it('keeps nothing when what it names is unknown, off the path or after it, and that is a problem', () => {
    for (const first of ['nowhere', 'e6', 'e7', '']) {
      const entries = chain(...talk, compaction(first), user('u3'), { ...user('aside'), parentId: 'e2' });
      const context = buildSessionContext(entries, 'e6');
      assert.deepEqual(says(context), ['compactionSummary so far', 'u3'], first);
      assert.deepEqual(
        context.problems.map(({ code, entryId }) => [code, entryId]),
        [['unknown-first-kept', 'e5']],
      );
      assert.match(context.problems[0]?.message ?? '', /nothing from before it/);
    }
  });

  it('keeps the messages in its own record instead of a window', () => {
    const kept = [
      { role: 'user', content: 'kept' },
      { role: 'assistant', content: [{ type: 'text', text: 'too' }] },
    ];
    const record = { type: 'compaction', summary: 's', tokensBefore: 1, retainedTail: kept };
    const context = buildSessionContext(chain(...talk, record, user('u3')));
    assert.deepEqual(says(context), ['compactionSummary s', 'kept', 'too', 'u3']);
    assert.equal(context.retainedCount, 2);
    assert.deepEqual(context.problems, []);
  });

  it('brings its own prompt along and does not keep an older one', () => {
    const systemMessage = { role: 'system', content: 'prompt now' };
    const entries = chain(
      system('prompt then'),
      user('u1'),
      system('patch'),
      compaction('e1', { systemMessage }),
      system('later'),
    );
    assert.deepEqual(says(buildSessionContext(entries)), [
      'prompt now',
      'compactionSummary so far',
      'u1',
      'later',
    ]);
    assert.deepEqual(says(buildSessionContext(entries, 'e3')), ['prompt then', 'u1', 'patch']);
  });

  it('counts records in version 1, the header being the first', () => {
    const records = [user('u1'), assistant('a1'), user('u2')].map((record) => ({
      ...record,
      timestamp: '2025-11-01T00:00:00Z',
    }));
    const old = {
      type: 'compaction',
      timestamp: '2025-11-01T00:00:00Z',
      summary: 's',
      firstKeptEntryIndex: 2,
      tokensBefore: 1,
    };
    const entries = decode([
      { type: 'session', id: 's', timestamp: '2025-11-01T00:00:00Z', cwd: '/' },
      ...records,
      old,
    ]);
    assert.deepEqual(says(buildSessionContext(entries)), ['compactionSummary s', 'a1', 'u2']);
    assert.deepEqual(says(buildSessionContext(entries, undefined, (record) => record)), [
      'compactionSummary s',
      'u2',
    ]);
    const beyond = decode([{ ...HEADER, version: 1 }, ...records, { ...old, firstKeptEntryIndex: 0 }]);
    assert.deepEqual(
      buildSessionContext(beyond).problems.map(({ code }) => code),
      ['unknown-first-kept'],
    );
  });
});

describe('Pi sessions: context edits', () => {
  const edit = (targetId: string, replacement: unknown) => ({
    type: 'context_edit',
    targetId,
    replacement: replacement as null,
  });

  it('omit and replace what the model sees, and leave the entry as it is', () => {
    const entries = chain(user('u1'), assistant('a1'), edit('e1', null), edit('e2', { content: 'shorter' }));
    const context = buildSessionContext(entries);
    assert.deepEqual(says(context), ['shorter']);
    assert.deepEqual(
      context.messages[0]?.['content'],
      [{ type: 'text', text: 'shorter' }],
      'a reply has blocks',
    );
    assert.deepEqual(entries[1]?.record['message'], assistant('a1')['message']);
    assert.equal(context.entries[0]?.edit?.id, 'e3');
  });

  it('hold for their branch only, and the last one of a target counts', () => {
    const entries = chain(user('u1'), edit('e1', null), edit('e1', { content: 'back' }), {
      ...user('aside'),
      parentId: 'e1',
    });
    assert.deepEqual(says(buildSessionContext(entries, 'e3')), ['back']);
    assert.deepEqual(says(buildSessionContext(entries, 'e2')), []);
    assert.deepEqual(says(buildSessionContext(entries, 'e4')), ['u1', 'aside']);
  });

  it('replace the content of users’, tools’ and extensions’ messages, and nothing else of them', () => {
    const entries = chain(
      call('c'),
      result('c'),
      { type: 'custom_message', customType: 'x', content: 'old', display: true },
      { type: 'branch_summary', fromId: 'e1', summary: 'stays' },
      edit('e2', { content: 'cut' }),
      edit('e3', { content: 'new' }),
      edit('e4', { content: 'no' }),
    );
    const { messages } = buildSessionContext(entries);
    assert.deepEqual(messages[1], {
      ...(entries[1]?.record['message'] as object),
      content: [{ type: 'text', text: 'cut' }],
    });
    assert.equal(messages[2]?.['content'], 'new');
    assert.equal(messages[3]?.['summary'], 'stays');
  });

  it('that cannot be read change nothing, and are a problem', () => {
    for (const replacement of [undefined, 'x', {}, []]) {
      const context = buildSessionContext(chain(user('u1'), edit('e1', replacement)));
      assert.deepEqual(says(context), ['u1']);
      assert.deepEqual(
        context.problems.map(({ code, entryId }) => [code, entryId]),
        [['unusable-edit', 'e2']],
      );
    }
  });
});

describe('Pi sessions: what is sent to a model', () => {
  it('is the user’s, the assistant’s, the tools’ and the system’s messages only', () => {
    const bash = (more: object) =>
      message({ role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0, ...more });
    const entries = chain(
      bash({}),
      bash({ excludeFromContext: true }),
      bash({ output: '', exitCode: 2 }),
      bash({ cancelled: true, truncated: true, fullOutputPath: '/tmp/x' }),
      { type: 'branch_summary', fromId: 'e1', summary: 's' },
      { type: 'custom_message', customType: 'x', content: 'note', display: false },
      message({ role: 'somethingNew', content: 'x' }),
      user('q'),
    );
    const sent = modelMessages(buildSessionContext(entries));
    assert.deepEqual(
      sent.map(({ role }) => role),
      ['user', 'user', 'user', 'user', 'user', 'user'],
    );
    const texts = sent.map(({ content }) => (content as { text: string }[])[0]?.text);
    assert.deepEqual(texts, [
      'Ran `ls`\n```\na\n```',
      'Ran `ls`\n(no output)\n\nCommand exited with code 2',
      'Ran `ls`\n```\na\n```\n\n(command cancelled)\n\n[Output truncated. Full output: /tmp/x]',
      'The following is a summary of a branch that this conversation came back from:\n\n<summary>\ns</summary>',
      'note',
      'q',
    ]);
  });

  it('leaves out results whose call is out, which are named', () => {
    const context = buildSessionContext(
      chain(call('c'), result('c'), compaction('e2'), call('d'), result('d'), result('d')),
    );
    assert.deepEqual(context.orphanResults, [{ callId: 'c', entryId: 'e2', index: 1 }]);
    assert.deepEqual(
      context.problems.map(({ code, entryId }) => [code, entryId]),
      [['orphan-result', 'e2']],
    );
    const roles = modelMessages(context).map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'toolResult', 'toolResult']);
    assert.equal(context.messages.length, 5, 'Pi’s own list holds it');
  });
});
