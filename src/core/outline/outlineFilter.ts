import type { EntryKind } from '../entry.ts';
import { STEP_ROWS, type Steps } from '../lib/steps.ts';
import type { EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';

/** Which entries the outline shows. The first is what most people want to see. */
export const OUTLINE_FILTERS = ['default', 'no-tools', 'user-only', 'labelled-only', 'all'] as const;
export type OutlineFilter = (typeof OUTLINE_FILTERS)[number];

/** What an outline is made of: one snapshot's rows, links and labels. */
export interface OutlineSource {
  readonly table: EntryTable;
  readonly tree: SessionTree;
  /** Labels in force, by the row that carries them. */
  readonly labels: ReadonlyMap<number, string>;
}

/** Settings and notes: part of the file, no part of the talk. */
const QUIET: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'label',
  'contextEdit',
  'custom',
  'modelChange',
  'thinkingLevelChange',
  'sessionName',
  'usage',
  'metadata',
  'echo',
]);

/** 1 for every row that `filter` shows. `leaf` is the main leaf, which is shown even without a text. */
export function* visibleRows(source: OutlineSource, filter: OutlineFilter, leaf: number): Steps<Uint8Array> {
  const { table } = source;
  const shown = new Uint8Array(table.size);
  if (filter === 'all') return shown.fill(1);
  if (filter === 'labelled-only') {
    for (const row of source.labels.keys()) if (row < shown.length) shown[row] = 1;
    return shown;
  }
  const shows = filter === 'user-only' ? isUser : filter === 'no-tools' ? isTalk : isDefault;
  for (let row = 0; row < shown.length; row++) {
    if (shows(source, row, leaf)) shown[row] = 1;
    if (row % STEP_ROWS === 0) yield;
  }
  return shown;
}

function isUser({ table }: OutlineSource, row: number): boolean {
  return table.role(row) === 'user' && !table.isRepeat(row) && !table.isSuperseded?.(row);
}

function isTalk(source: OutlineSource, row: number, leaf: number): boolean {
  const { table } = source;
  return table.role(row) !== 'toolResult' && !table.isRepeat(row) && isDefault(source, row, leaf);
}

/** An assistant that only calls tools is told by its results, unless nothing came after it. */
function isDefault({ table, tree }: OutlineSource, row: number, leaf: number): boolean {
  // A newer version stands in its place.
  if (QUIET.has(table.kind(row)) || table.isSuperseded?.(row)) return false;
  if (table.role(row) !== 'assistant' || table.hasText(row)) return true;
  return row === leaf || tree.firstChild[row] === -1 || tree.newestLeaf[row] === row;
}
