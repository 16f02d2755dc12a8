import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { buildPage } from '../../esbuild.mjs';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/host/chromium.mjs';
import { pageHtml } from '../../src/conversation/html.ts';
import { installFakeVsCode } from './fakeVsCode.ts';
import { servePage } from './pageServer.ts';
import { readTheme, type ThemeName } from './themes.ts';

/** What a page's HTML is made of: the same things that the extension gives to it. */
export interface PageAssets {
  /** Stands for `webview.cspSource`. */
  readonly cspSource: string;
  /** Address of the built `name` (`page.js`, `page.css`): stands for `webview.asWebviewUri`. */
  uri(name: string): string;
}

export interface PageOptions {
  /** `dark` if absent. */
  readonly theme?: ThemeName;
  /** What `getState()` answers at first. */
  readonly state?: unknown;
  /** Makes the page's HTML: the extension's own function if absent, and so its own policy. */
  readonly html?: (assets: PageAssets) => string;
  /** Share the page between tests: opened in a `before` hook, it outlives the single test. */
  readonly keep?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

/**
 * The real page bundle in Chromium, under its real CSP, with a stand-in for VS Code around it.
 *
 *     const page = await openPage({ theme: 'light' });
 *     await page.send({ type: 'show', … });              // a message from the extension
 *     await page.waitForPosted('ready');                  // a message to the extension
 *     await page.page.getByRole('button', { name: 'Pin' }).click();   // Playwright's Page
 *     assert.deepEqual(await page.axe(), []);
 *     await page.assertClean(); await page.close();
 *
 * Pages that a test leaves open are closed after it, but for those opened with `keep`, which end with the run.
 */
export class TestPage {
  /** Errors of scripts and of the console, CSP's refusals among them. */
  readonly errors: string[] = [];
  /** Addresses outside the page's own server that the page tried to reach. */
  readonly foreignRequests: string[] = [];
  readonly page: Page;

  constructor(page: Page, origin: string) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
        this.foreignRequests.push(request.url());
      }
    });
  }

  /** Delivers a message from the extension, and lets the page draw. */
  async send(...messages: readonly unknown[]): Promise<void> {
    await this.page.evaluate(async (all) => {
      for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }, messages);
  }

  /** Everything that the page posted to the extension, in order; of one `type` if named. */
  async posted<T = unknown>(type?: string): Promise<T[]> {
    const all = await this.page.evaluate(() => window.sessionTreeTest.posted);
    const wanted = all.filter((message) => !type || (message as { type?: unknown } | null)?.type === type);
    return wanted as T[];
  }

  /** Waits until the page has posted `count` messages of this type; answers the last of them. */
  async waitForPosted<T = unknown>(type: string, count = 1, milliseconds = 5000): Promise<T> {
    const end = Date.now() + milliseconds;
    for (;;) {
      const messages = await this.posted<T>(type);
      const last = messages.at(-1);
      if (messages.length >= count && last !== undefined) return last;
      if (Date.now() > end) {
        const seen = (await this.posted<{ type?: string }>()).map((message) => message.type).join(', ');
        throw new Error(
          `No message '${type}' (${count}) in ${milliseconds} ms; posted: ${seen || 'nothing'}`,
        );
      }
      await sleep(20);
    }
  }

  /** Forgets what was posted so far. */
  async clearPosted(): Promise<void> {
    await this.page.evaluate(() => window.sessionTreeTest.posted.splice(0));
  }

  /** What the page last kept by `setState`. */
  async state<T = unknown>(): Promise<T> {
    return (await this.page.evaluate(() => window.sessionTreeTest.state)) as T;
  }

  /** What the Content-Security-Policy (Trusted Types too) refused. */
  async violations(): Promise<string[]> {
    return this.page.evaluate(() => window.sessionTreeTest.violations);
  }

  async setTheme(name: ThemeName): Promise<void> {
    await this.page.evaluate((theme) => window.sessionTreeTest.applyTheme(theme), readTheme(name));
  }

  /** axe-core's findings, of every impact or the worst two; colours included. */
  async axe({ all = false }: { readonly all?: boolean } = {}): Promise<AxeFinding[]> {
    axeSource ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } };
      return (await axe.run()).violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact: impact ?? '',
        help,
        nodes: nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`),
      }));
    });
    return found.filter(({ impact }) => all || impact === 'serious' || impact === 'critical');
  }

  /** Writes a picture to `.cache/screenshots/page/NAME.png` for people to look at; answers its path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(repository, '.cache/screenshots/page');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** No script failed, nothing was refused by CSP, nothing outside was asked for. */
  async assertClean(): Promise<void> {
    assert.deepEqual(
      { errors: this.errors, violations: await this.violations(), foreign: this.foreignRequests },
      { errors: [], violations: [], foreign: [] },
    );
  }

  async close(): Promise<void> {
    await this.page.context().close();
    open.delete(this);
  }
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const open = new Set<TestPage>();
let axeSource: string | undefined;
let shared: { readonly browser: Browser; readonly dist: string } | undefined;

/** Opens the page. The bundle is built and Chromium started with the first page of a run. */
export async function openPage(options: PageOptions = {}): Promise<TestPage> {
  shared ??= await start();
  const { browser, dist } = shared;
  const server = await servePage(dist, (origin) =>
    (options.html ?? pageHtml)({ cspSource: origin, uri: (name) => `${origin}/${name}` }),
  );
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 900, height: 700 } });
  context.on('close', () => void server.close());
  const page = new TestPage(await context.newPage(), server.origin);
  if (!options.keep) open.add(page);
  await page.page.addInitScript(installFakeVsCode, {
    state: options.state,
    theme: readTheme(options.theme ?? 'dark'),
  });
  await page.page.goto(`${server.origin}/`);
  return page;
}

async function start(): Promise<{ browser: Browser; dist: string }> {
  const dist = mkdtempSync(join(tmpdir(), 'session-tree-page-'));
  await buildPage(dist);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  return { browser, dist };
}

/** Closes every page and the browser. Mocha calls it; scripts that use this module call it themselves. */
export async function closePages(): Promise<void> {
  const { browser, dist } = shared ?? {};
  shared = undefined;
  await browser?.close();
  if (dist) rmSync(dist, { recursive: true, force: true });
}

if (typeof afterEach === 'function') {
  afterEach('close the pages of the test', async () => {
    for (const page of [...open]) await page.close();
  });
  after('close Chromium', closePages);
}
