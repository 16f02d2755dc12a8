import { createLru } from '../../core/lib/lru.ts';
import type { SessionListItem } from '../library.ts';
import type { ObservableRegistry } from '../registry.ts';
import type { Session } from '../session.ts';
import { findParting, isThere, type Parting } from './parting.ts';

/** Larger files are not read only to see where they part, in bytes. */
export const MAX_READ = 64 * 1024 * 1024;
const KEPT_PARTINGS = 1000;

/** Where an open session parts from a listed one, which is its fork or not; undefined where that is not known. */
export type FindParting = (
  session: Session,
  item: SessionListItem,
  isFork: boolean,
) => Promise<Parting | undefined>;

interface KeptParting {
  /** Sizes of fork and source when it was looked for. */
  readonly sizes: readonly [number, number];
  readonly parting: Parting | undefined;
}

/** @returns what reads the other session where it has to, and keeps what it found */
export function createPartings(sessions: Pick<ObservableRegistry, 'visit' | 'peek'>): FindParting {
  const kept = createLru<string, KeptParting>(KEPT_PARTINGS);
  // Files only grow, and then they part where they did; one that is smaller is another one.
  return async (session, item, isFork) => {
    const key = isFork ? `${item.uri}\n${session.uri}` : `${session.uri}\n${item.uri}`;
    const known = kept.get(key);
    const { size } = session.snapshot;
    const sizes = isFork ? [item.size, size] : [size, item.size];
    const here = known?.parting && (isFork ? known.parting.source : known.parting.fork);
    const isGrown = known?.sizes.every((before, index) => before <= (sizes[index] ?? 0)) === true;
    if (known && here && isGrown && isThere(session, here)) return known.parting;
    if (known && !here && known.sizes.every((before, index) => before === sizes[index])) return undefined;
    const found = await look(sessions, session, item, isFork);
    kept.set(key, found, 1);
    return found.parting;
  };
}

async function look(
  sessions: Pick<ObservableRegistry, 'visit' | 'peek'>,
  session: Session,
  item: SessionListItem,
  isFork: boolean,
): Promise<KeptParting> {
  const none: KeptParting = { sizes: [-1, -1], parting: undefined };
  if (item.size > MAX_READ && !sessions.peek(item.uri)) return none;
  const lease = await sessions.visit(item.uri);
  if (!lease) return none;
  try {
    const other = lease.session;
    const [fork, source] = isFork ? [other, session] : [session, other];
    const sizes = [fork.snapshot.size, source.snapshot.size] as const;
    return { sizes, parting: await findParting(fork, source) };
  } finally {
    lease.dispose();
  }
}
