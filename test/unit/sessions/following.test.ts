import assert from 'node:assert/strict';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';
import { FRESH_MS } from '../../../src/sessions/snapshot.ts';
import { bytesOf, quiet, SLOW_MS } from './fakes.ts';
import { chain, opened, record, setUp, URI } from './support.ts';

const kinds = (changes: readonly { kind: string }[]): string[] => changes.map(({ kind }) => kind);

/** What of a snapshot does not depend on the way there. */
function content({ table, tree, problems, title, messageCount, branchCount, size, tail }: SessionSnapshot) {
  const rows = Array.from({ length: table.size }, (_, row) => [
    table.line(row),
    table.offset(row),
    table.length(row),
    table.parentLink(row),
  ]);
  return {
    rows,
    parent: [...tree.parent],
    leaf: tree.defaultLeaf,
    problems,
    title,
    messageCount,
    branchCount,
    size,
    tail,
  };
}

describe('following a file that grows', function () {
  this.timeout(SLOW_MS);

  it('tells of new entries and keeps the rows that were there', async () => {
    const { session, files, changes } = await opened(chain('a', 'b'));
    const before = session.snapshot;
    files.append(URI, `${record('c', 'b')}\n`);
    await session.refresh();
    assert.deepEqual(kinds(changes), ['grown']);
    assert.equal(changes[0]?.snapshot, session.snapshot);
    assert.equal(session.snapshot.revision, 2);
    assert.equal(session.snapshot.table.rowOf('c'), 2);
    assert.equal(before.table.size, 2, 'the old snapshot is what it was');
    assert.equal(before.table.rowOf('c'), -1);
    await session.refresh();
    assert.equal(changes.length, 1, 'nothing new, nothing told');
  });

  it('gives the same at every cut of an append, byte by byte', async () => {
    const base = chain('a', 'b');
    const added = bytesOf(
      `${record('c', 'b', 'grüße 😀\u2028')}\r\nnot json\n${record('d', 'c')}\n${record('e', 'd').slice(0, 30)}`,
    );
    const { session: whole } = await opened(new Uint8Array([...bytesOf(base), ...added]));
    for (let cut = 0; cut <= added.length; cut++) {
      const { session, files, scheduler } = await opened(base);
      files.append(URI, added.subarray(0, cut));
      await session.refresh();
      files.append(URI, added.subarray(cut));
      await session.refresh();
      await scheduler.advance(FRESH_MS);
      assert.deepEqual(content(session.snapshot), content(whole.snapshot), `cut at ${String(cut)}`);
    }
  });

  it('gives the same when every byte comes alone', async () => {
    const base = chain('a');
    const added = bytesOf(chain('b', 'c'));
    const { session, files } = await opened(base);
    for (const byte of added) {
      files.append(URI, new Uint8Array([byte]));
      await session.refresh();
    }
    const { session: whole } = await opened(new Uint8Array([...bytesOf(base), ...added]));
    assert.deepEqual(content(session.snapshot), content(whole.snapshot));
  });

  it('waits for the other half of a line', async () => {
    const { session, files } = await opened(chain('a'));
    const line = record('b', 'a');
    files.append(URI, line.slice(0, 20));
    await session.refresh();
    assert.equal(session.snapshot.table.size, 1);
    assert.deepEqual(session.snapshot.tail, { line: 2, offset: chain('a').length, length: 20 });
    files.append(URI, line.slice(20));
    await session.refresh();
    assert.equal(session.snapshot.table.size, 1, 'whole JSON is no entry before its line feed');
    const { tree } = session.snapshot;
    files.append(URI, '\n');
    await session.refresh();
    assert.equal(session.snapshot.table.size, 2);
    assert.equal(session.snapshot.tail, null);
    assert.notEqual(session.snapshot.tree, tree);
  });

  it('reads the new bytes and the two ends of the old ones, whatever the size of the file', async () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `id${String(i)}`);
    const { session, files } = await opened(chain(...ids));
    const line = `${record('new', 'id19999')}\n`;
    files.append(URI, line);
    await session.refresh();
    assert.ok(files.counts.bytes <= line.length + 2 * 4096, `${String(files.counts.bytes)} bytes`);
    assert.equal(session.snapshot.table.size, 20_001);
  });

  it('reads a line of 20 MB that comes in pieces of 64 KB once', async function () {
    const { session, files } = await opened(chain('a'));
    const line = bytesOf(`${record('big', 'a', 'x'.repeat(20 * 1024 * 1024))}\n`);
    const piece = 64 * 1024;
    let pieces = 0;
    const { tree } = session.snapshot;
    for (let at = 0; at < line.length; at += piece) {
      files.append(URI, line.subarray(at, at + piece));
      if (at + piece < line.length) {
        await session.refresh();
        assert.equal(session.snapshot.tree, tree, 'the tree is not built anew for a tail');
      }
      pieces += 1;
    }
    await session.refresh();
    assert.equal(session.snapshot.table.rowOf('big'), 1);
    assert.ok(
      files.counts.bytes <= line.length + pieces * 2 * 4096,
      `${String(files.counts.bytes)} bytes read`,
    );
  });

  it('makes one look of many that are asked for at once', async () => {
    const { session, files, changes } = await opened(chain('a'));
    files.append(URI, `${record('b', 'a')}\n`);
    await Promise.all(Array.from({ length: 10 }, () => session.refresh()));
    assert.deepEqual(kinds(changes), ['grown']);
    assert.ok(files.counts.stats <= 2);
  });

  it('loses nothing that is appended while it looks', async () => {
    const { session, files } = await opened(chain('a'));
    files.append(URI, `${record('b', 'a')}\n`);
    files.beforeRead = () => {
      files.beforeRead = undefined;
      files.append(URI, `${record('c', 'b')}\n`);
    };
    const first = session.refresh();
    const second = quiet(2).then(() => session.refresh());
    await Promise.all([first, second]);
    assert.equal(session.snapshot.table.rowOf('c'), 2);
  });
});

