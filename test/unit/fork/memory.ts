import { readFileSync } from 'node:fs';
import type { Entry } from '../../../src/core/entry.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { readLine } from '../../../src/scan/readLine.ts';
import type { Session, SessionLease, SessionSnapshot } from '../../../src/sessions/session.ts';

/** A session over bytes in memory, read by the product's own reader, without a file system. */
export interface MemorySession extends Session {
  /** The file's content; change it to see what a fork makes of a file that changed under it. */
  content: Uint8Array;
  onDidChange: Session['onDidChange'];
  lease(): SessionLease;
  /** Ids of rows, for comparing with expected values. */
  ids(rows: readonly number[]): string[];
  rowOf(id: string): number;
}

const never = () => ({ dispose: () => undefined });

/** @throws Error when `content` holds no session */
export function memorySession(content: Uint8Array | string, uri = 'file:///s/session.jsonl'): MemorySession {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const snapshot = snapshotOf(bytes);
  const { table, format, header } = snapshot;
  const own = (row: number) =>
    session.content.subarray(table.offset(row), table.offset(row) + table.length(row));
  const decode = (row: number, previousId: string | null): Entry => {
    const read = readLine(own(row));
    const place = { line: table.line(row), part: table.part(row), header, previousId };
    const decoded = read.type === 'object' ? format.decode(read.value, place) : undefined;
    if (decoded?.type !== 'entry') throw new Error(`No entry in row ${row}`);
    return decoded.entry;
  };
  const entry = (row: number) => decode(row, row === 0 ? null : decode(row - 1, null).id);
  const entryOrNull = (row: number): Entry | null => {
    try {
      return entry(row);
    } catch {
      return null;
    }
  };
  const session: MemorySession = {
    content: bytes,
    uri,
    snapshot,
    onDidChange: never,
    entries: async (rows) => rows.map(entryOrNull),
    bytes: async (rows) => rows.map((row) => own(row).slice()),
    previews: () => Promise.reject(new Error('Not needed')),
    refresh: () => Promise.resolve(),
    lease: () => ({ session, dispose: () => undefined }),
    ids: (rows) => rows.map((row) => entry(row).id),
    rowOf: (id) => table.rowOf(id),
  };
  return session;
}

export function sessionFile(path: string): MemorySession {
  return memorySession(readFileSync(path), `file://${path}`);
}

export function snapshotOf(bytes: Uint8Array): SessionSnapshot {
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  if (!state) throw new Error('No session');
  return { revision: 1, mtime: 0, ...state, title: state.title ?? 'session', tail: null };
}
