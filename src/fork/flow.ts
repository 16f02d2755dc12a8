import type { ForkPlan } from '../core/fork/forkPlan.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { Translate } from '../core/translate.ts';
import type { Session, SessionRegistry, SessionSnapshot } from '../sessions/session.ts';
import type { InPlaceAppended } from '../store/appendInPlace.ts';
import type { ResumeCommand } from '../formats/fork/writer.ts';
import { agreedPlan, planOf, type Agreed, type Asking } from './agree.ts';
import type { ForkAction } from './choices.ts';
import {
  demandOffer,
  inPlaceQuestion,
  offerInPlace,
  writeInPlace,
  type InPlacePlace,
  type InPlaceQuestion,
} from './inPlace.ts';
import { previewOf, type ForkPreview } from './preview.ts';
import { ForkRefusal } from './refusal.ts';
import { writeFork, type ForkFile, type ForkPlace } from './writeFork.ts';

export { ForkRefusal } from './refusal.ts';

/** How the flow speaks with the user; VS Code's dialogs, or a test's answers. */
export interface ForkUi {
  readonly confirm: Asking['ui']['confirm'];
  readonly choose: Asking['ui']['choose'];
  /** What becomes of the path, undefined to leave. */
  decide(preview: ForkPreview, uri: string): Promise<ForkAction | undefined>;
  /** A folder, as the place's `io` names it, and a name in it; undefined to leave. */
  elsewhere(uri: string): Promise<ForkPlace['chosen'] | undefined>;
  /** Whether to write into the session's own file. */
  agree(question: InPlaceQuestion): Promise<boolean>;
  /** Shows that something takes long while `work` runs. */
  busy<T>(work: Promise<T>): Promise<T>;
}

export interface ForkServices {
  readonly sessions: Pick<SessionRegistry, 'acquire'>;
  readonly ui: ForkUi;
  readonly t: Translate;
  /** Where forks of this file go. @throws ForkRefusal where none can be written */
  place(uri: string): ForkPlace;
  /** How this file is written to in place; undefined where it cannot be. */
  inPlace?(uri: string): InPlacePlace | undefined;
}

/** The entry to fork from: a row of the session's newest snapshot, or a physical line; else its default leaf. */
export interface ForkTarget {
  readonly uri: string;
  readonly row?: number;
  readonly line?: number;
  /** What is to become of the path, where the user is not to be asked. */
  readonly how?: ForkAction;
}

/** What came of it: a new file, or only an entry whose path is to be shown or copied. */
export interface Forked {
  readonly action: ForkAction;
  readonly plan: ForkPlan;
  readonly file?: ForkFile;
  /** How the agent goes on in the new file. */
  readonly resume?: ResumeCommand;
  /** The prompt that the fork ends before. */
  readonly prompt?: string;
  /** What was appended to the session's own file. */
  readonly appended?: InPlaceAppended;
}

/** From here on a sign is shown that something goes on, in bytes of the path. */
const LONG_BYTES = 16 << 20;

/**
 * Forks a session from one entry: plans, names what is missing, asks where the entry parts a call from its result,
 * shows what would come of it and asks what to do, then writes the new file. The source is only read.
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
    if (!snapshot.format.fork)
      throw new ForkRefusal(t('Sessions of the format {0} cannot be forked.', snapshot.format.title));
    const agreed = await agreedPlan(services, session, snapshot, rowOf(t, snapshot, target));
    if (!agreed) return undefined;
    const preview = await preparedPreview(services, session, snapshot, agreed);
    const action = target.how ?? (await services.ui.decide(preview, session.uri));
    return action && (await carryOut(services, session, preview, agreed, action));
  } finally {
    lease.dispose();
  }
}

async function carryOut(
  services: ForkServices,
  session: Session,
  { snapshot, prompt, inPlace }: ForkPreview,
  agreed: Agreed,
  action: ForkAction,
): Promise<Forked | undefined> {
  const { plan } = agreed;
  switch (action) {
    case 'json':
    case 'look':
      return { action, plan };
    case 'inPlace': {
      const appended = await branchInPlace(services, session, snapshot, plan, inPlace);
      return appended && { action, plan, appended };
    }
    case 'elsewhere': {
      const chosen = await services.ui.elsewhere(session.uri);
      return chosen && { action, plan, ...(await write(services, session, snapshot, agreed, chosen)) };
    }
    case 'prompt': {
      if (prompt === undefined) {
        throw new ForkRefusal(services.t('This entry is no prompt that another one comes before.'));
      }
      const before = planOf(snapshot, snapshot.tree.parent[plan.row] ?? -1);
      const written = await write(services, session, snapshot, { plan: before, wishes: {} });
      return { action, plan: before, prompt, ...written };
    }
    default:
      return { action, plan, ...(await write(services, session, snapshot, agreed)) };
  }
}

async function preparedPreview(
  services: ForkServices,
  session: Session,
  snapshot: SessionSnapshot,
  { plan, wishes }: Agreed,
): Promise<ForkPreview> {
  const preview = await previewOf(session, snapshot, plan);
  const place = wishes.closing ? undefined : services.inPlace?.(session.uri);
  const inPlace = place && (await offerInPlace(session, snapshot, plan, place));
  return { ...preview, ...(inPlace && { inPlace }) };
}

async function branchInPlace(
  { t, ui, inPlace }: ForkServices,
  session: Session,
  snapshot: SessionSnapshot,
  plan: ForkPlan,
  offered: ForkPreview['inPlace'],
): Promise<InPlaceAppended | undefined> {
  const offer = demandOffer(t, offered);
  const { name = '', obstacle } = inPlace?.(session.uri) ?? {};
  if (obstacle !== undefined) throw new ForkRefusal(obstacle);
  if (!(await ui.agree(inPlaceQuestion(t, { snapshot, plan, name }, offer)))) return undefined;
  // The time after the user has thought about it.
  const place = inPlace?.(session.uri);
  return place && (await ui.busy(writeInPlace(session, snapshot, plan, offer, place)));
}

async function write(
  services: ForkServices,
  session: Session,
  snapshot: SessionSnapshot,
  { plan, wishes }: Agreed,
  chosen?: ForkPlace['chosen'],
): Promise<Pick<Forked, 'file' | 'resume'>> {
  const { format, header } = snapshot;
  if (!format.fork)
    throw new ForkRefusal(services.t('Sessions of the format {0} cannot be forked.', format.title));
  const place = { ...services.place(session.uri), ...(chosen && { chosen }) };
  const work = writeFork(session, snapshot, format.fork, plan, place, wishes);
  const file = await (plan.bytes < LONG_BYTES ? work : services.ui.busy(work));
  const resume = format.resume?.({
    path: file.path,
    ...(file.sessionId !== undefined && { id: file.sessionId }),
    ...(header?.cwd !== undefined && { cwd: header.cwd }),
  });
  return { file, ...(resume && { resume }) };
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
