import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { checkEnvelope } from '../../../src/core/transcript/transcriptEvent.ts';
import { TranscriptCorruptionError } from '../../../src/store/transcriptFiles.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { assistant, SIX, user, useTranscripts } from './transcripts.ts';

/** A line of the session abc123, as the document shows it. */
function line(sequence: number, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    schema_version: 1,
    sequence,
    session_id: 'abc123',
    event_id: `transcript:abc123:${sequence}`,
    recorded_at: '2026-01-05T10:00:00.000Z',
    ...user(`n${sequence}`),
    ...change,
  });
}

const without = (sequence: number, key: string) => line(sequence, { [key]: undefined });

describe('s09: recover', () => {
  const { at, open } = useTranscripts();

  it('rebuilds messages, title, snapshots and the count of events from nothing but the file', async () => {
    const first = await open();
    for (const event of [
      ...SIX,
      { type: 'ai-title', title: 'Fix it' },
      { type: 'file-history-snapshot', path: 'b' },
    ]) {
      await first.append(event);
    }
    const before = await first.replay();
    const state = await (await open()).recover();
    assert.deepEqual(state.messages, before);
    assert.equal(state.title, 'Fix it', 'the last title');
    assert.deepEqual(
      state.fileSnapshots.map((event) => [event.sequence, event['path']]),
      [
        [5, 'main.py'],
        [9, 'b'],
      ],
    );
    assert.equal(state.totalEvents, 9);
    assert.equal(state.ignoredPartialTail, false);
  });

  it('gives an empty state for a file that is not there, and for an empty one', async () => {
    const empty = {
      messages: [],
      title: null,
      fileSnapshots: [],
      totalEvents: 0,
      ignoredPartialTail: false,
    };
    assert.deepEqual(await (await open()).recover(), empty);
    writeFileSync(at('s.jsonl'), '');
    assert.deepEqual(await (await open()).recover(), empty);
  });

  it('keeps the whole in titles and snapshots, the window in messages', async () => {
    const transcript = await open();
    await transcript.append({ type: 'ai-title', title: 'Old' });
    await transcript.append({ type: 'file-history-snapshot', path: 'old' });
    for (let n = 0; n < 30; n += 1) await transcript.append(user(`n${n}`));
    const state = await transcript.recover({ maxItems: 10 });
    assert.equal(state.messages.length, 10);
    assert.deepEqual(state.messages, await transcript.replay({ maxItems: 10 }));
    assert.equal(state.title, 'Old');
    assert.equal(state.fileSnapshots.length, 1);
    assert.equal(state.totalEvents, 32);
  });
});

describe('s09: a last line that was cut short', () => {
  const { at, open } = useTranscripts();

  for (const [name, tail] of [
    ['incomplete JSON', '{"schema_version":1,"seq'],
    ['a whole record without LF', line(3)],
    ['half a character', Buffer.from('{"content":"你').subarray(0, -1)],
    ['NULs', '\0\0\0'],
  ] as const) {
    it(`is left out and reported; nothing is written behind it (${name})`, async () => {
      const file = Buffer.concat([Buffer.from(`${line(1)}\n${line(2)}\n`), Buffer.from(tail)]);
      writeFileSync(at('s.jsonl'), file);
      const transcript = await open();
      const state = await transcript.recover();
      assert.equal(state.ignoredPartialTail, true);
      assert.equal(state.totalEvents, 2);
      assert.equal((await transcript.replay()).length, 2);
      const event = await transcript.append(assistant('on'));
      assert.equal(event.sequence, 3);
      assert.deepEqual(readFileSync(at('s.jsonl')), file, 'the file with the tail stays as it is');
      assert.match(readFileSync(at('s_2.jsonl'), 'utf8'), /"sequence":3/);
      const after = await (await open()).recover();
      assert.equal(after.totalEvents, 3);
      assert.equal(after.ignoredPartialTail, true);
      assert.equal((await (await open()).append(user('more'))).sequence, 4);
      assert.equal((await (await open()).recover()).totalEvents, 4);
    });
  }

  it('is none when only blanks follow the last LF', async () => {
    writeFileSync(at('s.jsonl'), `${line(1)}\n \t`);
    const transcript = await open();
    assert.equal((await transcript.recover()).ignoredPartialTail, false);
    await transcript.append(user('x'));
    assert.equal((await transcript.recover()).totalEvents, 2);
  });

  it('may be all that there is', async () => {
    writeFileSync(at('s.jsonl'), '{"schema');
    const transcript = await open();
    assert.equal((await transcript.recover()).totalEvents, 0);
    assert.equal((await transcript.append(user('x'))).sequence, 1);
    const again = await (await open()).recover();
    assert.deepEqual([again.totalEvents, again.ignoredPartialTail], [1, true]);
  });
});

