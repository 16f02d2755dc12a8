import type { Theme } from './themes.ts';

/** What the stand-in of VS Code's webview keeps, on `window.sessionTreeTest`. */
export interface FakeVsCode {
  readonly posted: unknown[];
  state: unknown;
  readonly violations: string[];
  applyTheme(theme: Theme): void;
}

declare global {
  interface Window {
    sessionTreeTest: FakeVsCode;
  }
}

/**
 * Runs in the page before its own scripts: gives it `acquireVsCodeApi` as VS Code does (once, frozen), the theme as
 * VS Code sets it (variables on the root element, class and data on the body), and writes down what CSP refused.
 */
export function installFakeVsCode(given: { readonly state: unknown; readonly theme: Theme }): void {
  const posted: unknown[] = [];
  const fake: FakeVsCode = { posted, state: given.state, violations: [], applyTheme };
  window.sessionTreeTest = fake;

  let acquired = false;
  const api = Object.freeze({
    // As over VS Code's channel: only what can be cloned, and never the page's own object.
    postMessage: (message: unknown) => void posted.push(structuredClone(message)),
    getState: () => fake.state,
    setState: <T>(state: T): T => {
      fake.state = structuredClone(state);
      return state;
    },
  });
  Object.defineProperty(window, 'acquireVsCodeApi', {
    value: () => {
      if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
      acquired = true;
      return api;
    },
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    fake.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`.trim());
  });

  function applyTheme(theme: Theme): void {
    const { style } = document.documentElement;
    for (const name of [...style]) if (name.startsWith('--')) style.removeProperty(name);
    for (const [name, value] of Object.entries(theme.variables)) style.setProperty(name, value);
    const sheet = new CSSStyleSheet();
    // The page's ground is transparent; in VS Code the editor's colour is behind it.
    sheet.replaceSync(`html { background-color: var(--vscode-editor-background); } ${theme.defaultStyles}`);
    document.adoptedStyleSheets = [sheet];
    document.body.classList.remove(
      'vscode-light',
      'vscode-dark',
      'vscode-high-contrast',
      'vscode-high-contrast-light',
    );
    document.body.classList.add(...theme.bodyClass.split(' '));
    document.body.dataset['vscodeThemeKind'] = theme.kind;
    document.body.dataset['vscodeThemeId'] = theme.id;
  }
  const start = new MutationObserver(() => {
    if (!document.body) return;
    start.disconnect();
    applyTheme(given.theme);
  });
  start.observe(document, { childList: true, subtree: true });
}
