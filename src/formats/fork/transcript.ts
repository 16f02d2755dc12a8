import { own, type JsonObject } from '../../core/json.ts';
import { SCHEMA_VERSION, transcriptEventId } from '../../core/transcript/transcriptEvent.ts';
import { numberedNames, uuidV4 } from './names.ts';
import { applyEdits, membersOf, setMember } from './splice.ts';
import { STAND_IN_TEXT } from './standIn.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from './writer.ts';

interface Numbers {
  readonly sessionId: string;
  readonly now: number;
  /** Of the last event written. */
  sequence: number;
  /** Whether the events have envelopes: the document shows them without at first. */
  enveloped: boolean;
}

/**
 * Forks of transcripts with envelopes (seed 004): the path's events as a session of their own. A strict replay wants
 * numbers from 1 without a gap and ids that follow from them, so these three fields are new in every line, and nothing
 * else is. Events without an envelope are copied as they are.
 */
export const transcriptFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const numbers = numbersOf(request);
    const stream: ForkStream = {
      name: numberedNames(request.source.name, request.now),
      sessionId: numbers.sessionId,
      head: () => [],
      line: (line) => renumbered(line, numbers),
      standIns: (calls) => calls.map((call) => standIn(call, numbers)),
      tail: () => [],
    };
    return stream;
  },
};

function numbersOf({ random, now }: ForkRequest): Numbers {
  return { sessionId: uuidV4(random), now, sequence: 0, enveloped: false };
}

function renumbered({ entry, bytes }: ForkLine, numbers: Numbers): Uint8Array {
  if (!isEnveloped(entry.record)) return bytes;
  numbers.enveloped = true;
  const members = membersOf(bytes);
  return applyEdits(
    bytes,
    Object.entries(nextEnvelope(numbers)).map(([key, value]) =>
      setMember(members, key, JSON.stringify(value)),
    ),
  );
}

function isEnveloped(record: JsonObject): boolean {
  return own(record, 'event_id') !== undefined && own(record, 'sequence') !== undefined;
}

function nextEnvelope(numbers: Numbers): { sequence: number; session_id: string; event_id: string } {
  const sequence = ++numbers.sequence;
  const { sessionId } = numbers;
  return { sequence, session_id: sessionId, event_id: transcriptEventId(sessionId, sequence) };
}

function standIn({ id: callId, name }: WaitingCall, numbers: Numbers): Uint8Array {
  const envelope = numbers.enveloped && {
    schema_version: SCHEMA_VERSION,
    ...nextEnvelope(numbers),
    recorded_at: new Date(numbers.now).toISOString(),
  };
  const result = { type: 'function_call_result', callId, name, status: 'failed' };
  return new TextEncoder().encode(
    JSON.stringify({ ...envelope, ...result, output: { type: 'text', text: STAND_IN_TEXT } }),
  );
}
