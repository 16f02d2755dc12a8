import assert from 'node:assert/strict';
import { SLOW_MS } from './fakes.ts';
import { chain, opened, record, URI } from './support.ts';

const kinds = (changes: readonly { kind: string }[]): string[] => changes.map(({ kind }) => kind);

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
