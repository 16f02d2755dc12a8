import assert from 'node:assert/strict';
import { estimateContextChars } from '../../../src/core/context/estimate.ts';
import { isJsonObject } from '../../../src/core/json.ts';
import { SequenceWatch, type SequenceFault } from '../../../src/core/transcript/sequenceFaults.ts';
import { buildSessionContext, type PiContext } from '../../../src/formats/pi/context.ts';
import { modelMessages } from '../../../src/formats/pi/modelMessages.ts';
import { decodeText } from '../seeds/piEntries.ts';

/** What the checks of a model's context need of a case. */
interface ContextCase {
  readonly bytes: Uint8Array;
  readonly leaf: string;
}

function contextOf({ bytes, leaf }: ContextCase): PiContext {
  return buildSessionContext(decodeText(new TextDecoder().decode(bytes)), leaf);
}

/** Ids of the message entries of which the model sees something. */
function messageIds(context: PiContext): string[] {
  return context.entries.flatMap(({ entry, messages }) =>
    entry.kind === 'message' && messages.length > 0 ? [entry.id] : [],
  );
}

/** Keys of expected.json that speak of the model's context (cases/README "Compaction"). */
export const CONTEXT_CHECKS = {
  context_message_ids: (want: string[], the: ContextCase) => {
    const context = contextOf(the);
    assert.deepEqual(messageIds(context), want);
    const inContext = estimateContextChars(context.messages);
    const onPath = estimateContextChars(context.path.map(({ record }) => record));
    assert.ok(inContext < onPath, 'the size is that of what is in context, not of the path');
  },
  context_orphan_results: (want: { call: string; entry: string }[], the: ContextCase) => {
    const context = contextOf(the);
    assert.deepEqual(
      context.orphanResults.map(({ callId, entryId }) => ({ call: callId, entry: entryId })),
      want,
    );
    assert.equal(modelMessages(context).length, context.messages.length - want.length, 'not sent to a model');
  },
  context_retained_tail: (want: number, the: ContextCase) => assert.equal(contextOf(the).retainedCount, want),
  first_kept_problem: (want: string, the: ContextCase) => {
    const found = contextOf(the).problems.filter(({ code }) => code === 'unknown-first-kept');
    assert.equal(found.length, 1);
    assert.ok(found[0]?.message.includes(want));
  },
  next_compaction: (want: { must_be_summarised_or_kept: string[] }, the: ContextCase) =>
    assert.deepEqual(messageIds(contextOf(the)), want.must_be_summarised_or_kept),
} as const;

/** The faults of a transcript's sequence, by line. */
function faultsOf(bytes: Uint8Array): { line: number; fault: SequenceFault }[] {
  const watch = new SequenceWatch();
  const lines = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
  return lines.flatMap((text, index) => {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      return [];
    }
    return isJsonObject(record) ? watch.next(record).map((fault) => ({ line: index + 1, fault })) : [];
  });
}

const linesWith = (bytes: Uint8Array, code: SequenceFault['code']): number[] =>
  faultsOf(bytes).flatMap(({ line, fault }) => (fault.code === code ? [line] : []));

interface SequenceWant {
  readonly repeats: number[];
  readonly gaps: [number, number][];
  readonly backwards_lines: number[];
}

/** Keys of expected.json that speak of a transcript's running numbers. */
export const SEQUENCE_CHECKS = {
  sequence: (want: SequenceWant, { bytes }: ContextCase) => {
    const faults = faultsOf(bytes).map(({ fault }) => fault);
    const repeats = faults.flatMap(({ code, sequence }) => (code === 'sequence-repeat' ? [sequence] : []));
    const gaps = faults.flatMap(({ code, from, sequence }) =>
      code === 'sequence-gap' ? [[from, sequence]] : [],
    );
    assert.deepEqual({ repeats, gaps, backwards_lines: linesWith(bytes, 'sequence-backwards') }, want);
  },
  event_id_mismatch_lines: (want: number[], { bytes }: ContextCase) =>
    assert.deepEqual(linesWith(bytes, 'wrong-event-id'), want),
  foreign_session_lines: (want: number[], { bytes }: ContextCase) =>
    assert.deepEqual(linesWith(bytes, 'foreign-session'), want),
  newer_schema_lines: (want: number[], { bytes }: ContextCase) =>
    assert.deepEqual(linesWith(bytes, 'newer-schema'), want),
} as const;
