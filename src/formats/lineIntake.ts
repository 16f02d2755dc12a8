import { compileShape, type Lexicon } from '../scan/lexicon.ts';
import type { LineBlock, RawLine } from '../scan/lines.ts';
import { RECORD, type Scanner } from '../scan/records.ts';
import { createScanner } from '../scan/scanner.ts';
import type { Utf8Check } from '../scan/utf8.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { Intake } from './intake.ts';
import { QuickFacts } from './quickFacts.ts';

const LF = 0x0a;
const CR = 0x0d;

/** Bytes that are scanned in one go; a longer line gets the room that it needs. */
const AREA_BYTES = 256 * 1024;
/** A line above this is decoded: an area of its size would be one more copy of it. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Feeds an intake from whole lines, by the scanner where that can tell a line's facts and by `decode` where not. What
 * comes of it is the same as when each line is decoded; the tests hold both against each other.
 */
export class LineIntake {
  readonly #intake: Intake;
  readonly #scanner: Scanner;
  readonly #facts: QuickFacts;
  readonly #isUtf8: Utf8Check;
  /** Lines whose facts were scanned, for tests and measurements. */
  scanned = 0;

  constructor(intake: Intake, shape: RecordShape, isUtf8: Utf8Check) {
    const { scanner, lexicon } = scannerOf(shape);
    this.#intake = intake;
    this.#scanner = scanner;
    this.#facts = new QuickFacts(shape, lexicon);
    this.#isUtf8 = isUtf8;
  }

  /** Takes a line that came alone. */
  takeLine(line: RawLine): void {
    const { bytes } = line;
    if (bytes.length > MAX_LINE_BYTES || !this.#isUtf8(bytes)) {
      this.#intake.take(line);
      return;
    }
    const area = this.#scanner.room(bytes.length + 1);
    area.set(bytes);
    area[bytes.length] = LF;
    this.#scanner.scan(0, bytes.length + 1);
    this.#takeScanned(0, line);
  }

  /** Takes the lines of a block and answers how many they are. */
  takeBlock({ number, offset, bytes }: LineBlock): number {
    let line = number;
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, partEnd(bytes, from));
      line += this.#takePart(part, line, offset + from);
      from += part.length;
    }
    return line - number;
  }

  #takePart(part: Uint8Array, number: number, offset: number): number {
    if (part.length > MAX_LINE_BYTES || !this.#isUtf8(part)) return this.#takeSlowly(part, number, offset);
    this.#scanner.room(part.length).set(part);
    return this.#scanArea(part.length, number, offset);
  }

  /** Each line by itself: one of them is no UTF-8, or too long. */
  #takeSlowly(part: Uint8Array, number: number, offset: number): number {
    let line = number;
    for (let from = 0; from < part.length; line++) {
      const end = part.indexOf(LF, from);
      this.#intake.take({
        number: line,
        offset: offset + from,
        bytes: part.subarray(from, trimEnd(part, end, from)),
      });
      from = end + 1;
    }
    return line - number;
  }

  /** Scans the area's first `length` bytes, whole lines, of which the first is `number` and begins at `offset`. */
  #scanArea(length: number, number: number, offset: number): number {
    const { records } = this.#scanner;
    let line = number;
    for (let from = 0; from < length;) {
      const count = this.#scanner.scan(from, length);
      for (let index = 0; index < count; index++)
        this.#takeScanned(index, this.#rawLine(index, line++, offset));
      from = (records[(count - 1) * RECORD.size + RECORD.end] ?? length) + 1;
    }
    return line - number;
  }

  /** The scanner's n-th line as it stands in the area, whose first byte is at `base` in the file. */
  #rawLine(index: number, number: number, base: number): RawLine {
    const { bytes, records } = this.#scanner;
    const at = index * RECORD.size;
    const start = records[at + RECORD.start] ?? 0;
    const end = trimEnd(bytes, records[at + RECORD.end] ?? 0, start);
    return { number, offset: base + start, bytes: bytes.subarray(start, end) };
  }

  #takeScanned(index: number, line: RawLine): void {
    const intake = this.#intake;
    const place = { headerId: intake.header?.id, wantsUserText: intake.firstMessage === undefined };
    const facts = this.#facts.of(this.#scanner, index, place);
    if (!facts) {
      intake.take(line);
      return;
    }
    this.scanned += 1;
    intake.takeFacts(facts, { line: line.number, offset: line.offset, length: line.bytes.length });
  }
}

interface ShapeScanner {
  readonly scanner: Scanner;
  readonly lexicon: Lexicon;
}

/** One for all files of a format: it is never used by two at a time, and a thousand files open cost one area. */
const scanners = new WeakMap<RecordShape, ShapeScanner>();

function scannerOf(shape: RecordShape): ShapeScanner {
  let found = scanners.get(shape);
  if (!found) {
    const lexicon = compileShape(shape);
    scanners.set(shape, (found = { lexicon, scanner: createScanner(lexicon) }));
  }
  return found;
}

/** As many whole lines as the area takes, or one line. */
function partEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from <= AREA_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(LF, from + AREA_BYTES - 1);
  return (last >= from ? last : bytes.indexOf(LF, from)) + 1;
}

/** The end of a line without the CR that may precede its LF. */
function trimEnd(bytes: Uint8Array, end: number, start: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end;
}
