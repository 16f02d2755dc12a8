import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Entry, Message } from '../../../src/core/entry.ts';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { systemScheduler } from '../../../src/core/lib/scheduler.ts';
import { STAND_IN_TEXT } from '../../../src/formats/fork/standIn.ts';
import { writeFork, type ForkFile } from '../../../src/fork/writeFork.ts';
import { createBeginnings } from '../../../src/sessions/beginning/beginnings.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { nodeNewFile } from '../../../src/store/nodeNewFile.ts';
import { nodeFolders } from '../../unit/sessions/nodeFolders.ts';

/** Opens a session file as the extension does, with what of it lies in other files. */
export async function open(path: string): Promise<ClosableSession> {
  const beginnings = createBeginnings({ files: nodeFiles, folders: nodeFolders });
  const onError = (_uri: string, error: unknown) => {
    throw error;
  };
  const options = { files: nodeFiles, scheduler: systemScheduler, beginnings, onError };
  const session = await openSession(pathToFileURL(path).href, options);
  if (!session) throw new Error(`No session in ${path}`);
  await session.whole;
  return session;
}

export interface Forked {
  readonly file: ForkFile;
  /** What the model is to see of it: of the source's path, and of the results that stand in. */
  readonly sent: readonly Message[];
  /** The entries of the source's path. */
  readonly path: readonly Entry[];
}

/**
 * Forks from a row beside the source, as the extension does, closing calls that wait for results.
 * @param sees what the model gets of the path; by default the format tells
 */
export async function fork(
  session: ClosableSession,
  row: number,
  closing = true,
  sees?: (path: readonly Entry[]) => readonly Message[],
): Promise<Forked> {
  const { snapshot } = session;
  const { format } = snapshot;
  if (!format.fork) throw new Error(`No forks of ${format.name}`);
  const plan = planFork(snapshot, row);
  const path = fileURLToPath(session.uri);
  const folder = dirname(path);
  const source = { path, folder, name: basename(path) };
  const place = { io: nodeNewFile, folder, source, now: Date.now(), random: randomBytes };
  const file = await writeFork(session, snapshot, format.fork, plan, place, { closing });
  const entries = await entriesOf(session, plan.rows);
  const sent = sees?.(entries) ?? format.context?.(entries, () => undefined).sent ?? [];
  const standIns = plan.openCalls
    .filter(({ holds }) => holds)
    .map(({ row: caller, ordinal }) => callIdOf(entries[plan.rows.indexOf(caller)], ordinal))
    .map((toolCallId): Message => ({
      ...{ role: 'toolResult', toolCallId },
      blocks: [{ type: 'text', text: STAND_IN_TEXT }],
    }));
  return { file, sent: [...sent, ...standIns], path: entries };
}

async function entriesOf(session: ClosableSession, rows: readonly number[]): Promise<Entry[]> {
  const entries = await session.entries(rows);
  return entries.map((entry, index) => {
    if (!entry) throw new Error(`Row ${rows[index]} cannot be read`);
    return entry;
  });
}

function callIdOf(entry: Entry | undefined, ordinal: number): string {
  const calls = (entry?.message?.blocks ?? []).filter((block) => block.type === 'toolCall');
  return calls[ordinal]?.id ?? '';
}
