import type { SessionListItem } from '../library.ts';
import { nameOfPath, pathKey, uriKey } from './paths.ts';

/** Sessions that one came from, that came from it, and that begin alike although no file tells why. */
export interface Kin {
  readonly origin?: {
    /** As the file spells it. */
    readonly recorded: string;
    /** Undefined where it is not among the listed sessions. */
    readonly item?: SessionListItem;
  };
  /** In the lists' order. */
  readonly forks: readonly SessionListItem[];
  /** Those of which none is known to have come from it or from where it came from. */
  readonly alike: readonly SessionListItem[];
}

export const NO_KIN: Kin = { forks: [], alike: [] };

/** Known sessions by how files name them. Two may have one id: copies of a file. */
interface Named {
  readonly byId: ReadonlyMap<string, readonly SessionListItem[]>;
  readonly byPath: ReadonlyMap<string, SessionListItem>;
  readonly byName: ReadonlyMap<string, readonly SessionListItem[]>;
}

/** Kin by URI, of the sessions that have any. Files are matched by what was read of them; none is opened here. */
export function kinOf(items: readonly SessionListItem[]): ReadonlyMap<string, Kin> {
  const named = nameAll(items);
  const origins = new Map<string, NonNullable<Kin['origin']>>();
  const forks = new Map<string, SessionListItem[]>();
  for (const item of items) {
    const recorded = item.summary?.origin?.parent;
    if (recorded === undefined) continue;
    const source = sourceOf(recorded, item, named);
    origins.set(item.uri, { recorded, ...(source && { item: source }) });
    if (source) push(forks, source.uri, item);
  }
  const alike = alikeOf(items, origins);
  const uris = new Set([...origins.keys(), ...forks.keys(), ...alike.keys()]);
  return new Map(
    Array.from(uris, (uri) => {
      const origin = origins.get(uri);
      return [
        uri,
        { ...(origin && { origin }), forks: forks.get(uri) ?? [], alike: alike.get(uri) ?? [] },
      ] as const;
    }),
  );
}

function nameAll(items: readonly SessionListItem[]): Named {
  const byId = new Map<string, SessionListItem[]>();
  const byPath = new Map<string, SessionListItem>();
  const byName = new Map<string, SessionListItem[]>();
  for (const item of items) {
    const id = item.summary?.origin?.id;
    if (id !== undefined) push(byId, id, item);
    byPath.set(uriKey(item.uri), item);
    push(byName, item.name, item);
  }
  return { byId, byPath, byName };
}

/** A UUID in a name: no other file is called so, wherever it was moved. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

function sourceOf(recorded: string, fork: SessionListItem, named: Named): SessionListItem | undefined {
  const other = ({ uri }: SessionListItem): boolean => uri !== fork.uri;
  const byPath = named.byPath.get(pathKey(recorded));
  if (byPath && other(byPath)) return byPath;
  const byId = named.byId.get(recorded)?.find(other);
  if (byId) return byId;
  const name = nameOfPath(recorded);
  return UUID.test(name) ? named.byName.get(name)?.find(other) : undefined;
}

function alikeOf(
  items: readonly SessionListItem[],
  origins: ReadonlyMap<string, NonNullable<Kin['origin']>>,
): Map<string, SessionListItem[]> {
  const groups = new Map<string, SessionListItem[]>();
  for (const item of items) {
    const beginning = item.summary?.origin?.beginning;
    if (beginning !== undefined) push(groups, beginning, item);
  }
  const alike = new Map<string, SessionListItem[]>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const families = new Map<string, SessionListItem[]>();
    for (const item of group) push(families, ancestorOf(item.uri, origins), item);
    if (families.size < 2) continue;
    // One of a family stands for it: the first of the list.
    const heads = Array.from(families, ([key, [head]]) => ({ key, head }));
    for (const [key, members] of families) {
      const others = heads.flatMap((one) => (one.key === key || !one.head ? [] : [one.head]));
      for (const { uri } of members) alike.set(uri, others);
    }
  }
  return alike;
}

/** The first known session that a session came from, over others; what is recorded, where that is not known. */
function ancestorOf(uri: string, origins: ReadonlyMap<string, NonNullable<Kin['origin']>>): string {
  const seen = new Set<string>();
  let at = uri;
  for (let origin = origins.get(at); origin && !seen.has(at); origin = origins.get(at)) {
    seen.add(at);
    if (!origin.item) return `missing:${origin.recorded}`;
    at = origin.item.uri;
  }
  return at;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
