/**
 * What a scanner says of a line. `odd`: perhaps a good record, but one that has to be read as an object; nothing is
 * said of its validity. `bad`: surely not one JSON object.
 */
export const STATUS = { ok: 0, odd: 1, bad: 2, blank: 3 } as const;

/** What was met in an `ok` line, as bits of RECORD.flags. */
export const FLAG = {
  /** The record has a message that is an object; its content is a text or a list of objects, and not empty. */
  message: 1,
  content: 2,
  blocks: 4,
  /** Something in the content is worth showing. */
  text: 8,
  /** The message ended for a reason that is worth showing. */
  telling: 16,
  /** The message names the call that it answers, and not by an empty text. */
  answers: 32,
  /** The record is of a side chain. */
  side: 64,
  /** There is something beside results in the content. */
  other: 128,
} as const;

/** Indexes of a line's numbers from `line * RECORD.size` on. Positions are those in the scanner's area. */
export const RECORD = {
  start: 0,
  /** Where the line's LF stands. */
  end: 1,
  status: 2,
  flags: 3,
  /** Codes of the lexicon; 0 when there is no such field, or its value is another word or no text. */
  type: 4,
  role: 5,
  /** Texts without their quotes. An end of 0: no such field, or not a text. A parent that is null has none either. */
  idStart: 6,
  idEnd: 7,
  parentStart: 8,
  parentEnd: 9,
  /** The hashes of these texts (core/index/idHash.ts), two words each; and that of the id of the call that is answered. */
  id: 10,
  parent: 12,
  /** Unix ms as a Float64 in the place of two numbers; NaN when unknown. */
  time: 14,
  answers: 16,
  /** Calls and results in blocks stand in a list of their own, see {@link CALL}: index of the first one, number. */
  callsAt: 18,
  calls: 19,
  /** The hash of the id of the message of which the record is a piece; two zeros for none. */
  message: 20,
  /** For scanners that shorten: their own, and what became of the record, see {@link SHORT}. */
  token: 22,
  short: 23,
  size: 24,
} as const;

/** What became of a record in a list of shortened ones: a number stands for one that was left out. */
export const SHORT = { leftOut: 0, whole: 1, shortened: 2 } as const;

/** Indexes of a call's numbers. Its id is empty, missing or no text: two zeros instead of a hash. 1 for the result of one. */
export const CALL = { id: 0, isResult: 2, size: 3 } as const;

/** Lines that are scanned in one go, at most, and numbers in the list of calls. */
export const MAX_LINES = 512;
export const MAX_CALLS = 8190;
/** Ids that are longer, and those that are not ASCII, make a line odd. */
export const MAX_ID = 256;
/** Containers inside one another that are followed in a field that is not wanted; a deeper line is odd. */
export const MAX_DEPTH = 63;

/**
 * Finds lines and their facts in bytes. There is one in TypeScript and one in WebAssembly: they find the same, but
 * where a line is not `ok`, one may call it odd and the other one bad.
 */
export interface Scanner {
  /** An area of at least `length` bytes to put whole lines into. What it held is lost where it has to grow. */
  room(length: number): Uint8Array;
  /** Begins with the area's bytes from `from` to before `end`: whole lines with their LF. */
  start(from: number, end: number): void;
  /** Fills the records of the next lines, as many as there is room for; answers their number, 0 at the end. */
  next(): number;
  /** Valid after each `next`, until the next `room`. */
  readonly bytes: Uint8Array;
  readonly records: Int32Array;
  readonly times: Float64Array;
  readonly calls: Int32Array;
  /** Absent where the scanner cannot shorten. */
  readonly shortener?: Shortener;
}

/**
 * Makes JSON of the lines that `next` answered last, with their long texts shortened (shortText.ts): an array of
 * records, to be parsed in a fraction of the time that the lines themselves take.
 */
export interface Shortener {
  /**
   * Begins a new array.
   * @param hashes whether equal texts are to stay equal and others different; without, only their beginnings tell
   */
  begin(hashes: boolean): void;
  /**
   * Adds the n-th line and notes in its record what became of it. One that is not `ok`, or of which not all long texts can
   * be shortened, is left out.
   * @returns false, and nothing is added, when the array has no more room; the first one always has
   */
  add(line: number): boolean;
  /** The array, in ASCII, valid until the next `begin`. */
  text(): Uint8Array;
}
