import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import type { NewTranscriptEvent } from '../../../src/core/transcript/transcriptEvent.ts';
import { JsonlTranscript } from '../../../src/store/transcript.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { SIX, user, useTranscripts } from './transcripts.ts';

describe('s09: append', () => {
  const { at, open, text, records } = useTranscripts();

  it('writes the envelope before the event: schema, sequence, session, event id, time', async () => {
    const transcript = await open();
    const event = await transcript.append(user('fix the bug'));
    const expected = {
      schema_version: 1,
      sequence: 1,
      session_id: 'abc123',
      event_id: 'transcript:abc123:1',
      recorded_at: '2026-01-05T10:00:00.000Z',
      type: 'message',
      role: 'user',
      content: 'fix the bug',
    };
    assert.deepEqual(event, expected);
    assert.equal(text(), `${JSON.stringify(expected)}\n`, 'one line, and these keys in this order');
  });

  it('counts from 1 without a gap, in the order of the calls, and goes on after reopening', async () => {
    const transcript = await open();
    await Promise.all(SIX.map((event) => transcript.append(event)));
    await (await open()).append(user('next'));
    assert.deepEqual(
      records().map(({ sequence, event_id }) => [sequence, event_id]),
      Array.from({ length: 8 }, (_, n) => [n + 1, `transcript:abc123:${n + 1}`]),
    );
    assert.deepEqual(
      records().map(({ type }) => type),
      [...SIX.map(({ type }) => type), 'message'],
    );
  });

  it('writes once an event, at the file’s end, and syncs before it returns', async () => {
    const log = faultyLog();
    const transcript = await open({ io: log.io });
    log.steps.length = 0;
    await transcript.append(user('a'));
    assert.deepEqual(
      log.steps.map((step) => step.split(' ')[0]),
      ['openAppend', 'write', 'sync', 'close'],
    );
    assert.equal(log.steps[1], `write ${text().length}`);
  });

  it('never changes what is there: the file only grows', async () => {
    const transcript = await open();
    let before = '';
    for (const event of SIX) {
      await transcript.append(event);
      assert.ok(text().startsWith(before) && text().length > before.length);
      before = text();
    }
    if (process.platform !== 'win32') assert.equal(statSync(at('s.jsonl')).mode & 0o777, 0o600);
  });

  it('makes the file and its folder with the first event, not on opening', async () => {
    const file = at('projects/demo/s.jsonl');
    const transcript = await JsonlTranscript.open(file, { sessionId: 's' });
    assert.throws(() => statSync(file), { code: 'ENOENT' });
    await transcript.append(user('a'));
    assert.ok(statSync(file).size > 0);
  });

  it('takes the event as it is at the call', async () => {
    const transcript = await open();
    const event = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'first' }] };
    const written = transcript.append(event);
    event.content = [];
    assert.deepEqual((await written)['content'], [{ type: 'input_text', text: 'first' }]);
    assert.deepEqual(event, { type: 'message', role: 'user', content: [] }, 'and does not write into it');
  });

  it('refuses fields of the envelope, so that nothing can pose as another event', async () => {
    const transcript = await open();
    for (const field of ['schema_version', 'sequence', 'session_id', 'event_id', 'recorded_at']) {
      await assert.rejects(transcript.append({ ...user('x'), [field]: 99 }), {
        name: 'TranscriptValidationError',
        message: /reserved envelope field/,
      });
    }
    await transcript.append(user('fine'));
    assert.equal(records().length, 1, 'a refused event writes nothing and stops nothing');
  });

  it('refuses what JSON would lose or change, and known types without what their replay needs', async () => {
    const transcript = await open();
    const loop: Record<string, unknown> = { type: 'x' };
    loop['self'] = loop;
    const bad: unknown[] = [
      ...[null, [], 'message', {}, { type: '' }, { type: 1 }, loop],
      ...[NaN, Infinity, undefined, 10n, () => 1, Symbol('x')].map((value) => ({ type: 'x', value })),
      ...[{ role: 'system' }, { role: 'user' }, { content: 'x' }, { role: 'user', content: null }].map(
        (rest) => ({
          type: 'message',
          ...rest,
        }),
      ),
      ...[{ name: 'a' }, { callId: 'a' }].map((rest) => ({ type: 'function_call', ...rest })),
      { type: 'function_call_result', output: '' },
      { type: 'ai-title' },
    ];
    for (const event of bad) {
      await assert.rejects(transcript.append(event as NewTranscriptEvent), {
        name: 'TranscriptValidationError',
      });
    }
    assert.throws(text, { code: 'ENOENT' });
  });

  it('keeps events of unknown types, with all their fields', async () => {
    const transcript = await open();
    await transcript.append({ type: 'usage', tokens: 5, fault: 'a field like any other' });
    assert.equal(records()[0]?.['tokens'], 5);
    const state = await transcript.recover();
    assert.equal(state.totalEvents, 1);
    assert.deepEqual(state.messages, []);
  });

  it('needs the id of a session', async () => {
    await assert.rejects(open({ sessionId: '' }), RangeError);
  });
});
