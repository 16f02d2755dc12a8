import { cloneJson } from '../strict/cloneJson.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../json.ts';
import { quote } from '../text/quote.ts';
import { SessionFormatError } from '../strict/sessionErrors.ts';

/**
 * One line of a transcript: an envelope that the writer makes, and beside it what the caller recorded (`type` and the
 * fields of that type). Field names are the file's own (seed 004, "6 种事件类型").
 */
export interface TranscriptEvent extends JsonObject {
  schema_version: number;
  /** Counts the session's events from 1, without a gap, over all its segments. */
  sequence: number;
  session_id: string;
  /** `transcript:<session_id>:<sequence>`: what a memory points back to. */
  event_id: string;
  /** ISO 8601, UTC. */
  recorded_at: string;
  type: string;
}

/** What a caller records: `type` and fields of its own, none of them one of the envelope's. */
export interface NewTranscriptEvent extends JsonObject {
  type: string;
}

export const SCHEMA_VERSION = 1;

const ENVELOPE_FIELDS = ['schema_version', 'sequence', 'session_id', 'event_id', 'recorded_at'] as const;

/** An event that must not be recorded as it is. Nothing was written. */
export class TranscriptValidationError extends TypeError {
  override readonly name = 'TranscriptValidationError';
}

export function transcriptEventId(sessionId: string, sequence: number): string {
  return `transcript:${sessionId}:${sequence}`;
}

/**
 * Checks what a caller wants to record and cuts it off from the caller's object.
 * Unknown types pass with any fields: evidence of kinds to come is kept (seed 004, "为什么选 JSONL").
 * @throws TranscriptValidationError: no type, a field that belongs to the envelope, a value that JSON would lose or
 *   change, or a known type without what its replay needs.
 */
export function checkNewEvent(event: unknown): NewTranscriptEvent {
  if (!isJsonObject(event)) throw new TranscriptValidationError('A transcript event must be an object.');
  const reserved = ENVELOPE_FIELDS.find((field) => Object.hasOwn(event, field));
  if (reserved !== undefined) {
    throw new TranscriptValidationError(
      `${reserved} is a reserved envelope field: the transcript writes it.`,
    );
  }
  const copy = strictCopy(event);
  if (!hasType(copy)) {
    throw new TranscriptValidationError('A transcript event needs a type, as text.');
  }
  const missing = missingField(copy);
  if (missing !== undefined) throw new TranscriptValidationError(`A ${copy.type} event needs ${missing}.`);
  return copy;
}

function hasType(value: JsonObject): value is NewTranscriptEvent {
  return (ownString(value, 'type') ?? '') !== '';
}

/** What the replay of a known type cannot do without. */
function missingField(event: NewTranscriptEvent): string | undefined {
  const needs = (test: boolean, what: string) => (test ? undefined : what);
  const text = (key: string) => ownString(event, key) !== undefined;
  switch (event.type) {
    case 'message': {
      const role = ownString(event, 'role');
      return (
        needs(role === 'user' || role === 'assistant', 'the role user or assistant') ??
        needs(isContent(own(event, 'content')), 'content, as text or as a list of blocks')
      );
    }
    case 'function_call':
      return needs(text('name'), 'a name, as text') ?? needs(text('callId'), 'a callId, as text');
    case 'function_call_result':
      return needs(text('callId'), 'a callId, as text');
    case 'ai-title':
      return needs(text('title'), 'a title, as text');
    default:
      return undefined;
  }
}

export function isContent(value: JsonValue | undefined): value is string | JsonValue[] {
  return typeof value === 'string' || Array.isArray(value);
}

/** A deep copy that JSON can hold as it is: nothing left out, nothing turned into null. */
function strictCopy(event: JsonObject): JsonObject {
  try {
    // The copy of an object is an object.
    return cloneJson(event) as JsonObject;
  } catch (cause) {
    if (!(cause instanceof SessionFormatError)) throw cause;
    const message = `This event cannot be recorded: ${cause.path} ${cause.reason}.`;
    throw new TranscriptValidationError(message, { cause });
  }
}

/** An event, or what is wrong with a record, as the second half of a sentence. */
export type CheckedEvent =
  | { readonly event: TranscriptEvent; readonly fault?: undefined }
  | { readonly fault: string; readonly event?: undefined };

/**
 * Looks at one record of a transcript.
 * @param sequence the number that it must have; undefined where only the record itself can tell.
 */
export function checkEnvelope(
  record: JsonObject,
  sessionId: string,
  sequence: number | undefined,
): CheckedEvent {
  if (!isPositive(own(record, 'schema_version'))) return { fault: 'it has no schema_version' };
  const found = own(record, 'sequence');
  if (!isPositive(found)) return { fault: 'it has no sequence' };
  if (sequence !== undefined && found !== sequence) {
    return { fault: `expected sequence ${sequence}, found ${found}` };
  }
  const session = ownString(record, 'session_id');
  if (session !== sessionId) return { fault: `session_id is ${shown(session)}, not ${quote(sessionId)}` };
  const id = ownString(record, 'event_id');
  const right = transcriptEventId(sessionId, found);
  if (id !== right) return { fault: `event_id is ${shown(id)}, not ${quote(right)}` };
  if (ownString(record, 'recorded_at') === undefined) return { fault: 'it has no recorded_at' };
  return isEvent(record) ? { event: record } : { fault: 'it has no type' };
}

/** Whether what {@link checkEnvelope} looks at last is there as well. */
function isEvent(record: JsonObject): record is TranscriptEvent {
  return hasType(record);
}

function isPositive(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function shown(text: string | undefined): string {
  return text === undefined ? 'missing' : quote(text);
}
