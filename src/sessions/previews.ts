import type { Entry, ToolCallBlock } from '../core/entry.ts';
import { oneLine } from '../core/text/oneLine.ts';
import { previewOf } from '../core/text/preview.ts';
import type { Format } from '../formats/format.ts';
import { EMPTY_CALL } from '../core/index/table.ts';
import type { Bodies } from './bodies.ts';
import type { Preview, SessionSnapshot } from './session.ts';

/** How far up the tree the call of a tool result is looked for; nearly always it is the parent or near it. */
const CALL_STEPS = 2_000;
/** Shown for a row whose bytes are no longer there; the next snapshot follows. */
const GONE = '(changed on disk)';

/** A call by its place: which of the row's calls, from 0. */
interface CallPlace {
  readonly row: number;
  readonly index: number;
}

/**
 * What a list shows of the rows. A tool result is shown as the nearest call above it with its id; which of several calls
 * with one id it answers along a path is for the pairing to say, not for a list.
 */
export async function readPreviews(
  snapshot: SessionSnapshot,
  bodies: Bodies,
  rows: readonly number[],
): Promise<readonly Preview[]> {
  const calls = rows.map((row) => findCall(snapshot, row));
  const callRows = calls.flatMap((call) => (call ? [call.row] : []));
  // Rows and their calls lie near each other: one list, so that they share reads.
  const wanted = [...new Set([...rows, ...callRows])];
  const entries = await bodies.entries(wanted);
  const byRow = new Map(wanted.map((row, index) => [row, entries[index] ?? null]));
  return rows.map((row, index) => {
    const call = calls[index];
    return preview(
      snapshot,
      row,
      byRow.get(row) ?? null,
      call && blockAt(byRow.get(call.row) ?? null, call.index),
    );
  });
}

function preview(
  { table, format }: SessionSnapshot,
  row: number,
  entry: Entry | null,
  call?: ToolCallBlock,
): Preview {
  const base = { row, kind: table.kind(row), role: table.role(row) };
  if (!entry) return { ...base, text: GONE, calls: [] };
  const shown = previewOf(entry, call);
  return { ...base, ...shown, text: ownText(format, entry, shown.text) ?? shown.text };
}

/** What a user wrote, where the agent put something of its own before it. */
function ownText(format: Format, entry: Entry, shown: string): string | undefined {
  if (entry.message?.role !== 'user' || !shown.startsWith('<')) return undefined;
  return oneLine(format.ownWords?.(entry)?.text ?? '') || undefined;
}

function findCall({ table, tree }: SessionSnapshot, row: number): CallPlace | undefined {
  const key = table.results(row)[0];
  if (key === undefined || key === EMPTY_CALL) return undefined;
  let above = tree.parent[row] ?? -1;
  for (let step = 0; step < CALL_STEPS && above >= 0; step++) {
    const index = table.calls(above).lastIndexOf(key);
    if (index >= 0) return { row: above, index };
    above = tree.parent[above] ?? -1;
  }
  return undefined;
}

function blockAt(entry: Entry | null, index: number): ToolCallBlock | undefined {
  return entry?.message?.blocks.filter((block) => block.type === 'toolCall')[index];
}
