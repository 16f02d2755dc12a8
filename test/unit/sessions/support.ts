import { createSessionRegistry } from '../../../src/sessions/registry.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import type { SessionChange, SessionSnapshot } from '../../../src/sessions/session.ts';
import { fakeFiles, fakeScheduler, type FakeFiles, type FakeScheduler } from './fakes.ts';

export const URI = 'mem:/folder/a%20session.jsonl';

/** A record of tiny-pi, without its line feed. */
export function record(id: string, parentId: string | null, text = `text of ${id}`, role = 'user'): string {
  return JSON.stringify({
    id,
    parentId,
    timestamp: 1_700_000_000_000,
    type: 'message',
    message: { role, content: text },
  });
}

/** Records below each other, each line ended. */
export function chain(...ids: string[]): string {
  return ids.map((id, i) => `${record(id, ids[i - 1] ?? null)}\n`).join('');
}

/** The id of every row, read back by way of the file-independent part of the contract. */
export function idsOf(snapshot: SessionSnapshot, candidates: readonly string[]): string[] {
  return candidates
    .filter((id) => snapshot.table.rowOf(id) >= 0)
    .sort((a, b) => snapshot.table.rowOf(a) - snapshot.table.rowOf(b));
}

export interface Setup {
  readonly files: FakeFiles;
  readonly scheduler: FakeScheduler;
  readonly errors: unknown[];
}

export function setUp(): Setup {
  const scheduler = fakeScheduler();
  return { files: fakeFiles(() => scheduler.now()), scheduler, errors: [] };
}

/** An open session of {@link URI} and all that it told. */
export interface Opened extends Setup {
  readonly session: ClosableSession;
  readonly changes: SessionChange[];
}

/** Writes `data`, lets it become old, and opens it. */
export async function opened(data: string | Uint8Array, setup = setUp()): Promise<Opened> {
  const { files, scheduler, errors } = setup;
  files.write(URI, data);
  await scheduler.advance(60_000);
  const session = await openSession(URI, { files, scheduler, onError: (_uri, error) => errors.push(error) });
  if (!session) throw new Error('The test file holds no session.');
  const changes: SessionChange[] = [];
  session.onDidChange((change) => changes.push(change));
  files.reset();
  return { ...setup, session, changes };
}

/** A registry over real sessions. */
export function registryOf({ files, scheduler, errors }: Setup) {
  const onError = (_uri: string, error: unknown): void => void errors.push(error);
  const options = { files, scheduler, onError };
  return createSessionRegistry({
    scheduler,
    onError,
    open: (uri, isCancelled) => openSession(uri, options, isCancelled),
  });
}
