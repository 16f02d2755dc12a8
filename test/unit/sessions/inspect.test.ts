import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inspectSession } from '../../../src/sessions/inspect.ts';
import { call, piece, result, user } from '../formats/claudeLines.ts';
import { HEADER, linesOf, piMessage, tiny } from '../formats/lines.ts';

describe('inspectSession', function () {
  this.timeout(60_000);
  it('throws for a format that is not known, and only for that', () => {
    assert.throws(
      () => inspectSession(new Uint8Array(0), { format: 'nope' }),
      /Unknown session format "nope".*pi-v3/,
    );
  });

  it('tells of records of no known format as a list', () => {
    const report = inspectSession(linesOf({ a: 1 }, '', '{bad', '[]', { b: 2 }));
    assert.deepEqual([report.format, report.entries, report.path('L5')], ['records', 2, ['L1', 'L5']]);
  });

  it('tells of the lines only where there is no record', () => {
    const report = inspectSession(linesOf('1', '', '{bad', '[]', '"b"'));
    assert.equal(report.format, null);
    assert.deepEqual([report.committedLines, report.blankLines, report.entries], [5, [2], 0]);
    assert.deepEqual(report.badLines, [
      { line: 1, why: 'not-object' },
      { line: 3, why: 'json' },
      { line: 4, why: 'not-object' },
      { line: 5, why: 'not-object' },
    ]);
    assert.deepEqual(
      [report.path('x'), report.pairs('x'), report.settledLeaf('x'), report.defaultLeaf],
      [[], [], null, null],
    );
  });

  it('names subagents that entries name, and whose subagent the session is', () => {
    const asks = call('t', 'Task', { prompt: 'look' });
    const fetches = call('w', 'WebFetch', { prompt: 'what is it' });
    const agentId = { toolUseResult: { agentId: 'a1b2' } };
    const lines = [
      user('u', null),
      ...[piece('a', 'u', 'm', asks), result('r', 'a', 't', agentId)],
      ...[piece('b', 'r', 'n', fetches), result('s', 'b', 'w')],
    ];
    const report = inspectSession(linesOf(...lines));
    assert.deepEqual(report.subagents, [{ call: 't', entry: 'r', id: 'a1b2' }]);
    assert.equal(report.subagentOf, null);
    const side = { isSidechain: true, agentId: 'a1b2' };
    const own = inspectSession(linesOf(user('x', null, 'look', side)));
    assert.deepEqual([own.subagentOf, own.sessionId, own.subagents], ['s', 'a1b2', []]);
  });

  it('tells nothing of no bytes', () => {
    const report = inspectSession(new Uint8Array(0));
    assert.deepEqual([report.format, report.size, report.committedLines, report.tail], [null, 0, 0, null]);
    assert.deepEqual([inspectSession(new Uint8Array(0), { format: 'pi-v3' }).defaultLeaf], [null]);
  });

  it('keeps records of damaged lines out of the counts and in `recovered`', () => {
    const glued = `${JSON.stringify(tiny('b', 'a'))}${JSON.stringify(tiny('c', 'b'))}`;
    const report = inspectSession(linesOf(tiny('a', null), glued, tiny('d', 'c')));
    assert.deepEqual([report.entries, report.roots, report.leaves], [2, ['a', 'd'], ['a', 'd']]);
    assert.deepEqual(report.dangling, { d: 'c' });
    assert.deepEqual(report.recoverable, [{ line: 2, ids: ['b', 'c'] }]);
    const { recovered } = report;
    assert.deepEqual([recovered.entries, recovered.roots, recovered.leaves], [4, ['a'], ['d']]);
    assert.deepEqual([recovered.path('d'), recovered.dangling], [['a', 'b', 'c', 'd'], {}]);
    // The views show the tree with them: no gap is reported.
    assert.deepEqual(
      report.problems.map(({ code }) => code),
      ['glued-records'],
    );
  });

  it('tells forks as the links stand, and alternatives apart', () => {
    const name = {
      type: 'session_info',
      id: 'n',
      parentId: 'a',
      timestamp: '2026-01-05T10:00:02.000Z',
      name: 'x',
    };
    const user = { role: 'user', content: 'x' };
    const report = inspectSession(
      linesOf(HEADER, piMessage('a', null, user), piMessage('b', 'a', user), name),
    );
    assert.deepEqual(report.forks, { a: ['b', 'n'] });
    assert.deepEqual(report.alternatives, {});
    assert.equal(report.defaultLeaf, 'b');
  });

  it('holds ids such as __proto__ as keys of its own', () => {
    const rows = [
      tiny('__proto__', 'gone'),
      tiny('a', '__proto__'),
      tiny('b', '__proto__'),
      tiny('__proto__', null),
    ];
    const report = inspectSession(linesOf(...rows));
    const own = (object: object): unknown => Object.getOwnPropertyDescriptor(object, '__proto__')?.value;
    assert.deepEqual(own(report.forks), ['a', 'b']);
    assert.deepEqual(own(report.alternatives), ['a', 'b']);
    assert.equal(own(report.dangling), 'gone');
    assert.deepEqual(own(report.duplicateIds), [1, 4]);
    assert.deepEqual(report.path('a'), ['__proto__', 'a']);
    assert.equal(Object.getPrototypeOf(report.forks), Object.prototype);
  });

  it('follows a path over a loop until it meets an entry again', () => {
    const report = inspectSession(
      linesOf(tiny('a', 'c'), tiny('b', 'a'), tiny('c', 'b'), tiny('d', 'a'), tiny('s', 's')),
    );
    assert.deepEqual(report.cycles, [['a', 'b', 'c'], ['s']]);
    assert.deepEqual([report.roots, report.leaves], [[], ['d']]);
    assert.deepEqual(report.path('d'), ['b', 'c', 'a', 'd']);
    assert.deepEqual(report.path('s'), ['s']);
    const cycles = report.problems.filter(({ code }) => code === 'cycle');
    assert.deepEqual(
      cycles.map(({ line, related }) => [line, related?.map((each) => each.line) ?? []]),
      [
        [1, [2, 3]],
        [5, []],
      ],
    );
  });

  it('never throws, whatever the bytes are', () => {
    const piece = fc.constantFrom(
      ...[
        JSON.stringify(HEADER),
        JSON.stringify(tiny('a', 'b')),
        JSON.stringify(piMessage('b', 'a', { role: 'user' })),
      ],
      ...[
        '\n',
        '\r\n',
        '{',
        '}',
        '"',
        '\0',
        '\ufeff',
        '[]',
        'null',
        '\\',
        ' ',
        '{"id":"a"}',
        '{"type":"session","id":"x","cwd":""}',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.constantFrom(undefined, 'pi-v3', 'tiny-pi'),
        (pieces, format) => {
          const bytes = new TextEncoder().encode(pieces.join(''));
          const report = inspectSession(bytes, format === undefined ? {} : { format });
          for (const leaf of [...report.leaves, ...report.recovered.leaves]) {
            report.path(leaf);
            report.pairs(leaf);
            report.validCuts(leaf);
          }
          assert.equal(report.size, bytes.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
