/** The conversation page's entry: runs inside the webview. */
import { App } from './app.ts';
import { vscode } from './kept.ts';
import { loadStrings } from './strings.ts';

addEventListener('error', (event) => report(event.message));
addEventListener('unhandledrejection', (event) => report(String(event.reason)));

loadStrings(document.body.dataset, document.documentElement.lang);
new App(document.body).ready();

/** A fault of the page goes to the extension's log. */
function report(message: string): void {
  vscode.postMessage({ type: 'error', message: message.slice(0, 2000) });
}
