// What the list of sessions costs at the first and at the second start.
//   node test/bench/library.ts [files] [KB a file]      (Node 24; not part of the tests)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { toDisposable } from '../../src/core/lib/disposables.ts';
import type { FileAccess } from '../../src/core/files.ts';
import { systemScheduler as scheduler } from '../../src/core/lib/scheduler.ts';
import { createLibrary } from '../../src/library/model.ts';
import { createSummaryCache, SAVE_MS, type CacheFile } from '../../src/library/summaryCache.ts';
import { openSession } from '../../src/sessions/openSession.ts';
import { probe } from '../../src/sessions/probe.ts';
import { createSessionRegistry } from '../../src/sessions/registry.ts';
import { createReadClient } from '../../src/sessions/worker/readClient.ts';
import { nodeFiles } from '../../src/store/nodeFiles.ts';
import { startNodeWorker } from '../../src/worker/nodeTransport.ts';
import { makeSession } from './makeSession.ts';

const [count = 2000, kilobytes = 50] = process.argv.slice(2).map(Number);
const main = join(import.meta.dirname, '../../src/worker/main.ts');
const ms = (value: number): string => value.toFixed(0);
const wait = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

async function start(uris: readonly string[], cacheFile: CacheFile, name: string): Promise<void> {
  let bytes = 0;
  const files: FileAccess = {
    stat: (uri) => nodeFiles.stat(uri),
    async read(uri, offset, length) {
      const read = await nodeFiles.read(uri, offset, length);
      bytes += read.length;
      return read;
    },
  };
  const onError = (...error: unknown[]): void => {
    console.error(...error);
  };
  const remote = createReadClient({ start: () => startNodeWorker(main), scheduler, onTrouble: onError });
  const options = { files, scheduler, remote, onError };
  const open = (uri: string, isCancelled: () => boolean) => openSession(uri, options, isCancelled);
  const registry = createSessionRegistry({ scheduler, onError, open });
  const cache = createSummaryCache({
    ...{ file: cacheFile, files, scheduler, version: 'bench', onError },
    covers: () => true,
  });
  const source = { find: () => Promise.resolve(uris), watch: () => toDisposable(() => undefined) };
  const library = createLibrary({
    ...{ source, files, registry, scheduler, cache, onError },
    probe: (uri, stat) => probe(files, uri, stat),
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  await library.rescan();
  const listed = performance.now() - begin;
  while (library.busy !== undefined) await wait(5);
  const read = performance.now() - begin;
  delay.disable();
  const summaries = library.items.filter(({ summary }) => summary).length;
  console.log(
    `${name}: listed ${ms(listed)} ms, all summaries ${ms(read)} ms (${String(summaries)}), ` +
      `${(bytes / 1e6).toFixed(1)} MB read here, delay of the main thread p99 ${ms(delay.percentile(99) / 1e6)} ms`,
  );
  await wait(SAVE_MS + 2000);
  library.dispose();
  cache.dispose();
  registry.dispose();
  remote.dispose();
}

const folder = mkdtempSync(join(tmpdir(), 'session-tree-bench-'));
try {
  const uris = Array.from({ length: count }, (_, at) => {
    const path = join(folder, `${String(at)}.jsonl`);
    makeSession(path, kilobytes * 1024, at);
    return pathToFileURL(path).href;
  });
  await wait(3000);
  let saved: Uint8Array | undefined;
  const file: CacheFile = {
    read: () => Promise.resolve(saved),
    write: (bytes) => {
      saved = bytes;
      return Promise.resolve();
    },
  };
  await start(uris, file, 'first start ');
  console.log(`cache: ${((saved as Uint8Array | undefined)?.length ?? 0) / 1000} kB`);
  for (let round = 0; round < 3; round++) await start(uris, file, 'second start');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
