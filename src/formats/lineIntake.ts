import { trimCr } from '../scan/lineEnd.ts';
import { CR, LF, type LineBlock, type RawLine } from '../scan/lines.ts';
import type { Scanner } from '../scan/records.ts';
import type { Utf8Check } from '../scan/utf8.ts';
import type { Intake } from './intake.ts';
import type { LineTaker } from './lineTaker.ts';
import type { ScannerPair } from './scannerPair.ts';

/** Bytes that are scanned in one go; a longer line gets the room that it needs. */
const AREA_BYTES = 256 * 1024;
/** Longer lines are scanned in TypeScript: that takes one more copy of the line, the other way five. */
const LONG_BYTES = 4 * 1024 * 1024;
/** V8 has no longer strings, so that such a line cannot be decoded and is a bad one (scan/readLine.ts). */
const MAX_LINE_BYTES = 0x1fffffe8;
const NOTHING = new Uint8Array(0);

/**
 * Feeds an intake from whole lines through a scanner: proves what the bytes are, puts them where the scanner reads, and
 * hands the lines that it found to a {@link LineTaker}. What comes of it is the same as when each line is decoded; the
 * tests hold both against each other.
 */
export class LineIntake {
  readonly #intake: Intake;
  readonly #scanners: ScannerPair;
  readonly #taker: LineTaker;
  readonly #isUtf8: Utf8Check;

  /** @param taker made for the lexicon of `scanners` */
  constructor(intake: Intake, scanners: ScannerPair, taker: LineTaker, isUtf8: Utf8Check) {
    this.#intake = intake;
    this.#scanners = scanners;
    this.#taker = taker;
    this.#isUtf8 = isUtf8;
  }

  /** Number of lines that were not decoded whole, for tests and measurements. */
  get scanned(): number {
    return this.#taker.scanned;
  }

  /** Takes a line that came alone. */
  takeLine(line: RawLine): void {
    const { bytes } = line;
    if (bytes.length > MAX_LINE_BYTES || !this.#isUtf8(bytes)) {
      this.#intake.take(line);
      return;
    }
    const length = bytes.length + 2;
    const scanner = this.#scannerFor(length);
    const area = scanner.room(length);
    area.set(bytes);
    // A CR at the end is the line's own: it is not the one that was taken from it.
    area[bytes.length] = CR;
    area[bytes.length + 1] = LF;
    scanner.start(0, length);
    scanner.next();
    this.#taker.takeLines(scanner, 1, line.number, line.offset);
    this.#taker.settle();
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
      this.#taker.takeLines(scanner, count, line, offset - from);
      line += count;
    }
    this.#taker.settle();
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
        bytes: part.subarray(from, trimCr(part, from, end)),
      });
      from = end + 1;
    }
    return line - number;
  }

  #scannerFor(length: number): Scanner {
    return length > LONG_BYTES ? this.#scanners.long : this.#scanners.usual;
  }
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
