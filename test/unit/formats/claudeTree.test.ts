import assert from 'node:assert/strict';
import { answer, call, piece, progress, read, result, row, says, told, user } from './claudeLines.ts';

const boundary = (uuid: string, fields: object = {}) =>
  row('system', uuid, null, { subtype: 'compact_boundary', compactMetadata: { preTokens: 5000 }, ...fields });
const start = user('u1', null);
/** Two calls of one message, written one a row. */
const t1 = piece('a1', 'u1', 'm', call('t1'));
const t2 = piece('a2', 'a1', 'm', call('t2'));

describe('tree of Claude Code: what only looks like a fork', () => {
  it('parallel calls and their results are one chain, wherever the talk goes on (cases 043)', () => {
    const batch = [start, t1, t2, result('r1', 'a1', 't1'), result('r2', 'a2', 't2')];
    for (const last of ['r1', 'r2']) {
      const { path, forks } = told([...batch, says('a3', last)]);
      assert.equal(path, 'u1 a1 a2 r1 r2 a3');
      assert.deepEqual(forks, []);
    }
  });

  it('results chained to each other, and one that hangs on another piece', () => {
    const chained = [start, t1, t2, result('r1', 'a2', 't1'), result('r2', 'r1', 't2'), says('a3', 'r2')];
    assert.equal(told(chained).path, 'u1 a1 a2 r1 r2 a3');
  });

  it('a tool that runs while the message still streams', () => {
    const { path, forks } = told([start, t1, result('r1', 'a1', 't1'), piece('a2', 'r1', 'm', call('t2'))]);
    assert.equal(path, 'u1 a1 r1 a2');
    assert.deepEqual(forks, []);
  });

  it('pieces of one message that hang under the same parent', () => {
    const { path } = told([start, t1, piece('a2', 'u1', 'm', call('t2')), says('a3', 'a2')]);
    assert.equal(path, 'u1 a1 a2 a3');
  });

  it('a prompt between two pieces of a message keeps its place', () => {
    const { path, forks } = told([start, t1, user('u2', 'a1'), piece('a2', 'u2', 'm', call('t2'))]);
    assert.equal(path, 'u1 a1 u2 a2');
    assert.deepEqual(forks, []);
  });

  it('progress beside a result, and talk that goes on below progress (cases 040)', () => {
    const head = [start, t1, progress('p1', 'a1'), result('r1', 'a1', 't1')];
    assert.equal(told([...head, says('a2', 'r1'), progress('p2', 'p1')]).path, 'u1 a1 r1 a2');
    const deadEnd = told([...head, says('a2', 'p1')]);
    assert.equal(deadEnd.path, 'u1 a1 r1 a2');
    assert.deepEqual(deadEnd.forks, []);
  });

  it('progress that the chain passes through, where nothing else leads on', () => {
    assert.equal(told([start, progress('p1', 'u1'), says('a1', 'p1')]).path, 'u1 p1 a1');
  });

  it('hooks, attachments and remarks of the agent beside a message', () => {
    const hook = row('attachment', 'h1', 'a1', { attachment: { type: 'hook_success', hookName: 'h' } });
    const meta = user('x1', 'a1', 'a skill', { isMeta: true });
    const { path, forks } = told([start, t1, hook, meta, result('r1', 'a1', 't1'), says('a2', 'r1')]);
    assert.equal(path, 'u1 a1 h1 x1 r1 a2');
    assert.deepEqual(forks, []);
  });

  it('a result that comes when the talk has gone on hangs beside', () => {
    const batch = [start, t1, t2, result('r2', 'a2', 't2'), says('a3', 'r2'), result('r1', 'a1', 't1')];
    // As long as nothing follows, the agent itself would go on there (edge/dead-end-r1-is-last-line).
    assert.equal(told(batch).leaf, 'r1');
    const { path, forks } = told([...batch, user('u2', 'a3')]);
    assert.equal(path, 'u1 a1 a2 r2 a3 u2');
    assert.deepEqual(forks, []);
  });

  it('a child that is written before its parent', () => {
    const { path, forks } = told([start, result('r1', 'a1', 't1'), t1, says('a2', 'r1')]);
    assert.equal(path, 'u1 a1 r1 a2');
    assert.deepEqual(forks, []);
    assert.deepEqual(read(start, result('r1', 'a1', 't1'), t1).problems, []);
  });
});

describe('tree of Claude Code: real forks', () => {
  it('a prompt that was sent again, from the middle of a batch too', () => {
    const batch = [start, t1, t2, result('r1', 'a1', 't1'), result('r2', 'a2', 't2'), says('a3', 'r1')];
    assert.deepEqual(told([...batch, user('u2', 'r1'), says('a4', 'u2')]).forks, ['r2: a3 u2']);
    assert.deepEqual(told([start, says('a1', 'u1'), user('u2', 'a1'), user('u3', 'a1')]).forks, [
      'a1: u2 u3',
    ]);
  });

  it('an API retry: one prompt, two answers', () => {
    assert.deepEqual(told([start, says('a1', 'u1'), says('a2', 'u1')]).forks, ['u1: a1 a2']);
  });

  it('a rewind to the first prompt makes a second root', () => {
    assert.equal(told([start, says('a1', 'u1'), user('u2', null), says('a2', 'u2')]).roots, 'u1 u2');
  });
});

