import { compileShape, NO_WORDS, type Lexicon } from '../scan/lexicon.ts';
import type { Scanner } from '../scan/records.ts';
import { createScanner } from '../scan/scanner.ts';
import type { RecordShape } from '../scan/shape.ts';

/** Makes a faster scanner than the one in TypeScript, where the host can have it. */
export type ScannerFactory = (lexicon: Lexicon) => Scanner | undefined;

/** What lines are scanned with. */
export interface ScannerPair {
  readonly lexicon: Lexicon;
  readonly usual: Scanner;
  /** For long lines. */
  readonly long: Scanner;
}

type Shared = WeakMap<object, Map<ScannerFactory | undefined, ScannerPair>>;

/** One pair for all files of a format: it is never used by two at a time, and a thousand files open cost one area. */
const scanners: Shared = new WeakMap();

/** The scanners for records of this shape; without one, they look for no facts and only prove what is JSON. */
export function scannersOf(shape: RecordShape | undefined, createFast?: ScannerFactory): ScannerPair {
  const key = shape ?? NO_WORDS;
  const made = scanners.get(key) ?? new Map<ScannerFactory | undefined, ScannerPair>();
  scanners.set(key, made);
  let found = made.get(createFast);
  if (!found) {
    const lexicon = shape ? compileShape(shape) : NO_WORDS;
    const long = createScanner(lexicon);
    made.set(createFast, (found = { lexicon, usual: createFast?.(lexicon) ?? long, long }));
  }
  return found;
}
