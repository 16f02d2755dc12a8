import { createHash } from 'node:crypto';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import type { ForkPlace, ForkWishes } from '../../../src/fork/writeFork.ts';
import { writeFork } from '../../../src/fork/writeFork.ts';
import { faultyFolder, type FaultyFolder } from './faultyFolder.ts';
import type { Session } from '../../../src/sessions/session.ts';

/** 2026-11-30T05:28:25.521Z */
export const NOW = Date.UTC(2026, 10, 30, 5, 28, 25, 521);

/** Random bytes that are the same in every run. */
export function seeded(seed = 'seed'): (length: number) => Uint8Array {
  let count = 0;
  return (length) => createHash('sha256').update(`${seed}${count++}`).digest().subarray(0, length);
}

export function placeIn(folder: FaultyFolder, path: string, seed?: string): ForkPlace {
  const at = path.lastIndexOf('/');
  const source = { path, folder: path.slice(0, at), name: path.slice(at + 1) };
  return { io: folder.io, folder: source.folder, source, now: NOW, random: seeded(seed) };
}

export interface Made {
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
  /** Lines without LF. */
  readonly lines: string[];
}

/** Forks from a row into a folder in memory. */
export async function makeFork(
  session: Session,
  row: number,
  folder = faultyFolder(),
  wishes: ForkWishes = {},
): Promise<Made> {
  const { snapshot } = session;
  const writer = snapshot.format.fork;
  if (!writer) throw new Error(`No forks of ${snapshot.format.name}`);
  const place = placeIn(folder, new URL(session.uri).pathname);
  const file = await writeFork(session, snapshot, writer, planFork(snapshot, row), place, wishes);
  const content = folder.files.get(file.path) ?? Buffer.alloc(0);
  return {
    name: file.name,
    path: file.path,
    content,
    lines: content.toString('utf8').split('\n').slice(0, -1),
  };
}
