import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { buildWeb } from '../../esbuild.mjs';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/host/chromium.mjs';
import { systemScheduler as scheduler } from '../../src/core/lib/scheduler.ts';
import { FileReading } from '../../src/sessions/fileReading.ts';
import { createReadClient } from '../../src/sessions/worker/readClient.ts';
import { nodeFiles as files } from '../../src/store/nodeFiles.ts';
import { startNodeWorker } from '../../src/worker/nodeTransport.ts';
import { makeSession } from '../bench/makeSession.ts';
import { servePage, type PageServer } from '../support/pageServer.ts';
import { toldBy } from '../unit/sessions/worker/support.ts';
import type { ReadInPage } from './support/readInPage.ts';

/** Over the size from which on a file's beginning is sent first. */
const SIZE = 10 * 1024 * 1024;
const here = import.meta.dirname;

describe('the reading thread in a browser', function () {
  this.timeout(120_000);
  let folder: string;
  let server: PageServer;
  let browser: Browser;
  let seen: ReadInPage;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-web-worker-'));
    makeSession(join(folder, 'session.jsonl'), SIZE);
    await buildWeb(folder);
    await build({
      entryPoints: [join(here, 'support/readInPage.ts')],
      outfile: join(folder, 'page.js'),
      bundle: true,
      format: 'iife',
      target: 'chrome120',
      logLevel: 'warning',
    });
    server = await servePage(folder, () => '<!doctype html><script src="page.js"></script>');
    browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
    const page = await browser.newPage();
    await page.goto(server.origin);
    seen = (await page.evaluate(
      `readInPage('${server.origin}/web/worker.js', '${server.origin}/session.jsonl')`,
    )) as ReadInPage;
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds in a file what the thread of Node finds in it', async () => {
    const uri = pathToFileURL(join(folder, 'session.jsonl')).href;
    const main = join(here, '../../src/worker/main.ts');
    const client = createReadClient({
      start: () => startNodeWorker(main),
      scheduler,
      onTrouble: (text) => assert.fail(text),
    });
    const listener = { isCancelled: () => false, onProgress: () => undefined, onPartial: () => undefined };
    const outcome = await client.read(uri, listener);
    assert.equal(outcome.type, 'done');
    const reading =
      outcome.type === 'done' ? FileReading.unpack({ files, uri, scheduler }, outcome.data) : undefined;
    client.dispose();
    assert.ok(reading);
    const told = JSON.stringify(toldBy(reading.reader));
    assert.ok(told.length > 1_000_000);
    const at = [...told].findIndex((letter, index) => letter !== seen.told[index]);
    // A piece of each, not ten megabytes of both.
    const piece = (text: string): string => text.slice(Math.max(0, at - 100), at + 100);
    if (at >= 0) assert.equal(piece(seen.told), piece(told));
    assert.equal(seen.told.length, told.length);
  });

  it("sends the file's beginning first", () => {
    assert.ok(seen.partials.length > 0 && (seen.partials[0] ?? 0) > 0, seen.partials.join());
  });

  it('tells of a file that is not there, and of a thread that does not start', () => {
    assert.match(seen.missing, /There is no file at /);
    assert.match(seen.noWorker, /its reader ended/);
    assert.equal(seen.troubles.length, 2);
  });
});
