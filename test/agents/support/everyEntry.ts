import assert from 'node:assert/strict';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import { fork, type Forked } from './fork.ts';
import { callsFirst, saidOnPath, type Said } from './said.ts';

/** How an agent reads a fork, and what of it is not the path's. */
export interface Reading {
  /** What the agent would say to the model of the fork. */
  read(forked: Forked): Promise<readonly Said[]>;
  /** What of a path the agent says; absent: all that the format tells. */
  of?(said: readonly Said[]): readonly Said[];
}

/**
 * Forks a session at every entry and has its agent read each fork: it must say what the path says, no more and no less.
 * @returns how many forks there were, and how many of them said something
 */
export async function forksAtEveryEntry(
  session: ClosableSession,
  { read, of = (said) => said }: Reading,
): Promise<{ forks: number; talking: number }> {
  const { table } = session.snapshot;
  let forks = 0;
  let talking = 0;
  for (let row = 0; row < table.size; row++) {
    if (table.isRepeat(row)) continue;
    const forked = await fork(session, row);
    const line = `line ${table.line(row)}`;
    const said = await read(forked).catch((error: unknown) => {
      throw new Error(`${line}: ${String(error)}`, { cause: error });
    });
    const expected = callsFirst(of(saidOnPath(forked.sent)));
    assert.deepEqual(callsFirst(said), expected, line);
    forks += 1;
    if (expected.length > 0) talking += 1;
  }
  return { forks, talking };
}
