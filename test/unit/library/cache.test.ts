import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCache, printCache, type CachedFile } from '../../../src/library/cacheText.ts';
import {
  CACHE_LIMIT,
  createSummaryCache,
  SAVE_MS,
  type CacheFile,
} from '../../../src/library/summaryCache.ts';
import { createSlicer } from '../../../src/core/lib/scheduler.ts';
import { createGlances } from '../../../src/sessions/glances.ts';
import { fakeScheduler, SLOW_MS } from '../sessions/fakes.ts';
import { chain, record, setUp as setUpFiles } from '../sessions/support.ts';
import { listAll, setUp, uriOf } from './support.ts';

const parse = (bytes: Uint8Array | undefined, version = '1'): Promise<Map<string, CachedFile> | undefined> =>
  parseCache(bytes ?? new Uint8Array(0), version, createSlicer(fakeScheduler()));

interface MemoryFile extends CacheFile {
  bytes: Uint8Array | undefined;
  writes: number;
}

function memoryFile(): MemoryFile {
  const file: MemoryFile = {
    bytes: undefined,
    writes: 0,
    read: () => Promise.resolve(file.bytes),
    write(bytes) {
      file.bytes = bytes;
      file.writes += 1;
      return Promise.resolve();
    },
  };
  return file;
}

type Start = ReturnType<typeof setUp>;

describe('summaries of an earlier start', function () {
  this.timeout(SLOW_MS);

  /** A first start over some sessions, up to what it saves. */
  async function firstStart(cache: MemoryFile): Promise<Start> {
    const t = setUp([], { setup: setUpFiles(), cache });
    t.put('a', chain('a', 'b', 'c'));
    t.put('b', `${chain('a', 'b')}${record('c', 'a')}\n`);
    t.put('bad', `${chain('a')}{bad\n`);
    t.put('none', '{"a":1}\n'.repeat(10));
    await listAll(t);
    await t.scheduler.advance(SAVE_MS);
    assert.equal(cache.writes, 1);
    t.library.dispose();
    t.registry.dispose();
    t.files.reset();
    return t;
  }

  /** Another start over the same files. */
  async function nextStart(before: Start, cache: CacheFile): Promise<Start> {
    const t = setUp([], { setup: before, cache });
    for (const uri of before.listed) t.listed.add(uri);
    await listAll(t);
    return t;
  }

  it('spare the reading of what has not changed, and of what is no session', async () => {
    const cache = memoryFile();
    const first = await firstStart(cache);
    const t = await nextStart(first, cache);
    assert.deepEqual(
      t.library.items.map(({ name, summary }) => [name, summary?.messageCount, summary?.problemCount]).sort(),
      [
        ['a.jsonl', 3, 0],
        ['b.jsonl', 3, 0],
        ['bad.jsonl', 1, 1],
      ],
    );
    assert.equal(t.counts.probes, 0);
    // Problems are wanted with their places.
    assert.deepEqual(t.read, ['bad']);
    assert.deepEqual(t.errors, []);
  });

  it('are not believed of files that changed: appended, replaced with the same size, another beginning', async () => {
    const cache = memoryFile();
    const first = await firstStart(cache);
    const { files } = first;
    const { mtime } = await files.stat(uriOf('b'));
    files.append(uriOf('a'), `${record('d', 'c')}\n`);
    files.write(uriOf('b'), `${chain('x', 'y')}${record('z', 'x')}\n`, mtime);
    const t = await nextStart(first, cache);
    assert.deepEqual([...t.read].sort(), ['a', 'b', 'bad']);
    assert.equal(t.library.items.find(({ name }) => name === 'a.jsonl')?.summary?.messageCount, 4);
  });

  it('are forgotten with their file, and never saved of a file that was just written', async () => {
    const cache = memoryFile();
    const first = await firstStart(cache);
    const t = await nextStart(first, cache);
    t.listed.delete(uriOf('a'));
    t.put('young', chain('a'), 0);
    await listAll(t);
    await t.scheduler.advance(SAVE_MS);
    const saved = await parse(cache.bytes);
    assert.deepEqual([...(saved?.keys() ?? [])].sort(), ['b', 'bad', 'none'].map(uriOf));
  });

  it('are thrown away when they are damaged, of another version, or cannot be read', async () => {
    for (const damage of [
      (bytes: Uint8Array) => bytes.subarray(0, -20),
      (bytes: Uint8Array) =>
        Buffer.from(Buffer.from(bytes).toString().replace('"version":"1"', '"version":"0"')),
      (bytes: Uint8Array) =>
        Buffer.from(Buffer.from(bytes).toString().replace(',"tiny-pi",3,', ',"tiny-pi",-3,')),
      () => new Uint8Array(0),
    ]) {
      const cache = memoryFile();
      const first = await firstStart(cache);
      cache.bytes = damage(cache.bytes ?? new Uint8Array(0));
      const t = await nextStart(first, cache);
      assert.deepEqual([...t.read].sort(), ['a', 'b', 'bad']);
    }
    const cache = memoryFile();
    const first = await firstStart(cache);
    const t = await nextStart(first, { ...cache, read: () => Promise.reject(new Error('no disk')) });
    assert.deepEqual([...t.read].sort(), ['a', 'b', 'bad']);
    assert.match(String(t.errors), /no disk/);
  });

  it('are a bounded number: those that changed last', async () => {
    const setup = setUpFiles();
    const { files, scheduler } = setup;
    const file = memoryFile();
    const glance = createGlances(files, undefined);
    const options = { file, glance, scheduler, version: '1', covers: () => true, onError: () => undefined };
    const cache = createSummaryCache(options);
    const count = CACHE_LIMIT + 100;
    for (let at = 0; at < count; at++) {
      const uri = uriOf(`${at}`);
      files.write(uri, 'x', 1000 + at);
      cache.remember(uri, { size: 1, mtime: 1000 + at }, {});
    }
    await scheduler.advance(SAVE_MS);
    for (let turn = 0; file.writes === 0 && turn < 100_000; turn++) await scheduler.turn();
    const saved = await parse(file.bytes);
    assert.equal(saved?.size, CACHE_LIMIT);
    assert.deepEqual([saved.has(uriOf('0')), saved.has(uriOf(`${count - 1}`))], [false, true]);
    assert.ok((file.bytes?.length ?? 0) < 3_000_000);
  });
});

