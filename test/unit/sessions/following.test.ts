import assert from 'node:assert/strict';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';
import { FRESH_MS } from '../../../src/sessions/snapshot.ts';
import { bytesOf, quiet, SLOW_MS } from './fakes.ts';
import { chain, opened, record, URI } from './support.ts';

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
