import assert from 'node:assert/strict';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';
import { FRESH_MS } from '../../../src/sessions/snapshot.ts';
import { SLOW_MS } from './fakes.ts';
import { chain, opened, setUp, URI } from './support.ts';

const kinds = (changes: readonly { kind: string }[]): string[] => changes.map(({ kind }) => kind);

describe('a tail without line feed', function () {
  this.timeout(SLOW_MS);

  const codes = (snapshot: SessionSnapshot): string[] => snapshot.problems.map(({ code }) => code);

  it('is no problem while the file is fresh, and becomes one by itself', async () => {
    const { session, files, changes, scheduler } = await opened(chain('a'));
    files.append(URI, '{"id":"half');
    await session.refresh();
    assert.notEqual(session.snapshot.tail, null);
    assert.deepEqual(codes(session.snapshot), []);
    await scheduler.advance(FRESH_MS - 1);
    assert.deepEqual(codes(session.snapshot), []);
    await scheduler.advance(1);
    assert.deepEqual(codes(session.snapshot), ['unterminated-tail']);
    assert.deepEqual(kinds(changes), ['grown', 'grown']);
    assert.equal(scheduler.timers, 0, 'nothing left to wait for');
    files.append(URI, '"}');
    await session.refresh();
    assert.deepEqual(codes(session.snapshot), [], 'somebody writes again');
  });

  it('is a problem at once in a file that is old when it is opened', async () => {
    const { session, scheduler } = await opened(`${chain('a')}{"id":"half`);
    assert.deepEqual(codes(session.snapshot), ['unterminated-tail']);
    assert.equal(scheduler.timers, 0);
  });

  it('becomes a problem of a file that was fresh when it was opened, also with a clock ahead of ours', async () => {
    for (const ahead of [0, 3_600_000]) {
      const { files, scheduler } = setUp();
      files.write(URI, `${chain('a')}{"id":"half`, scheduler.now() + ahead);
      const session = await openSession(URI, { files, scheduler, onError: () => undefined });
      assert.ok(session);
      assert.deepEqual(codes(session.snapshot), []);
      await scheduler.advance(FRESH_MS);
      assert.deepEqual(codes(session.snapshot), ['unterminated-tail']);
    }
  });

  it('of blanks is silent', async () => {
    const { session, scheduler } = await opened(`${chain('a')}  \t`);
    assert.equal(session.snapshot.tail, null);
    assert.deepEqual(codes(session.snapshot), []);
    assert.equal(scheduler.timers, 0);
  });

  it('leaves no timer behind when the session is closed', async () => {
    const { files, scheduler } = setUp();
    files.write(URI, `${chain('a')}{"id":"half`);
    const session = await openSession(URI, { files, scheduler, onError: () => undefined });
    assert.equal(scheduler.timers, 1);
    session?.dispose();
    assert.equal(scheduler.timers, 0);
    await session?.refresh();
  });

  it('tells of a failed look only to the log', async () => {
    const { files, scheduler, errors } = setUp();
    files.write(URI, `${chain('a')}{"id":"half`);
    await openSession(URI, { files, scheduler, onError: (_uri, error) => errors.push(error) });
    files.fail(URI, 'io');
    await scheduler.advance(FRESH_MS);
    assert.equal(errors.length, 1);
  });
});
