import type { Context } from 'mocha';

/** Where to look: a CSS or Playwright selector, the first match unless `nth` is given. */
export interface Where {
  readonly nth?: number;
  /** Milliseconds to wait for it; 10,000 if absent. */
  readonly timeout?: number;
}

/**
 * The person before the screen: sees, clicks and types in VS Code's window while a test runs in the extension host.
 * Every call waits for its element, and fails with Playwright's words. Selectors are Playwright's: `text=Fork`,
 * `role=treeitem[name="x"]`, `.monaco-list-row >> nth=2` work too.
 */
class Scope {
  readonly #inWebview: boolean;

  constructor(inWebview: boolean) {
    this.#inWebview = inWebview;
  }

  /** The visible text of the element. */
  text(selector: string, where: Where = {}): Promise<string> {
    return this.#call('text', selector, where);
  }

  /** The visible text of every match, without waiting. */
  texts(selector: string): Promise<string[]> {
    return this.#call('texts', selector, {});
  }

  /** How many match now, without waiting. */
  count(selector: string): Promise<number> {
    return this.#call('count', selector, {});
  }

  attribute(selector: string, name: string, where: Where = {}): Promise<string | null> {
    return this.#call('attribute', selector, where, name);
  }

  click(
    selector: string,
    {
      button = 'left',
      clickCount = 1,
      ...where
    }: Where & { button?: 'left' | 'right'; clickCount?: number } = {},
  ): Promise<void> {
    return this.#call('click', selector, where, { button, clickCount });
  }

  hover(selector: string, where: Where = {}): Promise<void> {
    return this.#call('hover', selector, where);
  }

  waitFor(
    selector: string,
    state: 'visible' | 'hidden' | 'attached' | 'detached' = 'visible',
    where: Where = {},
  ): Promise<void> {
    return this.#call('waitFor', selector, where, state);
  }

  /** Runs a function's body in the page with `element` and `argument` in scope; the answer must be JSON. */
  evaluate<T>(selector: string, body: string, argument?: unknown, where: Where = {}): Promise<T> {
    return this.#call('evaluate', selector, where, body, argument ?? null);
  }

  #call<T>(method: string, selector: string, where: Where, ...more: unknown[]): Promise<T> {
    return call(method, { ...where, selector, inWebview: this.#inWebview }, ...more);
  }
}

async function call<T>(method: string, ...args: unknown[]): Promise<T> {
  const address = process.env['SESSION_TREE_BRIDGE'];
  if (!address)
    throw new Error('No bridge: this is desktop VS Code. Begin the test with bridge.skipWithout(this).');
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify({ method, args }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = (await response.json()) as { value?: unknown; error?: string };
  if (answer.error !== undefined)
    throw new Error(`bridge.${method}(${JSON.stringify(args)}): ${answer.error}`);
  return answer.value as T;
}

export const bridge = {
  /** VS Code's window. */
  window: new Scope(false),
  /** The inside of the newest visible webview. */
  webview: new Scope(true),
  /** A key or chord in Playwright's words: `Enter`, `Control+Shift+P`, `ArrowDown`. */
  press: (key: string): Promise<void> => call('press', key),
  type: (text: string): Promise<void> => call('type', text),
  /** Moves the mouse with its button held from one point of the window to another, where it then rests. */
  drag: (from: readonly [number, number], to: readonly [number, number]): Promise<void> =>
    call('drag', from, to),
  resize: (width: number, height: number): Promise<void> => call('resize', width, height),
  /** How often the tests were begun in this window, this time included: 2 after a reload. For run.ts. */
  nextRun: (): Promise<number> => call('nextRun'),
  /** Writes `NAME.png`; answers its path. */
  screenshot: (name: string): Promise<string> => call('screenshot', name),
  available: (): boolean => Boolean(process.env['SESSION_TREE_BRIDGE']),
  /** Skips the running test in desktop VS Code, where the bridge is missing. */
  skipWithout(test: Context): void {
    if (!this.available()) test.skip();
  },
};

export const screenshot = bridge.screenshot;
