import {
  branchesOf,
  pathThrough,
  planConversation,
  type BuildSource,
  type ConversationPlan,
  type RowKin,
  type RowSubagent,
} from '../core/conversation.ts';
import { fileName } from '../core/text/fileName.ts';
import { pathPairs } from '../core/pairing/pathPairs.ts';
import type { SessionSnapshot } from '../sessions/session.ts';
import type { ContextSetting, PageHeader, PageKin, PageUsage, Place } from '../protocol.ts';

/** One path of a session at one moment: what the page shows, before any body is read. */
export interface Scene {
  readonly snapshot: SessionSnapshot;
  readonly plan: ConversationPlan;
  /** The last row of the path that carries the conversation: where it would grow. -1 for an empty path. */
  readonly tip: number;
  /** Subagents of the session's entries as far as they are known, by row. */
  readonly subagents?: ReadonlyMap<number, readonly RowSubagent[]> | undefined;
  /** Sessions that part from this one, as far as they are known, by row. */
  readonly kin?: ReadonlyMap<number, readonly RowKin[]> | undefined;
}

/** What is known beside the session's own file. */
export type KnownBeside = Pick<Scene, 'subagents' | 'kin'>;

export function makeScene(
  snapshot: SessionSnapshot,
  leaf: number,
  { subagents, kin }: KnownBeside = {},
): Scene {
  const { table, tree } = snapshot;
  const path = pathThrough(table, tree, leaf);
  const plan = planConversation(table, tree, path, pathPairs(table, tree, path));
  return { snapshot, plan, tip: tipOf(path, tree.carries), subagents, kin };
}

/** The same branch in a newer snapshot of the same file, to its newest leaf. */
export function followLeaf({ plan, tip, ...beside }: Scene, snapshot: SessionSnapshot): Scene {
  const { tree, table } = snapshot;
  const last = tip >= 0 ? tip : (plan.path[0] ?? tree.defaultLeaf);
  const leaf = last < 0 || table.isRepeat(last) ? last : (tree.newestLeaf[last] ?? last);
  return makeScene(snapshot, leaf, beside);
}

/** Whether `next` shows all items of `scene` under the same indexes. */
export function continues(scene: Scene, next: Scene): boolean {
  const [old, now] = [scene.plan.items, next.plan.items];
  return old.length <= now.length && old.every((row, index) => now[index] === row);
}

/** What bodies and names are needed to build the items with these indexes. */
export function branchRows({ plan }: Scene, from: number, to: number): number[] {
  const rows: number[] = [];
  for (let index = from; index < to; index++) rows.push(...branchesOf(plan, index));
  return rows;
}

/** What items are built from, but for the bodies. */
export function sourceOf({
  snapshot,
  plan,
  subagents,
  kin,
}: Scene): Omit<BuildSource, 'body' | 'branchLabel'> {
  const { table, tree, labels, format } = snapshot;
  return {
    ...{ table, tree, labels, plan, replayLimit: format.replayLimit, usage: format.usage },
    subagents: (row) => subagents?.get(row) ?? [],
    ...(kin && kin.size > 0 && { kin: (row: number) => kin.get(row) ?? [] }),
    ...(format.spilled && { spilled: format.spilled.bind(format) }),
  };
}

/** What the top of the page says that the scene does not tell. */
export interface HeaderFacts {
  /** Given by hand; goes before the file's own. */
  readonly title: string | undefined;
  readonly leaf: Place;
  readonly fileName: string;
  readonly pinned: boolean;
  /** Title of the session whose subagent this one is. */
  readonly subagentOf?: string;
  readonly kin?: PageKin;
  readonly usage?: PageUsage;
  readonly context: ContextSetting;
}

export function headerOf(scene: Scene, facts: HeaderFacts): PageHeader {
  const { snapshot, plan } = scene;
  const { table, tree } = snapshot;
  const roots = tree.roots.reduce((count, root) => count + (tree.carries[root] ?? 0), 0);
  let messages = 0;
  for (const row of plan.path) if (isMessage(table.role(row))) messages++;
  let forks = plan.start ? 1 : 0;
  for (const points of plan.forks.values()) forks += points.length;
  return {
    ...facts,
    title: facts.title ?? snapshot.title,
    format: snapshot.format.title,
    ...beginningOf(snapshot.parts),
    ...(snapshot.format.isFallback && { isList: true as const }),
    isDefaultLeaf: plan.onPath(tree.defaultLeaf) || tree.defaultLeaf < 0,
    messages,
    calls: plan.pairs.calls,
    openCalls: plan.pairs.openCalls,
    orphanResults: plan.pairs.orphanResults,
    forks,
    leaves: snapshot.branchCount + roots,
    problems: snapshot.problems.filter(({ severity }) => severity !== 'information').length,
    hasContext: snapshot.format.context !== undefined,
  };
}

/** Lines count through all files of a session; the page says so once. */
function beginningOf(parts: SessionSnapshot['parts']): Pick<PageHeader, 'beginning'> {
  const own = parts?.at(-1);
  const first = parts?.[0];
  if (!parts || !own || !first || first === own) return {};
  return { beginning: { fileName: fileName(first.uri), files: parts.length - 1, lines: own.line } };
}

function isMessage(role: string | null): boolean {
  return role === 'user' || role === 'assistant' || role === 'toolResult';
}

function tipOf(path: Int32Array, carries: Uint8Array): number {
  for (let at = path.length - 1; at >= 0; at--) {
    const row = path[at] as number;
    if (carries[row] === 1) return row;
  }
  return -1;
}
