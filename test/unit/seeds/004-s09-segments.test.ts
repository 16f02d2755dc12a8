import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DEFAULT_SEGMENT_LINES, JsonlTranscript } from '../../../src/store/transcript.ts';
import { segmentPath } from '../../../src/store/transcriptFiles.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { assistant, user, useTranscripts } from './transcripts.ts';

describe('s09: segments (exercise 3)', () => {
  const { at, open } = useTranscripts();
  const lines = (name: string) => readFileSync(at(name), 'utf8').split('\n').length - 1;

  it('are named after the first file', () => {
    assert.equal(segmentPath('/a/session_abc123.jsonl', 1), '/a/session_abc123.jsonl');
    assert.equal(segmentPath('/a/session_abc123.jsonl', 2), '/a/session_abc123_2.jsonl');
    assert.equal(segmentPath('/a.b/log', 12), '/a.b/log_12');
  });

  it('begin after 10,000 lines', async () => {
    assert.equal(DEFAULT_SEGMENT_LINES, 10_000);
    const first = Array.from({ length: 9_999 }, (_, n) =>
      JSON.stringify({
        schema_version: 1,
        sequence: n + 1,
        session_id: 'abc123',
        event_id: `transcript:abc123:${n + 1}`,
        recorded_at: '2026-01-05T10:00:00.000Z',
        ...user(`n${n + 1}`),
      }),
    );
    writeFileSync(at('s.jsonl'), `${first.join('\n')}\n`);
    const transcript = await open();
    await transcript.append(user('n10000'));
    assert.ok(!existsSync(at('s_2.jsonl')));
    await transcript.append(user('n10001'));
    assert.equal(lines('s.jsonl'), 10_000);
    assert.equal(lines('s_2.jsonl'), 1);
    const state = await (await open()).recover();
    assert.equal(state.totalEvents, 10_001);
    assert.equal(state.messages.at(-1)?.content, 'n10001');
  });

  it('go on with one sequence, across reopening', async () => {
    for (let n = 1; n <= 11; n += 1) {
      const event = await (await open({ segmentLines: 3 })).append(user(`n${n}`));
      assert.equal(event.sequence, n);
    }
    assert.deepEqual(['s.jsonl', 's_2.jsonl', 's_3.jsonl', 's_4.jsonl'].map(lines), [3, 3, 3, 2]);
    const state = await (await open({ segmentLines: 3 })).recover();
    assert.equal(state.totalEvents, 11);
    assert.deepEqual(
      state.messages.map(({ content }) => content),
      Array.from({ length: 11 }, (_, n) => `n${n + 1}`),
    );
    if (process.platform !== 'win32') assert.equal(statSync(at('s_2.jsonl')).mode & 0o777, 0o600);
  });

  it('are read together: a window, the last user message, a memory from any of them', async () => {
    const transcript = await open({ segmentLines: 2 });
    for (let n = 1; n <= 7; n += 1) await transcript.append(n === 2 ? user('asked') : assistant(`n${n}`));
    const contents = (await transcript.replay({ maxItems: 5 })).map(({ content }) => content);
    assert.deepEqual(contents, ['n3', 'n4', 'n5', 'n6', 'n7']);
    assert.equal((await transcript.replay({ fromLastUserMessage: true })).length, 6);
    assert.equal((await transcript.selectMemoryCandidate('transcript:abc123:1', 's', 'r')).sequence, 1);
  });

  it('are not read when the window ends before them', async () => {
    const transcript = await open({ segmentLines: 2 });
    for (let n = 1; n <= 6; n += 1) await transcript.append(user(`n${n}`));
    writeFileSync(at('s.jsonl'), 'damaged\n');
    assert.equal((await transcript.replay({ maxItems: 3 })).length, 3);
    await assert.rejects(transcript.replay(), { file: at('s.jsonl'), line: 1 });
    await assert.rejects(transcript.recover(), { file: at('s.jsonl'), line: 1 });
  });

  it('must fit: a damaged, missing or foreign one is found', async () => {
    const fill = async () => {
      const transcript = await open({ segmentLines: 2 });
      for (let n = 1; n <= 5; n += 1) await transcript.append(user(`n${n}`));
      return transcript;
    };
    const transcript = await fill();
    const second = readFileSync(at('s_2.jsonl'), 'utf8');
    writeFileSync(at('s_2.jsonl'), second.split('\n').slice(1).join('\n'));
    await assert.rejects(transcript.recover(), {
      file: at('s_2.jsonl'),
      line: 1,
      reason: 'expected sequence 3, found 4',
    });
    writeFileSync(at('s_2.jsonl'), `${second}{}\n`);
    await assert.rejects(transcript.recover(), { file: at('s_2.jsonl'), line: 3 });
    writeFileSync(at('s_2.jsonl'), second);
    writeFileSync(at('s.jsonl'), '');
    await assert.rejects(transcript.recover(), {
      file: at('s_2.jsonl'),
      reason: 'expected sequence 1, found 3',
    });
  });

  it('keep a partial tail at their end, and go on in the next', async () => {
    const transcript = await open({ segmentLines: 2 });
    for (let n = 1; n <= 3; n += 1) await transcript.append(user(`n${n}`));
    writeFileSync(at('s_2.jsonl'), '{"half', { flag: 'a' });
    const again = await open({ segmentLines: 2 });
    assert.equal((await again.append(user('n4'))).sequence, 4);
    assert.ok(existsSync(at('s_3.jsonl')));
    const state = await again.recover();
    assert.deepEqual([state.totalEvents, state.ignoredPartialTail], [4, true]);
  });

  it('never go into a file of another session that bears the name', async () => {
    const other = await JsonlTranscript.open(at('s_2.jsonl'), { sessionId: 's_2' });
    await other.append(user('mine'));
    const before = readFileSync(at('s_2.jsonl'));
    const transcript = await open({ segmentLines: 1 });
    await transcript.append(user('a'));
    assert.equal((await transcript.recover()).totalEvents, 1, 'it is not read as a segment');
    await assert.rejects(transcript.append(user('b')), { code: 'EEXIST' });
    assert.deepEqual(readFileSync(at('s_2.jsonl')), before);
    assert.equal((await other.recover()).totalEvents, 1);
  });

  it('that were made and never written to are used', async () => {
    const log = faultyLog();
    const transcript = await open({ segmentLines: 1, io: log.io });
    await transcript.append(user('a'));
    log.fail('write', 'ENOSPC');
    await assert.rejects(transcript.append(user('b')), { code: 'ENOSPC' });
    assert.equal(statSync(at('s_2.jsonl')).size, 0);
    const again = await open({ segmentLines: 1 });
    assert.equal((await again.append(user('b'))).sequence, 2);
    assert.equal(lines('s_2.jsonl'), 1);
  });
});
