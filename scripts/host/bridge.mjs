// Lets tests in the extension host act as the person before the screen: a loopback HTTP server beside Playwright.
// A call is POST {"method", "args"}; the answer {"value"} or {"error"}. The API for tests: test/host/support/bridge.ts.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const TIMEOUT = 10_000;

/**
 * What tests may ask for. `scope` is where selectors are looked up: the workbench, or the inside of the webview.
 * @param {import('playwright-core').Page} page @param {string} pictures folder for screenshots
 */
function methods(page, pictures) {
  const webview = () => page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
  const at = ({ selector, inWebview, nth = 0 }) => (inWebview ? webview() : page).locator(selector).nth(nth);
  const all = ({ selector, inWebview }) => (inWebview ? webview() : page).locator(selector);
  return {
    text: (where) => at(where).innerText({ timeout: where.timeout ?? TIMEOUT }),
    texts: (where) => all(where).allInnerTexts(),
    count: (where) => all(where).count(),
    attribute: (where, name) => at(where).getAttribute(name, { timeout: where.timeout ?? TIMEOUT }),
    click: (where, options) => at(where).click({ timeout: where.timeout ?? TIMEOUT, ...options }),
    hover: (where) => at(where).hover({ timeout: where.timeout ?? TIMEOUT }),
    waitFor: (where, state) => at(where).waitFor({ state, timeout: where.timeout ?? TIMEOUT }),
    /** `code` is the body of a function of `element`; runs in the page, whatever its policy. */
    evaluate: (where, code, argument) =>
      at(where).evaluate(
        // eslint-disable-next-line no-new-func -- the tests' own code
        (element, [body, value]) => new Function('element', 'argument', body)(element, value),
        [code, argument],
        { timeout: where.timeout ?? TIMEOUT },
      ),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text, { delay: 10 }),
    drag: async ([x, y], [toX, toY]) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(toX, toY, { steps: 10 });
      await page.mouse.up();
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: async (name) => {
      mkdirSync(pictures, { recursive: true });
      const path = join(pictures, `${name.replace(/[^\w.-]+/g, '-')}.png`);
      await page.screenshot({ path });
      return path;
    },
  };
}

/**
 * Tests run again after each reload of the window, and ask which run it is.
 * @param {() => import('playwright-core').Page | undefined} getPage @param {string} pictures
 */
export async function startBridge(getPage, pictures) {
  let runs = 0;
  const path = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    const answer = (value) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.url !== path || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    call(request, getPage(), pictures, () => ++runs).then(
      (value) => answer({ value: value ?? null }),
      (error) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${path}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function call(request, page, pictures, nextRun) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, args } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (!page) throw new Error('There is no page yet.');
  const all = { ...methods(page, pictures), nextRun };
  if (!Object.hasOwn(all, method)) throw new Error(`The bridge knows no '${method}'.`);
  return all[method](...args);
}
