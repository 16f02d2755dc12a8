import assert from 'node:assert/strict';
import { HEAD_BYTES, headOf, type GlanceWish } from '../../../src/core/fileHead.ts';
import { FileAccessError } from '../../../src/core/files.ts';
import { Cancelled } from '../../../src/core/lib/scheduler.ts';
import { createGlances, MANY_FILES } from '../../../src/sessions/glances.ts';
import { IDLE_MS } from '../../../src/sessions/worker/readClient.ts';
import { SLOW_MS, type FakeFiles } from './fakes.ts';
import { rigOf } from './worker/rig.ts';

const MISSING = 'file:///missing.jsonl';

describe('looks at many files from outside', function () {
  this.timeout(SLOW_MS);

  /** So many files and one that is missing; heads are wanted of every other one. */
  function wishesOver(files: FakeFiles, count: number, scheme = 'file'): GlanceWish[] {
    const uris = Array.from({ length: count }, (_, at) => `${scheme}:///folder/${at}.jsonl`);
    uris.forEach((uri, at) => files.write(uri, 'x'.repeat(at * 7), 1000 + at));
    return [...uris, MISSING].map((uri, at) => ({ uri, head: at % 2 === 0 }));
  }

  it('are made by the thread, and tell what asking one by one tells', async () => {
    const rig = rigOf();
    const wishes = wishesOver(rig.files, MANY_FILES);
    const here = await createGlances(rig.files, undefined)(wishes);
    rig.files.reset();
    const there = await createGlances(rig.files, rig.client)(wishes);
    assert.equal(rig.started, 1);
    assert.deepEqual(there, here);
    assert.deepEqual(here.slice(0, 2), [
      { size: 0, mtime: 1000, head: headOf(new Uint8Array(0)) },
      { size: 7, mtime: 1001 },
    ]);
    const last = there.at(-1);
    assert.ok(last instanceof FileAccessError);
    assert.deepEqual([last.code, last.uri], ['not-found', MISSING]);
    await rig.scheduler.advance(IDLE_MS);
    assert.deepEqual([rig.running, rig.scheduler.timers], [0, 0]);
  });

  it('start no thread for a few files, nor for those of other file systems', async () => {
    const rig = rigOf();
    const glance = createGlances(rig.files, rig.client);
    const few = await glance(wishesOver(rig.files, 20));
    const others = await glance(wishesOver(rig.files, MANY_FILES * 2, 'mem').slice(0, -1));
    assert.deepEqual([few.length, others.length, rig.started], [21, MANY_FILES * 2, 0]);
    assert.deepEqual(others[1], { size: 7, mtime: 1001 });
  });

  it('keep their order where only some are the thread’s', async () => {
    const rig = rigOf();
    const mine = wishesOver(rig.files, MANY_FILES);
    const others = wishesOver(rig.files, 3, 'mem').slice(0, -1);
    const seen = await createGlances(rig.files, rig.client)([...others, ...mine]);
    assert.equal(rig.started, 1);
    assert.deepEqual(seen, await createGlances(rig.files, undefined)([...others, ...mine]));
  });

  it('are made here where no thread starts, where it dies twice, and where it cannot look', async () => {
    const rig = rigOf();
    const wishes = wishesOver(rig.files, MANY_FILES);
    const here = await createGlances(rig.files, undefined)(wishes);
    const glance = createGlances(rig.files, rig.client);
    rig.cannotStart = true;
    assert.deepEqual(await glance(wishes), here);
    rig.cannotStart = false;
    for (const deaths of [1, 2]) {
      const asked = glance(wishes);
      for (let death = 0; death < deaths; death++) rig.kill('out of memory');
      assert.deepEqual(await asked, here);
    }
    const blind = rigOf(rig, true);
    assert.deepEqual(await blind.client.glance(wishes), undefined);
  });

  it('end with their reader', async () => {
    const rig = rigOf();
    const asked = createGlances(rig.files, rig.client)(wishesOver(rig.files, MANY_FILES));
    rig.client.dispose();
    await assert.rejects(asked, Cancelled);
  });
});

describe('the hash of a file’s beginning', () => {
  it('differs with any byte, with the length, and with the order', () => {
    const base = new Uint8Array(HEAD_BYTES).fill(0x20);
    const seen = new Set([headOf(base)]);
    for (let at = 0; at < base.length; at++) {
      for (const bit of [1, 0x80]) {
        const other = base.slice();
        other[at] = 0x20 ^ bit;
        seen.add(headOf(other));
      }
      seen.add(headOf(base.subarray(0, at)));
    }
    assert.equal(seen.size, 1 + 3 * HEAD_BYTES);
    assert.notEqual(headOf(new Uint8Array(5)), headOf(new Uint8Array(6)));
  });

  it('is the same wherever the bytes lie in memory', () => {
    const memory = new Uint8Array(100).map((_, at) => at * 7);
    for (let from = 0; from < 8; from++) {
      const bytes = memory.subarray(from, from + 41);
      assert.equal(headOf(bytes), headOf(bytes.slice()));
      assert.match(headOf(bytes), /^[0-9a-f]{16}$/);
    }
  });
});
