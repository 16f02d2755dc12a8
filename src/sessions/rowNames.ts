import type { CallKey } from '../core/index/table.ts';
import type { JsonObject } from '../core/json.ts';
import type { Intake } from '../formats/intake.ts';
import { parseObject } from '../scan/readLine.ts';
import { createRowDecoder } from './decodeRow.ts';
import type { ReportSubagent } from './report.ts';

/** What the index keeps as hashes only, as texts. */
export interface RowNames {
  /** The id of every row; a repeat has that of its first row. */
  readonly ids: readonly string[];
  /** Call ids by their keys. */
  readonly callIds: ReadonlyMap<CallKey, string>;
  /** What entries tell of subagents in files of their own. */
  readonly subagents: readonly ReportSubagent[];
}

/** Reads all ids again from the bytes that `intake` took in, for reports. */
export function readNames(bytes: Uint8Array, intake: Intake): RowNames {
  const { table, format } = intake;
  const decode = createRowDecoder({ table, format, header: () => intake.header });
  const ids: string[] = [];
  const callIds = new Map<CallKey, string>();
  const subagents: ReportSubagent[] = [];
  let record: JsonObject | undefined;
  for (let row = 0; row < table.size; row++) {
    const offset = table.offset(row);
    // Several entries may share a record.
    if (row === 0 || table.offset(row - 1) !== offset)
      record = parseObject(bytes.subarray(offset, offset + table.length(row)));
    const entry = record && decode(row, record);
    ids.push(entry?.id ?? '');
    for (const block of entry?.message?.blocks ?? [])
      if (block.type === 'toolCall') callIds.set(table.keyOf(block.id), block.id);
    for (const { callId, id } of (entry && format.subagents?.links?.(entry)) ?? [])
      if (entry && id !== undefined) subagents.push({ call: callId, entry: entry.id, id });
    const answered = entry?.message?.toolCallId;
    if (answered !== undefined) callIds.set(table.keyOf(answered), answered);
  }
  return { ids, callIds, subagents };
}
