import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { probe } from '../../../src/sessions/probe.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { SLOW_MS } from './fakes.ts';
import { needsShared, shared } from './shared.ts';
import { chain, record } from './support.ts';

const options = { files: nodeFiles, scheduler: systemScheduler, onError: () => undefined };

/** Everything about a file that reading must not change. */
function state(path: string): unknown[] {
  const { mtimeMs, ctimeMs, size, ino, mode } = statSync(path);
  return [mtimeMs, ctimeMs, size, ino, mode, readFileSync(path, 'latin1')];
}

describe('sessions on a disk', function () {
  this.timeout(SLOW_MS);

  let folder = '';
  let path = '';
  let uri = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-disk-'));
    path = join(folder, 'a.jsonl');
    uri = pathToFileURL(path).href;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are followed through appends, replacement by rename, and deletion', async () => {
    writeFileSync(path, chain('a', 'b'));
    const session = await openSession(uri, options);
    assert.ok(session);
    appendFileSync(path, `${record('c', 'b')}\n`);
    await session.refresh();
    assert.equal(session.snapshot.table.size, 3);
    writeFileSync(join(folder, 'new'), chain('x', 'y', 'z'));
    renameSync(join(folder, 'new'), path);
    await session.refresh();
    assert.equal(session.snapshot.table.rowOf('z'), 2);
    rmSync(path);
    await session.refresh();
    assert.deepEqual(await session.entries([0]), [null]);
    session.dispose();
  });

  it('are never changed by being opened, read and followed', async () => {
    for (const text of [
      chain('a', 'b'),
      `${chain('a')}{"id":"half`,
      `${chain('a')}bad\n\0\0\n${record('b', 'a')}`,
    ]) {
      writeFileSync(path, text);
      const before = state(path);
      await probe(nodeFiles, uri, await nodeFiles.stat(uri));
      const session = await openSession(uri, options);
      assert.ok(session);
      await session.entries([0]);
      await session.bytes([0]);
      await session.previews([0]);
      await session.refresh();
      session.dispose();
      assert.deepEqual(state(path), before);
    }
  });

  it('of the shared corpus are opened, every row is read back, and nothing is changed', async function () {
    needsShared(this, 'corpus/pi');
    const paths = globSync('**/*.jsonl', { cwd: shared('corpus/pi') }).map((name) =>
      join(shared('corpus/pi'), name),
    );
    assert.ok(paths.length > 10);
    for (const file of paths) {
      if (!existsSync(file)) continue;
      const before = state(file);
      const session = await openSession(pathToFileURL(file).href, options);
      if (session) {
        const rows = Array.from({ length: session.snapshot.table.size }, (_, row) => row);
        const entries = await session.entries(rows);
        entries.forEach((entry, row) => {
          assert.ok(entry, `${file}, row ${String(row)}`);
          const { table } = session.snapshot;
          const parent = entry.parentId === null ? -1 : table.rowOf(entry.parentId);
          assert.equal(Math.max(table.parentLink(row), -1), parent, `${file}, row ${String(row)}`);
        });
        const previews = await session.previews(rows);
        assert.ok(
          previews.every(({ text }) => text !== '' && text.length <= 200),
          file,
        );
        session.dispose();
      }
      assert.deepEqual(state(file), before, file);
    }
  });

  it('cost an append its own bytes: a large file is as quick as a small one', async () => {
    const ids = Array.from({ length: 50_000 }, (_, i) => `id${String(i)}`);
    writeFileSync(path, chain(...ids));
    let bytes = 0;
    const counting = {
      ...nodeFiles,
      read: async (of: string, offset: number, length: number) => {
        const read = await nodeFiles.read(of, offset, length);
        bytes += read.length;
        return read;
      },
    };
    const session = await openSession(uri, { ...options, files: counting });
    assert.ok(session);
    bytes = 0;
    appendFileSync(path, `${record('new', 'id49999')}\n`);
    await session.refresh();
    assert.equal(session.snapshot.table.size, 50_001);
    assert.ok(bytes < 10_000, `${String(bytes)} bytes read`);
    session.dispose();
  });
});
