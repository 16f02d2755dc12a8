import { trimCr } from '../scan/lineEnd.ts';
import type { Lexicon } from '../scan/lexicon.ts';
import { RECORD, type Scanner } from '../scan/records.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { Intake } from './intake.ts';
import { scannedLine, type LineTaker } from './lineTaker.ts';
import { QuickFacts } from './quickFacts.ts';

/** Takes lines by the facts that the scanner found in them, and decodes those of which it could not tell all. */
export class FactTaker implements LineTaker {
  readonly #intake: Intake;
  readonly #facts: QuickFacts;
  scanned = 0;

  constructor(intake: Intake, shape: RecordShape, lexicon: Lexicon) {
    this.#intake = intake;
    this.#facts = new QuickFacts(shape, lexicon);
  }

  takeLines(scanner: Scanner, count: number, number: number, base: number): void {
    const { bytes, records } = scanner;
    for (let index = 0; index < count; index++) {
      const at = index * RECORD.size;
      const start = records[at + RECORD.start] ?? 0;
      const end = trimCr(bytes, start, records[at + RECORD.end] ?? 0);
      if (this.#takeFacts(scanner, index, number + index, base + start, end - start)) this.scanned += 1;
      else this.#intake.take(scannedLine(scanner, index, number + index, base));
    }
  }

  settle(): void {
    this.#facts.settle();
  }

  /** False when the line has to be decoded. */
  #takeFacts(scanner: Scanner, index: number, line: number, offset: number, length: number): boolean {
    const intake = this.#intake;
    const facts = this.#facts;
    if (intake.header === null && intake.format.headerInEntries) return false;
    if (facts.isSide(scanner, index)) return intake.takeSide(line);
    const wantsUserText = intake.firstMessage === undefined;
    if (!facts.read(scanner, index, intake.header?.id, wantsUserText)) return false;
    return intake.takeHashed(facts.entry, facts, line, offset, length);
  }
}
