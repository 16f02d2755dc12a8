import { readFileSync } from 'node:fs';
import { withBesideResults } from '../../../src/core/pairing/besideResults.ts';
import type { EntryTable } from '../../../src/core/index/table.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';

interface Row {
  readonly uuid: string;
  readonly parentUuid?: string | null;
  readonly type: string;
  readonly isMeta?: boolean;
  readonly attachment?: { readonly type?: string };
  readonly compactMetadata?: {
    readonly preservedSegment?: { readonly headUuid: string; readonly tailUuid: string };
    readonly preservedMessages?: { readonly uuids: readonly string[] };
  };
}

/** A file read by the product; a final line feed that is missing is put in. */
export function readSession(path: string): { bytes: Uint8Array; state: ReadState | undefined } {
  const bytes = readFileSync(path);
  const reader = new SessionReader();
  reader.push(bytes);
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) reader.push(Uint8Array.of(0x0a));
  return { bytes, state: reader.state() };
}

/**
 * What the agent's SDK would show of the product's path to the default leaf (formats/claude-code.md §1.9, §1.8): the
 * chain up to the first record that has no parent in the file, behind the last compaction with what that kept; no meta
 * rows. The SDK sorts by clock what it puts in, so only the set is told.
 */
export function shownBySdk(bytes: Uint8Array, { table, tree }: ReadState): Set<string> {
  const recordOf = (row: number): Row => {
    const start = table.offset(row);
    return JSON.parse(new TextDecoder().decode(bytes.subarray(start, start + table.length(row)))) as Row;
  };
  const whole = pathRows(tree, tree.defaultLeaf);
  let from = whole.length - 1;
  while (from > 0 && table.parentLink(whole[from] ?? -1) >= 0) from -= 1;
  const path = whole.slice(Math.max(0, from));
  const rows = withBesideResults(table, tree, path);
  const onChain = rawChain(table, tree.defaultLeaf);
  const records = Array.from(rows)
    .filter((row) => table.kind(row) === 'message' || row === path[0] || onChain.has(row))
    .map(recordOf);
  const kept = records[0]?.compactMetadata;
  for (const uuid of kept ? keptBy(kept, (id) => recordOf(table.rowOf(id))) : []) {
    const row = table.rowOf(uuid);
    if (row >= 0) records.push(recordOf(row));
  }
  return new Set(records.filter(isShown).map(({ uuid }) => uuid));
}

/** Rows from a leaf up by the parents' ids: notes beside that chain stand on the product's path, not on the SDK's. */
function rawChain(table: EntryTable, leaf: number): Set<number> {
  const rows = new Set<number>();
  for (let row = leaf; row >= 0 && !rows.has(row); row = table.parentLink(row)) rows.add(row);
  return rows;
}

function isShown({ type, isMeta, attachment }: Row): boolean {
  if (type === 'attachment') return attachment?.type === 'queued_command';
  return (type === 'user' && isMeta !== true) || type === 'assistant' || type === 'system';
}

function keptBy(kept: NonNullable<Row['compactMetadata']>, recordOf: (id: string) => Row): string[] {
  const { preservedSegment, preservedMessages } = kept;
  if (preservedMessages) return [...preservedMessages.uuids];
  const ids: string[] = [];
  for (let id = preservedSegment?.tailUuid; id; id = recordOf(id).parentUuid ?? undefined) {
    ids.push(id);
    if (id === preservedSegment?.headUuid) break;
  }
  return ids;
}
