import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  MemorySelectionError,
  TranscriptMemoryCandidate,
} from '../../../src/core/transcript/memoryCandidate.ts';
import { SIX, user, useTranscripts } from './transcripts.ts';

const WHY = 'The user confirmed it as a decision.';

describe('s09: selectMemoryCandidate', () => {
  const { at, open } = useTranscripts();
  const filled = async () => {
    const transcript = await open();
    for (const event of SIX) await transcript.append(event);
    return transcript;
  };
  const id = (sequence: number) => `transcript:abc123:${sequence}`;

  it('points to one event of one session, and carries summary and reason', async () => {
    const transcript = await filled();
    const candidate = await transcript.selectMemoryCandidate(id(1), 'A bug was reported.', WHY);
    assert.ok(candidate instanceof TranscriptMemoryCandidate);
    assert.deepEqual(
      { ...candidate },
      {
        sourceType: 'transcript',
        sourceId: 'transcript:abc123:1',
        sessionId: 'abc123',
        sequence: 1,
        eventType: 'message',
        recordedAt: '2026-01-05T10:00:00.000Z',
        summary: 'A bug was reported.',
        reason: WHY,
        capturedAt: '2026-01-05T10:00:00.000Z',
      },
    );
    assert.deepEqual(candidate.sourceMetadata(), {
      source_id: 'transcript:abc123:1',
      source_type: 'transcript',
      title: 'abc123 event 1',
      captured_at: '2026-01-05T10:00:00.000Z',
    });
  });

  it('demands an event that is completely in the file', async () => {
    const transcript = await filled();
    writeFileSync(at('s.jsonl'), readFileSync(at('s.jsonl'), 'utf8').trimEnd());
    for (const unknown of [
      ...[
        id(7),
        id(8),
        id(0),
        id(-1),
        id(1.5),
        'transcript:abc123:01',
        'transcript:abc123:1 ',
        'transcript:abc123:',
      ],
      ...['transcript:other:1', 'abc123:1', '1', ''],
    ]) {
      await assert.rejects(transcript.selectMemoryCandidate(unknown, 's', WHY), {
        name: 'MemorySelectionError',
        message: /unknown transcript event/,
      });
    }
    await transcript.selectMemoryCandidate(id(6), 's', WHY);
  });

  it('waits for appends that were called before it', async () => {
    const transcript = await open();
    const write = transcript.append(user('durable'));
    assert.equal((await transcript.selectMemoryCandidate(id(1), 's', WHY)).sequence, 1);
    await write;
  });

  it('demands a summary and a reason', async () => {
    const transcript = await filled();
    for (const blank of ['', ' ', '\n\t']) {
      await assert.rejects(transcript.selectMemoryCandidate(id(1), blank, WHY), /needs a summary/);
      await assert.rejects(transcript.selectMemoryCandidate(id(1), 's', blank), /needs a reason/);
    }
  });

  it('allows messages and file snapshots only', async () => {
    const transcript = await filled();
    await transcript.append({ type: 'telemetry' });
    const allowed: string[] = [];
    for (const [index, { type }] of [...SIX, { type: 'telemetry' }].entries()) {
      const selection = transcript.selectMemoryCandidate(id(index + 1), 's', WHY);
      await selection.then(
        () => allowed.push(type),
        (error: unknown) => {
          assert.ok(error instanceof MemorySelectionError);
          assert.match(error.message, new RegExp(`is a ${type} event, which is not eligible`));
        },
      );
    }
    assert.deepEqual(allowed, ['message', 'file-history-snapshot', 'message']);
  });

  it('takes nothing of the event’s content along', async () => {
    const transcript = await open();
    const secret = 'x'.repeat(20_000);
    await transcript.append(user(secret));
    const candidate = await transcript.selectMemoryCandidate(id(1), 's', WHY);
    assert.ok(!JSON.stringify([candidate, candidate.sourceMetadata()]).includes('xxx'));
  });

  it('writes nothing: what becomes of a candidate is decided elsewhere', async () => {
    const transcript = await filled();
    const before = readFileSync(at('s.jsonl'));
    await transcript.selectMemoryCandidate(id(1), 's', WHY);
    assert.deepEqual(readFileSync(at('s.jsonl')), before);
  });

  it('does not depend on the replay window, nor does a replay select anything', async () => {
    const transcript = await open();
    await transcript.append(user('an old decision'));
    for (let n = 0; n < 20; n += 1) await transcript.append(user(`n${n}`));
    const window = await transcript.replay({ maxItems: 5 });
    assert.ok(!JSON.stringify(window).includes('old decision'));
    assert.equal((await transcript.selectMemoryCandidate(id(1), 's', WHY)).sequence, 1);
  });

  it('does not trust damaged evidence', async () => {
    const transcript = await filled();
    const lines = readFileSync(at('s.jsonl'), 'utf8').split('\n');
    lines[2] = '{}';
    writeFileSync(at('s.jsonl'), lines.join('\n'));
    await assert.rejects(transcript.selectMemoryCandidate(id(5), 's', WHY), { line: 3 });
    assert.equal(
      (await transcript.selectMemoryCandidate(id(1), 's', WHY)).sequence,
      1,
      'what lies before it stands',
    );
  });
});