describe('the text of the cache', () => {
  const summary = fc.record(
    {
      title: fc.string(),
      formatTitle: fc.string(),
      messageCount: fc.nat(),
      branchCount: fc.nat(),
      problemCount: fc.nat(),
      lastActivity: fc.option(fc.nat()),
      worstSeverity: fc.constantFrom('error' as const, 'warning' as const, 'information' as const),
      subagent: fc.record(
        { of: fc.string(), id: fc.string() },
        { requiredKeys: ['of'], noNullPrototype: true },
      ),
      origin: fc.record(
        { id: fc.string(), parent: fc.string(), beginning: fc.string() },
        { requiredKeys: [], noNullPrototype: true },
      ),
    },
    {
      requiredKeys: ['title', 'formatTitle', 'messageCount', 'branchCount', 'problemCount', 'lastActivity'],
      noNullPrototype: true,
    },
  );
  const file = fc.record(
    { size: fc.nat(), mtime: fc.nat(), head: fc.string(), summary },
    { requiredKeys: ['size', 'mtime', 'head'], noNullPrototype: true },
  );

  it('gives back what was put in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), file)), async (list) => {
        const files = new Map<string, CachedFile>(list);
        assert.deepEqual(await parse(printCache(files, 'v'), 'v'), files);
      }),
    );
  });

  it('takes nothing else for a cache, and never throws', async () => {
    const header = JSON.stringify({ layout: 4, version: 'v' });
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((line) => `${header}\n${line}`),
      fc.array(fc.jsonValue()).map((values) => `${header}\n${JSON.stringify(values)}`),
    );
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        assert.equal(await parse(new TextEncoder().encode(written), 'v'), undefined);
      }),
    );
  });
});
