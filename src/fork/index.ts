import { commands, type Disposable } from 'vscode';
import type { SessionRegistry } from '../sessions/session.ts';
import type { LocalForks } from './places.ts';

/** What forking needs from the rest of the extension. */
export interface ForkFeatureServices {
  readonly sessions: SessionRegistry;
  /** Forks of this machine's own files; absent in a browser. */
  readonly localForks: LocalForks | undefined;
}

/**
 * Registers `sessionTree.fork` ("Fork from Here"): its argument is `{ uri, row, how }`, without one it takes the text
 * editor's cursor line. `how` is a ForkAction, for callers that leave nothing to ask. It answers with the new file's
 * URI in string form, or undefined.
 */
export function registerFork(services: ForkFeatureServices): Disposable {
  return commands.registerCommand('sessionTree.fork', async (argument: unknown) => {
    const { fork } = await import('./run.ts');
    return fork(services, argument);
  });
}
