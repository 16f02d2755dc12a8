import type { Entry, EntryKind } from '../entry.ts';
import { oneLine } from '../text/oneLine.ts';
import { TEXT_LIMIT, bounded, shortId } from './bounded.ts';
import type { Body, BuildSource } from './build.ts';
import { fieldsOf, textOf } from './fields.ts';
import type { KeptFrom, NoteItem, PlaceInFile } from './items.ts';

/** Kinds whose text is a summary to be read, not a line. */
const WITH_BODY: ReadonlySet<EntryKind> = new Set(['compaction', 'branchSummary']);
/** Kinds that say all they have to say in their line. */
const WITHOUT_FIELDS: ReadonlySet<EntryKind> = new Set([
  'modelChange',
  'thinkingLevelChange',
  'label',
  'sessionName',
  'compaction',
  'branchSummary',
]);

/** What stands between the messages, as a slim note. */
export function buildNote(
  source: BuildSource,
  row: number,
  body: Body,
): Omit<NoteItem, 'row' | 'line' | 'id' | 'time'> {
  const { entry } = body;
  const { kind, text = '' } = entry;
  const hasBody = WITH_BODY.has(kind);
  const isTold =
    kind === 'usage' && source.usage?.saysInText === true && source.usage.of(entry) !== undefined;
  const target = placeOf(source, entry.targetId);
  return {
    type: 'note',
    kind,
    word: oneLine(entry.type),
    // Numbers are shown as numbers.
    text: hasBody || isTold ? '' : oneLine(text),
    ...(hasBody && text !== '' && { body: bounded(text, TEXT_LIMIT) }),
    ...(!WITHOUT_FIELDS.has(kind) && {
      fields: fieldsOf(textOf(entry.record, body.raw, entry.record), row, 'record'),
    }),
    ...(target && { target }),
    ...(kind === 'compaction' && { kept: keptFrom(source, row, entry) }),
    ...(entry.tokensBefore !== undefined && { tokensBefore: entry.tokensBefore }),
  };
}

function placeOf({ table, plan }: BuildSource, id: string | undefined): PlaceInFile | undefined {
  const row = id === undefined ? -1 : table.rowOf(id);
  return row < 0 ? undefined : { row, line: table.line(row), onPath: plan.onPath(row) };
}

/** A compaction keeps the path from an entry before it on; its own id means that it keeps nothing. */
function keptFrom(source: BuildSource, row: number, entry: Entry): KeptFrom {
  const { table, plan } = source;
  const { firstKept } = entry;
  if (!firstKept) return { type: 'nothing' };
  if ('id' in firstKept && firstKept.id === entry.id) return { type: 'nothing' };
  const kept = 'id' in firstKept ? table.rowOf(firstKept.id) : table.rowOfRecord(firstKept.record);
  const isBefore = kept >= 0 && plan.onPath(kept) && plan.path.indexOf(kept) < plan.path.indexOf(row);
  if (isBefore) return { type: 'from', row: kept, line: table.line(kept) };
  return { type: 'unknown', id: 'id' in firstKept ? shortId(firstKept.id) : String(firstKept.record) };
}
