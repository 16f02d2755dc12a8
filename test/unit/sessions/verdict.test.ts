import assert from 'node:assert/strict';
import { spans } from '../../../src/sessions/ranges.ts';
import { judge, type Seen } from '../../../src/sessions/verdict.ts';
import { createWitness, WITNESS_BYTES } from '../../../src/sessions/witness.ts';
import { bytesOf, fakeFiles, SLOW_MS } from './fakes.ts';

const URI = 'mem:/a.jsonl';
const LONG = 10_000;

/** Reads `data` in chunks of `chunk` bytes, as a session would. */
function seen(data: string, mtime: number, readAt: number, chunk = 777): Seen {
  const witness = createWitness();
  const bytes = bytesOf(data);
  for (let at = 0; at < bytes.length; at += chunk) witness.take(bytes.slice(at, at + chunk));
  return { witness, mtime, readAt };
}

/** What a file of `before` bytes has become when it holds `after`. */
async function become(before: string, after: string, mtime: number, readAt = 100_000): Promise<string> {
  const files = fakeFiles();
  files.write(URI, after, mtime);
  return (await judge(files, URI, seen(before, 50_000, readAt))).what;
}

describe('what a file has become', function () {
  this.timeout(SLOW_MS);

  const base = 'x'.repeat(LONG);

  it('is the same without reading a byte, when size and time are and the time is settled', async () => {
    const files = fakeFiles();
    files.write(URI, base, 50_000);
    assert.equal((await judge(files, URI, seen(base, 50_000, 100_000))).what, 'same');
    assert.deepEqual(files.counts, { stats: 1, reads: 0, bytes: 0 });
  });

  it('is known again when the chunks came in one buffer of Node that was reused', async () => {
    const witness = createWitness();
    const buffer = Buffer.alloc(WITNESS_BYTES + 1);
    const letters = 'abc';
    for (const letter of letters) witness.take(buffer.fill(letter));
    const files = fakeFiles();
    files.write(URI, [...letters].map((letter) => letter.repeat(buffer.length)).join(''), 1);
    buffer.fill('z');
    assert.equal(await witness.holds(files, URI), true);
  });

  it('is grown when bytes were added behind those that are known', async () => {
    assert.equal(await become(base, `${base}y`, 60_000), 'grown');
    assert.equal(await become('', 'y', 60_000), 'grown');
    assert.equal(await become('ab', 'abc', 50_000), 'grown', 'within one tick of the clock');
  });

  it('is replaced when it shrank', async () => {
    assert.equal(await become(base, base.slice(1), 60_000), 'replaced');
    assert.equal(await become(base, '', 50_000), 'replaced');
  });

  it('is replaced when the size is the same and the time is not', async () => {
    assert.equal(await become(base, base, 60_000), 'replaced');
    assert.equal(await become(base, base, 40_000), 'replaced', 'an older copy was moved here');
  });

  it('is replaced when it is larger and its first or last known bytes are others', async () => {
    assert.equal(await become(base, `y${base}`, 60_000), 'replaced');
    assert.equal(await become(base, `${base.slice(1)}yz`, 60_000), 'replaced');
  });

  it('compares the bytes when the time is too young to prove anything', async () => {
    const racy = 50_500;
    assert.equal(await become(base, base, 50_000, racy), 'same');
    assert.equal(await become(base, `y${base.slice(1)}`, 50_000, racy), 'replaced');
    assert.equal(await become(base, `${base.slice(1)}y`, 50_000, racy), 'replaced');
  });

  it('looks twice when the time has changed and the size has not: an append is on its way', async () => {
    const files = fakeFiles();
    files.write(URI, base, 60_000);
    let looks = 0;
    const growing = {
      ...files,
      stat: async (uri: string) => {
        if (++looks === 2) files.append(uri, 'more', 60_000);
        return files.stat(uri);
      },
    };
    assert.equal((await judge(growing, URI, seen(base, 50_000, 100_000))).what, 'grown');
  });

  it('reads no more than the two ends and the new byte', async () => {
    const files = fakeFiles();
    files.write(URI, `${base}y`, 60_000);
    await judge(files, URI, seen(base, 50_000, 100_000));
    assert.equal(files.counts.bytes, 2 * WITNESS_BYTES + 1);
  });
});

describe('witness', function () {
  this.timeout(SLOW_MS);

  it('holds the same bytes however they were cut into chunks', async () => {
    const data = Array.from({ length: 9_000 }, (_, i) => String.fromCharCode(33 + (i % 90))).join('');
    for (const size of [1, 5, 4095, 4096, 4097, 8192, 9000]) {
      for (const chunk of [1, 1000, 4096, 9000]) {
        const files = fakeFiles();
        const part = data.slice(0, size);
        files.write(URI, part);
        const { witness } = seen(part, 0, 0, chunk);
        assert.equal(witness.size, size);
        assert.equal(await witness.holds(files, URI), true, `${String(size)} in ${String(chunk)}`);
        files.write(URI, `${part.slice(0, -1)}\u0000`);
        assert.equal(await witness.holds(files, URI), false);
      }
    }
  });
});

describe('reads of ranges', function () {
  this.timeout(SLOW_MS);

  it('joins near ranges, leaves far ones apart, in file order', () => {
    const near = 1000;
    const far = 1_000_000;
    const result = spans([
      { offset: far, length: 10 },
      { offset: 0, length: 10 },
      { offset: near, length: 10 },
      { offset: 5, length: 20 },
    ]);
    assert.deepEqual(result, [
      { offset: 0, length: near + 10, members: [1, 3, 2] },
      { offset: far, length: 10, members: [0] },
    ]);
  });

  it('bounds what is read at once, but never cuts a range', () => {
    const length = 3 * 1024 * 1024;
    const result = spans([0, 1, 2].map((i) => ({ offset: i * length, length })));
    assert.deepEqual(
      result.map((span) => span.length),
      [length, length, length],
    );
    assert.equal(spans([{ offset: 0, length: 10 * length }]).length, 1);
    assert.deepEqual(spans([]), []);
  });
});
