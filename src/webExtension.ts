import { Uri, type ExtensionContext } from 'vscode';
import { start, type SessionTreeApi } from './start.ts';
import { startWebWorker } from './worker/webTransport.ts';

/** Called by VS Code in a browser (vscode.dev, a web extension host), where every file comes through VS Code. */
export function activate(context: ExtensionContext): SessionTreeApi {
  const worker = Uri.joinPath(context.extensionUri, 'dist/web/worker.js').toString(true);
  return start(context, { startReader: () => startWebWorker(worker) });
}
