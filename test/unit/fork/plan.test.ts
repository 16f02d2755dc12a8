import assert from 'node:assert/strict';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { memorySession } from './memory.ts';

type Line = [id: string, parent: string | null, calls?: string[] | string];

/** Lines of tiny-pi: a list of call ids makes an assistant, `=c1` a result, else what the id begins with. */
function text(lines: readonly (Line | string)[]): string {
  return lines
    .map((line) => {
      if (typeof line === 'string') return `${line}\n`;
      const [id, parentId, calls] = line;
      return `${JSON.stringify({ id, parentId, timestamp: 1, type: 'message', message: message(id, calls) })}\n`;
    })
    .join('');
}

function message(id: string, calls?: string[] | string): object {
  if (typeof calls === 'string') {
    const toolCallId = calls.slice(1);
    return {
      role: 'toolResult',
      toolCallId,
      toolName: 'x',
      content: [{ type: 'text', text: 'ok' }],
      isError: false,
    };
  }
  const blocks = (calls ?? []).map((call) => ({
    type: 'toolCall',
    id: call,
    name: `tool-${call}`,
    arguments: {},
  }));
  const role = id.startsWith('u') ? 'user' : 'assistant';
  return { role, content: [{ type: 'text', text: id }, ...blocks] };
}

function plan(lines: readonly (Line | string)[], id: string) {
  const session = memorySession(text(lines));
  const made = planFork(session.snapshot, session.rowOf(id));
  const name = (row: number | null) => (row === null ? null : session.ids([row])[0]);
  return {
    ...made,
    ids: session.ids(made.rows),
    before: name(made.before),
    after: name(made.after),
    open: made.openCalls.map((call) => [name(call.row), call.ordinal, call.holds]),
  };
}

