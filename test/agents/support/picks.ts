import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';

/** A row of a session to fork from; undefined where it has none of that kind. */
export type Pick = (snapshot: SessionSnapshot) => number | undefined;

/** An answer of the model's that calls nothing, about the middle of the default path. */
export const plainAnswer: Pick = ({ table, tree }) => {
  const path = Array.from(pathRows(tree, tree.defaultLeaf)).slice(0, -1);
  const answers = path.filter((row) => table.role(row) === 'assistant' && table.calls(row).length === 0);
  return answers[Math.floor(answers.length / 2)];
};

/** Where the session stands now. */
export const newest: Pick = ({ tree }) => tree.defaultLeaf;

/** Where one of several calls has its result and another still waits; else where any call waits. */
export const insideBatch: Pick = (snapshot) => {
  const { table } = snapshot;
  const waiting = rowsOf(snapshot).filter((row) => {
    const plan = planFork(snapshot, row);
    return plan.inside && plan.openCalls.some(({ holds, answered }) => holds && answered);
  });
  return waiting.find((row) => table.role(row) === 'toolResult') ?? waiting[0];
};

/** What was last said on branches that the session left. */
export const onBranch: Pick = (snapshot) => {
  const { table, tree } = snapshot;
  const active = new Set(pathRows(tree, tree.defaultLeaf));
  return rowsOf(snapshot).findLast((row) => !active.has(row) && table.role(row) !== null);
};

/** Rows that can be forked from: what repeats an id above it cannot. */
function rowsOf(snapshot: SessionSnapshot): number[] {
  return [...Array(snapshot.table.size).keys()].filter((row) => !snapshot.table.isRepeat(row));
}
