import { quote } from '../text/quote.ts';
import { transcriptEventId, type TranscriptEvent } from './transcriptEvent.ts';

/** Types that may become a memory: not reasoning, not tool calls, not their output, not titles. */
const ELIGIBLE: ReadonlySet<string> = new Set(['message', 'file-history-snapshot']);

/** An event was not chosen as a memory; the message says which condition it fails. */
export class MemorySelectionError extends Error {
  override readonly name = 'MemorySelectionError';
}

/** Where a memory comes from, in the words of whoever keeps memories. */
export interface MemorySource {
  readonly source_id: string;
  readonly source_type: 'transcript';
  readonly title: string;
  readonly captured_at: string;
}

/**
 * An event that somebody chose to be remembered: a summary, a reason, and a pointer to the evidence, never the
 * evidence itself. Nothing is kept by making one: where it goes, for how long and for whom is decided elsewhere
 * (seed 004, "Transcript → Memory 必须经过显式选择").
 */
export class TranscriptMemoryCandidate {
  readonly sourceType = 'transcript';
  readonly sourceId: string;
  readonly sessionId: string;
  readonly sequence: number;
  readonly eventType: string;
  /** When the event was recorded, as the transcript has it. */
  readonly recordedAt: string;
  readonly summary: string;
  readonly reason: string;
  /** When it was chosen: ISO 8601, UTC. */
  readonly capturedAt: string;

  constructor(event: TranscriptEvent, summary: string, reason: string, capturedAt: string) {
    this.sourceId = event.event_id;
    this.sessionId = event.session_id;
    this.sequence = event.sequence;
    this.eventType = event.type;
    this.recordedAt = event.recorded_at;
    this.summary = summary;
    this.reason = reason;
    this.capturedAt = capturedAt;
  }

  sourceMetadata(): MemorySource {
    return {
      source_id: this.sourceId,
      source_type: this.sourceType,
      title: `${this.sessionId} event ${this.sequence}`,
      captured_at: this.capturedAt,
    };
  }
}

/**
 * The sequence number in an event id of this session.
 * @throws MemorySelectionError when the id is not one of this session's.
 */
export function sequenceOfEventId(eventId: string, sessionId: string): number {
  const sequence = Number(eventId.slice(transcriptEventId(sessionId, 0).length - 1));
  if (!Number.isSafeInteger(sequence) || sequence < 1 || transcriptEventId(sessionId, sequence) !== eventId) {
    throw unknownEvent(eventId);
  }
  return sequence;
}

/** @throws MemorySelectionError when a summary or a reason is blank */
export function checkSelection(summary: string, reason: string): void {
  if (summary.trim() === '') throw new MemorySelectionError('A memory needs a summary of its own.');
  if (reason.trim() === '') throw new MemorySelectionError('A memory needs a reason why it is kept.');
}

/** @throws MemorySelectionError when the event's type may not become a memory */
export function checkEligible(event: TranscriptEvent): void {
  if (ELIGIBLE.has(event.type)) return;
  throw new MemorySelectionError(
    `${event.event_id} is a ${event.type} event, which is not eligible: only messages and file snapshots are.`,
  );
}

export function unknownEvent(eventId: string): MemorySelectionError {
  return new MemorySelectionError(
    `unknown transcript event ${quote(eventId)}: no complete line of this session has that id.`,
  );
}