describe('tree of Claude Code: what names no parent', () => {
  const before = [start, says('a1', 'u1')];
  const after = [user('c1', 'b', 'summary', { isCompactSummary: true }), says('a2', 'c1')];

  it('a compaction follows its logical parent (cases 051)', () => {
    const { path, roots } = told([...before, boundary('b', { logicalParentUuid: 'a1' }), ...after]);
    assert.deepEqual([path, roots], ['u1 a1 b c1 a2', 'u1']);
  });

  it('one whose logical parent is not in the file follows the talk before it', () => {
    const { path } = told([...before, boundary('b', { logicalParentUuid: 'gone' }), ...after]);
    assert.equal(path, 'u1 a1 b c1 a2');
  });

  it('one that would close a loop is not followed, and told (cases 052)', () => {
    const records = [boundary('b', { logicalParentUuid: 'a2' }), ...after];
    assert.equal(told(records).path, 'b c1 a2');
    const codes = read(...records).problems.map(({ code, line }) => `${code} ${line}`);
    assert.deepEqual(codes, ['logical-loop 1']);
  });

  it('what names a kept message as its parent goes on below the summary', () => {
    const kept = { preservedMessages: { anchorUuid: 'c1', uuids: ['u1', 'a1'] } };
    const mark = boundary('b', { logicalParentUuid: 'a1', compactMetadata: kept });
    const [summary] = after;
    assert.equal(told([...before, mark, summary ?? {}, user('u2', 'a1')]).path, 'u1 a1 b c1 u2');
  });

  it('below a gap the talk goes on with the entry before it, and the gap is told', () => {
    const records = [start, says('a1', 'u1'), user('u2', 'gone'), says('a2', 'u2')];
    assert.equal(told(records).path, 'u1 a1 u2 a2');
    const [problem] = read(...records).problems;
    assert.equal(problem?.code, 'missing-parent');
    assert.match(problem?.message ?? '', /shown below a gap after the entry on line 2/);
  });

  it('a slice whose beginning is missing has a root below a gap', () => {
    assert.equal(told([user('u2', 'gone'), says('a2', 'u2')]).roots, 'u2');
  });

  it('records without any parent field are linear', () => {
    const bare = (record: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'parentUuid'));
    assert.equal(
      told([bare(user('u1', null)), bare(says('a1', null)), bare(user('u2', null))]).path,
      'u1 a1 u2',
    );
  });
});

describe('tree of Claude Code: side chains', () => {
  const side = { isSidechain: true };
  const task = piece('a1', 'u1', 'm', call('t1', 'Task', { prompt: 'count', description: 'd' }));
  const helper = [user('s1', null, 'count', side), says('s2', 's1', side)];

  it('hang below the call with their prompt, are no fork and no leaf (cases 055)', () => {
    const records = [start, task, ...helper, result('r1', 'a1', 't1'), says('a2', 'r1')];
    assert.deepEqual(told(records), { path: 'u1 a1 r1 a2', forks: [], leaf: 'a2', roots: 'u1' });
    const { table, tree } = read(...records);
    assert.equal(tree.parent[2], 1);
    assert.deepEqual([table.startsSide?.(2), table.startsSide?.(3)], [true, false]);
  });

  it('two helpers with one prompt belong to two calls', () => {
    const again = piece('a3', 'a1', 'm', call('t2', 'Agent', { prompt: 'count' }));
    const { tree } = read(start, task, again, ...helper, user('s3', null, 'count', side));
    assert.deepEqual([tree.parent[3], tree.parent[5]], [1, 2]);
  });

  it('without a call they stand alone', () => {
    assert.equal(told([start, says('a1', 'u1'), ...helper]).roots, 'u1 s1');
  });

  it("a file that is all a helper's is its own conversation", () => {
    assert.equal(told(helper).path, 's1 s2');
  });

  it('talk that names a row of one as its parent is told (cases 042)', () => {
    const records = [start, says('a1', 'u1'), ...helper, user('u2', 's2')];
    const codes = read(...records).problems.map(({ code, line }) => `${code} ${line}`);
    assert.deepEqual(codes, ['side-chain-parent 5']);
  });

  it('calls and results in them are paired apart by their own ids', () => {
    const inner = [user('s1', null, 'count', side), piece('s2', 's1', 'm2', call('x'), side)];
    const state = read(
      start,
      task,
      ...inner,
      user('s3', 's2', [answer('x')], side),
      result('r1', 'a1', 't1'),
    );
    assert.equal(state.tree.parent[4], 3);
    assert.equal(state.tree.defaultLeaf, 5);
  });
});
