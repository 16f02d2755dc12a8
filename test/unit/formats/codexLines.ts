import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { codex } from '../../../src/formats/codex/codex.ts';
import { SessionReader, type ReadState } from '../../../src/formats/reader.ts';
import { decodeRow } from '../../../src/sessions/decodeRow.ts';

export const THREAD = '01a00000-0000-7000-8000-000000000001';

let clock = 0;

/** A record in its envelope. */
export function line(type: string, payload: object, more: object = {}): JsonObject {
  clock += 1000;
  const timestamp = new Date(1_767_607_200_000 + clock).toISOString();
  return { timestamp, type, payload, ...more } as JsonObject;
}

export function meta(fields: object = {}): JsonObject {
  return line('session_meta', { id: THREAD, cwd: '/home/me/demo', cli_version: '0.171.0', ...fields });
}

export function item(payload: object): JsonObject {
  return line('response_item', payload);
}

export function event(type: string, fields: object = {}): JsonObject {
  return line('event_msg', { type, ...fields });
}

export function userItem(text: string): JsonObject {
  return item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
}

export function replyItem(text: string): JsonObject {
  return item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
}

export function textOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export interface Read {
  readonly state: ReadState;
  readonly entries: readonly Entry[];
  /** Lines and texts of the messages on the path to a row; by default to the default leaf. */
  said(leaf?: number): string[];
}

/** Reads a file of these records as the product does. */
export function read(records: readonly object[]): Read {
  const reader = new SessionReader();
  reader.push(new TextEncoder().encode(textOf(records)));
  const state = reader.state();
  assert.ok(state);
  const { table, tree, header } = state;
  const entries = Array.from({ length: table.size }, (_, row) => {
    const record = records[table.line(row) - 1] as JsonObject;
    const entry = decodeRow({ table, format: codex, header: () => header }, row, record);
    assert.ok(entry, `row ${row} is found again in its record`);
    return entry;
  });
  return {
    state,
    entries,
    said: (leaf = tree.defaultLeaf) =>
      Array.from(pathRows(tree, leaf)).flatMap((row) => {
        const { message, id } = entries[row] ?? {};
        if (message?.role !== 'user' && message?.role !== 'assistant') return [];
        const text = message.blocks.map((block) => ('text' in block ? block.text : block.type)).join('|');
        return [`${id ?? ''} ${message.role}: ${text}`];
      }),
  };
}

/** One record decoded alone. */
export function entryOf(record: JsonObject): Entry {
  const decoded = codex.decode(record, { line: 2, part: 1, header: null, previousId: null });
  assert.equal(decoded.type, 'entry');
  return (decoded as { entry: Entry }).entry;
}
