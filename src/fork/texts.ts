import type { ForkPlan } from '../core/forkPlan.ts';
import { oneLine } from '../core/oneLine.ts';
import type { Problem } from '../core/problem.ts';
import type { EntryTable } from '../core/table.ts';

/** One way to go on, as the user chooses it. */
export interface ForkChoice {
  readonly label: string;
  readonly detail: string;
  /** The entry to fork from. */
  readonly row: number;
}

/** A question with its choices, the recommended one first; leaving it is always possible. */
export interface ForkQuestion {
  readonly text: string;
  readonly choices: readonly ForkChoice[];
}

const MAX_NAMED = 3;
const MAX_NAME = 40;

/**
 * What to ask before a fork between a call and its result.
 * @param names the names of the tools whose results are still to come
 */
export function holdQuestion(plan: ForkPlan, table: EntryTable, names: readonly string[]): ForkQuestion {
  const holding = plan.openCalls.filter((call) => call.holds);
  const count = holding.length;
  const calls = count === 1 ? '1 tool call is' : `${count} tool calls are`;
  const choices: ForkChoice[] = [];
  const at = (row: number) => `line ${table.line(row)}`;
  if (plan.after !== null) {
    const answered = holding.every((call) => call.answered);
    choices.push({
      label: `Fork ${answered ? 'after the results' : 'where the conversation goes on'} (${at(plan.after)})`,
      detail: answered
        ? 'The nearest entry after this one that has every result.'
        : 'A result was never recorded; the nearest entry after this one that went on without it.',
      row: plan.after,
    });
  }
  if (plan.before !== null) {
    const detail = 'The nearest entry before this one at which no call waits.';
    const label = `Fork before the call${count === 1 ? '' : 's'} (${at(plan.before)})`;
    choices.push({ label, detail, row: plan.before });
  }
  const without = count === 1 ? 'a call without its result' : 'calls without their results';
  choices.push({
    label: `Fork here anyway (${at(plan.row)})`,
    detail: `The new session ends with ${without}; the agent may refuse that.`,
    row: plan.row,
  });
  return { text: `${calls} still without a result at ${at(plan.row)}: ${list(names)}`, choices };
}

/** What to say before a fork whose path is not whole; undefined where it is. */
export interface DamageWarning {
  readonly text: string;
  readonly detail: string;
}

/**
 * Names what is missing or damaged on the path, first what is missing.
 * @param parentId the parent that the path's top names, null where it names none
 */
export function damageWarning(
  plan: ForkPlan,
  table: EntryTable,
  parentId: string | null,
): DamageWarning | undefined {
  const details: string[] = [];
  const top = `line ${table.line(plan.rows[0] ?? plan.row)}`;
  if (plan.top === 'missing-parent') {
    const lost = plan.suspects.map((problem) => `Line ${problem.line} is damaged: ${problem.message}`);
    details.push(
      `The path begins at ${top}, whose parent ${quote(parentId ?? '')} is not in the file. What came before it cannot be part of the fork.`,
      ...lost,
    );
  } else if (plan.top === 'loop') {
    details.push(
      `The path begins at ${top}, because its parents lead back to it. The fork begins there too.`,
    );
  }
  details.push(...damageLines(plan.damage));
  if (details.length === 0) return undefined;
  const text =
    plan.top === 'missing-parent'
      ? 'The beginning of this conversation is missing.'
      : 'This entry’s path goes through damaged lines.';
  return { text, detail: details.join('\n\n') };
}

function damageLines(damage: readonly Problem[]): string[] {
  const lines = damage.slice(0, MAX_NAMED).map((problem) => `Line ${problem.line}: ${problem.message}`);
  const more = damage.length - lines.length;
  if (more > 0)
    lines.push(`${more} more damaged ${more === 1 ? 'line is' : 'lines are'} listed in Problems.`);
  return lines;
}

/** What to say once the new session is there. */
export function doneText(name: string, plan: ForkPlan): string {
  const messages = plan.messages === 1 ? '1 message' : `${plan.messages} messages`;
  return `Forked ${messages} into ${name}.`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(quote);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** A name from a file, made fit for a dialog: one line, short, nothing that changes how the rest reads. */
function quote(name: string): string {
  return `“${oneLine(name, MAX_NAME)}”`;
}
