import type { Subagents } from '../../formats/subagents.ts';
import type { Subagent } from './find.ts';

/** Who started whom, among the subagents of one main session. */
export interface Family {
  /** Subagents that the main session started, and (scope `own`) those of which nobody knows who did. */
  readonly ofMain: readonly Subagent[];
  /** Subagents that the one with this URI started. */
  of(uri: string): readonly Subagent[];
  member(uri: string): Subagent | undefined;
  /** The subagent that started the one with this URI; undefined: the main session. */
  parentOf(uri: string): Subagent | undefined;
}

/**
 * @param mainId id of the main session, which subagents may name as their parent
 * @param scope whether those without a known parent are the main session's
 */
export function familyOf(
  all: readonly Subagent[],
  mainId: string | undefined,
  scope: Subagents['scope'],
): Family {
  const byId = new Map<string, Subagent>();
  for (const one of all) for (const id of one.facts.ids) if (!byId.has(id)) byId.set(id, one);
  const parents = new Map<string, Subagent>();
  const first: Subagent[] = [];
  for (const one of all) {
    const { parentId } = one.facts;
    const parent = parentId === undefined || parentId === mainId ? undefined : byId.get(parentId);
    if (parent && parent !== one) parents.set(one.uri, parent);
    else if (parentId === undefined || parentId === mainId || scope === 'own') first.push(one);
  }
  const reached = reachedFrom(first, parents, all);
  // A loop of parents hangs nowhere: each of its members is shown with the main session.
  const loops = scope === 'own' ? all.filter((one) => !reached.has(one)) : [];
  for (const one of loops) parents.delete(one.uri);
  const children = childrenOf(all, parents);
  const members = new Map([...reached, ...loops].map((one) => [one.uri, one]));
  return {
    ofMain: [...first, ...loops],
    of: (uri) => children.get(uri) ?? [],
    member: (uri) => members.get(uri),
    parentOf: (uri) => parents.get(uri),
  };
}

function childrenOf(
  all: readonly Subagent[],
  parents: ReadonlyMap<string, Subagent>,
): Map<string, Subagent[]> {
  const children = new Map<string, Subagent[]>();
  for (const one of all) {
    const parent = parents.get(one.uri);
    if (!parent) continue;
    const list = children.get(parent.uri) ?? [];
    list.push(one);
    children.set(parent.uri, list);
  }
  return children;
}

function reachedFrom(
  first: readonly Subagent[],
  parents: ReadonlyMap<string, Subagent>,
  all: readonly Subagent[],
): Set<Subagent> {
  const children = childrenOf(all, parents);
  const reached = new Set(first);
  const queue = [...first];
  for (let one = queue.pop(); one; one = queue.pop()) {
    for (const child of children.get(one.uri) ?? []) {
      if (reached.has(child)) continue;
      reached.add(child);
      queue.push(child);
    }
  }
  return reached;
}
