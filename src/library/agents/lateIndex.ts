import type { AgentFile, AgentIndex } from './agentIndex.ts';

const NONE: ReadonlyMap<string, AgentFile> = new Map();

/**
 * An index that is made at its first scan.
 * @param make absent where there is nothing to look into (a browser): then it stays empty
 */
export function lateIndex(make: (() => Promise<AgentIndex>) | undefined): AgentIndex {
  let made: AgentIndex | undefined;
  return {
    get files() {
      return made?.files ?? NONE;
    },
    get troubles() {
      return made?.troubles ?? [];
    },
    async scan(isWatched) {
      made ??= await make?.();
      return made ? made.scan(isWatched) : { isOther: false, changed: [] };
    },
  };
}
