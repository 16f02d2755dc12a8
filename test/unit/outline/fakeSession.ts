import { createEmitter } from '../../../src/core/lib/emitter.ts';
import type { Entry } from '../../../src/core/entry.ts';
import type { Problem } from '../../../src/core/problem.ts';
import type {
  Preview,
  Session,
  SessionChange,
  SessionRegistry,
  SessionSnapshot,
} from '../../../src/sessions/session.ts';
import { fakeSource, type FakeEntry } from './fake.ts';

export function fakeSnapshot(
  entries: readonly FakeEntry[],
  revision = 1,
  problems: readonly Problem[] = [],
): SessionSnapshot {
  return {
    ...fakeSource(entries),
    revision,
    problems,
    format: { name: 'fake', title: 'Fake' } as SessionSnapshot['format'],
    header: null,
    title: 'A session',
    messageCount: entries.length,
    branchCount: 0,
    size: 1,
    mtime: 1,
    tail: null,
  };
}

/** A session over made-up entries: previews are their ids. */
export class FakeSession implements Session {
  readonly uri: string;
  readonly #changes = createEmitter<SessionChange>();
  readonly onDidChange = this.#changes.event;
  readonly asked: number[] = [];
  snapshot: SessionSnapshot;
  /** Holds previews back until it is settled. */
  gate: Promise<void> = Promise.resolve();
  #entries: readonly FakeEntry[];

  constructor(uri: string, entries: readonly FakeEntry[], problems: readonly Problem[] = []) {
    this.uri = uri;
    this.#entries = entries;
    this.snapshot = fakeSnapshot(entries, 1, problems);
  }

  change(kind: SessionChange['kind'], entries = this.#entries, problems: readonly Problem[] = []): void {
    this.#entries = entries;
    this.snapshot = fakeSnapshot(entries, this.snapshot.revision + 1, problems);
    this.#changes.fire({ kind, snapshot: this.snapshot });
  }

  get followed(): boolean {
    return this.#changes.used;
  }

  async entries(rows: readonly number[]): Promise<readonly (Entry | null)[]> {
    return rows.map((row) => {
      const entry = this.#entries[row];
      return entry ? ({ id: entry.id, parentId: entry.parent } as Entry) : null;
    });
  }

  async bytes(): Promise<readonly (Uint8Array | null)[]> {
    return [];
  }

  async previews(rows: readonly number[]): Promise<readonly Preview[]> {
    this.asked.push(...rows);
    const entries = this.#entries;
    await this.gate;
    return rows.map((row) => ({
      row,
      kind: 'message',
      role: 'user',
      text: entries[row]?.id ?? '',
      calls: [],
    }));
  }

  async refresh(): Promise<void> {
    // Nothing to look at.
  }
}

/** A registry of one session, with the number of its leases. */
export class FakeRegistry implements Pick<SessionRegistry, 'acquire'> {
  leases = 0;
  readonly #session: FakeSession | undefined;

  constructor(session: FakeSession | undefined) {
    this.#session = session;
  }

  async acquire(): ReturnType<SessionRegistry['acquire']> {
    if (!this.#session) return undefined;
    this.leases += 1;
    return { session: this.#session, dispose: () => (this.leases -= 1) };
  }
}
