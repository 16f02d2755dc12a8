import { commands, type Disposable } from 'vscode';
import type { SessionRegistry } from '../sessions/session.ts';
import type { LocalPlace } from './places.ts';

/** What forking needs from the rest of the extension. */
export interface ForkFeatureServices {
  readonly sessions: SessionRegistry;
  /** Where forks of this machine's files go; absent in a browser. */
  readonly localPlace: LocalPlace | undefined;
}

/**
 * Registers `sessionTree.fork` ("Fork from Here"): its argument is `{ uri, row }`, without one it takes the text
 * editor's cursor line. It answers with the new file's URI in string form, or undefined.
 */
export function registerFork(services: ForkFeatureServices): Disposable {
  return commands.registerCommand('sessionTree.fork', async (argument: unknown) => {
    const { fork } = await import('./run.ts');
    return fork(services, argument);
  });
}
