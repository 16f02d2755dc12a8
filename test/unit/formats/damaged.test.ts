import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Problem } from '../../../src/core/problem.ts';
import { takeApart } from '../../../src/formats/damaged.ts';
import { badLineProblem } from '../../../src/formats/lineProblems.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { tinyPi } from '../../../src/formats/tinyPi.ts';
import { HEADER, linesOf, piMessage, tiny } from './lines.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (record: unknown): string => JSON.stringify(record);

/** Which of the ids that the tests use are in the table, in its order. */
function idsOf({ intake }: SessionReader): string[] {
  const found = ['a', 'b', 'c', 'd', 'fake'].map((id) => ({ id, row: intake?.table.rowOf(id) ?? -1 }));
  return found
    .filter(({ row }) => row >= 0)
    .sort((a, b) => a.row - b.row)
    .map(({ id }) => id);
}

/** Reads a good line, then `line`; gives the one problem of line 2, and the ids in the table. */
function damage(line: string | Uint8Array): { problem: Problem; ids: string[] } {
  const reader = new SessionReader({ format: tinyPi });
  reader.push(linesOf(tiny('a', null)));
  reader.push(typeof line === 'string' ? encode(line) : line);
  reader.push(encode('\n'));
  const problems = reader.state()?.problems.filter((problem) => problem.line === 2) ?? [];
  assert.equal(problems.length, 1);
  return { problem: problems[0] as Problem, ids: idsOf(reader) };
}

