import { planFork, type ForkPlan } from '../core/fork/forkPlan.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Translate } from '../core/translate.ts';
import type { Session, SessionRegistry, SessionSnapshot } from '../sessions/session.ts';
import { damageWarning, holdQuestion, type ForkChoice, type ForkQuestion } from './texts.ts';
import { writeFork, type ForkFile, type ForkPlace, type ForkWishes } from './writeFork.ts';

/** How the flow speaks with the user; VS Code's dialogs, or a test's answers. */
export interface ForkUi {
  /** Whether to go on although something is missing. */
  confirm(text: string, detail: string): Promise<boolean>;
  /** The choice made, undefined to leave. */
  choose(question: ForkQuestion): Promise<ForkChoice | undefined>;
  /** Shows that something takes long while `work` runs. */
  busy<T>(work: Promise<T>): Promise<T>;
}

/** What asking the user takes. */
type Asking = Pick<ForkServices, 'ui' | 't'>;

export interface ForkServices {
  readonly sessions: Pick<SessionRegistry, 'acquire'>;
  readonly ui: ForkUi;
  readonly t: Translate;
  /** Where forks of this file go. @throws ForkRefusal where none can be written */
  place(uri: string): ForkPlace;
}

/** The entry to fork from: a row of the session's newest snapshot, or a physical line; else its default leaf. */
export interface ForkTarget {
  readonly uri: string;
  readonly row?: number;
  readonly line?: number;
}

export interface Forked {
  readonly file: ForkFile;
  readonly plan: ForkPlan;
}

/** Why nothing was forked, for people; no fault of the program. */
export class ForkRefusal extends Error {
  override readonly name = 'ForkRefusal';
}

/** From here on a sign is shown that something goes on, in bytes of the path. */
const LONG_BYTES = 16 << 20;

/**
 * Forks a session from one entry: plans, names what is missing, asks where the entry parts a call from its result,
 * then writes the new file. The source is only read.
 * @returns undefined when the user left.
 * @throws ForkRefusal, ForkReadError, NewFileError, FileAccessError; nothing was written then.
 */
export async function forkSession(services: ForkServices, target: ForkTarget): Promise<Forked | undefined> {
  const { t } = services;
  const lease = await services.sessions.acquire(target.uri);
  if (!lease) throw new ForkRefusal(t('This file holds no session that can be forked.'));
  try {
    const { session } = lease;
    await refresh(t, session, target);
    const { snapshot } = session;
    const writer = snapshot.format.fork;
    if (!writer)
      throw new ForkRefusal(t('Sessions of the format {0} cannot be forked.', snapshot.format.title));
    const place = services.place(target.uri);
    const agreed = await agreedPlan(services, session, snapshot, rowOf(t, snapshot, target));
    if (!agreed) return undefined;
    const { plan, wishes } = agreed;
    const work = writeFork(session, snapshot, writer, plan, place, wishes);
    const file = await (plan.bytes < LONG_BYTES ? work : services.ui.busy(work));
    return { file, plan };
  } finally {
    lease.dispose();
  }
}

/** Looks at the file as it is now. A row may say nothing any more when the file was written anew. */
async function refresh(t: Translate, session: Session, { row }: ForkTarget): Promise<void> {
  const before = session.snapshot.table;
  let isReplaced = false;
  const listening = session.onDidChange(({ kind }) => {
    isReplaced ||= kind === 'replaced';
  });
  try {
    await session.refresh();
  } finally {
    listening.dispose();
  }
  if (!isReplaced || row === undefined || isSameRow(before, session.snapshot.table, row)) return;
  throw new ForkRefusal(t('The file was written anew. Choose the entry again.'));
}

/** Whether a row of both tables stands for a record of the same size in the same place, written at the same time. */
function isSameRow(a: EntryTable, b: EntryTable, row: number): boolean {
  return (
    a.offset(row) === b.offset(row) &&
    a.length(row) === b.length(row) &&
    a.kind(row) === b.kind(row) &&
    Object.is(a.timestamp(row), b.timestamp(row))
  );
}

function rowOf(t: Translate, { table, tree }: SessionSnapshot, { row, line }: ForkTarget): number {
  if (line !== undefined) {
    for (let each = 0; each < table.size; each++) if (table.line(each) === line) return each;
    throw new ForkRefusal(t('Line {0} holds no entry of the session. Choose a line that does.', line));
  }
  const wanted = row ?? tree.defaultLeaf;
  if (wanted >= 0 && wanted < table.size) return wanted;
  throw new ForkRefusal(t('This entry is not in the file any more. Choose it again.'));
}

/** What the user agreed to. */
interface Agreed {
  readonly plan: ForkPlan;
  readonly wishes: ForkWishes;
}

/** The plan that the user agreed to: what is damaged is named first, then the calls that wait for a result. */
async function agreedPlan(
  services: Asking,
  session: Session,
  snapshot: SessionSnapshot,
  row: number,
): Promise<Agreed | undefined> {
  const plan = planOf(snapshot, row);
  if (!(await acceptsDamage(services, session, snapshot, plan))) return undefined;
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

function planOf(snapshot: SessionSnapshot, row: number): ForkPlan {
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

/** Names of the tools whose calls hold the entry, as the file has them. */
async function namesOfOpenCalls(session: Session, plan: ForkPlan): Promise<string[]> {
  const calls = plan.openCalls.filter((call) => call.holds);
  const entries = await session.entries(calls.map((call) => call.row));
  return calls.map((call, index) => {
    const blocks = entries[index]?.message?.blocks.filter((block) => block.type === 'toolCall') ?? [];
    return blocks[call.ordinal]?.name ?? 'unknown';
  });
}
