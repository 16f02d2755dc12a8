import type { ForkPlan } from '../core/fork/forkPlan.ts';
import { oneLine } from '../core/text/oneLine.ts';
import type { Problem } from '../core/problem.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Translate } from '../core/translate.ts';

/** One way to go on, as the user chooses it. */
export interface ForkChoice {
  readonly label: string;
  readonly detail: string;
  /** The entry to fork from. */
  readonly row: number;
  /** Whether the calls that wait get results that say there is none. */
  readonly closing?: boolean;
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
 * @param closes whether the format's forks can hold results that stand in for those
 */
export function holdQuestion(
  t: Translate,
  plan: ForkPlan,
  table: EntryTable,
  names: readonly string[],
  closes = false,
): ForkQuestion {
  const holding = plan.openCalls.filter((call) => call.holds);
  const one = holding.length === 1;
  const line = table.line(plan.row);
  const choices: ForkChoice[] = [];
  if (plan.after !== null) {
    const answered = holding.every((call) => call.answered);
    const after = table.line(plan.after);
    choices.push({
      label: answered
        ? t('Fork after the results (line {0})', after)
        : t('Fork where the conversation goes on (line {0})', after),
      detail: answered
        ? t('The nearest entry after this one that has every result.')
        : t('A result was never recorded; the nearest entry after this one that went on without it.'),
      row: plan.after,
    });
  }
  if (plan.before !== null) {
    const before = table.line(plan.before);
    choices.push({
      label: one
        ? t('Fork before the call (line {0})', before)
        : t('Fork before the calls (line {0})', before),
      detail: t('The nearest entry before this one at which no call waits.'),
      row: plan.before,
    });
  }
  if (closes) {
    choices.push({
      label: one
        ? t('Fork here and close the call (line {0})', line)
        : t('Fork here and close the calls (line {0})', line),
      detail: one
        ? t('The call gets a result that says there is none: it stands in the new session only.')
        : t('The calls get results that say there are none: they stand in the new session only.'),
      row: plan.row,
      closing: true,
    });
  }
  choices.push({
    label: t('Fork here anyway (line {0})', line),
    detail: one
      ? t('The new session ends with a call without its result; the agent may refuse that.')
      : t('The new session ends with calls without their results; the agent may refuse that.'),
    row: plan.row,
  });
  const listed = list(t, names);
  const text = one
    ? t('1 tool call is still without a result at line {0}: {1}', line, listed)
    : t('{0} tool calls are still without a result at line {1}: {2}', holding.length, line, listed);
  return { text, choices };
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
  t: Translate,
  plan: ForkPlan,
  table: EntryTable,
  parentId: string | null,
): DamageWarning | undefined {
  const details: string[] = [];
  const top = table.line(plan.rows[0] ?? plan.row);
  if (plan.top === 'missing-parent') {
    details.push(
      t(
        'The path begins at line {0}, whose parent {1} is not in the file. What came before it cannot be part of the fork.',
        top,
        quote(parentId ?? ''),
      ),
      ...plan.suspects.map(({ line, message }) => t('Line {0} is damaged: {1}', line, message)),
    );
  } else if (plan.top === 'loop') {
    details.push(
      t('The path begins at line {0}, because its parents lead back to it. The fork begins there too.', top),
    );
  }
  details.push(...damageLines(t, plan.damage));
  if (details.length === 0) return undefined;
  const text =
    plan.top === 'missing-parent'
      ? t('The beginning of this conversation is missing.')
      : t('This entry’s path goes through damaged lines.');
  return { text, detail: details.join('\n\n') };
}

function damageLines(t: Translate, damage: readonly Problem[]): string[] {
  const lines = damage.slice(0, MAX_NAMED).map(({ line, message }) => t('Line {0}: {1}', line, message));
  const more = damage.length - lines.length;
  if (more === 1) lines.push(t('1 more damaged line is listed in Problems.'));
  else if (more > 1) lines.push(t('{0} more damaged lines are listed in Problems.', more));
  return lines;
}

/** What to say once the new session is there. */
export function doneText(t: Translate, name: string, { messages }: ForkPlan): string {
  return messages === 1
    ? t('Forked 1 message into {0}.', name)
    : t('Forked {0} messages into {1}.', messages, name);
}

function list(t: Translate, names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(quote).join(', ');
  const more = names.length - MAX_NAMED;
  return more > 0 ? t('{0} and {1} more', shown, more) : shown;
}

/** A name from a file, made fit for a dialog: one line, short, nothing that changes how the rest reads. */
function quote(name: string): string {
  return `“${oneLine(name, MAX_NAME)}”`;
}
