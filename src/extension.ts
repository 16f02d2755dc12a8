import type { ExtensionContext } from 'vscode';
import { localForks } from './fork/localPlace.ts';
import { nodeSystem } from './library/agents/nodeSystem.ts';
import { start, type SessionTreeApi } from './start.ts';
import { nodeFiles } from './store/nodeFiles.ts';
import { createPackedFiles } from './store/packedFiles.ts';
import { startNodeWorker } from './worker/nodeTransport.ts';

export type { SessionTreeApi } from './start.ts';

/** Called by VS Code on a machine with Node when the view, a command or a restored page first needs it. */
export function activate(context: ExtensionContext): SessionTreeApi {
  const worker = context.asAbsolutePath('dist/worker.cjs');
  return start(context, {
    localFiles: createPackedFiles(nodeFiles),
    startReader: () => startNodeWorker(worker),
    localForks,
    agentSystem: nodeSystem,
  });
}
