import { compileShape, type Lexicon } from '../scan/lexicon.ts';
import { CR, LF, type LineBlock, type RawLine } from '../scan/lines.ts';
import { RECORD, type Scanner } from '../scan/records.ts';
import { createScanner } from '../scan/scanner.ts';
import type { Utf8Check } from '../scan/utf8.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { Intake } from './intake.ts';
import { QuickFacts } from './quickFacts.ts';

/** Bytes that are scanned in one go; a longer line gets the room that it needs. */
const AREA_BYTES = 256 * 1024;
/** Longer lines are scanned in TypeScript: that takes one more copy of the line, the other way five. */
const LONG_BYTES = 4 * 1024 * 1024;
/** V8 has no longer strings, so that such a line cannot be decoded and is a bad one (scan/readLine.ts). */
const MAX_LINE_BYTES = 0x1fffffe8;
const NOTHING = new Uint8Array(0);

/**
 * Feeds an intake from whole lines, by the scanner where that can tell a line's facts and by `decode` where not. What
 * comes of it is the same as when each line is decoded; the tests hold both against each other.
 */
export class LineIntake {
  readonly #intake: Intake;
  readonly #scanners: ScannerPair;
  readonly #facts: QuickFacts;
  readonly #isUtf8: Utf8Check;
  /** Lines whose facts were scanned, for tests and measurements. */
  scanned = 0;

  constructor(intake: Intake, shape: RecordShape, isUtf8: Utf8Check, createFast?: ScannerFactory) {
    this.#intake = intake;
    this.#scanners = scannersOf(shape, createFast);
    this.#facts = new QuickFacts(shape, this.#scanners.lexicon);
    this.#isUtf8 = isUtf8;
  }

  /** Takes a line that came alone. */
  takeLine(line: RawLine): void {
    const { bytes } = line;
    if (bytes.length > MAX_LINE_BYTES || !this.#isUtf8(bytes)) {
      this.#intake.take(line);
      return;
    }
    const scanner = this.#scannerFor(bytes.length + 1);
    const area = scanner.room(bytes.length + 1);
    area.set(bytes);
    area[bytes.length] = LF;
    scanner.start(0, bytes.length + 1);
    scanner.next();
    const { number, offset } = line;
    if (!this.#takeScanned(scanner, 0, number, offset, bytes.length)) this.#intake.take(line);
    this.#facts.settle();
    if (bytes.length > LONG_BYTES) scanner.room(0);
  }

  /**
   * Where the next bytes of the file may be put before they are taken as a block: these need not be copied then. At an
   * address where reading is fast (perf.md §6.5). Good until the caller gives control back.
   * @param head bytes of the unfinished line, that will stand before them
   */
  room(head: number, length: number): Uint8Array {
    const at = aligned(head);
    return this.#scanners.usual.room(at + length).subarray(at, at + length);
  }

  /** Takes the lines of a block and answers how many they are. */
  takeBlock({ number, offset, head, bytes }: LineBlock): number {
    let taken = this.#takePlaced(head, bytes, number, offset);
    if (taken >= 0) return taken;
    const first = partEnd(bytes, 0);
    taken = this.#takePart(head, bytes.subarray(0, first), number, offset);
    for (let from = first; from < bytes.length;) {
      const part = bytes.subarray(from, partEnd(bytes, from));
      taken += this.#takePart(NOTHING, part, number + taken, offset + head.length + from);
      from += part.length;
    }
    return taken;
  }

  /** The block of which the bytes lie where {@link room} said; -1 for another one. */
  #takePlaced(head: Uint8Array, bytes: Uint8Array, number: number, offset: number): number {
    const scanner = this.#scanners.usual;
    const area = scanner.bytes;
    const at = aligned(head.length);
    if (bytes.buffer !== area.buffer || bytes.byteOffset !== area.byteOffset + at) return -1;
    const from = at - head.length;
    area.set(head, from);
    return this.#takeArea(scanner, from, at + bytes.length, number, offset);
  }

