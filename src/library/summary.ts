import { SEVERITIES, type Problem, type Severity } from '../core/problem.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { SessionHeader } from '../formats/format.ts';
import type { SessionSummary, SubagentMark } from '../sessions/library.ts';
import { originOf } from '../sessions/lineage/origin.ts';
import type { SessionSnapshot } from '../sessions/session.ts';

/** What a session's row shows of a snapshot. */
export function summaryOf(snapshot: SessionSnapshot, fileName: string): SessionSummary {
  const { title, format, header, table, problems, messageCount, branchCount } = snapshot;
  const worstSeverity = worst(problems);
  const origin = originOf(snapshot, fileName);
  const subagent = markOf(header);
  return {
    title,
    formatTitle: format.title,
    messageCount,
    branchCount,
    problemCount: problems.length,
    ...(worstSeverity === undefined ? {} : { worstSeverity }),
    lastActivity: newest(table),
    ...(origin && { origin }),
    ...(subagent && { subagent }),
  };
}

/** Whether a header says that its session is a subagent's. */
export function markOf(header: SessionHeader | null): SubagentMark | undefined {
  const of = header?.subagentOf;
  if (header === null || of === undefined) return undefined;
  return { ...(header.id !== undefined && { id: header.id }), of };
}

function worst(problems: readonly Problem[]): Severity | undefined {
  return SEVERITIES.find((severity) => problems.some((problem) => problem.severity === severity));
}

/** The greatest time of any entry: writers' clocks step back, so the last one need not be it. */
function newest(table: EntryTable): number | null {
  if (table.newestTime !== undefined) return table.newestTime === -Infinity ? null : table.newestTime;
  let time = -Infinity;
  for (let row = 0; row < table.size; row++) {
    const at = table.timestamp(row);
    if (at > time) time = at;
  }
  return time === -Infinity ? null : time;
}