describe('s09: damage', () => {
  const { at, open } = useTranscripts();
  const good = [1, 2, 3, 4, 5].map((n) => line(n));
  const write = (lines: readonly (string | Buffer)[]) =>
    writeFileSync(
      at('s.jsonl'),
      Buffer.concat(lines.flatMap((one) => [Buffer.from(one), Buffer.from('\n')])),
    );

  /** Damages of one line, each with the reason that is given. */
  const DAMAGES: [name: string, line: (sequence: number) => string | Buffer, reason: RegExp][] = [
    ['JSON cut off', (n) => line(n).slice(0, -3), /not complete JSON/],
    ['no JSON at all', () => '{broken}', /not complete JSON/],
    ['two records glued', (n) => line(n) + line(n), /not complete JSON/],
    ['NULs', () => '\0\0', /not complete JSON/],
    ['bytes that are no UTF-8', (n) => Buffer.from(line(n).replace('user', '\xff'), 'latin1'), /UTF-8/],
    ['a value that is no object', () => '42', /not an object/],
    ['a gap in the sequence', (n) => line(n + 1), /expected sequence 3, found 4/],
    ['a sequence that repeats', (n) => line(n - 1), /expected sequence 3, found 2/],
    ['no sequence', (n) => without(n, 'sequence'), /no sequence/],
    ['a sequence that is no number', (n) => line(n, { sequence: String(n) }), /no sequence/],
    [
      'an id that does not match',
      (n) => line(n, { event_id: 'transcript:abc123:9' }),
      /event_id is "transcript:abc123:9"/,
    ],
    ['no id', (n) => without(n, 'event_id'), /event_id is missing/],
    [
      'another session',
      (n) => line(n, { session_id: 'x', event_id: `transcript:x:${n}` }),
      /session_id is "x"/,
    ],
    ['no session', (n) => without(n, 'session_id'), /session_id is missing/],
    ['no schema version', (n) => without(n, 'schema_version'), /no schema_version/],
    ['no time', (n) => without(n, 'recorded_at'), /no recorded_at/],
    ['no type', (n) => without(n, 'type'), /no type/],
  ];

  for (const [name, bad, reason] of DAMAGES) {
    it(`in the middle stops every reading that comes across it: ${name}`, async () => {
      write([...good.slice(0, 2), bad(3), ...good.slice(3)]);
      const expected = { name: 'TranscriptCorruptionError', line: 3, file: at('s.jsonl'), reason };
      const transcript = await open();
      await assert.rejects(transcript.recover(), expected);
      await assert.rejects(transcript.replay(), expected);
      assert.equal((await transcript.replay({ maxItems: 2 })).length, 2, 'which it did not come across');
    });

    it(`as a whole last line stops everything: ${name}`, async () => {
      write([...good.slice(0, 2), bad(3)]);
      const before = readFileSync(at('s.jsonl'));
      const transcript = await open();
      await assert.rejects(transcript.recover(), { name: 'TranscriptCorruptionError', line: 3, reason });
      const fault = { name: 'TranscriptCorruptionError', line: 3, reason };
      await assert.rejects(transcript.append(user('x')), fault);
      await assert.rejects(transcript.replay(), fault);
      assert.deepEqual(readFileSync(at('s.jsonl')), before);
    });
  }

  it('in the first line stops it too', async () => {
    write([line(2), line(3)]);
    await assert.rejects((await open()).recover(), { line: 1, reason: 'expected sequence 1, found 2' });
    await assert.rejects((await open()).replay(), {
      line: 1,
      reason: 'expected sequence 1, found 2',
    });
    write(['{}', line(2)]);
    await assert.rejects((await open()).append(user('x')), { line: 1, reason: /no schema_version/ });
  });

  it('is counted in physical lines, blank ones too', async () => {
    write(['', line(1), '', ' \r', '{}', line(2)]);
    const expected = { line: 5, reason: /no schema_version/ };
    await assert.rejects((await open()).recover(), expected);
    await assert.rejects((await open()).replay(), expected);
    write(['', line(1), '', line(2)]);
    assert.equal((await (await open()).recover()).totalEvents, 2);
  });

  it('says for people where it is and what is wrong', async () => {
    write([line(1), '{}']);
    await assert.rejects((await open()).recover(), (error) => {
      assert.ok(error instanceof TranscriptCorruptionError);
      assert.equal(
        error.message,
        `The transcript is damaged: ${at('s.jsonl')}, line 2: it has no schema_version.`,
      );
      return true;
    });
  });

  it('is not what a newer schema or an unknown type is', async () => {
    write([line(1, { schema_version: 2, branch: 'x' }), line(2, { type: 'telemetry' }), line(3)]);
    const state = await (await open()).recover();
    assert.equal(state.totalEvents, 3);
    assert.equal(state.messages.length, 2);
  });

  it('is not what CRLF, a BOM or a field called fault is', async () => {
    writeFileSync(at('s.jsonl'), `\ufeff${line(1)}\r\n${line(2, { fault: 'x' })}\r\n`);
    const transcript = await open();
    assert.equal((await transcript.recover()).totalEvents, 2);
    assert.equal((await transcript.replay()).length, 2);
    assert.equal(checkEnvelope(JSON.parse(line(1, { fault: 'x' })) as never, 'abc123', 1).fault, undefined);
  });
});

