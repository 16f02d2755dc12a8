#!/usr/bin/env node
// A stand-in for the executable of desktop VS Code: takes the flags that @vscode/test-electron passes, runs VS Code's
// server and opens it in Chromium. Environment:
//   SESSION_TREE_SETTINGS   JSON, more settings for this VS Code (`{"workbench.colorTheme":"Default High Contrast"}`)
//   SESSION_TREE_PICTURES   folder for screenshots
//   SESSION_TREE_HOME       the home folder of the extension host, in place of this one's
//   SESSION_TREE_SECONDS    when to give up (default 300)
// Prints what the tests print (test/host/support/output.ts marks it); VS Code's own chatter goes to a file, which is
// kept when the tests fail.
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { chromium } from 'playwright-core';
import { root } from '../lib/paths.mjs';
import { startBridge } from './bridge.mjs';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.mjs';
import { startServer } from './server.mjs';

const MARK = '@@ ';
const argv = process.argv.slice(2);
const value = (flag) => argv.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
const pictures = process.env.SESSION_TREE_PICTURES || join(root, '.cache/screenshots/host');
const seconds = Number(process.env.SESSION_TREE_SECONDS || 300);

const logFile = join(root, '.cache', `host-${process.pid}.log`);
mkdirSync(join(root, '.cache'), { recursive: true });
const log = createWriteStream(logFile);

let page;
/** What must be ended, newest last. */
const stops = [];
async function stopAll() {
  for (const stop of stops.splice(0).reverse()) await stop();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void stopAll().finally(() => process.exit(130)));
}

async function openWorkbench(browser, url, finish) {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    const text = format(...args);
    if (text.startsWith(MARK)) console.log(text.slice(MARK.length));
    else log.write(`${text}\n`);
  });
  await page.exposeFunction('codeAutomationExit', finish);
  page.on('crash', () => {
    console.error("VS Code's page crashed.");
    finish(1);
  });
  await page.goto(url, { timeout: 0 }); // the clock of this script is the one that counts
}

function homeOf(home) {
  return home ? { HOME: home, XDG_CONFIG_HOME: join(home, '.config') } : {};
}

async function run(finish) {
  const bridge = await startBridge(() => page, pictures);
  stops.push(bridge.stop);
  const server = await startServer({
    settings: JSON.parse(process.env.SESSION_TREE_SETTINGS || '{}'),
    trust: argv.includes('--disable-workspace-trust'),
    extensionsDir: value('--extensions-dir'),
    env: { SESSION_TREE_BRIDGE: bridge.address, ...homeOf(process.env.SESSION_TREE_HOME) },
    log: (text) => log.write(text),
  });
  stops.push(server.stop);
  server.child.once('exit', () => finish(1));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  stops.push(() => browser.close());
  const url = server.address({
    folder: argv.find((arg) => arg.startsWith('/')),
    extension: value('--extensionDevelopmentPath'),
    tests: value('--extensionTestsPath'),
  });
  await openWorkbench(browser, url, finish);
}

const code = await new Promise((resolve) => {
  setTimeout(() => {
    console.error(`VS Code did not end its tests in ${seconds} s.`);
    resolve(124);
  }, seconds * 1000).unref();
  run(resolve).catch((error) => {
    console.error(error);
    resolve(1);
  });
});
setTimeout(() => process.exit(code), 15_000).unref(); // a browser that does not close must not hold the tests
await stopAll();
if (code === 0) rmSync(logFile);
else console.log(`What VS Code said meanwhile: ${logFile}`);
process.exit(code);
