import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileAccessError } from '../../../src/core/files.ts';
import { systemScheduler as scheduler } from '../../../src/core/lib/scheduler.ts';
import { createGlances } from '../../../src/sessions/glances.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { Glance } from '../../../src/sessions/worker/jobs.ts';
import { createReadClient } from '../../../src/sessions/worker/readClient.ts';
import { nodeFiles as files } from '../../../src/store/nodeFiles.ts';
import { openNodeFile } from '../../../src/store/openedNodeFile.ts';
import { startNodeWorker } from '../../../src/worker/nodeTransport.ts';
import { chain, record } from '../sessions/support.ts';

const main = join(import.meta.dirname, '../../../src/worker/main.ts');
const onError = (): void => undefined;

describe('the reading thread of Node', function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;
  let uri: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-worker-'));
    path = join(folder, 'a session.jsonl');
    uri = pathToFileURL(path).href;
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function lines(count: number): string {
    const text = 'x'.repeat(10_000);
    let all = '';
    for (let at = 0; at < count; at++) all += `${record(`n${at}`, at > 0 ? `n${at - 1}` : null, text)}\n`;
    return all;
  }

  it('reads real files, in parts and whole, and they are followed here', async () => {
    writeFileSync(path, lines(1000));
    const troubles: string[] = [];
    const remote = createReadClient({
      start: () => startNodeWorker(main),
      scheduler,
      onTrouble: (text) => troubles.push(text),
    });
    try {
      const session = await openSession(uri, { files, scheduler, remote, onError });
      assert.ok(session?.snapshot.partial);
      await session.whole;
      assert.equal(session.snapshot.table.size, 1000);
      appendFileSync(path, `${record('more', 'n999')}\n`);
      await session.refresh();
      assert.deepEqual(
        [session.snapshot.table.rowOf('more'), session.snapshot.tree.defaultLeaf],
        [1000, 1000],
      );
      session.dispose();
      assert.deepEqual(troubles, []);
    } finally {
      remote.dispose();
    }
  });

  it('looks at real files from outside, and sees what is seen here', async () => {
    writeFileSync(path, lines(3));
    const tiny = pathToFileURL(join(folder, 'ä %41#?.jsonl'));
    writeFileSync(tiny, 'x');
    const remote = createReadClient({
      start: () => startNodeWorker(main),
      scheduler,
      onTrouble: (text) => assert.equal(text, ''),
    });
    try {
      const wishes = [uri, tiny.href, `${uri}.missing`, pathToFileURL(folder).href].flatMap((one) => [
        { uri: one, head: true },
        { uri: one, head: false },
      ]);
      const told = (seen: readonly Glance[] = []): unknown[] =>
        seen.map((one) => (one instanceof FileAccessError ? [one.code, one.message] : one));
      const there = await remote.glance(wishes);
      assert.deepEqual(told(there), told(await createGlances(files, undefined)(wishes)));
      assert.deepEqual(
        there?.map((one) => (one instanceof FileAccessError ? one.code : one.size)),
        [
          ...[lines(3).length, lines(3).length, 1, 1],
          ...['not-found', 'not-found', 'is-directory', 'is-directory'],
        ],
      );
    } finally {
      remote.dispose();
    }
  });

  it('is told of when it does not start', async () => {
    writeFileSync(path, lines(100));
    const troubles: string[] = [];
    const remote = createReadClient({
      start: () => startNodeWorker(join(folder, 'missing.cjs')),
      scheduler,
      onTrouble: (text) => troubles.push(text),
    });
    await assert.rejects(
      openSession(uri, { files, scheduler, remote, onError }),
      (error) => error instanceof FileAccessError && /its reader ended: .*missing\.cjs/s.test(error.message),
    );
    assert.equal(troubles.length, 2);
    remote.dispose();
  });

  it('reads a file that stays open: ranges, ends, errors', async () => {
    writeFileSync(path, chain('a'));
    const file = openNodeFile(uri);
    const { size } = await file.stat(uri);
    assert.equal(size, chain('a').length);
    assert.equal(Buffer.from(await file.read(uri, 2, 4)).toString(), chain('a').slice(2, 6));
    assert.equal((await file.read(uri, size - 1, 100)).length, 1);
    truncateSync(path, 3);
    assert.equal((await file.read(uri, 0, 100)).length, 3);
    file.close();
    const code = async (target: string): Promise<unknown> =>
      openNodeFile(target)
        .stat(target)
        .catch((error: unknown) => (error instanceof FileAccessError ? error.code : error));
    assert.equal(await code(`${uri}.missing`), 'not-found');
    assert.equal(await code(pathToFileURL(folder).href), 'is-directory');
  });
});
