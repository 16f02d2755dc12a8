// Runs code inside VS Code's web extension host: a worker of the browser, without Node. The extension comes as it is
// shipped, from a plain web server, as an extension under development; the workspace lies on VS Code's own server.
import { build } from 'esbuild';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { format } from 'node:util';
import { chromium } from 'playwright-core';
import { root } from '../lib/paths.mjs';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.mjs';
import { startServer } from './server.mjs';

const MARK = '@@ ';

/** Serves a folder to pages of every origin. */
async function serve(folder, log) {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(decodeURIComponent((request.url ?? '/').split('?', 1)[0])));
    response.setHeader('access-control-allow-origin', '*');
    if (!existsSync(file) || !statSync(file).isFile()) {
      log(`${request.url} was asked for and is not there.`);
      response.writeHead(404).end();
      return;
    }
    const type = file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': file.endsWith('.json') ? 'application/json' : type });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, authority: `127.0.0.1:${server.address().port}` };
}

/* global document */
/** Runs in the page before VS Code: names the extension and its tests in the workbench's configuration. */
function configure({ authority, extension, tests }) {
  const uri = (path) => ({ scheme: 'http', authority, path });
  document.addEventListener('readystatechange', () => {
    const meta = document.getElementById('vscode-workbench-web-configuration');
    if (!meta || meta.dataset.changed) return;
    const settings = JSON.parse(meta.dataset.settings ?? '{}');
    settings.developmentOptions = {
      ...settings.developmentOptions,
      extensions: [uri(extension)],
      extensionTestsPath: uri(tests),
    };
    meta.dataset.settings = JSON.stringify(settings);
    meta.dataset.changed = 'yes';
  });
}

/**
 * Runs `run()` of the test file `entry` in the web extension host. Answers what it printed with the mark of
 * test/host/support/output.ts, and the exit code of VS Code's test run.
 * @param {{ folder: string, entry: string, workspace: string, seconds?: number }} what
 *   `folder` is served: the extension lies in `extension/` of it, the tests are bundled into it
 */
export async function runInWebHost({ folder, entry, workspace, seconds = 300 }) {
  await build({
    entryPoints: [join(root, entry)],
    outfile: join(folder, 'extension/tests.js'),
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2023',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const stops = [];
  const printed = [];
  const chatter = [];
  try {
    const { server, authority } = await serve(folder, (text) => chatter.push(text));
    stops.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    const code = await startServer();
    stops.push(code.stop);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
    stops.push(() => browser.close());
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    // VS Code runs tests in the host of the extension whose folder they lie in.
    const where = { authority, extension: '/extension', tests: '/extension/tests.js' };
    await page.addInitScript(configure, where);
    await page.exposeFunction('codeAutomationLog', (_type, args) => {
      const text = format(...args);
      if (text.startsWith(MARK)) printed.push(text.slice(MARK.length));
      else chatter.push(text);
    });
    page.on('console', (message) => chatter.push(message.text()));
    let timer;
    const exit = new Promise((resolve) => {
      timer = setTimeout(() => resolve(124), seconds * 1000);
      page.exposeFunction('codeAutomationExit', resolve).catch(() => resolve(1));
    });
    await page.goto(code.address({ folder: workspace }), { timeout: seconds * 1000 });
    const status = await exit;
    clearTimeout(timer);
    // The server's native modules are not built for tests, and it says so at length.
    const told = chatter.filter((text) => !/bindings file|Creation of workbench contribution/.test(text));
    return { status, printed, chatter: told.slice(-50) };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
