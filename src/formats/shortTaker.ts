import { isJsonObject } from '../core/json.ts';
import { trimCr } from '../scan/lineEnd.ts';
import { RECORD, SHORT, type Scanner, type Shortener } from '../scan/records.ts';
import type { Intake } from './intake.ts';
import { scannedLine, type LineTaker } from './lineTaker.ts';

const ascii = new TextDecoder();

/**
 * Takes lines as records with shortened texts, many parsed at once, and decodes those whole of which the shortened
 * record does not tell all facts. For formats of which every record has to be seen as an object.
 */
export class ShortTaker implements LineTaker {
  readonly #intake: Intake;
  readonly #hashes: boolean;
  scanned = 0;

  constructor(intake: Intake) {
    this.#intake = intake;
    this.#hashes = intake.format.comparesTexts ?? false;
  }

  takeLines(scanner: Scanner, count: number, number: number, base: number): void {
    const { shortener } = scanner;
    for (let first = 0; first < count;) {
      const { end, values } = shortener ? shortened(shortener, this.#hashes, first, count) : NOTHING(first);
      for (let index = first; index < end; index++) {
        this.#takeLine(scanner, index, values[index - first], number + index, base);
      }
      first = end;
    }
  }

  settle(): void {
    // Nothing of the area is kept.
  }

  #takeLine(scanner: Scanner, index: number, value: unknown, number: number, base: number): void {
    const { bytes, records } = scanner;
    const at = index * RECORD.size;
    const use = records[at + RECORD.short];
    if (use !== SHORT.leftOut && isJsonObject(value)) {
      const start = records[at + RECORD.start] ?? 0;
      const length = trimCr(bytes, start, records[at + RECORD.end] ?? 0) - start;
      if (this.#intake.takeRead(value, use === SHORT.shortened, number, base + start, length)) {
        this.scanned += 1;
        return;
      }
    }
    this.#intake.take(scannedLine(scanner, index, number, base));
  }
}

interface Batch {
  /** Behind its last line. */
  readonly end: number;
  /** Its records; what is none stands for a line that was left out. */
  readonly values: readonly unknown[];
}

/** A line that is decoded whole. */
const NOTHING = (first: number): Batch => ({ end: first + 1, values: [] });

/** As many lines as the array takes, from `first` to before `count`. */
function shortened(shortener: Shortener, hashes: boolean, first: number, count: number): Batch {
  let end = first;
  shortener.begin(hashes);
  while (end < count && shortener.add(end)) end += 1;
  return { end, values: JSON.parse(ascii.decode(shortener.text())) as unknown[] };
}
