import assert from 'node:assert/strict';
import { FileAccessError } from '../../../src/core/files.ts';
import { Cancelled, systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { probe } from '../../../src/sessions/probe.ts';
import { bytesOf, fakeScheduler, SLOW_MS } from './fakes.ts';
import { chain, opened, record, setUp, URI } from './support.ts';

const text = (bytes: Uint8Array | null | undefined): string | undefined =>
  bytes ? new TextDecoder().decode(bytes) : undefined;

describe('open session', function () {
  this.timeout(SLOW_MS);

  it('makes a snapshot of the file', async () => {
    const { session } = await opened(`${chain('a', 'b', 'c')}${record('d', 'b', 'two\nlines')}\n`);
    const { snapshot } = session;
    assert.equal(snapshot.format.name, 'tiny-pi');
    assert.equal(snapshot.table.size, 4);
    assert.deepEqual([...pathRows(snapshot.tree, snapshot.tree.defaultLeaf)], [0, 1, 3]);
    assert.equal(snapshot.title, 'text of a');
    assert.equal(snapshot.messageCount, 4);
    assert.equal(snapshot.branchCount, 1);
    assert.equal(snapshot.revision, 1);
    assert.equal(snapshot.tail, null);
    assert.deepEqual(snapshot.problems, []);
  });

  it('is named by its file when nothing in it gives a name', async () => {
    const { session } = await opened(`${record('a', null, 'x', 'assistant')}\n`);
    assert.equal(session.snapshot.title, 'a session.jsonl');
  });

  it('is undefined for a file that holds no session, and fails for one that cannot be read', async () => {
    const { files, scheduler } = setUp();
    const options = { files, scheduler, onError: () => undefined };
    for (const data of ['', '\n\n', 'not json\n', '[1]\n'.repeat(2000), record('a', null)]) {
      files.write(URI, data);
      assert.equal(await openSession(URI, options), undefined);
    }
    files.fail(URI, 'no-permission');
    await assert.rejects(openSession(URI, options), FileAccessError);
    await assert.rejects(openSession('mem:/none', options), { code: 'not-found' });
  });

  it('reads a foreign file no further than it must', async () => {
    const { files, scheduler } = setUp();
    files.write(URI, '[1, 2]\n'.repeat(1_000_000));
    await openSession(URI, { files, scheduler, onError: () => undefined });
    assert.ok(files.counts.bytes <= 1024 * 1024);
  });

  it('shows what is there in spite of bad lines', async () => {
    const { session } = await opened(`${chain('a')}garbage\n${record('b', 'a')}\n`);
    assert.equal(session.snapshot.table.size, 2);
    assert.deepEqual(
      session.snapshot.problems.map(({ code, line }) => [code, line]),
      [['invalid-json', 2]],
    );
  });

  it('gives the thread back while it reads a large file', async () => {
    const { files } = setUp();
    files.write(URI, chain(...Array.from({ length: 60_000 }, (_, i) => `id${String(i)}`)));
    const stretches: number[] = [];
    let last = performance.now();
    const scheduler = {
      ...systemScheduler,
      // Slices of a tenth, so that there are many of them on any machine.
      elapsed: () => 10 * systemScheduler.elapsed(),
      turn: async () => {
        stretches.push(performance.now() - last);
        await systemScheduler.turn();
        last = performance.now();
      },
    };
    const session = await openSession(URI, { files, scheduler, onError: () => undefined });
    assert.equal(session?.snapshot.table.size, 60_000);
    assert.ok(stretches.length > 5, `${String(stretches.length)} turns`);
    // The middle one: other work on the machine stretches single ones. A slice is 1.2 ms here and one portion of bytes.
    const middle = stretches.sort((a, b) => a - b)[stretches.length >> 1] ?? Infinity;
    assert.ok(middle < 50, `${middle.toFixed()} ms at a stretch`);
  });

  it('can be given up while it is being opened', async () => {
    const { files } = setUp();
    files.write(URI, chain(...Array.from({ length: 20_000 }, (_, i) => `id${String(i)}`)));
    let time = 0;
    const scheduler = { ...fakeScheduler(), elapsed: () => (time += 100) };
    const opening = openSession(URI, { files, scheduler, onError: () => undefined }, () => true);
    await assert.rejects(opening, Cancelled);
  });

  it('begins again when the file shrinks under the reader', async () => {
    const { files, scheduler } = setUp();
    files.write(URI, chain('a', 'b'));
    files.beforeRead = () => {
      files.beforeRead = undefined;
      files.write(URI, '');
      queueMicrotask(() => {
        files.write(URI, chain('x'));
      });
    };
    const session = await openSession(URI, { files, scheduler, onError: () => undefined });
    assert.equal(session?.snapshot.table.rowOf('x'), 0);
  });
});

describe('bodies of rows', function () {
  this.timeout(SLOW_MS);

  it('are read from the file in the order asked for, in few reads', async () => {
    const { session, files } = await opened(chain('a', 'b', 'c', 'd'));
    const entries = await session.entries([3, 0, 3]);
    assert.deepEqual(
      entries.map((entry) => entry?.id),
      ['d', 'a', 'd'],
    );
    assert.equal(files.counts.reads, 1);
    await session.entries([0, 3]);
    assert.equal(files.counts.reads, 1, 'kept');
    const bytes = await session.bytes([1, 2]);
    assert.deepEqual(bytes.map(text), [record('b', 'a'), record('c', 'b')]);
    assert.deepEqual(await session.entries([]), []);
  });

  it('are the records themselves in glued lines, with CRLF and behind a byte order mark', async () => {
    const data = `\ufeff${record('a', null)}\r\n${record('b', 'a')}${record('c', 'b')}\r\n`;
    const { session } = await opened(data);
    const bytes = await session.bytes([0, 1, 2]);
    assert.deepEqual(bytes.map(text), [record('a', null), record('b', 'a'), record('c', 'b')]);
    assert.deepEqual(
      (await session.entries([0, 1, 2])).map((entry) => entry?.id),
      ['a', 'b', 'c'],
    );
  });

  it('are null once the file holds something else, and right again with the next snapshot', async () => {
    const { session, files } = await opened(chain('a', 'b', 'c'));
    files.write(URI, chain('x', 'y', 'z'));
    assert.deepEqual(await session.entries([0, 1]), [null, null]);
    assert.deepEqual(await session.bytes([2]), [null]);
    await session.refresh();
    assert.deepEqual(
      (await session.entries([0, 1])).map((entry) => entry?.id),
      ['x', 'y'],
    );
    files.write(URI, 'short');
    assert.deepEqual(await session.entries([2]), [null]);
    files.remove(URI);
    assert.deepEqual(await session.entries([2]), [null]);
  });

  it('of a file without ids have the links that their order gives', async () => {
    const line = (text: string): string =>
      JSON.stringify({
        type: 'message',
        timestamp: '2025-11-01T00:00:00.000Z',
        message: { role: 'user', content: text },
      });
    const header = JSON.stringify({
      type: 'session',
      id: 's',
      timestamp: '2025-11-01T00:00:00.000Z',
      cwd: '/',
    });
    const { session } = await opened([header, line('one'), line('two'), line('three'), ''].join('\n'));
    const [third] = await session.entries([2]);
    const [first, second] = await session.entries([0, 1]);
    assert.equal(first?.parentId, null);
    assert.equal(second?.parentId, first.id);
    assert.equal(third?.parentId, second.id);
    assert.deepEqual(await session.entries([2]), [third], 'also out of the cache');
  });

  it('of rows that came by growth are read like the others', async () => {
    const { session, files } = await opened(chain('a'));
    files.append(URI, `${record('b', 'a')}\n`);
    await session.refresh();
    assert.equal((await session.entries([1]))[0]?.id, 'b');
  });

  it('stay the bytes that they were in the file', async () => {
    const odd =
      '{ "parentId":null,"id":"\\u0061", "timestamp":1e0,"type":"message","message":{"role":"user","content":"\\ud83d"}}';
    const { session } = await opened(bytesOf(`${odd}\n`));
    assert.equal(text((await session.bytes([0]))[0]), odd);
  });
});

describe('what a file’s beginning tells', function () {
  this.timeout(SLOW_MS);

  async function probed(data: string | Uint8Array) {
    const { files } = setUp();
    files.write(URI, data);
    const answer = await probe(files, URI, await files.stat(URI));
    return { answer, bytes: files.counts.bytes };
  }

  it('is the format, the header and a title, out of 16 KB', async () => {
    const { answer, bytes } = await probed(
      chain(...Array.from({ length: 5_000 }, (_, i) => `id${String(i)}`)),
    );
    assert.equal(answer?.format.name, 'tiny-pi');
    assert.equal(answer.title, 'text of id0');
    assert.equal(bytes, 16 * 1024);
  });

  it('is nothing where the file holds no session, and little is read for that', async () => {
    for (const data of ['', 'plain text\n', '{"a":1}\n'.repeat(500_000), '\0'.repeat(100_000)]) {
      const { answer, bytes } = await probed(data);
      assert.equal(answer, undefined);
      assert.ok(bytes <= 1024 * 1024, `${String(bytes)} bytes`);
    }
  });

  it('is found behind a long first line, and behind damage', async () => {
    const long = await probed(`${record('a', null, 'x'.repeat(3_000_000))}\n${chain('b')}`);
    assert.equal(long.answer?.format.name, 'tiny-pi');
    const damaged = await probed(`\0\0\0\nnot json\n${chain('a')}`);
    assert.equal(damaged.answer?.title, 'text of a');
  });

  it('has no title where none stands near', async () => {
    const { answer, bytes } = await probed(
      `${record('a', null, 'x'.repeat(2_000_000), 'assistant')}\n${chain('b')}`,
    );
    assert.equal(answer?.title, 'text of b');
    assert.ok(bytes <= 4 * 1024 * 1024);
    const far = await probed(
      Array.from(
        { length: 3_000 },
        (_, i) => `${record(`a${String(i)}`, null, 'x'.repeat(900), 'assistant')}\n`,
      ).join(''),
    );
    assert.equal(far.answer?.title, undefined);
    assert.ok(far.bytes <= 256 * 1024);
  });
});
