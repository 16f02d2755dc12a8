import type { ForkPlan } from '../core/fork/forkPlan.ts';
import { hex } from '../core/text/hex.ts';
import type { Translate } from '../core/translate.ts';
import { fileTime, forkStem } from '../formats/fork/names.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import { appendInPlace, type InPlaceAppended, type InPlaceIo } from '../store/appendInPlace.ts';
import { ForkRefusal } from './refusal.ts';
import { readPathStrictly } from './strictPath.ts';

/** A branch that can be begun in the session's own file. */
export interface InPlaceOffer {
  /** What would be appended, without a terminator. */
  readonly record: Uint8Array;
  /** See InPlaceWriter. */
  readonly onlyTerminal: boolean;
}

/** Where the file is, and how it is written to. */
export interface InPlacePlace {
  readonly io: InPlaceIo;
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  /** Why it cannot be written to now, in words. */
  readonly obstacle?: string;
  /** Unix ms. */
  readonly now: number;
  random(length: number): Uint8Array;
}

/** What the user is told before anything is written. */
export interface InPlaceQuestion {
  readonly text: string;
  readonly detail: string;
}

/** @returns undefined where no record can have the agent go on at the entry */
export async function offerInPlace(
  session: Pick<Session, 'entries'>,
  { format, header, table, tree, parts }: SessionSnapshot,
  plan: ForkPlan,
  { now, random }: Pick<InPlacePlace, 'now' | 'random'>,
): Promise<InPlaceOffer | undefined> {
  const writer = format.inPlace;
  const end = table.size - 1;
  // Results beside the path would be left behind.
  const isChain = plan.rows.every((row, index) => index === 0 || tree.parent[row] === plan.rows[index - 1]);
  if (!writer || parts || plan.row === end || !isChain || table.isRepeat(plan.row)) return undefined;
  const sampleRow = writer.sample === undefined ? -1 : lastOfKind(table, writer.sample);
  const [entry, last, sample] = await session.entries([plan.row, end, ...(sampleRow < 0 ? [] : [sampleRow])]);
  if (!entry || !last) return undefined;
  const isTaken = (id: string): boolean => table.rowOf(id) >= 0;
  const left = leftBehind({ table, tree }, plan);
  const isCompacted = lastOfKind(table, 'compaction') > plan.row;
  const request = { entry, header, last, left, isCompacted, isTaken, now, random, ...(sample && { sample }) };
  const record = writer.record(request);
  if (!record) return undefined;
  return {
    record: new TextEncoder().encode(JSON.stringify(record)),
    onlyTerminal: writer.onlyTerminal === true,
  };
}

function lastOfKind(table: SessionSnapshot['table'], kind: string): number {
  let row = table.size - 1;
  while (row >= 0 && table.kind(row) !== kind) row--;
  return row;
}

/** Messages on the active path that are not on the plan's. */
function leftBehind({ table, tree }: Pick<SessionSnapshot, 'table' | 'tree'>, { rows }: ForkPlan): number {
  const kept = new Set(rows);
  let count = 0;
  for (let row = tree.defaultLeaf; row >= 0 && !kept.has(row); row = tree.parent[row] ?? -1) {
    if (table.kind(row) === 'message') count += 1;
  }
  return count;
}

/** What is said before, and asked. */
export function inPlaceQuestion(
  t: Translate,
  { snapshot: { format, table }, plan, name }: { snapshot: SessionSnapshot; plan: ForkPlan; name: string },
  { onlyTerminal }: InPlaceOffer,
): InPlaceQuestion {
  const agent = format.title;
  return {
    text: t('Write into the session file {0}?', name),
    detail: [
      t(
        'One record is added at its end, so that {0} goes on from line {1} the next time.',
        agent,
        table.line(plan.row),
      ),
      ...(onlyTerminal
        ? [
            t(
              'Only {0}’s program in a terminal heeds it; what else reads the file goes by its last message.',
              agent,
            ),
          ]
        : []),
      t('Nothing else in the file changes. A copy of it as it is now is put beside it first.'),
      t('Close the session where {0} has it open: it would not notice.', agent),
    ].join('\n\n'),
  };
}

/**
 * Reads the path strictly, then appends the record.
 * @throws ForkReadError, InPlaceError, NewFileError
 */
export async function writeInPlace(
  session: Pick<Session, 'bytes' | 'entries'>,
  snapshot: SessionSnapshot,
  plan: ForkPlan,
  { record }: InPlaceOffer,
  { io, path, folder, name, now, random }: InPlacePlace,
): Promise<InPlaceAppended> {
  for await (const line of readPathStrictly(session, snapshot, plan.rows)) void line;
  const copy = `${forkStem(name)}.${fileTime(now)}`;
  return appendInPlace(io, {
    ...{ path, folder, size: snapshot.size, record, now },
    backupName: (attempt) => `${copy}${attempt > 1 ? `-${attempt}` : ''}.bak`,
    temporaryName: `.${hex(random(8))}.session-tree.tmp`,
  });
}

/** @throws ForkRefusal where the file cannot be written to in place */
export function demandOffer(t: Translate, offer: InPlaceOffer | undefined): InPlaceOffer {
  if (offer) return offer;
  throw new ForkRefusal(t('No branch can be begun from this entry in its own file. Fork it into a new one.'));
}
