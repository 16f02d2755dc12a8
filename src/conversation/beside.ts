import type { RowSubagent } from '../core/conversation.ts';
import type { FileAccess, FolderAccess } from '../core/files.ts';
import type { Disposable } from '../core/lib/disposables.ts';
import type { PageKin } from '../protocol.ts';
import { kinKey, type KinMark, type Lineage } from '../sessions/lineage/lineage.ts';
import type { Session, SessionRegistry } from '../sessions/session.ts';
import type { Subagent } from '../sessions/subagents/find.ts';
import type { SubagentSessions } from '../sessions/subagents/subagentSessions.ts';
import type { SpilledText } from '../sessions/spilled.ts';
import type { ConversationTarget } from './target.ts';

/** What lies beside a session in files of its own, as a page shows it. */
export interface Beside {
  /** Subagents by the row that they hang at, in the order of their numbers. */
  subagents(session: Session): Promise<ReadonlyMap<number, readonly PageSubagent[]>>;
  /** Calls `changed` when there may be other subagents than before, until it is disposed. */
  follow?(session: Session, changed: () => void): Disposable;
  /** Title of the session whose subagent this one is. */
  subagentOf(session: Session): Promise<string | undefined>;
  /** Sessions that came from one another; absent where nobody knows others. */
  readonly kin?: BesideKin;
  /** Where the session whose subagent this one is started it. */
  parent(session: Session): Promise<ConversationTarget | undefined>;
  /**
   * The whole of an output that a row holds the beginning of.
   * @param index which of the row's outputs
   * @returns the file's name where there is no such file, undefined where the row has no such output
   */
  output(
    session: Session,
    row: number,
    index: number,
  ): Promise<SpilledText | { missing: string } | undefined>;
}

/** What is known of a session's kin. */
export interface BesideKin {
  /** Changes whenever others may be found than before. */
  key(session: Session): string;
  facts(session: Session): PageKin | undefined;
  /** Reads other sessions, to see where they part. */
  marks(session: Session): Promise<readonly KinMark[]>;
}

export interface PageSubagent extends RowSubagent {
  readonly uri: string;
}

export interface BesideServices {
  readonly files: FileAccess;
  readonly folders: FolderAccess;
  readonly sessions: Pick<SessionRegistry, 'acquire'>;
  readonly subagents: SubagentSessions;
  readonly lineage?: Lineage;
}

export function createBeside({ files, folders, sessions, subagents, lineage }: BesideServices): Beside {
  return {
    ...(lineage && { kin: kinIn(lineage) }),
    async subagents(session) {
      const rows = new Map<number, PageSubagent[]>();
      const { placed } = await subagents.of(session);
      for (const { subagent, row, index } of placed) {
        const found = rows.get(row) ?? [];
        found.push({ call: index, name: nameOf(subagent), uri: subagent.uri });
        rows.set(row, found);
      }
      return rows;
    },
    follow: (session, changed) => subagents.follow(session, changed),
    async subagentOf(session) {
      const origin = await subagents.originOf(session);
      const lease = origin && (await sessions.acquire(origin.parentUri, { partial: true }));
      lease?.dispose();
      return lease?.session.snapshot.title;
    },
    async parent(session) {
      const origin = await subagents.originOf(session);
      const lease = origin && (await sessions.acquire(origin.parentUri));
      if (!origin || !lease) return undefined;
      try {
        const { placed } = await subagents.of(lease.session);
        const place = placed.find(({ subagent }) => subagent.uri === session.uri);
        return { uri: origin.parentUri, ...(place && { row: place.row }) };
      } finally {
        lease.dispose();
      }
    },
    async output(session, row, index) {
      const { format, table } = session.snapshot;
      const [entry] = row < table.size ? await session.entries([row]) : [];
      const output = entry && format.spilled?.(entry)[index];
      if (!output) return undefined;
      const { readSpilled } = await import('../sessions/spilled.ts');
      const text = await readSpilled({ files, folders }, await subagents.mainUriOf(session), output);
      return text ?? { missing: output.name };
    },
  };
}

function kinIn(lineage: Lineage): BesideKin {
  return {
    key: ({ uri }) => kinKey(lineage, uri),
    facts({ uri }) {
      const { origin, forks } = lineage.of(uri);
      if (!origin && forks.length === 0) return undefined;
      const title = origin?.item ? lineage.titleOf(origin.item) : null;
      return { ...(origin && { origin: title }), forks: forks.length };
    },
    marks: (session) => lineage.marks(session),
  };
}

function nameOf({ facts }: Subagent): string {
  return [facts.sort, facts.title].filter((text) => text !== undefined).join(': ');
}
