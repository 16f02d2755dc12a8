/** A session of a list, as far as it tells who worked for whom. */
export interface Related {
  readonly uri: string;
  readonly id: string | undefined;
  /** Id of the session that it worked for. */
  readonly subagentOf: string | undefined;
}

/**
 * Those that are subagents of another one among them, directly or through further ones: they are shown under the calls
 * that started them. Only what lies in the same folder counts, since it is looked for there.
 */
export function subagentsAmong<T extends Related>(sessions: readonly T[]): ReadonlySet<T> {
  const found = new Set<T>();
  if (!sessions.some(({ subagentOf }) => subagentOf !== undefined)) return found;
  const byPlace = new Map<string, T>();
  for (const one of sessions) {
    if (one.id === undefined) continue;
    const place = placeOf(one, one.id);
    const known = byPlace.get(place);
    // Of several files with one id, that of a session is what others worked for.
    if (!known || known.subagentOf !== undefined) byPlace.set(place, one);
  }
  for (const one of sessions) if (leadsToSession(one, byPlace)) found.add(one);
  return found;
}

/** Whether those that a subagent worked for end in a session that is nobody's subagent; not where they go in a circle. */
function leadsToSession<T extends Related>(one: T, byPlace: ReadonlyMap<string, T>): boolean {
  const seen = new Set<T>();
  let at: T | undefined = one;
  while (at?.subagentOf !== undefined && !seen.has(at)) {
    seen.add(at);
    at = byPlace.get(placeOf(at, at.subagentOf));
  }
  return at !== undefined && at !== one && at.subagentOf === undefined;
}

function placeOf({ uri }: Related, id: string): string {
  return `${uri.slice(0, uri.lastIndexOf('/'))}\n${id}`;
}