describe('damaged lines', function () {
  this.timeout(60_000);
  const b = json(tiny('b', 'a'));
  const c = json(tiny('c', 'b'));

  it('glued-records: all of them are kept', () => {
    const { problem, ids } = damage(`${b}${c}`);
    assert.equal(problem.code, 'glued-records');
    assert.deepEqual([problem.start, problem.end], [0, b.length + c.length]);
    assert.deepEqual(ids, ['a', 'b', 'c']);
    assert.match(problem.message, /2 records are glued together.*Both were recovered/);
  });

  it('glued-fragment: marks the fragment, keeps the record before or behind it', () => {
    const fragment = b.slice(0, 70);
    const whole = json(tiny('c', 'a'));
    for (const [line, start] of [
      [`${fragment}${whole}`, 0],
      [`${whole}${fragment}`, whole.length],
    ] as const) {
      const { problem, ids } = damage(line);
      assert.equal(problem.code, 'glued-fragment');
      assert.deepEqual([problem.start, problem.end], [start, start + fragment.length]);
      assert.ok(ids.includes('c'));
    }
  });

  it('nul-run: alone, before a record, before a fragment', () => {
    const alone = damage('\0\0\0');
    assert.deepEqual([alone.problem.code, alone.problem.start, alone.problem.end], ['nul-run', 0, 3]);
    assert.match(alone.problem.message, /3 NUL bytes.*Nothing else/);
    const before = damage(`\0\0${b}`);
    assert.deepEqual([before.problem.code, before.ids], ['nul-run', ['a', 'b']]);
    const fragment = damage(`\0\0${b.slice(0, 30)}`);
    assert.deepEqual([fragment.problem.code, fragment.ids], ['nul-run', ['a']]);
    assert.match(fragment.problem.message, /The rest is no whole record/);
  });

  it('invalid-json: says at which byte and why', () => {
    const { problem } = damage('{"id":"x",}');
    assert.equal(problem.code, 'invalid-json');
    assert.deepEqual([problem.start, problem.end], [10, 11]);
    assert.match(problem.message, /at byte 11 "}" stands where a key in quotes should follow/);
    assert.deepEqual([damage('{"id":"x"').problem.start, damage('{"id":"x"').problem.end], [0, 9]);
  });

  it('invalid-utf8: says where, and still keeps a whole record behind it', () => {
    const { problem } = damage(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d));
    assert.deepEqual([problem.code, problem.start], ['invalid-utf8', 2]);
    const cut = Uint8Array.from([...encode('{"id":"x","t":"'), 0xe6, 0x97, ...encode(b)]);
    const glued = damage(cut);
    assert.deepEqual([glued.problem.code, glued.ids], ['invalid-utf8', ['a', 'b']]);
    assert.match(glued.problem.message, /The whole record in it was recovered/);
  });

  it('not-an-object and not-an-entry', () => {
    assert.match(damage('[1]').problem.message, /^The line is an array, not an object/);
    assert.equal(damage('42').problem.code, 'not-an-object');
    const { problem } = damage('{"type":"message"}');
    assert.equal(problem.code, 'not-an-entry');
    assert.match(problem.message, /has no id \(id\)/);
  });

  it('invents nothing out of a fragment: blocks, arguments and texts that look like entries stay in it', () => {
    const call = { type: 'toolCall', id: 'c1', name: 'x', arguments: tiny('fake', null) };
    const text = { type: 'text', text: json(tiny('fake', null)) };
    const record = json({
      ...tiny('b', 'a'),
      message: { role: 'assistant', content: [text, call, text], end: 'more' },
    });
    for (let cut = 1; cut < record.length; cut++) {
      const ids = damage(record.slice(0, cut)).ids;
      // Only at the very byte behind the arguments nothing tells them from a record.
      if (ids.includes('fake')) assert.ok(record.slice(0, cut).endsWith(json(tiny('fake', null))));
    }
  });

  it('keeps the record whatever the fragment before it was', () => {
    const record = json(piMessage('x', null, { role: 'user', content: [{ type: 'text', text: '"{\\[😀' }] }));
    for (let cut = 1; cut < record.length; cut++) {
      const bytes = encode(record.slice(0, cut));
      const { records } = takeApart(Uint8Array.from([...bytes, ...encode(b)]), tinyPi);
      assert.deepEqual(records.at(-1)?.value, tiny('b', 'a'), record.slice(0, cut));
    }
  });

  it('says which damaged line may have held a missing parent', () => {
    const reader = new SessionReader();
    reader.push(linesOf(tiny('a', null), json(tiny('b', 'a')).slice(0, 60), tiny('c', 'b')));
    const problem = reader.state()?.problems.at(-1);
    assert.equal(problem?.code, 'missing-parent');
    assert.match(
      problem.message,
      /"c" names the parent "b", which is not in the file \(it may have stood on/,
    );
    assert.equal(problem.related?.[0]?.line, 2);
  });

  it('says when a line holds more records than are looked for', () => {
    const many = takeApart(encode(b.repeat(5)), tinyPi, 3);
    assert.deepEqual([many.records.length, many.isCut], [3, true]);
    // What was not looked at is no fragment.
    assert.deepEqual(many.fragments, []);
    assert.deepEqual(many.rest, { start: 3 * b.length, end: 5 * b.length });
    const bad = { type: 'bad', why: 'json', at: b.length, reason: 'x' } as const;
    const problem = badLineProblem(bad, many, 7, 5 * b.length);
    assert.equal(problem.code, 'glued-records');
    assert.match(
      problem.message,
      /^More objects .*first 3 records .* shown; the \d+ bytes behind them were not looked at\./,
    );
    assert.ok(problem.message.includes(` ${2 * b.length} bytes`));
    const utf8 = badLineProblem({ ...bad, why: 'utf8' }, many, 7, 5 * b.length);
    assert.match(utf8.message, /first 3 records .* were not looked at/);
    // Exactly as many as are looked for: nothing is hidden.
    assert.equal(takeApart(encode(`${b.repeat(3)} \0`), tinyPi, 3).isCut, false);
    const none = takeApart(encode('{"x":1}'.repeat(5)), tinyPi, 3);
    assert.match(
      badLineProblem(bad, none, 7, 35).message,
      /None of those .* the 14 bytes behind them were not looked at/,
    );
    assert.equal(takeApart(encode(b), tinyPi).isCut, false);
  });

  it('takes a header out of a damaged line', () => {
    const reader = new SessionReader();
    reader.push(linesOf(`${json(HEADER)}${json(piMessage('x', null, { role: 'user', content: 'hi' }))}`));
    reader.push(
      linesOf(piMessage('y', 'x', { role: 'toolResult', toolCallId: 'c', toolName: 't', content: [] })),
    );
    const state = reader.state();
    assert.equal(state?.header?.id, 's1');
    assert.deepEqual(
      state.problems.map(({ code }) => code),
      ['glued-records'],
    );
    assert.equal(state.table.startInLine(0), json(HEADER).length);
  });

  it('never throws, whatever bytes stand in a session', () => {
    const good = [tiny('a', null), tiny('b', 'a'), tiny('c', 'b')].map(json).join('\n') + '\n';
    const bytes = encode(good);
    const edit = fc.tuple(
      fc.nat({ max: bytes.length - 1 }),
      fc.nat({ max: 255 }),
      fc.constantFrom('set', 'insert', 'cut'),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        const list = [...bytes];
        for (const [at, byte, how] of edits)
          list.splice(at, how === 'insert' ? 0 : 1, ...(how === 'cut' ? [] : [byte]));
        const reader = new SessionReader({ format: tinyPi });
        reader.push(Uint8Array.from(list));
        const lines = list.filter((byte) => byte === 0x0a).length;
        const state = reader.state();
        assert.equal(state?.committedLines, lines);
        for (const problem of state.problems) {
          assert.ok(problem.line >= 1 && problem.line <= lines + 1 && problem.start <= problem.end);
          assert.notEqual(problem.message, '');
        }
      }),
      { numRuns: 1000 },
    );
  });
});
