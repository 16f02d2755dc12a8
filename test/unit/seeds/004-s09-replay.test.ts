import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { NewTranscriptEvent } from '../../../src/core/transcript/transcriptEvent.ts';
import { JsonlTranscript } from '../../../src/store/transcript.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { assistant, call, result, SIX, user, useTranscripts } from './transcripts.ts';

describe('s09: replay', () => {
  const { at, open } = useTranscripts();

  it('maps each of the six types as the table says', async () => {
    const transcript = await open();
    for (const event of SIX) await transcript.append(event);
    assert.deepEqual(await transcript.replay(), [
      { role: 'user', content: 'fix the bug' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_001', name: 'read_file', input: { path: 'main.py' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_001', content: 'print()' }] },
      { role: 'assistant', content: 'done' },
    ]);
  });

  it('reads arguments and outputs in the shapes in which they occur', async () => {
    const transcript = await open();
    const inputs: [NewTranscriptEvent[string], unknown][] = [
      ['{"w":"alpha"}', { w: 'alpha' }],
      ['not json {', 'not json {'],
      [{ a: null }, { a: null }],
    ];
    const outputs: [NewTranscriptEvent[string], unknown][] = [
      ['plain', 'plain'],
      [{ type: 'text', text: 'inner' }, 'inner'],
      [{ content: 'inner' }, 'inner'],
      [[{ type: 'text', text: 'b' }], [{ type: 'text', text: 'b' }]],
      [{ code: 1 }, '{"code":1}'],
      [null, ''],
    ];
    for (const [input] of inputs) await transcript.append(call('c', input));
    for (const [output] of outputs) await transcript.append(result('c', output));
    await transcript.append({ type: 'function_call', name: 'now', callId: 'd' });
    await transcript.append({ type: 'function_call_result', callId: 'd' });
    const blocks = (await transcript.replay()).map(
      ({ content }) => content[0] as unknown as Record<string, unknown>,
    );
    assert.deepEqual(
      blocks.slice(0, inputs.length).map(({ input }) => input),
      inputs.map(([, input]) => input),
    );
    assert.deepEqual(
      blocks.slice(inputs.length, -2).map(({ content }) => content),
      outputs.map(([, output]) => output),
    );
    assert.deepEqual(
      blocks.slice(-2).map(({ input, content }) => input ?? content),
      [{}, ''],
    );
  });

  it('takes the last maxItems events, not messages; 1000 when nothing is said', async () => {
    const transcript = await open();
    for (let n = 1; n <= 1200; n += 1) {
      await transcript.append(n % 2 ? user(`n${n}`) : { type: 'reasoning', content: 'x' });
    }
    const all = await transcript.replay();
    assert.equal(all.length, 500);
    assert.equal(all[0]?.content, 'n201');
    assert.equal(all.at(-1)?.content, 'n1199');
    assert.deepEqual(
      (await transcript.replay({ maxItems: 2 })).map(({ content }) => content),
      ['n1199'],
    );
    assert.deepEqual(await transcript.replay({ maxItems: 1 }), []);
    assert.equal((await transcript.replay({ maxItems: 5000 })).length, 600);
  }).timeout(20_000);

  it('refuses a window of nothing, which would be read as everything', async () => {
    const transcript = await open();
    for (const maxItems of [0, -1, 1.5, NaN, Infinity]) {
      await assert.rejects(transcript.replay({ maxItems }), RangeError);
      await assert.rejects(transcript.recover({ maxItems }), RangeError);
    }
  });

  it('leaves out results whose calls lie before the window', async () => {
    const transcript = await open();
    for (const event of [user('q'), call('a'), call('b'), result('a'), result('b'), assistant('done')]) {
      await transcript.append(event);
    }
    assert.deepEqual((await transcript.replay({ maxItems: 2 })).length, 1, 'b answers a call outside');
    const four = await transcript.replay({ maxItems: 4 });
    assert.deepEqual(
      four.map(({ role }) => role),
      ['assistant', 'user', 'assistant'],
      'b with its call, a is out',
    );
    assert.equal((await transcript.replay({ maxItems: 5 })).length, 5);
  });

  it('keeps a result without any call where the window is the whole', async () => {
    const transcript = await open();
    await transcript.append(result('lost'));
    assert.equal((await transcript.replay()).length, 1);
  });

  it('goes back to the last user message and no further (exercise 1)', async () => {
    const transcript = await open();
    for (const event of [...SIX, user('and now the tests'), call('t'), result('t'), assistant('green')]) {
      await transcript.append(event);
    }
    const last = await transcript.replay({ fromLastUserMessage: true });
    assert.equal(last.length, 4);
    assert.deepEqual(last[0], { role: 'user', content: 'and now the tests' });
    assert.equal((await transcript.replay({ fromLastUserMessage: true, maxItems: 1 })).length, 1);
    const none = await JsonlTranscript.open(at('none.jsonl'), { sessionId: 'x' });
    await none.append(assistant('nobody asked'));
    assert.equal((await none.replay({ fromLastUserMessage: true })).length, 1);
  });

  it('is derived: asking changes nothing, and a fresh instance gives the same', async () => {
    const transcript = await open();
    for (const event of SIX) await transcript.append(event);
    const before = readFileSync(at('s.jsonl'));
    const first = await transcript.replay();
    first[0] = { role: 'user', content: 'changed' };
    assert.deepEqual(await transcript.replay(), await (await open()).replay());
    await transcript.recover();
    assert.deepEqual(readFileSync(at('s.jsonl')), before);
  });

  it('waits for the appends before it', async () => {
    const transcript = await open();
    const writes = [transcript.append(user('a')), transcript.append(assistant('b'))];
    assert.equal((await transcript.replay()).length, 2);
    await Promise.all(writes);
  });

  it('reads a long file from its end, and only as much as it needs', async () => {
    const line = (n: number) =>
      JSON.stringify({
        schema_version: 1,
        sequence: n,
        session_id: 'abc123',
        event_id: `transcript:abc123:${n}`,
        recorded_at: '2026-01-05T10:00:00.000Z',
        ...user('x'.repeat(2000)),
      });
    writeFileSync(at('s.jsonl'), Array.from({ length: 9000 }, (_, n) => `${line(n + 1)}\n`).join(''));
    const { size } = statSync(at('s.jsonl'));
    const log = faultyLog();
    const transcript = await open({ io: log.io });
    const opened = log.bytesRead;
    assert.equal((await transcript.replay({ maxItems: 20 })).length, 20);
    const read = log.bytesRead;
    assert.ok(read < 600_000, `${read} bytes read`);
    assert.ok(size > 19_000_000);
    console.log(
      `      ${size} bytes in the file; opening read ${opened}, a replay of 20 events ${read - opened}`,
    );
    await transcript.append(user('one more'));
    assert.equal(log.bytesRead, read, 'appending reads nothing');
    await transcript.recover();
    assert.ok(log.bytesRead > size, 'recover reads and checks everything');
  }).timeout(20_000);
});
