// The list of sessions at one start, in a process of its own.
//   node listCandidate.ts FOLDER CACHE_FILE WORKER
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { HEAD_BYTES } from '../../src/core/fileHead.ts';
import type { FileAccess } from '../../src/core/files.ts';
import { toDisposable } from '../../src/core/lib/disposables.ts';
import { systemScheduler as scheduler } from '../../src/core/lib/scheduler.ts';
import { createLibrary } from '../../src/library/model.ts';
import { createSummaryCache, SAVE_MS, type CacheFile } from '../../src/library/summaryCache.ts';
import type { Glances } from '../../src/sessions/glances.ts';
import { probe } from '../../src/sessions/probe.ts';
import { nodeFiles } from '../../src/store/nodeFiles.ts';
import { watchDelay } from './lib/delay.ts';
import { startServices } from './lib/opened.ts';

const [folder = '', cachePath = '', worker = ''] = process.argv.slice(2);
const isFirst = !existsSync(cachePath);
const onError = (...error: unknown[]): void => {
  console.error(...error);
};

/** Counts the bytes that the list asks for, beginnings too; files that are read whole are not among them. */
let bytes = 0;
const files: FileAccess = {
  stat: (uri) => nodeFiles.stat(uri),
  async read(uri, offset, length) {
    const read = await nodeFiles.read(uri, offset, length);
    bytes += read.length;
    return read;
  },
};
const file: CacheFile = {
  read: () => Promise.resolve(isFirst ? undefined : new Uint8Array(readFileSync(cachePath))),
  write: (text) => {
    writeFileSync(cachePath, text);
    return Promise.resolve();
  },
};

const services = startServices(worker, files);
const { registry } = services;
const glance: Glances = async (wishes) => {
  const seen = await services.glance(wishes);
  for (const one of seen) if ('head' in one) bytes += Math.min(one.size, HEAD_BYTES);
  return seen;
};
const summaries = { file, glance, scheduler, version: 'bench', onError, covers: () => true };
const cache = createSummaryCache(summaries);
const uris = readdirSync(folder).map((name) => pathToFileURL(join(folder, name)).href);
const source = { find: () => Promise.resolve(uris), watch: () => toDisposable(() => undefined) };
const library = createLibrary({
  ...{ source, glance, registry, scheduler, cache, onError },
  probe: (uri, stat) => probe(files, uri, stat),
});
const delay = watchDelay();
const begin = performance.now();
const before = process.cpuUsage();
const beforeHere = process.threadCpuUsage();
await library.rescan();
const listed = performance.now() - begin;
const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
const [cpu, here] = [ms(process.cpuUsage(before)), ms(process.threadCpuUsage(beforeHere))];
while (library.busy !== undefined) await wait(2);
const complete = performance.now() - begin;
const delays = delay();
const known = library.items.filter(({ summary }) => summary).length;
if (library.items.length !== uris.length || known !== uris.length)
  throw new Error(`${String(known)} summaries of ${String(uris.length)} sessions`);
console.log(JSON.stringify({ listed, complete, bytes, cpu, here, files: uris.length, ...delays }));
// The first start saves what it learned.
if (isFirst) await wait(SAVE_MS + 2000);
library.dispose();
cache.dispose();
services.close();