describe('s09: failing writes', () => {
  const { at, open } = useTranscripts();

  for (const [name, arrange] of [
    ['EACCES on opening', (log: ReturnType<typeof faultyLog>) => log.fail('openAppend', 'EACCES')],
    ['ENOSPC', (log) => log.fail('write', 'ENOSPC')],
    ['ENOSPC in the middle', (log) => log.cutWrite(20, 'ENOSPC')],
    ['a short write', (log) => log.cutWrite(20)],
    ['a short write before the LF', (log) => log.cutWrite(171)],
    ['EIO on fsync', (log) => log.fail('sync', 'EIO')],
    ['EIO on close', (log) => log.fail('close', 'EIO')],
  ] as [string, (log: ReturnType<typeof faultyLog>) => void][]) {
    it(`end the instance and lose nothing: ${name}`, async () => {
      const log = faultyLog();
      const transcript = await open({ io: log.io });
      await transcript.append(user('safe'));
      const before = readFileSync(at('s.jsonl'));
      arrange(log);
      const failed = transcript.append(user('perhaps'));
      const behind = transcript.append(user('behind it'));
      const error: unknown = await failed.catch((caught: unknown) => caught);
      assert.ok(error instanceof Error);
      await assert.rejects(behind, (caught) => caught === error, 'the same error');
      const steps = log.steps.length;
      await assert.rejects(transcript.append(user('later')), (caught) => caught === error);
      assert.equal(log.steps.length, steps, 'no further write is tried');
      assert.ok(readFileSync(at('s.jsonl')).subarray(0, before.length).equals(before));
      const again = await open();
      const state = await again.recover();
      assert.ok(state.totalEvents >= 1);
      assert.deepEqual(state.messages[0], { role: 'user', content: 'safe' });
      assert.equal((await again.append(user('on'))).sequence, state.totalEvents + 1);
      assert.equal((await (await open()).recover()).totalEvents, state.totalEvents + 1);
    });
  }

  it('are refused before they happen when another program wrote meanwhile', async () => {
    const first = await open();
    const second = await open();
    await first.append(user('a'));
    const { size } = statSync(at('s.jsonl'));
    await assert.rejects(second.append(user('b')), { name: 'FileChangedError' });
    assert.equal(statSync(at('s.jsonl')).size, size);
    assert.equal((await first.append(user('c'))).sequence, 2);
    assert.equal((await (await open()).recover()).totalEvents, 2, 'no sequence number was given twice');
  });

  it('do not hide as an empty transcript what cannot be read', async () => {
    const log = faultyLog();
    log.fail('openRead', 'EACCES');
    await assert.rejects(open({ io: log.io }), { code: 'EACCES' });
  });
});
