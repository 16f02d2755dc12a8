import {
  checkEligible,
  checkSelection,
  sequenceOfEventId,
  TranscriptMemoryCandidate,
  unknownEvent,
} from '../core/transcript/memoryCandidate.ts';
import { createSerialQueue } from '../core/lib/serial.ts';
import {
  checkNewEvent,
  SCHEMA_VERSION,
  transcriptEventId,
  type NewTranscriptEvent,
  type TranscriptEvent,
} from '../core/transcript/transcriptEvent.ts';
import {
  isUserMessage,
  ReplayFold,
  windowMessages,
  type ReplayMessage,
  type ReplayState,
} from '../core/transcript/transcriptReplay.ts';
import { writeJson } from '../core/strict/writeJson.ts';
import { appendBytes, type LogIo } from './logIo.ts';
import { nodeLogIo } from './nodeLogIo.ts';
import {
  findEnd,
  readAll,
  readBack,
  segmentPath,
  TranscriptCorruptionError,
  type TranscriptEnd,
  type TranscriptFiles,
} from './transcriptFiles.ts';

/** How many of the last events a replay looks at (seed 004, "会话回放"). */
const DEFAULT_MAX_ITEMS = 1000;
/** Lines of a segment; the next event begins a new one (seed 004, exercise 3). */
export const DEFAULT_SEGMENT_LINES = 10_000;

export interface TranscriptOptions {
  readonly sessionId: string;
  readonly io?: LogIo;
  /** Unix ms. */
  readonly now?: () => number;
  /** Lines after which a new segment is begun. */
  readonly segmentLines?: number;
}

export interface ReplayOptions {
  /** How many of the last events are looked at: a whole number from 1. Not a number of messages. */
  readonly maxItems?: number;
  /** Go back no further than the last message of the user. */
  readonly fromLastUserMessage?: boolean;
}

/**
 * A session's transcript: events, one a line, only ever appended (seed 004). It is the evidence; everything else here
 * is derived from it and never written. One writer a session: an append that finds the file changed by another refuses.
 *
 * An append is one write at the file's end, then fsync; when it returns, the event is on the disk. After a failed
 * append this instance appends no more, for nobody knows how much of the line the file holds; a new `open` finds out.
 * Bytes behind the last LF are no event, whole JSON or not (design: Words): they are left where they are, reported,
 * and the next append begins a new segment, so that no record is ever glued to them.
 *
 * Segments: `<name>.jsonl`, `<name>_2.jsonl`, …, each of at most 10,000 lines, with one sequence through all of them.
 * They are found by their names and first lines, and recorded nowhere else.
 */
export class JsonlTranscript {
  readonly file: string;
  readonly sessionId: string;
  readonly #files: TranscriptFiles;
  readonly #now: () => number;
  readonly #segmentLines: number;
  readonly #queue = createSerialQueue();
  #end: TranscriptEnd;
  /** Why this instance appends no more. */
  #failure: Error | undefined;

  private constructor(
    files: TranscriptFiles,
    options: TranscriptOptions,
    end: TranscriptEnd | TranscriptCorruptionError,
  ) {
    this.file = files.file;
    this.sessionId = files.sessionId;
    this.#files = files;
    this.#now = options.now ?? Date.now;
    this.#segmentLines = options.segmentLines ?? DEFAULT_SEGMENT_LINES;
    if (end instanceof TranscriptCorruptionError) this.#failure = end;
    this.#end =
      end instanceof Error ? { lastSequence: 0, segment: 1, size: 0, lines: 0, partialTail: false } : end;
  }

  /**
   * Opens a transcript: looks at its end, not at the whole of it. A missing file is an empty transcript; it is made,
   * with its folder, by the first append. A damaged end does not fail here: every use of the transcript does.
   * @throws RangeError for an empty session id or a segment of no lines; the system's own error when a file cannot be
   *   read.
   */
  static async open(file: string, options: TranscriptOptions): Promise<JsonlTranscript> {
    if (options.sessionId === '') throw new RangeError('A transcript needs the id of its session.');
    checkCount('segmentLines', options.segmentLines ?? DEFAULT_SEGMENT_LINES);
    const files = { io: options.io ?? nodeLogIo, file, sessionId: options.sessionId };
    const end = await findEnd(files).catch((error: unknown) => {
      if (error instanceof TranscriptCorruptionError) return error;
      throw error;
    });
    return new JsonlTranscript(files, options, end);
  }

