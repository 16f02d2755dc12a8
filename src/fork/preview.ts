import { estimateContextChars } from '../core/context/estimate.ts';
import type { ForkPlan } from '../core/fork/forkPlan.ts';
import type { Telling } from '../core/text/telling.ts';
import type { Translate } from '../core/translate.ts';
import type { InPlaceOffer } from './inPlace.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';

/** What a fork from an entry would be, before anything is written. */
export interface ForkPreview {
  readonly plan: ForkPlan;
  readonly snapshot: SessionSnapshot;
  readonly compactions: number;
  /** What a model would see of the path; undefined where the format does not tell, or the path is too long to be read. */
  readonly seen?: { readonly messages: number; readonly chars: number };
  /** What the user typed, where the entry is a prompt of theirs that something comes before. */
  readonly prompt?: string;
  /** A branch that can be begun in the session's own file. */
  readonly inPlace?: InPlaceOffer;
}

/** Paths of so many bytes are read for the preview; what a longer one gives a model is shown by the page. */
const READ_BYTES = 8 << 20;

/** @throws FileAccessError */
export async function previewOf(
  session: Session,
  snapshot: SessionSnapshot,
  plan: ForkPlan,
): Promise<ForkPreview> {
  const { table, tree } = snapshot;
  const compactions = plan.rows.filter((row) => table.kind(row) === 'compaction').length;
  const [seen, prompt] = await Promise.all([
    seenByModel(session, snapshot, plan),
    (tree.parent[plan.row] ?? -1) < 0 ? undefined : promptOf(session, snapshot, plan.row),
  ]);
  return {
    ...{ plan, snapshot, compactions },
    ...(seen && { seen }),
    ...(prompt !== undefined && { prompt }),
  };
}

async function seenByModel(
  session: Session,
  { format, table }: SessionSnapshot,
  { rows, bytes }: ForkPlan,
): Promise<ForkPreview['seen']> {
  if (!format.context || bytes > READ_BYTES) return undefined;
  const read = await session.entries(rows);
  const path = read.filter((entry) => entry !== null);
  if (path.length < rows.length) return undefined;
  const ids = new Map(rows.map((row, index) => [row, read[index]?.id]));
  const { messages, sentFrom } = format.context(path, (record) => ids.get(table.rowOfRecord(record)));
  const sent = sentFrom.flatMap((index) => messages[index] ?? []);
  return { messages: sent.length, chars: sent.length === 0 ? 0 : estimateContextChars(sent) };
}

/** The text of a user's own message. */
async function promptOf(
  session: Session,
  { table }: SessionSnapshot,
  row: number,
): Promise<string | undefined> {
  if (table.role(row) !== 'user' || table.kind(row) !== 'message') return undefined;
  const [entry] = await session.entries([row]);
  const texts = entry?.message?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  const text = texts.join('\n\n');
  return /\S/.test(text) ? text : undefined;
}

/**
 * What the new session would be, in one line. What may keep somebody from it comes first: VS Code cuts a long line.
 * @param isGone whether the folder in which the session was recorded is not there, where that matters to its agent
 */
export function previewLine(t: Translate, telling: Telling, preview: ForkPreview, isGone = false): string {
  const { plan, compactions, seen } = preview;
  const { number } = telling;
  const parts = [
    ...(isGone ? [t('its folder is not on this machine')] : []),
    ...(plan.top === 'missing-parent' ? [t('its beginning is missing')] : []),
    ...countText(plan.damage.length, t('1 damaged line'), (count) => t('{0} damaged lines', number(count))),
    ...countText(plan.openCalls.length, t('1 call without a result'), (count) =>
      t('{0} calls without a result', number(count)),
    ),
    plan.messages === 1 ? t('1 message') : t('{0} messages', number(plan.messages)),
    telling.bytes(plan.bytes),
    ...(seen ? [seenText(t, telling, seen)] : []),
    ...countText(compactions, t('1 compaction'), (count) => t('{0} compactions', number(count))),
  ];
  return parts.join(' · ');
}

function seenText(
  t: Translate,
  { number }: Telling,
  { messages, chars }: NonNullable<ForkPreview['seen']>,
): string {
  return messages === 1
    ? t('the model sees 1 message ({0} characters)', number(chars))
    : t('the model sees {0} messages ({1} characters)', number(messages), number(chars));
}

function countText(count: number, one: string, many: (count: number) => string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many(count)];
}
