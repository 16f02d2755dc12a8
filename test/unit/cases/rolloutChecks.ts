import assert from 'node:assert/strict';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { parseObject } from '../../../src/scan/readLine.ts';
import { decodeRow } from '../../../src/sessions/decodeRow.ts';

interface RolloutCase {
  readonly bytes: Uint8Array;
}

interface DisplayedMessage {
  readonly role: string;
  readonly text: string;
}

/** What is shown as said on the path to the default leaf, and the lines with problems of their numbers. */
export const ROLLOUT_CHECKS = {
  display_messages: (want: DisplayedMessage[], { bytes }: RolloutCase) =>
    assert.deepEqual(displayed(bytes), want),
  ordinal_problem_lines: (want: number[], { bytes }: RolloutCase) => {
    const { problems } = read(bytes);
    const lines = problems.filter(({ code }) => code.startsWith('sequence-')).map(({ line }) => line);
    assert.deepEqual(lines, want);
  },
} as const;

function displayed(bytes: Uint8Array): DisplayedMessage[] {
  const { table, tree, format, header } = read(bytes);
  const messages: DisplayedMessage[] = [];
  for (const row of pathRows(tree, tree.defaultLeaf)) {
    const role = table.role(row);
    // cases/README: what damaged lines hold is told apart.
    if ((role !== 'user' && role !== 'assistant') || table.isRecovered(row)) continue;
    const offset = table.offset(row);
    const record = parseObject(bytes.subarray(offset, offset + table.length(row)));
    const entry = record && decodeRow({ table, format, header: () => header }, row, record);
    const block = entry?.message?.blocks.find(({ type }) => type === 'text');
    if (block?.type === 'text') messages.push({ role, text: block.text });
  }
  return messages;
}

function read(bytes: Uint8Array) {
  const reader = new SessionReader();
  reader.push(bytes);
  const state = reader.state();
  assert.ok(state);
  return state;
}
