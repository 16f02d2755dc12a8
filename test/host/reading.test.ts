import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type { SessionTreeApi } from '../../src/extension.ts';
import type { SessionSnapshot } from '../../src/sessions/session.ts';
import { createStorageFile } from '../../src/ui/storageFile.ts';
import { makeSession, nextLine } from '../bench/makeSession.ts';

const SIZE = 100 * 1024 * 1024;
/** Where the machine is quiet it is 5 ms or less; the promise is 30 ms. Other work may share the machine here. */
const MOST_P99_MS = 100;

describe('a session file of 100 MB', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'session-tree-large-'));
  const path = join(folder, 'large.jsonl');
  const uri = vscode.Uri.file(path).toString();
  let api: SessionTreeApi;
  let last = '';

  before(async () => {
    last = makeSession(path, SIZE);
    const extension = vscode.extensions.getExtension<SessionTreeApi>('session-tree.session-tree');
    assert.ok(extension);
    api = await extension.activate();
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens without blocking the extension host, its beginning first', async () => {
    const delay = monitorEventLoopDelay({ resolution: 2 });
    delay.enable();
    const begin = performance.now();
    const lease = await api.sessions.acquire(uri, { partial: true });
    const first = performance.now() - begin;
    assert.ok(lease);
    const { session } = lease;
    assert.ok(session.snapshot.partial, 'the beginning comes first');
    await session.whole;
    const whole = performance.now() - begin;
    delay.disable();
    const p99 = delay.percentile(99) / 1e6;
    console.log(`      first rows ${first | 0} ms, whole ${whole | 0} ms, delay p99 ${p99.toFixed(1)} ms`);
    const { table, tree, size }: SessionSnapshot = session.snapshot;
    assert.ok(size >= SIZE && table.size > 50_000);
    assert.equal(table.rowOf(last), tree.defaultLeaf);
    assert.ok(p99 < MOST_P99_MS, `p99 of the event loop's delay: ${p99} ms`);
    assert.ok(first < whole, `${first} of ${whole} ms`);
    lease.dispose();
  });

  it('grows by the cost of the new line', async () => {
    const lease = await api.sessions.acquire(uri);
    assert.ok(lease);
    const { session } = lease;
    const times: number[] = [];
    for (let n = 0; n < 50; n++) {
      appendFileSync(path, nextLine(`more${n}`, n > 0 ? `more${n - 1}` : last, 'text'));
      const begin = performance.now();
      await session.refresh();
      times.push(performance.now() - begin);
    }
    assert.equal(session.snapshot.table.rowOf('more49'), session.snapshot.tree.defaultLeaf);
    times.sort((a, b) => a - b);
    const median = times[25] ?? 0;
    console.log(`      append to new snapshot: median ${median.toFixed(2)} ms`);
    // Reading the file anew takes 300 ms or more.
    assert.ok(median < 50, `${median} ms`);
    lease.dispose();
  });
});

describe("a file in the extension's storage", () => {
  it('is not there, is written, is written over, and holds what was written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-tree-storage-'));
    const file = createStorageFile(vscode.Uri.file(join(folder, 'new', 'folder')), 'sessions.json');
    assert.equal(await file.read(), undefined);
    for (const text of ['one', 'and two']) {
      await file.write(new TextEncoder().encode(text));
      assert.equal(new TextDecoder().decode(await file.read()), text);
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