  /**
   * Records an event behind an envelope; taken as it is at the call, written in the order of the calls.
   * @returns the event as it stands in the file
   * @throws TranscriptValidationError for what must not be recorded (the transcript stays usable);
   *   TranscriptCorruptionError when its end is damaged; ShortWriteError, FileChangedError or the system's own error
   *   when the write failed, and from then on that same error.
   */
  async append(event: NewTranscriptEvent): Promise<TranscriptEvent> {
    const recorded = checkNewEvent(event);
    const recordedAt = new Date(this.#now()).toISOString();
    return this.#queue.run(() => this.#write(recorded, recordedAt));
  }

  async #write(event: NewTranscriptEvent, recordedAt: string): Promise<TranscriptEvent> {
    if (this.#failure) throw this.#failure;
    const sequence = this.#end.lastSequence + 1;
    const recorded: TranscriptEvent = {
      schema_version: SCHEMA_VERSION,
      sequence,
      session_id: this.sessionId,
      event_id: transcriptEventId(this.sessionId, sequence),
      recorded_at: recordedAt,
      ...event,
    };
    try {
      this.#end = await this.#appendLine(new TextEncoder().encode(`${writeJson(recorded)}\n`));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    }
    return recorded;
  }

  async #appendLine(line: Uint8Array): Promise<TranscriptEnd> {
    const { io } = this.#files;
    const end = this.#end;
    const rolls = end.partialTail || end.lines >= this.#segmentLines;
    const segment = rolls ? end.segment + 1 : end.segment;
    const path = segmentPath(this.file, segment);
    if (end.lastSequence === 0 && !rolls) await io.makeFolderOf(path);
    const expectedSize = rolls ? 0 : end.size;
    const size = await appendBytes(io, path, line, { sync: true, expectedSize, mustBeNew: rolls });
    return {
      lastSequence: end.lastSequence + 1,
      segment,
      size,
      lines: rolls ? 1 : end.lines + 1,
      partialTail: false,
    };
  }

  /**
   * The last events as messages for a model, oldest first, after every append called before (seed 004, "会话回放").
   * Read from the end, and no further back than needed. Results whose calls lie before the window are left out.
   * @throws TranscriptCorruptionError for damage in what was read (all of it: see {@link recover}); RangeError.
   */
  async replay(options: ReplayOptions = {}): Promise<ReplayMessage[]> {
    const { maxItems = DEFAULT_MAX_ITEMS, fromLastUserMessage = false } = options;
    checkCount('maxItems', maxItems);
    return this.#queue.run(async () => {
      const events: TranscriptEvent[] = [];
      await readBack(this.#files, (event) => {
        events.push(event);
        return events.length < maxItems && !(fromLastUserMessage && isUserMessage(event));
      });
      return windowMessages(events.reverse());
    });
  }

  /**
   * Reads and checks the whole transcript, and works out what can be known from it (seed 004, "崩溃恢复").
   * @throws TranscriptCorruptionError for the first damage: file, line and reason. RangeError.
   */
  async recover(options: { readonly maxItems?: number } = {}): Promise<ReplayState> {
    const { maxItems = DEFAULT_MAX_ITEMS } = options;
    checkCount('maxItems', maxItems);
    return this.#queue.run(async () => {
      const fold = new ReplayFold(maxItems);
      const partialTail = await readAll(this.#files, (event) => {
        fold.add(event);
        return true;
      });
      return fold.finish(partialTail);
    });
  }

  /**
   * Chooses one event as a memory: by its id, with a summary and a reason, from anywhere in the transcript. Writes
   * nothing, and takes nothing of the event's content along.
   * @throws MemorySelectionError for the first condition that does not hold: summary, reason, a committed event of this
   *   session, an eligible type; TranscriptCorruptionError for damage up to the event.
   */
  async selectMemoryCandidate(
    eventId: string,
    summary: string,
    reason: string,
  ): Promise<TranscriptMemoryCandidate> {
    checkSelection(summary, reason);
    const sequence = sequenceOfEventId(eventId, this.sessionId);
    const capturedAt = new Date(this.#now()).toISOString();
    return this.#queue.run(async () => {
      let found: TranscriptEvent | undefined;
      await readAll(this.#files, (event) => {
        if (event.sequence === sequence) found = event;
        return !found;
      });
      if (!found) throw unknownEvent(eventId);
      checkEligible(found);
      return new TranscriptMemoryCandidate(found, summary, reason, capturedAt);
    });
  }
}

function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`${name} must be a whole number from 1, not ${value}.`);
}
