import type { ContextMark } from '../core/context/contextMark.ts';
import { viewContext, type MeasuredContext } from '../core/context/contextView.ts';
import { MARK_LETTERS, type ContextFacts } from '../protocol.ts';
import type { Scene } from './scene.ts';

/** Problems that the page lists; the rest is counted. */
const LISTED_PROBLEMS = 20;

/** What the page shows of a measured context. */
export function contextFacts(
  scene: Scene,
  rows: readonly number[],
  measured: MeasuredContext,
  budget: number | null,
): ContextFacts {
  const { marks, ...view } = viewContext(measured, budget);
  const { table, format } = scene.snapshot;
  const place = (entry: number): { row: number; line: number } | null => {
    const row = rows[entry];
    return row === undefined ? null : { row, line: table.line(row) };
  };
  const compaction = place(measured.compaction);
  const { replayLimit } = format;
  return {
    state: 'shown',
    ...placed(scene, new Map(rows.map((row, index) => [row, marks[index] ?? 'none']))),
    edits: measured.entries.flatMap(({ edit }, index) => {
      if (edit === undefined) return [];
      const [edited, by] = [place(index), place(edit)];
      return edited && by ? [{ row: edited.row, line: by.line }] : [];
    }),
    messages: view.messages,
    sentMessages: view.sentMessages,
    chars: view.chars,
    sentChars: view.sentChars,
    compaction: compaction && { ...compaction, retained: measured.retainedCount },
    problems: measured.problems.slice(0, LISTED_PROBLEMS).map(({ message, entry }) => {
      const { row = null, line = null } = place(entry) ?? {};
      return { message: message.slice(0, 500), row, line };
    }),
    moreProblems: Math.max(0, measured.problems.length - LISTED_PROBLEMS),
    replay: replayLimit !== undefined && rows.length > replayLimit ? replayLimit : null,
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
