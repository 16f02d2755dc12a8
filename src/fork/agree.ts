import { planFork, type ForkPlan } from '../core/fork/forkPlan.ts';
import type { Translate } from '../core/translate.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import { ForkRefusal } from './refusal.ts';
import { damageWarning, holdQuestion, type ForkChoice, type ForkQuestion } from './texts.ts';
import type { ForkWishes } from './writeFork.ts';

/** What asking the user takes. */
export interface Asking {
  readonly t: Translate;
  readonly ui: {
    /** Whether to go on although something is missing. */
    confirm(text: string, detail: string): Promise<boolean>;
    /** The choice made, undefined to leave. */
    choose(question: ForkQuestion): Promise<ForkChoice | undefined>;
  };
}

/** What the user agreed to. */
export interface Agreed {
  readonly plan: ForkPlan;
  readonly wishes: ForkWishes;
}

/** The plan that the user agreed to: what is damaged is named first, then the calls that wait for a result. */
export async function agreedPlan(
  services: Asking,
  session: Session,
  snapshot: SessionSnapshot,
  row: number,
): Promise<Agreed | undefined> {
  const plan = planOf(snapshot, row);
  if (!(await acceptsDamage(services, session, snapshot, plan))) return undefined;
  if (!(await acceptsSubagent(services, session, snapshot, plan))) return undefined;
  if (!plan.inside) return { plan, wishes: {} };
  const names = await namesOfOpenCalls(session, plan);
  const closes = snapshot.format.fork?.closesCalls === true;
  const chosen = await services.ui.choose(holdQuestion(services.t, plan, snapshot.table, names, closes));
  if (!chosen) return undefined;
  if (chosen.row === row) return { plan, wishes: { closing: chosen.closing === true } };
  const other = planOf(snapshot, chosen.row);
  const accepts = await acceptsDamage(services, session, snapshot, other, plan);
  return accepts ? { plan: other, wishes: {} } : undefined;
}

/** @throws ForkRefusal where no session could hold the path */
export function planOf(snapshot: SessionSnapshot, row: number): ForkPlan {
  try {
    return planFork(snapshot, row);
  } catch (error) {
    if (error instanceof RangeError) throw new ForkRefusal(`${error.message}.`, { cause: error });
    throw error;
  }
}

/** @param accepted a plan of the same path, shorter or longer, whose warning the user has seen */
async function acceptsDamage(
  services: Asking,
  session: Session,
  snapshot: SessionSnapshot,
  plan: ForkPlan,
  accepted?: ForkPlan,
): Promise<boolean> {
  // A later entry may lie behind damage that nobody spoke of yet.
  if (accepted && plan.damage.length <= accepted.damage.length) return true;
  if (plan.top === 'root' && plan.damage.length === 0) return true;
  const [top] = await session.entries([plan.rows[0] ?? plan.row]);
  const warning = damageWarning(services.t, plan, snapshot.table, top?.parentId ?? null);
  return warning ? services.ui.confirm(warning.text, warning.detail) : true;
}

/** A subagent's entry in the session of who started it: the agent goes on in its own conversation, never in that. */
async function acceptsSubagent(
  { t, ui }: Asking,
  session: Session,
  { format }: SessionSnapshot,
  { rows, row }: ForkPlan,
): Promise<boolean> {
  const [entry, top] = await session.entries([row, rows[0] ?? row]);
  // In a file of its own all entries are the subagent's.
  if (entry?.place?.side !== true || top?.place?.side === true) return true;
  return ui.confirm(
    t('This entry is a subagent’s.'),
    t(
      'The new session holds the path to it, but {0} goes on where the subagent was started: it reads nothing of what the subagent said.',
      format.title,
    ),
  );
}

/** Names of the tools whose calls hold the entry, as the file has them. */
async function namesOfOpenCalls(session: Session, plan: ForkPlan): Promise<string[]> {
  const calls = plan.openCalls.filter((call) => call.holds);
  const entries = await session.entries(calls.map((call) => call.row));
  return calls.map((call, index) => {
    const blocks = entries[index]?.message?.blocks.filter((block) => block.type === 'toolCall') ?? [];
    return blocks[call.ordinal]?.name ?? 'unknown';
  });
}
