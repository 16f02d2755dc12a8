import assert from 'node:assert/strict';
import { own } from '../../../../src/core/json.ts';
import type { EntryTable } from '../../../../src/core/index/table.ts';
import type { Format } from '../../../../src/formats/format.ts';
import { SessionReader } from '../../../../src/formats/reader.ts';
import { parseObject } from '../../../../src/scan/readLine.ts';
import { nodeBytes } from '../../../../src/store/nodeBytes.ts';
import { createSimdScanner } from '../../../../src/scan/simdScanner.ts';

export interface Compared {
  /** Lines read, and how many of them the scanner took. */
  readonly lines: number;
  readonly scanned: number;
  readonly format: Format | undefined;
}

/**
 * Reads the bytes twice, with the scanner and by decoding every record, and demands the same table, problems, labels,
 * title and counts.
 * @param portion bytes of one push
 * @param movesOn whether the rest of the file, from some place on, is read as the extension host does it, by another
 *   reader that goes on where the first one stood and has no fast scanner
 */
export function compareReaders(
  bytes: Uint8Array,
  format?: Format,
  portion = bytes.length,
  movesOn = false,
): Compared {
  const options = format ? { format } : {};
  // Long pieces by the scanner that the reading thread has, short ones by the one of the extension host.
  const isFast = portion > 10_000;
  let quick = new SessionReader({
    ...options,
    ...(isFast && { ...nodeBytes, createScanner: createSimdScanner }),
  });
  let { scanned } = quick;
  const slow = new SessionReader({ ...options, scan: false });
  for (let at = 0; at < bytes.length; at += portion) {
    const given = bytes.subarray(at, at + portion);
    // By turns where the reader would have it, in more room than is needed, and in memory of its own.
    const room = (at / portion) % 3 > 0 ? quick.room(given.length + (at % 2)) : undefined;
    const piece = room ? room.subarray(0, given.length) : new Uint8Array(given.length);
    piece.set(given);
    quick.push(piece);
    // The reader must not keep the chunk.
    piece.fill(0x7b);
    scanned = Math.max(scanned, quick.scanned);
    const data = movesOn && at + portion > bytes.length / 2 ? quick.pack() : undefined;
    if (data) quick = SessionReader.unpack(structuredClone(data)) ?? quick;
  }
  slow.push(bytes);
  assert.deepEqual(factsOf(quick, bytes), factsOf(slow, bytes));
  scanned = Math.max(scanned, quick.scanned);
  return { lines: slow.lines.committed, scanned, format: slow.intake?.format };
}

function factsOf(reader: SessionReader, bytes: Uint8Array): unknown {
  const state = reader.state();
  if (!state) return { isForeign: reader.isForeign, size: reader.size };
  const {
    format,
    header,
    table,
    tree,
    problems,
    labels,
    title,
    messageCount,
    branchCount,
    size,
    committedLines,
    tail,
  } = state;
  const { intake } = reader;
  return {
    ...{
      format: format.name,
      header,
      problems,
      labels,
      title,
      messageCount,
      branchCount,
      size,
      committedLines,
      tail,
    },
    rows: rowsOf(table, bytes),
    tree: [...tree.parent],
    leaf: tree.defaultLeaf,
    bad: intake?.badLines,
    blank: intake?.blankLines,
    lost: intake?.lostLines,
    counts: [intake?.headers, intake?.sideRecords, intake?.recovered],
  };
}

/** Every value of every row, and where the table finds the id that the row's record has. */
function rowsOf(table: EntryTable, bytes: Uint8Array): unknown[] {
  return Array.from({ length: table.size }, (_, row) => [
    ...[idRow(table, row, bytes), table.line(row), table.offset(row), table.length(row), table.kind(row)],
    ...[table.role(row), table.timestamp(row), table.isConversation(row), table.hasText(row)],
    ...[table.isRepeat(row), table.firstOf(row), table.isRecovered(row), table.parentLink(row)],
    ...[
      table.treeLink?.(row),
      table.startsSide?.(row),
      table.startInLine(row),
      table.part(row),
      table.calls(row),
      table.results(row),
      table.emptyCallIds(row),
    ],
  ]);
}

function idRow(table: EntryTable, row: number, bytes: Uint8Array): unknown {
  const record = parseObject(bytes.subarray(table.offset(row), table.offset(row) + table.length(row)));
  const id = record && own(record, 'id');
  return typeof id === 'string' ? [id, table.rowOf(id)] : id;
}
