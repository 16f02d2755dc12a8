import {
  checkEnvelope,
  type CheckedEvent,
  type TranscriptEvent,
} from '../core/transcript/transcriptEvent.ts';
import { isBlank, LineSplitter } from '../scan/lines.ts';
import { readLine, type LineContent } from '../scan/readLine.ts';
import type { LogIo, LogReader } from './logIo.ts';
import { committedEnd, lineNumberAt, linesBackward, readCommitted } from './logLines.ts';

const CHUNK_BYTES = 1 << 16;

/** The evidence cannot be trusted: reading stops here, and nothing of it is passed over in silence. */
export class TranscriptCorruptionError extends Error {
  override readonly name = 'TranscriptCorruptionError';
  /** The segment's file and its physical line, from 1, blank lines counted. */
  readonly file: string;
  readonly line: number;
  /** What is wrong with the line, as the second half of a sentence. */
  readonly reason: string;

  constructor(file: string, line: number, reason: string) {
    super(`The transcript is damaged: ${file}, line ${line}: ${reason}.`);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

/** What a transcript's files are and which session they belong to. */
export interface TranscriptFiles {
  readonly io: LogIo;
  /** Of the first segment. */
  readonly file: string;
  readonly sessionId: string;
}

/** Where the next event goes. */
export interface TranscriptEnd {
  /** The number of the last committed event, 0 when there is none. */
  readonly lastSequence: number;
  /** Number of the last segment, from 1; its size in bytes (0 when it does not exist) and its committed lines. */
  readonly segment: number;
  readonly size: number;
  readonly lines: number;
  /** The last segment ends in bytes that no LF ends. */
  readonly partialTail: boolean;
}

/** Path of a segment: `session.jsonl`, `session_2.jsonl`, `session_3.jsonl`, … (seed 004, exercise 3). */
export function segmentPath(file: string, segment: number): string {
  if (segment === 1) return file;
  const stem = file.endsWith('.jsonl') ? file.slice(0, -'.jsonl'.length) : file;
  return `${stem}_${segment}${file.slice(stem.length)}`;
}

/** Number of segments: the first, even if it does not exist yet, and those that follow it and are of this session. */
async function countSegments(files: TranscriptFiles): Promise<number> {
  let count = 1;
  while (
    await withReader(files.io, segmentPath(files.file, count + 1), (reader) =>
      isOurs(reader, files.sessionId),
    )
  ) {
    count += 1;
  }
  return count;
}

/** Whether a segment's first record is of this session. One that cannot be read is ours, so that it is told. */
async function isOurs(reader: LogReader, sessionId: string): Promise<boolean> {
  const content = await firstLine(reader);
  if (content?.type !== 'object') return true;
  return content.value['session_id'] === sessionId;
}

/**
 * Finds the end of a transcript without reading all of it: its last two committed lines, and the first line of the last
 * segment.
 * @throws TranscriptCorruptionError when one of them is no event of this session, or the last not the next in sequence.
 */
export async function findEnd(files: TranscriptFiles): Promise<TranscriptEnd> {
  const segment = await countSegments(files);
  const path = segmentPath(files.file, segment);
  let lastSequence = 0;
  // The line before the last as well, so that a last line with a wrong number is not written on from.
  await readBack(files, (event) => {
    const isLast = lastSequence === 0;
    if (isLast) lastSequence = event.sequence;
    return isLast;
  });
  const last = await withReader(files.io, path, async (reader) => {
    const size = await reader.size();
    const end = await committedEnd(reader, size);
    const first = end > 0 ? await firstLine(reader) : undefined;
    const begins = first && eventOf(first, files.sessionId, undefined);
    if (begins?.fault !== undefined) throw new TranscriptCorruptionError(path, 1, begins.fault);
    const lines = begins ? lastSequence - begins.event.sequence + 1 : 0;
    return { size, lines, partialTail: await hasTail(reader, end, size) };
  });
  return { lastSequence, segment, ...(last ?? { size: 0, lines: 0, partialTail: false }) };
}

/**
 * Reads every event of every segment, oldest first.
 * @param onEvent false ends the reading
 * @returns whether any segment ends in bytes that no LF ends; they are left out
 * @throws TranscriptCorruptionError for the first committed line that is no JSON object, no event of this session, or
 *   not the next in sequence
 */
export async function readAll(
  files: TranscriptFiles,
  onEvent: (event: TranscriptEvent) => boolean,
): Promise<boolean> {
  const segments = await countSegments(files);
  let next = 1;
  let partialTail = false;
  let wanted = true;
  for (let segment = 1; segment <= segments && wanted; segment += 1) {
    const path = segmentPath(files.file, segment);
    const tail = await withReader(files.io, path, async (reader) => {
      const end = await readCommitted(reader, (line) => {
        const content = readLine(line.bytes);
        if (content.type === 'blank') return true;
        const { event, fault } = eventOf(content, files.sessionId, next);
        if (fault !== undefined) throw new TranscriptCorruptionError(path, line.number, fault);
        next += 1;
        wanted = onEvent(event);
        return wanted;
      });
      return end.tail !== null && !end.tail.blank;
    });
    partialTail ||= tail ?? false;
  }
  return partialTail;
}

/**
 * Reads events from the newest to older ones, and no further than is asked for.
 * @param onEvent false ends the reading
 * @throws TranscriptCorruptionError when a line that was come across is no event of this session, or not the one before
 *   the event after it; it tells the first damage of the whole transcript
 */
export async function readBack(
  files: TranscriptFiles,
  onEvent: (event: TranscriptEvent) => boolean,
): Promise<void> {
  let next: number | undefined;
  for (let segment = await countSegments(files); segment >= 1; segment -= 1) {
    const path = segmentPath(files.file, segment);
    const wanted = await withReader(files.io, path, async (reader) => {
      const end = await committedEnd(reader, await reader.size());
      for await (const { offset, bytes } of linesBackward(reader, end)) {
        const content = readLine(bytes);
        if (content.type === 'blank') continue;
        const { event, fault } = eventOf(content, files.sessionId, next);
        if (fault !== undefined) {
          await tellFirstDamage(files);
          throw new TranscriptCorruptionError(path, await lineNumberAt(reader, offset), fault);
        }
        next = event.sequence - 1;
        if (!onEvent(event)) return false;
      }
      return true;
    });
    if (wanted === false) return;
  }
  if (next === undefined || next === 0) return;
  await tellFirstDamage(files);
  throw new TranscriptCorruptionError(files.file, 1, `the events before sequence ${next + 1} are missing`);
}

/**
 * Two neighbours that do not fit tell backwards that something is wrong, but not which of them; and their line numbers
 * are unknown. So all is read, from the beginning, and the first damage is thrown, as `readAll` would tell it.
 */
async function tellFirstDamage(files: TranscriptFiles): Promise<void> {
  await readAll(files, () => true);
}

function eventOf(content: LineContent, sessionId: string, sequence: number | undefined): CheckedEvent {
  if (content.type === 'object') return checkEnvelope(content.value, sessionId, sequence);
  if (content.type === 'blank') return { fault: 'the line is blank' };
  return { fault: content.why === 'json' ? `it is not complete JSON: ${content.reason}` : content.reason };
}

async function firstLine(reader: LogReader): Promise<LineContent | undefined> {
  const size = await reader.size();
  const splitter = new LineSplitter();
  let first: LineContent | undefined;
  for (let at = 0; at < size && !first;) {
    const chunk = await reader.read(at, Math.min(CHUNK_BYTES, size - at));
    if (chunk.length === 0) break;
    splitter.push(chunk, (line) => {
      const content = readLine(line.bytes);
      if (content.type !== 'blank') first ??= content;
    });
    at += chunk.length;
  }
  return first;
}

async function hasTail(reader: LogReader, end: number, size: number): Promise<boolean> {
  for (let at = end; at < size; at += CHUNK_BYTES) {
    if (!isBlank(await reader.read(at, Math.min(CHUNK_BYTES, size - at)))) return true;
  }
  return false;
}

/** Reads a file and closes it; undefined when there is none. */
async function withReader<T>(
  io: LogIo,
  path: string,
  use: (reader: LogReader) => Promise<T>,
): Promise<T | undefined> {
  const reader = await io.openRead(path);
  if (!reader) return undefined;
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}