describe('following a file that is replaced', function () {
  this.timeout(SLOW_MS);

  it('begins anew, and says that rows have no meaning any more', async () => {
    const { session, files, changes } = await opened(chain('a', 'b'));
    files.write(URI, chain('x', 'y', 'z'));
    await session.refresh();
    assert.deepEqual(kinds(changes), ['replaced']);
    assert.equal(session.snapshot.table.size, 3);
    assert.equal(session.snapshot.table.rowOf('a'), -1);
  });

  it('notices another file of the same size and time', async () => {
    const { session, files, changes, scheduler } = await opened(chain('a', 'b'));
    files.append(URI, `${record('c', 'b')}\n`);
    await session.refresh();
    files.write(URI, chain('x', 'y', 'z'), scheduler.now());
    await session.refresh();
    assert.deepEqual(kinds(changes), ['grown', 'replaced']);
    assert.equal(session.snapshot.table.rowOf('z'), 2);
  });

  it('notices a head that was rewritten while the file grew', async () => {
    const { session, files, changes } = await opened(chain('a', 'b'));
    files.write(URI, `${chain('a', 'c')}${record('d', 'c')}\n`);
    await session.refresh();
    assert.deepEqual(kinds(changes), ['replaced']);
    assert.equal(session.snapshot.table.rowOf('b'), -1);
  });

  it('drops the half line of the file that was cut', async () => {
    const { session, files } = await opened(`${chain('a', 'b')}{"id":"half`);
    files.write(URI, chain('x'));
    await session.refresh();
    assert.equal(session.snapshot.tail, null);
    files.append(URI, `${record('y', 'x')}\n`);
    await session.refresh();
    assert.deepEqual(session.snapshot.problems, []);
    assert.equal(session.snapshot.table.size, 2);
  });

  it('shows an emptied file as an empty session, and what is written into it as growth', async () => {
    const { session, files, changes } = await opened(chain('a', 'b'));
    files.write(URI, '');
    await session.refresh();
    assert.equal(session.snapshot.table.size, 0);
    assert.deepEqual(session.snapshot.problems, []);
    assert.equal(session.snapshot.tree.defaultLeaf, -1);
    files.append(URI, chain('x', 'y'));
    await session.refresh();
    assert.deepEqual(kinds(changes), ['replaced', 'grown']);
    assert.equal((await session.entries([1]))[0]?.id, 'y');
  });

  it('shows a file of something else as an empty session', async () => {
    const { session, files } = await opened(chain('a', 'b'));
    files.write(URI, 'plain text\n'.repeat(5000));
    await session.refresh();
    await session.refresh();
    assert.equal(session.snapshot.table.size, 0);
  });

  it('is replaced, not grown, where records of no format show what they are', async () => {
    const { session, files } = await opened('{"type":"prologue"}\n');
    assert.equal(session.snapshot.format.name, 'records');
    const kinds: string[] = [];
    session.onDidChange(({ kind }) => kinds.push(kind));
    files.append(URI, '{"type":"prologue"}\n');
    await session.refresh();
    files.append(URI, chain('a', 'b', 'c'));
    await session.refresh();
    assert.deepEqual(kinds, ['grown', 'replaced']);
    assert.equal(session.snapshot.format.name, 'tiny-pi');
    const [entry] = await session.entries([2]);
    assert.equal(entry?.id, 'c');
  });

  it('tells once that the file was deleted, and reads it anew when it is back', async () => {
    const { session, files, changes } = await opened(chain('a', 'b'));
    files.remove(URI);
    await session.refresh();
    await session.refresh();
    assert.deepEqual(kinds(changes), ['deleted']);
    assert.equal(session.snapshot.table.size, 2, 'what was read stays');
    files.write(URI, chain('a', 'b'));
    await session.refresh();
    assert.deepEqual(kinds(changes), ['deleted', 'replaced']);
    assert.deepEqual(
      changes.map(({ snapshot }) => snapshot.revision),
      [2, 3],
    );
  });

  it('keeps what it has while the file cannot be read, and goes on afterwards', async () => {
    const { session, files, changes } = await opened(chain('a'));
    files.append(URI, `${record('b', 'a')}\n`);
    files.fail(URI, 'no-permission');
    await assert.rejects(session.refresh(), { code: 'no-permission' });
    assert.equal(session.snapshot.table.size, 1);
    files.fail(URI, undefined);
    await session.refresh();
    assert.deepEqual(kinds(changes), ['grown']);
  });

  it('goes on where a failed reading ended', async () => {
    const { session, files } = await opened(chain('a'));
    const ids = Array.from({ length: 20_000 }, (_, i) => `id${String(i)}`);
    files.append(URI, chain(...ids));
    let reads = 0;
    files.beforeRead = (uri) => {
      if (++reads === 4) files.fail(uri, 'io');
    };
    await assert.rejects(session.refresh(), { code: 'io' });
    files.fail(URI, undefined);
    files.beforeRead = undefined;
    await session.refresh();
    assert.equal(session.snapshot.table.size, 20_001);
  });
});

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
