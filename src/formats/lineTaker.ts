import { trimCr } from '../scan/lineEnd.ts';
import type { RawLine } from '../scan/lines.ts';
import { RECORD, type Scanner } from '../scan/records.ts';

/** Takes lines that a scanner found into an intake. */
export interface LineTaker {
  /**
   * Takes the lines that the scanner found last.
   * @param count how many they are
   * @param number physical line of the first one
   * @param base where in the file the first byte of the scanner's area would be
   */
  takeLines(scanner: Scanner, count: number, number: number, base: number): void;
  /** Other bytes will be put into the scanner's area. */
  settle(): void;
  /** Lines that were not decoded whole. */
  readonly scanned: number;
}

/** The scanner's n-th line as it stands in the file, without its end. */
export function scannedLine(scanner: Scanner, index: number, number: number, base: number): RawLine {
  const { bytes, records } = scanner;
  const at = index * RECORD.size;
  const start = records[at + RECORD.start] ?? 0;
  const end = trimCr(bytes, start, records[at + RECORD.end] ?? 0);
  return { number, offset: base + start, bytes: bytes.subarray(start, end) };
}
