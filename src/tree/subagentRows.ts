import type { Outline } from '../core/outline/outline.ts';
import type { SessionSubagents } from '../sessions/subagents/subagentSessions.ts';
import type { Subagent } from '../sessions/subagents/find.ts';
import type { ListKey } from './nodes.ts';

/** Where a session's subagents are shown: at visible entries, or in a group of their own. */
export interface SubagentRows {
  readonly at: ReadonlyMap<number, readonly Subagent[]>;
  /** Those whose call was not found or is nowhere to be seen. */
  readonly group: readonly Subagent[];
  readonly found: SessionSubagents;
}

/**
 * A subagent hangs at the entry with its call; where the filter hides that, at the call's result, which is shown as the
 * call, else at the nearest visible entry above.
 */
export function subagentRows(outline: Outline, found: SessionSubagents): SubagentRows {
  const at = new Map<number, Subagent[]>();
  const group: Subagent[] = [];
  for (const { subagent, row, resultRow } of found.placed) {
    const shown = visible(outline, row) ?? visible(outline, resultRow) ?? row;
    const place = outline.place(shown);
    if (!place || place.index < 0) group.push(subagent);
    else if (at.has(place.row)) at.get(place.row)?.push(subagent);
    else at.set(place.row, [subagent]);
  }
  // What the agent started for itself comes last.
  const isHelper = ({ facts }: Subagent): boolean => facts.isHelper === true;
  group.push(...found.loose.filter((one) => !isHelper(one)), ...found.loose.filter(isHelper));
  return { at, group, found };
}

function visible(outline: Outline, row: number): number | undefined {
  return row >= 0 && row < outline.source.table.size && outline.isVisible(row) ? row : undefined;
}

/** The list that a subagent is in: the group's, or an entry's. */
export type AgentList = 'subagents' | `subagents:${number}`;

export function isAgents(list: ListKey): list is AgentList {
  return list.startsWith('subagents');
}

export function agentsIn(rows: SubagentRows | undefined, list: AgentList): readonly Subagent[] {
  if (list === 'subagents') return rows?.group ?? [];
  return rows?.at.get(Number(list.slice('subagents:'.length))) ?? [];
}

/** The list that holds the subagent with this file; undefined where none does. */
export function listOfAgent(rows: SubagentRows | undefined, uri: string): AgentList | undefined {
  for (const [row, agents] of rows?.at ?? [])
    if (agents.some((agent) => agent.uri === uri)) return `subagents:${row}`;
  return rows?.group.some((agent) => agent.uri === uri) ? 'subagents' : undefined;
}
