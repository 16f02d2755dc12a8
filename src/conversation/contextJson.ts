import type { ContextMark } from '../core/context/contextMark.ts';
import { measureContext, viewContext } from '../core/context/contextView.ts';
import { RawValues } from '../core/conversation/rawValues.ts';
import type { Message } from '../core/entry.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { ModelContext } from '../core/context/modelContext.ts';
import { toAnthropic, toOpenAi } from '../core/context/modelJson.ts';
import type { Slicer } from '../core/lib/scheduler.ts';
import type { Session } from '../sessions/session.ts';
import { contextOfFormat, readPathEntries } from './pathEntries.ts';

/** In which shape messages are written: the format's own, or an API's. */
export const CONTEXT_SHAPES = ['own', 'anthropic', 'openai'] as const;
export type ContextShape = (typeof CONTEXT_SHAPES)[number];

/** A context as JSON text, and what is not in it. */
export interface ContextText {
  readonly text: string;
  /** Messages in the text. */
  readonly count: number;
  /** Entries that are messages and are not in it, by why. */
  readonly left: ReadonlyMap<ContextMark, number>;
  /** Messages whose thoughts were left out. */
  readonly thoughts: number;
}

/** Records read at a time. */
const BATCH = 500;

/**
 * What the model would receive of a path as a JSON array of messages (Anthropic: an object with `messages`). What is a
 * part of a record comes as it stands in the file, so that numbers keep their digits.
 * @returns undefined when the file was changed meanwhile
 * @throws Error when the budget cannot be kept, with the text of trimContext
 */
export async function contextAsJson(
  session: Session,
  path: ArrayLike<number>,
  budget: number | null,
  shape: ContextShape,
  slicer: Slicer,
): Promise<ContextText | undefined> {
  const read = await readPathEntries(session, path, slicer);
  const { format, table } = session.snapshot;
  const contextOf = read && contextOfFormat(format, table, read);
  if (!read || !contextOf) return undefined;
  const context = contextOf(read.entries);
  const measured = await measureContext(read.entries, contextOf, slicer);
  const { isSent, marks, budgetError } = viewContext(measured, budget);
  if (budgetError !== undefined) throw new Error(budgetError);
  const rows = new Map(read.entries.map((entry, index) => [entry, read.rows[index] ?? -1]));
  const values = await rawValues(session, context, (entry) => rows.get(entry) ?? -1);
  if (!values) return undefined;
  const sent = context.sent.filter((_, index) => isSent[context.sentFrom[index] ?? -1]);
  const left = new Map<ContextMark, number>();
  marks.forEach((mark, index) => {
    const isOut = !['sent', 'edited', 'summary', 'partly'].includes(mark);
    if (isOut && (measured.entries[index]?.own.length ?? 0) > 0) left.set(mark, (left.get(mark) ?? 0) + 1);
  });
  if (shape === 'own') {
    const messages = context.messages.filter((_, index) => isSent[index]);
    return { ...written(messages, values), left, thoughts: 0 };
  }
  const thoughts = sent.filter(({ blocks }) => blocks.some(({ type }) => type === 'thinking')).length;
  return { ...(shape === 'openai' ? openAi(sent, values) : anthropic(sent, values)), left, thoughts };
}

function openAi(sent: readonly Message[], values: RawValues): Pick<ContextText, 'text' | 'count'> {
  return written(toOpenAi(sent, values.write), values);
}

function anthropic(sent: readonly Message[], values: RawValues): Pick<ContextText, 'text' | 'count'> {
  const { system, messages } = toAnthropic(sent, values.write);
  const { text, count } = written(messages, values);
  const before = system === undefined ? '' : `"system":${values.write(system)},\n`;
  return { text: `{${before}"messages":${text.trimEnd()}}\n`, count };
}

/** One message a line. */
function written(messages: readonly JsonValue[], values: RawValues): Pick<ContextText, 'text' | 'count'> {
  const lines = messages.map(values.write);
  return { text: lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`, count: lines.length };
}

/** The texts of all records that say something. */
async function rawValues(
  session: Session,
  { entries, sent }: ModelContext,
  rowOf: (entry: ModelContext['entries'][number]['entry']) => number,
): Promise<RawValues | undefined> {
  const values = new RawValues();
  const decoder = new TextDecoder();
  const sources = entries.flatMap(({ entry, edit }) => (edit ? [entry, edit] : [entry]));
  for (let from = 0; from < sources.length; from += BATCH) {
    const batch = sources.slice(from, from + BATCH);
    const all = await session.bytes(batch.map(rowOf));
    for (const [index, entry] of batch.entries()) {
      const bytes = all[index];
      if (!bytes) return undefined;
      values.add(entry.record, decoder.decode(bytes));
    }
  }
  // Arguments that the file holds as text: what was parsed of it must not be printed with other digits.
  for (const block of sent.flatMap(({ blocks }) => blocks)) {
    if (block.type !== 'toolCall' || block.rawArguments === undefined) continue;
    if (isJsonObject(block.arguments)) values.addText(block.arguments, block.rawArguments);
  }
  return values;
}
