import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimateContextChars } from '../../../src/core/context/estimate.ts';
import type { FlatMessage } from '../../../src/core/strict/flatMessage.ts';
import { trimContext, trimToBudget, unitStarts } from '../../../src/core/context/trimContext.ts';

const SMALLEST = { message: 'context budget cannot contain the smallest consistent message unit' };

const user = (content: string): FlatMessage => ({ role: 'user', content });
const calls = (...ids: string[]): FlatMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'read', input: {} })),
});
const result = (id: string, content = ''): FlatMessage => ({
  role: 'tool',
  toolCallId: id,
  content,
  isError: false,
});

/** The units of a list, as the numbers of messages in them. */
function units(messages: readonly FlatMessage[]): number[] {
  const starts = unitStarts(messages, (message) => ({
    calls: message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    results: message.role === 'tool' ? [message.toolCallId] : [],
  }));
  return starts.map((start, index) => (starts[index + 1] ?? messages.length) - start);
}

/** What trimContext keeps of a list when the budget is that of its last `count` messages. */
function kept(messages: readonly FlatMessage[], count: number): number {
  return trimContext(messages, estimateContextChars(messages.slice(-count))).length;
}

describe('mini-agent, chapter 34: estimateContextChars', () => {
  it('adds up the length of each message as JSON, and one separator each', () => {
    const messages = [user('a'), calls('c1'), result('c1', '你好')];
    const lengths = messages.map((message) => JSON.stringify(message).length);
    assert.equal(
      estimateContextChars(messages),
      lengths.reduce((sum, length) => sum + length + 1, 0),
    );
    assert.equal(estimateContextChars([]), 0);
    assert.equal(
      estimateContextChars([user('你')]),
      estimateContextChars([user('a')]),
      'characters, not bytes or tokens',
    );
  });

  it('names the message that throws when it is serialized', () => {
    const loop: Record<string, unknown> = { role: 'user' };
    loop['content'] = loop;
    assert.throws(() => estimateContextChars([user('a'), loop]), {
      message: /^message 1 cannot be serialized: /,
    });
    assert.throws(() => estimateContextChars([10n]), {
      message: /^message 0 cannot be serialized: .*BigInt/,
    });
  });

  it('names the message that has no JSON text at all', () => {
    for (const nothing of [undefined, () => 1, Symbol('x'), { toJSON: () => undefined }]) {
      assert.throws(() => estimateContextChars([user('a'), user('b'), nothing]), {
        message: /^message 2 cannot be serialized/,
      });
    }
  });
});

