import { own, ownString, type JsonObject } from '../json.ts';
import { quote } from '../text/quote.ts';
import { SCHEMA_VERSION, transcriptEventId } from './transcriptEvent.ts';

/** What is wrong with an event's place in its transcript, or worth knowing about it. */
export interface SequenceFault {
  readonly code: SequenceFaultCode;
  /** sequence-gap: the highest number before it and its own. */
  readonly from?: number;
  readonly sequence?: number;
  /** For people: one sentence. */
  readonly message: string;
}

export type SequenceFaultCode =
  /** Numbers are missing before it. */
  | 'sequence-gap'
  /** An earlier event has its number. */
  | 'sequence-repeat'
  /** Its number was skipped before: it comes too late. */
  | 'sequence-backwards'
  /** Its id is not `transcript:<session>:<sequence>`. */
  | 'wrong-event-id'
  /** It is of another session than the file's first event. */
  | 'foreign-session'
  /** Written to a newer schema than ours; no fault. */
  | 'newer-schema';

/** What a {@link SequenceWatch} has seen. */
export interface SequenceMemory {
  readonly highest: number;
  readonly seen: ReadonlySet<number>;
  readonly sessionId: string | undefined;
}

/**
 * Goes over a transcript's events in file order and says what does not fit, and goes on: the tolerant sister of the
 * transcript store, which stops at the first. Records without an envelope have nothing to fit.
 */
export class SequenceWatch {
  #highest: number;
  readonly #seen: Set<number>;
  #sessionId: string | undefined;

  /** @param memory of the watch that this one goes on for */
  constructor(memory?: SequenceMemory) {
    this.#highest = memory?.highest ?? 0;
    this.#seen = new Set(memory?.seen);
    this.#sessionId = memory?.sessionId;
  }

  /** All that it remembers. */
  memory(): SequenceMemory {
    return { highest: this.#highest, seen: this.#seen, sessionId: this.#sessionId };
  }

  next(record: JsonObject): SequenceFault[] {
    const sequence = own(record, 'sequence');
    if (typeof sequence !== 'number') return [];
    const sessionId = ownString(record, 'session_id') ?? '';
    this.#sessionId ??= sessionId;
    const faults = [this.#place(sequence), this.#identity(record, sessionId, sequence)].flat();
    if (sessionId !== this.#sessionId) {
      const message = `This event is of session ${quote(sessionId)}, the first of the file is of ${quote(this.#sessionId)}.`;
      faults.push({ code: 'foreign-session', message });
    }
    const version = own(record, 'schema_version');
    if (typeof version === 'number' && version > SCHEMA_VERSION) {
      faults.push({
        code: 'newer-schema',
        message: `This event is of schema ${version}; known is ${SCHEMA_VERSION}.`,
      });
    }
    return faults;
  }

  #place(sequence: number): SequenceFault[] {
    const from = this.#highest;
    const isRepeat = this.#seen.has(sequence);
    this.#seen.add(sequence);
    this.#highest = Math.max(from, sequence);
    if (isRepeat) {
      return [
        { code: 'sequence-repeat', sequence, message: `An earlier event has the number ${sequence} too.` },
      ];
    }
    if (sequence < from) {
      const message = `The number ${sequence} comes after ${from}: this event stands too late in the file.`;
      return [{ code: 'sequence-backwards', sequence, message }];
    }
    if (sequence <= from + 1) return [];
    const message = `The number ${sequence} follows ${from}: ${sequence - from - 1} events are missing between them.`;
    return [{ code: 'sequence-gap', from, sequence, message }];
  }

  #identity(record: JsonObject, sessionId: string, sequence: number): SequenceFault[] {
    const id = ownString(record, 'event_id') ?? '';
    const right = transcriptEventId(sessionId, sequence);
    if (id === right) return [];
    const message = `The event's id is ${quote(id)}; session and number make it ${quote(right)}.`;
    return [{ code: 'wrong-event-id', message }];
  }
}
