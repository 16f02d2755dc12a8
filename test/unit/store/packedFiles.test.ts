import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { FileAccessError, type FileAccess, type FileAccessCode } from '../../../src/core/files.ts';
import { systemScheduler as scheduler } from '../../../src/core/lib/scheduler.ts';
import { isPacked, unpackedName } from '../../../src/core/packed.ts';
import { codexPlaces } from '../../../src/formats/places/codex.ts';
import { nodeDisk } from '../../../src/library/agents/nodeDisk.ts';
import { walkRoots } from '../../../src/library/agents/walk.ts';
import { readWhereabouts } from '../../../src/library/agents/whereabouts.ts';
import { createBeginnings } from '../../../src/sessions/beginning/beginnings.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { probe } from '../../../src/sessions/probe.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { createPackedFiles, UNPACKED_CAP } from '../../../src/store/packedFiles.ts';
import { unpackBeginning } from '../../../src/store/unpack.ts';
import { makeFork } from '../fork/make.ts';
import { item, meta, replyItem, textOf, userItem } from '../formats/codexLines.ts';
import { nodeFolders } from '../sessions/nodeFolders.ts';

const [PARENT, CHILD] = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002'];
const long = { text: 'instructions '.repeat(4000) };

describe('packed files', function () {
  this.timeout(60_000);
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'session-tree-packed-'))));
  after(() => rmSync(folder, { recursive: true }));

  const at = (name: string): string => join(folder, name);
  const uriOf = (name: string): string => pathToFileURL(at(name)).href;
  const put = (name: string, bytes: Uint8Array | string): string => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), bytes);
    return uriOf(name);
  };
  const pack = (name: string, text: string): string => put(name, zstdCompressSync(text));

  /** Counts the bytes that are read of the disk. */
  function counting(): { files: FileAccess; read: () => number } {
    let count = 0;
    const files: FileAccess = {
      ...nodeFiles,
      async read(...range) {
        const bytes = await nodeFiles.read(...range);
        count += bytes.length;
        return bytes;
      },
    };
    return { files, read: () => count };
  }

  async function refused(work: Promise<unknown>, code: FileAccessCode, words: RegExp): Promise<void> {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof FileAccessError);
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.ok(error.message.includes(error.uri), 'says where');
      return true;
    });
  }

  it('are known by their names, whatever stands before', () => {
    assert.deepEqual(
      ['a.jsonl.zst', 'f:/x%20y.JSONL.ZST', 'a.zst', 'a.jsonl', 'x.jsonl.zst/a'].map(isPacked),
      [...[true, true, false, false, false]],
    );
    assert.deepEqual(['a.jsonl.zst', 'a.zst'].map(unpackedName), ['a.jsonl', 'a.zst']);
  });

  it('have the size and the ranges of what they hold, and are unpacked once for each change', async () => {
    const uri = pack('a.jsonl.zst', '0123456789');
    const { files: plain, read } = counting();
    const files = createPackedFiles(plain);
    const text = async (offset: number, length: number): Promise<string> =>
      Buffer.from(await files.read(uri, offset, length)).toString();
    const { mtimeMs } = statSync(at('a.jsonl.zst'));
    assert.deepEqual(await files.stat(uri), { size: 10, mtime: mtimeMs });
    assert.deepEqual([await text(0, 3), await text(8, 100), await text(99, 1)], ['012', '89', '']);
    const once = read();
    assert.equal(once, statSync(at('a.jsonl.zst')).size);
    pack('a.jsonl.zst', 'another one');
    utimesSync(at('a.jsonl.zst'), 5, 5);
    assert.deepEqual(await files.stat(uri), { size: 11, mtime: 5000 });
    assert.equal(await text(0, 7), 'another');
    assert.ok(read() > once);
    const other = put('plain.jsonl', 'xy');
    assert.equal((await files.stat(other)).size, 2);
    assert.equal((await files.read(other, 1, 9)).length, 1);
    assert.equal(files.open?.(uri), undefined);
  });

  it('say why they cannot be read: damaged, cut off, too large, by this host, not there', async () => {
    const files = createPackedFiles(nodeFiles);
    const whole = zstdCompressSync(Buffer.from('x'.repeat(1000) + Math.random().toString()));
    await refused(files.stat(put('bad.jsonl.zst', 'no archive')), 'io', /cannot be unpacked \(.+\)/);
    await refused(
      files.stat(put('cut.jsonl.zst', whole.subarray(0, -5))),
      'io',
      /may be damaged or not whole/,
    );
    const bomb = pack('bomb.jsonl.zst', '0'.repeat(UNPACKED_CAP + 1));
    assert.ok(statSync(at('bomb.jsonl.zst')).size < 100_000);
    await refused(files.read(bomb, 0, 1), 'too-large', /holds more than 128 MB.*zstd -d/);
    const old = createPackedFiles(nodeFiles, null);
    const uri = pack('a.jsonl.zst', 'x');
    await refused(old.stat(uri), 'io', /Node\.js \d+.* cannot unpack, while 22\.15 and later can/);
    await refused(files.stat(uriOf('none.jsonl.zst')), 'not-found', /no file/);
  });

  it('a beginning is unpacked alone, out of as many bytes', async () => {
    const text = Array.from({ length: 200_000 }, (_, n) => `${n * 7919}`).join(' ');
    const packed = new Uint8Array(zstdCompressSync(text));
    for (const bytes of [packed, packed.subarray(0, 300_000)]) {
      assert.equal(Buffer.from(await unpackBeginning(bytes, 100)).toString(), text.slice(0, 100));
      assert.equal((await unpackBeginning(bytes, 20_000)).length, 20_000);
    }
    assert.equal((await unpackBeginning(packed, 1e9)).length, text.length);
    const part = await unpackBeginning(packed.subarray(0, 300_000), 1e9);
    assert.ok(part.length > 100_000 && text.startsWith(Buffer.from(part).toString()));
    await assert.rejects(unpackBeginning(new Uint8Array(100), 10));
  });

  describe('of an agent', () => {
    const DAY = 'sessions/2026/01/02';
    const nameOf = (id: string): string => `${DAY}/rollout-2026-01-02T12-00-00-${id}.jsonl`;
    const files = createPackedFiles(nodeFiles);
    const parent = textOf([
      meta({ id: PARENT, cwd: '/w/proj', base_instructions: long }),
      ...[userItem('first'), replyItem('one'), userItem('second')],
      item({ type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
      item({ type: 'function_call_output', call_id: 'c', output: 'ok' }),
      replyItem('two'),
    ]);

    it('are found, and tell their folder and their title', async () => {
      pack(`${nameOf(PARENT)}.zst`, parent);
      const [root] = codexPlaces.roots;
      const { files: found } = await walkRoots(
        (path) => nodeDisk.list(path),
        [{ path: folder, patterns: root?.patterns ?? [] }],
      );
      assert.deepEqual(found, [at(`${nameOf(PARENT)}.zst`)]);
      assert.deepEqual(await readWhereabouts(codexPlaces, found[0] ?? '', nodeDisk), { cwd: '/w/proj' });
      const uri = uriOf(`${nameOf(PARENT)}.zst`);
      const probed = await probe(files, uri, await files.stat(uri));
      assert.deepEqual([probed?.format.name, probed?.title], ['codex-rollout', 'first']);
    });

    it('open as what they were, are forked from, and hold the beginning of others', async () => {
      const packed = pack(`${nameOf(PARENT)}.zst`, parent);
      const plain = put('plain/rollout-2026-01-02T12-00-00-x.jsonl', parent);
      const options = { files, scheduler, onError: () => undefined };
      const [session, same] = [await openSession(packed, options), await openSession(plain, options)];
      assert.ok(session && same);
      assert.equal(session.snapshot.table.size, same.snapshot.table.size);
      assert.equal(session.snapshot.size, parent.length);
      const last = session.snapshot.table.size - 1;
      assert.deepEqual(await session.entries([last]), await same.entries([last]));
      const [forked, sameForked] = [await makeFork(session, last), await makeFork(same, last)];
      assert.match(forked.name, /^rollout-.+\.jsonl$/);
      assert.deepEqual(forked.lines, sameForked.lines);

      const end = parent.indexOf('{', parent.indexOf('"one"'));
      const base = { thread_id: PARENT, end_byte_offset: end };
      const child = textOf([
        meta({
          id: CHILD,
          cwd: '/w/proj',
          forked_from_id: PARENT,
          history_mode: 'paginated',
          history_base: base,
        }),
        userItem('instead'),
      ]);
      const beginnings = createBeginnings({ files, folders: nodeFolders });
      const joined = await openSession(put(nameOf(CHILD), child), { ...options, beginnings });
      assert.deepEqual(
        joined?.snapshot.parts?.map(({ uri }) => uri),
        [packed, uriOf(nameOf(CHILD))],
      );
      for (const one of [session, same, joined]) one?.dispose();
    });
  });
});