describe('mini-agent, chapter 34: trimContext', () => {
  const history = [user('q'), calls('a', 'b'), result('a'), result('b')];

  it('keeps everything that fits, as the messages themselves', () => {
    const all = trimContext(history, estimateContextChars(history));
    assert.deepEqual(all, history);
    assert.notEqual(all, history, 'a list of its own');
    assert.ok(all.every((message, index) => message === history[index]));
    assert.deepEqual(trimContext(history, Infinity), history);
  });

  it('goes from the newest message back and stops at the first unit that does not fit', () => {
    const messages = [user('1'), user('a long one '.repeat(20)), user('3'), user('4')];
    assert.deepEqual(
      trimContext(messages, 100),
      messages.slice(2),
      'the first would fit, but not behind the second',
    );
  });

  it('keeps an assistant with several calls and all their results together', () => {
    assert.deepEqual(units(history), [1, 3]);
    assert.equal(kept(history, 3), 3);
    assert.equal(trimContext(history, estimateContextChars(history) - 1).length, 3);
    assert.throws(() => trimContext(history, estimateContextChars(history.slice(1)) - 1), SMALLEST);
  });

  it('fails for a budget below the newest unit, never with an empty list', () => {
    for (const budget of [100, 1, 0, -1, NaN, -Infinity]) {
      assert.throws(() => trimContext([user('x'.repeat(100))], budget), SMALLEST, String(budget));
    }
    assert.throws(() => trimContext([], 100), { message: 'context budget cannot be empty' });
  });

  it('leaves a result without a call a unit of its own', () => {
    assert.deepEqual(units([user('q'), result('x'), calls('a'), result('a'), result('y')]), [1, 1, 2, 1]);
    assert.deepEqual(trimContext([user('q'), result('x')], 80), [result('x')]);
  });

  it('leaves calls without a result units of their own', () => {
    assert.deepEqual(units([calls('a'), user('q'), calls('b')]), [1, 1, 1]);
    assert.deepEqual(units([calls('a', 'b'), result('b'), user('q')]), [2, 1]);
  });

  it('does not take a result before its call for an answer', () => {
    assert.deepEqual(units([result('a'), calls('a'), user('q')]), [1, 1, 1]);
  });

  it('keeps what stands between a call and its result', () => {
    assert.deepEqual(units([user('q'), calls('a'), user('hurry'), result('a'), user('next')]), [1, 3, 1]);
  });

  it('makes one unit of interleaved calls', () => {
    const crossed = [user('q'), calls('a'), calls('b'), result('a'), result('b'), user('next')];
    assert.deepEqual(units(crossed), [1, 4, 1]);
    assert.equal(kept(crossed, 4), 1, 'a part of it is not kept');
    assert.equal(kept(crossed, 5), 5);
    assert.deepEqual(
      units([calls('a', 'c'), result('a'), calls('b'), result('b'), result('c')]),
      [5],
      'nested',
    );
    assert.deepEqual(
      units([calls('a'), result('a'), calls('b'), result('b')]),
      [2, 2],
      'one after the other',
    );
    assert.deepEqual(units([calls('a'), calls('b'), result('b'), result('a')]), [4], 'the other way round');
  });

  it('gives an id used again to the turn that used it last', () => {
    const turns = [calls('x'), result('x'), user('q'), calls('x'), result('x'), user('r')];
    assert.deepEqual(units(turns), [2, 1, 2, 1]);
    assert.equal(kept(turns, 3), 3);
  });

  it('does not let a call that was never answered swallow a later turn with its id', () => {
    assert.deepEqual(units([calls('x'), user('q'), calls('x'), result('x')]), [1, 1, 2]);
  });

  it('matches results of one id, made twice and open twice, with both calls', () => {
    assert.deepEqual(units([calls('x'), calls('x'), result('x'), result('x')]), [4]);
    assert.deepEqual(units([calls('x', 'x'), result('x'), result('x'), user('q')]), [3, 1]);
  });

  it('keeps a repeated result with its call', () => {
    assert.deepEqual(units([user('q'), calls('x'), result('x'), result('x'), user('r')]), [1, 3, 1]);
  });

  it('treats empty ids like others', () => {
    assert.deepEqual(units([calls(''), result(''), user('q')]), [2, 1]);
  });

  it('takes ids for what they are, not for keys of an object', () => {
    assert.deepEqual(units([calls('__proto__'), result('constructor'), result('__proto__')]), [3]);
    assert.deepEqual(units([user('q'), result('constructor')]), [1, 1]);
  });

  it('names a message that cannot be measured by its place in the list, if it gets that far', () => {
    const loop: Record<string, unknown> = {};
    loop['loop'] = loop;
    const messages = [user('1'), loop as unknown as FlatMessage, user('3'), user('4')];
    assert.throws(() => trimContext(messages, 1000), { message: /^message 1 cannot be serialized/ });
    assert.deepEqual(trimContext(messages, 40), [user('4')]);
  });

  it('never parts a call from its result, is as long as it can be, and stays in the budget', () => {
    const id = fc.constantFrom('a', 'b', 'c', '');
    const message = fc.oneof(
      fc.string({ maxLength: 30 }).map(user),
      fc.array(id, { maxLength: 3 }).map((ids) => calls(...ids)),
      id.map((one) => result(one)),
    );
    const cases = fc.tuple(fc.array(message, { minLength: 1, maxLength: 30 }), fc.nat(2000));
    fc.assert(
      fc.property(cases, ([messages, budget]) => {
        let answer: FlatMessage[];
        try {
          answer = trimContext(messages, budget);
        } catch (error) {
          assert.equal((error as Error).message, SMALLEST.message);
          const last = units(messages).at(-1) ?? 0;
          assert.ok(estimateContextChars(messages.slice(-last)) > budget);
          return;
        }
        const cut = messages.length - answer.length;
        assert.ok(answer.length > 0 && answer.every((one, index) => one === messages[cut + index]));
        assert.ok(estimateContextChars(answer) <= budget);
        const sizes = units(messages);
        let covered = 0;
        const tail = sizes.toReversed().find((size) => (covered += size) > answer.length);
        if (tail !== undefined)
          assert.ok(estimateContextChars(messages.slice(-covered)) > budget, 'one more fits');
        answer.forEach((one, index) => {
          if (one.role !== 'tool') return;
          const makes = (other: FlatMessage) =>
            other.role === 'assistant' && other.toolCalls.some((call) => call.id === one.toolCallId);
          if (!messages.slice(0, cut + index).some(makes)) return;
          assert.ok(answer.slice(0, index).some(makes), 'a result lost its call');
        });
      }),
      { numRuns: 2000, seed: 34 },
    );
  });

  it('is linear in the number of messages', () => {
    const many: FlatMessage[] = [];
    for (let n = 0; n < 100_000; n += 1) many.push(calls(`c${n % 7}`), result(`c${n % 7}`));
    const start = performance.now();
    assert.equal(trimContext(many, Infinity).length, many.length);
    assert.ok(performance.now() - start < 3000);
  });

  it('serves other shapes through trimToBudget', () => {
    const rows = [{ makes: ['1'] }, { answers: ['1'] }, { text: 'x' }];
    const links = (row: (typeof rows)[number]) => ({ calls: row.makes ?? [], results: row.answers ?? [] });
    assert.equal(trimToBudget(rows, 15, links).length, 1);
    assert.throws(() => trimToBudget(rows.slice(0, 2), 20, links), SMALLEST);
  });
});