describe('fork plan', () => {
  const chain: Line[] = [
    ['u1', null],
    ['a2', 'u1', ['c1', 'c2']],
    ['r3', 'a2', '=c2'],
    ['r4', 'r3', '=c1'],
    ['a5', 'r4'],
    ['u6', 'a5'],
  ];

  it('takes the path and nothing else, with its counts', () => {
    const made = plan([...chain, ['u7', 'u1']], 'a5');
    assert.deepEqual(made.ids, ['u1', 'a2', 'r3', 'r4', 'a5']);
    assert.equal(made.top, 'root');
    assert.equal(made.inside, false);
    assert.equal(made.messages, 5);
    assert.equal(made.bytes, Buffer.byteLength(text(chain.slice(0, 5))));
    assert.deepEqual(made.open, []);
  });

  it('offers the nearest entries that part no call from its result', () => {
    for (const inside of ['a2', 'r3']) {
      const made = plan(chain, inside);
      assert.equal(made.inside, true);
      assert.equal(made.before, 'u1');
      assert.equal(made.after, 'r4');
    }
    assert.deepEqual(plan(chain, 'r3').open, [['a2', 0, true]]);
    assert.deepEqual(plan(chain, 'a2').open, [
      ['a2', 0, true],
      ['a2', 1, true],
    ]);
    assert.equal(plan(chain, 'r4').inside, false);
  });

  it('holds a call whose result comes after somebody spoke (case 067)', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c1']],
      ['u3', 'a2'],
      ['a4', 'u3'],
      ['r5', 'a4', '=c1'],
      ['a6', 'r5'],
    ];
    const made = plan(lines, 'a4');
    assert.equal(made.inside, true);
    assert.equal(made.before, 'u1');
    assert.equal(made.after, 'r5');
  });

  it('lets a call go that the conversation left behind (case 061)', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c1']],
      ['u3', 'a2'],
      ['a4', 'u3'],
    ];
    assert.equal(plan(lines, 'u3').inside, false);
    assert.deepEqual(plan(lines, 'a4').open, [['a2', 0, false]]);
    const made = plan(lines, 'a2');
    assert.equal(made.inside, true);
    assert.equal(made.before, 'u1');
    assert.equal(made.after, 'u3');
  });

  it('knows no later entry where the file ends with the call', () => {
    const made = plan(
      [
        ['u1', null],
        ['a2', 'u1', ['c1']],
      ],
      'a2',
    );
    assert.equal(made.after, null);
    assert.equal(made.before, 'u1');
  });

  it('knows no earlier entry where the file begins with the call', () => {
    const made = plan(
      [
        ['a1', null, ['c1']],
        ['r2', 'a1', '=c1'],
      ],
      'a1',
    );
    assert.equal(made.before, null);
    assert.equal(made.after, 'r2');
  });

  it('pairs by occurrence where an id is used again (case 064)', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c']],
      ['r3', 'a2', '=c'],
      ['a4', 'r3', ['c']],
      ['r5', 'a4', '=c'],
    ];
    assert.equal(plan(lines, 'r3').inside, false);
    assert.equal(plan(lines, 'a4').inside, true);
    assert.equal(plan(lines, 'a4').before, 'r3');
  });

  it('waits for somebody to speak behind a call without id (case 066)', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['']],
      ['r3', 'a2', '='],
      ['a4', 'r3'],
    ];
    const made = plan(lines, 'r3');
    assert.equal(made.inside, true);
    assert.equal(made.before, 'u1');
    assert.equal(made.after, 'a4');
  });

  it('looks on along the newest leaf through the entry', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c1']],
      ['r3', 'a2', '=c1'],
      ['r4', 'a2', '=c1'],
      ['a5', 'r4'],
    ];
    assert.equal(plan(lines, 'a2').after, 'r4');
  });

  it('says that the top has no parent in the file, and which line may have held it', () => {
    const made = plan([['u1', null], '{"id":"a2","par', ['a3', 'a2'], ['u4', 'a3']], 'u4');
    assert.equal(made.top, 'missing-parent');
    assert.deepEqual(made.ids, ['a3', 'u4']);
    assert.deepEqual(
      made.suspects.map((problem) => problem.line),
      [2],
    );
  });

  it('cuts a loop where the tree does', () => {
    const made = plan(
      [
        ['u1', 'a2'],
        ['a2', 'u1'],
        ['u3', 'a2'],
      ],
      'u3',
    );
    assert.equal(made.top, 'loop');
    assert.deepEqual(made.ids, ['u1', 'a2', 'u3']);
  });

  it('names damage in lines of the path only', () => {
    const glued = text([
      ['a2', 'u1'],
      ['u3', 'a2'],
    ]).replace('\n', '');
    const lines = [['u1', null] as Line, glued.trimEnd(), '{"broken', ['u4', 'u3'] as Line];
    const made = plan(lines, 'u4');
    assert.deepEqual(made.ids, ['u1', 'a2', 'u3', 'u4']);
    assert.ok(made.damage.length > 0 && made.damage.every((problem) => problem.line === 2));
    assert.deepEqual(plan(lines, 'u1').damage, []);
  });

  it('takes a repeated entry below its own parent, but not below its first', () => {
    const session = memorySession(
      text([
        ['u1', null],
        ['a2', 'u1'],
        ['u3', null],
        ['a2', 'u3'],
        ['u1', 'a2'],
      ]),
    );
    assert.deepEqual(session.ids(planFork(session.snapshot, 3).rows), ['u3', 'a2']);
    assert.throws(() => planFork(session.snapshot, 4), /Line 5 repeats the id .* line 1/);
    assert.throws(() => planFork(session.snapshot, 99), RangeError);
  });

  it('takes the results of parallel calls along that hang beside the path', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c1', 'c2', 'c3']],
      ['r3', 'a2', '=c1'],
      ['r4', 'a2', '=c2'],
      ['r5', 'r4', '=c3'],
      ['u6', 'r3'],
    ];
    const made = plan(lines, 'u6');
    assert.deepEqual(made.ids, ['u1', 'a2', 'r3', 'r4', 'r5', 'u6']);
    assert.deepEqual(made.open, []);
    assert.equal(made.inside, false);
    // At a result that has another one below it the path is what was chosen; the sibling still comes along.
    assert.deepEqual(plan(lines, 'r4').ids, ['u1', 'a2', 'r3', 'r4']);
    assert.deepEqual(plan(lines, 'r4').open, [['a2', 2, true]]);
  });

  it('leaves results behind where the path went on without any of them, as Pi does', () => {
    const lines: Line[] = [
      ['u1', null],
      ['a2', 'u1', ['c1', 'c2']],
      ['r3', 'a2', '=c1'],
      ['r4', 'r3', '=c2'],
      ['u5', 'a2'],
    ];
    assert.deepEqual(plan(lines, 'u5').ids, ['u1', 'a2', 'u5']);
  });

  it('is linear: a hundred thousand entries with open calls', function () {
    this.timeout(60_000);
    this.retries(2);
    const timed = (size: number) => {
      const lines: Line[] = [['u0', null]];
      for (let row = 1; row < size; row++) lines.push([`a${row}`, lines[row - 1]?.[0] ?? null, [`c${row}`]]);
      const session = memorySession(text(lines));
      const started = process.cpuUsage();
      const made = planFork(session.snapshot, size - 1);
      return { made, cpu: process.cpuUsage(started).user };
    };
    timed(10_000);
    const small = timed(10_000);
    const { made, cpu } = timed(100_000);
    assert.equal(made.rows.length, 100_000);
    assert.equal(made.openCalls.length, 99_999);
    assert.equal(made.before, 0);
    // Ten times the entries cost ten times as much, a hundred times if every entry looked at all others.
    assert.ok(cpu < small.cpu * 50, `${cpu} µs after ${small.cpu} µs`);
  });
});
