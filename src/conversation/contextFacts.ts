import { viewContext, type ContextMark, type MeasuredContext } from '../core/contextView.ts';
import { MARK_LETTERS, type ContextFacts } from '../protocol.ts';
import type { PathEntries } from './pathEntries.ts';
import type { Scene } from './scene.ts';

/** Problems that the page lists; the rest is counted. */
const LISTED_PROBLEMS = 20;

/** What the page shows of a measured context. */
export function contextFacts(
  scene: Scene,
  { rows }: PathEntries,
  measured: MeasuredContext,
  budget: number | null,
): ContextFacts {
  const { context, path } = measured;
  const view = viewContext(measured, budget);
  const rowOf = new Map(path.map((entry, index) => [entry, rows[index] ?? -1]));
  const { table, format } = scene.snapshot;
  const compaction = context.compaction && rowOf.get(context.compaction);
  const { replayLimit } = format;
  return {
    state: 'shown',
    ...placed(scene, new Map(rows.map((row, index) => [row, view.marks[index] ?? 'none']))),
    edits: context.entries.flatMap(({ entry, edit }) => {
      const [row, by] = [rowOf.get(entry), edit && rowOf.get(edit)];
      return row === undefined || by === undefined ? [] : [{ row, line: table.line(by) }];
    }),
    messages: view.messages,
    sentMessages: view.sentMessages,
    chars: view.chars,
    sentChars: view.sentChars,
    compaction:
      compaction === undefined
        ? null
        : { row: compaction, line: table.line(compaction), retained: context.retainedCount ?? 0 },
    problems: problemsOf(measured, rowOf, scene),
    moreProblems: Math.max(0, context.problems.length - LISTED_PROBLEMS),
    replay: replayLimit !== undefined && path.length > replayLimit ? replayLimit : null,
    budgetError: view.budgetError ?? null,
  };
}

/** Marks by item, and those of results that stand inside an item with another one. */
function placed(
  { plan }: Scene,
  marks: ReadonlyMap<number, ContextMark>,
): Pick<ContextFacts, 'marks' | 'inside'> {
  const ofItems = Array.from(plan.items, (row) => marks.get(row) ?? 'none');
  const inside: { row: number; mark: ContextMark }[] = [];
  for (const row of [...plan.path, ...plan.pairs.beside]) {
    const item = plan.indexOf(row);
    // What hangs beside the path is no part of what is sent.
    const mark = marks.get(row) ?? 'none';
    if (item >= 0 && plan.items[item] !== row && mark !== ofItems[item]) inside.push({ row, mark });
  }
  return { marks: ofItems.map((mark) => MARK_LETTERS[mark]).join(''), inside };
}

function problemsOf(
  { context, path }: MeasuredContext,
  rowOf: ReadonlyMap<unknown, number>,
  { snapshot: { table } }: Scene,
): ContextFacts['problems'] {
  const listed = context.problems.slice(0, LISTED_PROBLEMS);
  return listed.map(({ message, entryId }) => {
    const entry = path.find(({ id }) => id === entryId);
    const row = entry ? (rowOf.get(entry) ?? null) : null;
    return { message: message.slice(0, 500), row, line: row === null ? null : table.line(row) };
  });
}
