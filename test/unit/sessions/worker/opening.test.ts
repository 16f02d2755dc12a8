import assert from 'node:assert/strict';
import { openSession } from '../../../../src/sessions/openSession.ts';
import type { ReadProgress } from '../../../../src/sessions/opening.ts';
import { createSessionRegistry } from '../../../../src/sessions/registry.ts';
import type { SessionChange } from '../../../../src/sessions/session.ts';
import { quiet, settle } from '../fakes.ts';
import { record } from '../support.ts';
import { FILE, rigOf, type Rig } from './rig.ts';

/** About 10 KB each. */
function lines(from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++)
    text += `${record(`n${at}`, at > 0 ? `n${at - 1}` : null, 'x'.repeat(10_000))}\n`;
  return text;
}

function registryOf(rig: Rig) {
  const { files, scheduler, client } = rig;
  const errors: unknown[] = [];
  const progress: (ReadProgress | undefined)[] = [];
  const onError = (_uri: string, error: unknown): void => void errors.push(error);
  const options = {
    ...{ files, scheduler, remote: client, onError },
    onProgress: (_uri: string, told: ReadProgress | undefined) => void progress.push(told),
  };
  const open = (uri: string, isCancelled: () => boolean) => openSession(uri, options, isCancelled);
  return { registry: createSessionRegistry({ scheduler, onError, open }), errors, progress };
}

describe('opening a large file', function () {
  this.timeout(60_000);

  it('shows its beginning first, then all of it, with every row in its place', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 1000));
    const { registry, progress } = registryOf(rig);
    const lease = await registry.acquire(FILE, { partial: true });
    assert.ok(lease);
    const { session } = lease;
    const { partial, table } = session.snapshot;
    assert.ok(partial && partial.read < partial.size, JSON.stringify(partial));
    assert.ok(table.size > 50 && table.size < 200);
    assert.deepEqual(
      (await session.entries([0, 50])).map((entry) => entry?.id),
      ['n0', 'n50'],
    );
    const changes: SessionChange[] = [];
    session.onDidChange((change) => changes.push(change));
    await session.whole;
    assert.ok(changes.length > 0 && changes.every(({ kind }) => kind === 'grown'));
    assert.deepEqual([session.snapshot.partial, session.snapshot.table.size], [undefined, 1000]);
    assert.equal(session.snapshot.table.rowOf('n50'), 50);
    assert.equal(progress.at(-1), undefined);
    // The first part is as it was.
    assert.deepEqual([table.rowOf('n999'), table.size < 200], [-1, true]);

    rig.files.append(FILE, lines(1000, 1001));
    await session.refresh();
    assert.deepEqual([session.snapshot.table.size, changes.at(-1)?.kind], [1001, 'grown']);
    assert.deepEqual(
      (await session.entries([1000])).map((entry) => entry?.id),
      ['n1000'],
    );
  });

  it('is for those who can show a part; the others get all of it', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 1000));
    const { registry } = registryOf(rig);
    const [part, whole, visit] = await Promise.all([
      registry.acquire(FILE, { partial: true }).then((lease) => lease?.session.snapshot.table.size),
      registry.acquire(FILE).then((lease) => lease?.session.snapshot.table.size),
      registry.visit(FILE).then((lease) => lease?.session.snapshot.table.size),
    ]);
    assert.ok(part !== undefined && part < 200);
    assert.deepEqual([whole, visit], [1000, 1000]);
  });

  it('waits with looking at the file until it was read', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 1000));
    const { registry } = registryOf(rig);
    const lease = await registry.acquire(FILE, { partial: true });
    rig.files.append(FILE, lines(1000, 1010));
    await lease?.session.refresh();
    assert.deepEqual(
      [lease?.session.snapshot.partial, lease?.session.snapshot.table.size],
      [undefined, 1010],
    );
  });

  it('begins anew for the next one when the rest could not be read', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 1000));
    const { registry, errors } = registryOf(rig);
    const lease = await registry.acquire(FILE, { partial: true });
    rig.files.fail(FILE, 'no-permission');
    await assert.rejects(lease?.session.whole ?? Promise.resolve(), /may not be read/);
    await settle();
    assert.equal(errors.length, 1);
    assert.equal(registry.peek(FILE), undefined);
    rig.files.fail(FILE, undefined);
    assert.equal((await registry.acquire(FILE))?.session.snapshot.table.size, 1000);
  });

  it('is cancelled when nobody wants it any more', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 2000));
    const { registry, errors } = registryOf(rig);
    const lease = await registry.acquire(FILE, { partial: true });
    lease?.dispose();
    registry.dispose();
    await quiet(100);
    assert.ok(rig.files.counts.bytes < 15_000_000, `${rig.files.counts.bytes} bytes were read`);
    assert.deepEqual(errors, []);
  });

  it('reads small files, and those of other file systems, here', async () => {
    const rig = rigOf();
    const { registry } = registryOf(rig);
    rig.files.write(FILE, lines(0, 3));
    rig.files.write('vscode-vfs://x/large.jsonl', lines(0, 100));
    await registry.acquire(FILE);
    await registry.acquire('vscode-vfs://x/large.jsonl');
    assert.equal(rig.started, 0);
  });

  it('reads here what the thread cannot send or read', async () => {
    const rig = rigOf();
    const { registry } = registryOf(rig);
    rig.files.write(FILE, lines(0, 100));
    rig.cannotStart = true;
    assert.equal((await registry.acquire(FILE))?.session.snapshot.table.size, 100);
  });

  it('is a replaced file when it shrinks while it is read', async () => {
    const rig = rigOf();
    rig.files.write(FILE, lines(0, 1000));
    const { registry } = registryOf(rig);
    const lease = await registry.acquire(FILE, { partial: true });
    const kinds: string[] = [];
    lease?.session.onDidChange(({ kind }) => kinds.push(kind));
    rig.files.write(FILE, `${record('other', null)}\n`);
    await lease?.session.whole;
    assert.equal(kinds.at(-1), 'replaced');
    assert.equal(lease?.session.snapshot.table.rowOf('other'), 0);
  });
});
