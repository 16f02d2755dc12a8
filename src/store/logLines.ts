import { CR, LF, LineSplitter, type RawLine, type Tail } from '../scan/lines.ts';
import type { LogReader } from './logIo.ts';

const CHUNK_BYTES = 1 << 18;
const BACK_CHUNK_BYTES = 1 << 16;

/** What a whole read of a file found behind its last LF. */
export interface LogEnd {
  /** Number of committed lines. */
  readonly lines: number;
  readonly tail: Tail | null;
  /** The tail's own bytes; empty when there is none. */
  readonly tailBytes: Uint8Array;
}

/**
 * Reads a file from its beginning, line by line.
 * @param onLine called for every committed line; after false there are no more calls, and the answer tells only what
 *   was read until then. What it throws reaches the caller.
 */
export async function readCommitted(reader: LogReader, onLine: (line: RawLine) => boolean): Promise<LogEnd> {
  const splitter = new LineSplitter();
  let wanted = true;
  const take = (line: RawLine) => {
    if (wanted) wanted = onLine(line);
  };
  const size = await reader.size();
  for (let at = 0; at < size && wanted;) {
    const chunk = await reader.read(at, Math.min(CHUNK_BYTES, size - at));
    // The file became shorter meanwhile: what was read is all there is.
    if (chunk.length === 0) break;
    splitter.push(chunk, take);
    at += chunk.length;
  }
  const { tail } = splitter;
  return { lines: splitter.committed, tail, tailBytes: tail ? splitter.tailBytes() : new Uint8Array(0) };
}

/** The offset behind the file's last LF: where the committed lines end. 0 when there is none. */
export async function committedEnd(reader: LogReader, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BACK_CHUNK_BYTES);
    const lf = (await reader.read(start, end - start)).lastIndexOf(LF);
    if (lf >= 0) return start + lf + 1;
    end = start;
  }
  return 0;
}

/** A committed line that was read from the end: nobody counted the lines before it. */
export interface BackLine {
  /** Where the line begins in the file. */
  readonly offset: number;
  /** Without the terminator and without a byte order mark at the file's beginning. */
  readonly bytes: Uint8Array;
}

/**
 * Committed lines from the last to the first, reading only as far back as the caller goes.
 * @param end where they end: {@link committedEnd}
 */
export async function* linesBackward(reader: LogReader, end: number): AsyncGenerator<BackLine> {
  if (end === 0) return;
  // The last line's own LF is no separator between two lines.
  let at = end - 1;
  /** Of the line being gathered, the last piece first: a long line must not be copied once a chunk. */
  let pieces: Uint8Array[] = [];
  while (at > 0) {
    const start = Math.max(0, at - BACK_CHUNK_BYTES);
    const chunk = await reader.read(start, at - start);
    let to = chunk.length;
    for (let lf = lastLf(chunk, to); lf >= 0; lf = lastLf(chunk, to)) {
      pieces.push(chunk.subarray(lf + 1, to));
      yield lineOf(pieces, start + lf + 1);
      pieces = [];
      to = lf;
    }
    pieces.push(chunk.subarray(0, to));
    at = start;
  }
  yield lineOf(pieces, 0);
}

/** Physical line of the line that begins at `offset`. Reads everything before it: for error messages only. */
export async function lineNumberAt(reader: LogReader, offset: number): Promise<number> {
  let line = 1;
  for (let at = 0; at < offset;) {
    const chunk = await reader.read(at, Math.min(CHUNK_BYTES, offset - at));
    if (chunk.length === 0) break;
    for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, lf + 1)) line += 1;
    at += chunk.length;
  }
  return line;
}

function lastLf(chunk: Uint8Array, to: number): number {
  // lastIndexOf with -1 would begin at the last byte again.
  return to === 0 ? -1 : chunk.lastIndexOf(LF, to - 1);
}

function lineOf(pieces: readonly Uint8Array[], offset: number): BackLine {
  let bytes = joinReversed(pieces);
  if (offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
  if (bytes[bytes.length - 1] === CR) bytes = bytes.subarray(0, -1);
  return { offset, bytes };
}

function joinReversed(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = whole.length;
  for (const piece of pieces) {
    at -= piece.length;
    whole.set(piece, at);
  }
  return whole;
}