  #takePart(head: Uint8Array, part: Uint8Array, number: number, offset: number): number {
    const length = head.length + part.length;
    const scanner = this.#scannerFor(length);
    const area = scanner.room(length);
    area.set(head);
    area.set(part, head.length);
    const taken = this.#takeArea(scanner, 0, length, number, offset);
    if (length > LONG_BYTES) scanner.room(0);
    return taken;
  }

  /** Takes the lines that lie in the scanner's area from `from` to before `end`. */
  #takeArea(scanner: Scanner, from: number, end: number, number: number, offset: number): number {
    const part = scanner.bytes.subarray(from, end);
    if (part.length > MAX_LINE_BYTES || !this.#isUtf8(part)) return this.#takeSlowly(part, number, offset);
    scanner.start(from, end);
    let line = number;
    for (let count = scanner.next(); count > 0; count = scanner.next()) {
      for (let index = 0; index < count; index++) this.#takeNth(scanner, index, line++, offset - from);
    }
    this.#facts.settle();
    return line - number;
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

  /** Takes the scanner's n-th line; the first byte of its area would be at `base` in the file. */
  #takeNth(scanner: Scanner, index: number, number: number, base: number): void {
    const { bytes, records } = scanner;
    const at = index * RECORD.size;
    const start = records[at + RECORD.start] ?? 0;
    const end = trimEnd(bytes, records[at + RECORD.end] ?? 0, start);
    if (this.#takeScanned(scanner, index, number, base + start, end - start)) return;
    this.#intake.take({ number, offset: base + start, bytes: bytes.subarray(start, end) });
  }

  /** False when the line has to be decoded. */
  #takeScanned(scanner: Scanner, index: number, line: number, offset: number, length: number): boolean {
    const intake = this.#intake;
    const facts = this.#facts;
    if (intake.header === null && intake.format.headerInEntries) return false;
    if (facts.isSide(scanner, index)) {
      if (!intake.takeSide(line)) return false;
    } else {
      if (!facts.read(scanner, index, intake.header?.id, intake.firstMessage === undefined)) return false;
      if (!intake.takeHashed(facts.entry, facts, line, offset, length)) return false;
    }
    this.scanned += 1;
    return true;
  }

  #scannerFor(length: number): Scanner {
    return length > LONG_BYTES ? this.#scanners.long : this.#scanners.usual;
  }
}

/** Makes a faster scanner than the one in TypeScript, where the host can have it. */
export type ScannerFactory = (lexicon: Lexicon) => Scanner | undefined;

interface ScannerPair {
  readonly lexicon: Lexicon;
  readonly usual: Scanner;
  /** For long lines. */
  readonly long: Scanner;
}

/** One for all files of a format: it is never used by two at a time, and a thousand files open cost one area. */
const scanners = new WeakMap<RecordShape, Map<ScannerFactory | undefined, ScannerPair>>();

function scannersOf(shape: RecordShape, createFast: ScannerFactory | undefined): ScannerPair {
  const made = scanners.get(shape) ?? new Map<ScannerFactory | undefined, ScannerPair>();
  scanners.set(shape, made);
  let found = made.get(createFast);
  if (!found) {
    const lexicon = compileShape(shape);
    const long = createScanner(lexicon);
    made.set(createFast, (found = { lexicon, usual: createFast?.(lexicon) ?? long, long }));
  }
  return found;
}

/** As many whole lines as the area takes, or one line. */
function partEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from <= AREA_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(LF, from + AREA_BYTES - 1);
  return (last >= from ? last : bytes.indexOf(LF, from)) + 1;
}

/** Where bytes are read to that `head` bytes shall precede: those end at a multiple of 64. */
function aligned(head: number): number {
  return (head + 63) & ~63;
}

/** The end of a line without the CR that may precede its LF. */
function trimEnd(bytes: Uint8Array, end: number, start: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end;
}
